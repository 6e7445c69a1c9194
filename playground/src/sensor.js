// SPDX-License-Identifier: MIT
// Where the rays of an 8 x 8 sensor end that looks from one point at another, as far as that is.
import { LEAST, MOST } from './oct9.js';

const times = (v, by) => v.map(x => x * by);
const plus = (...vs) => vs[0].map((_, a) => vs.reduce((sum, v) => sum + v[a], 0));
const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]];

// The largest part of a displacement from a point on which no coordinate leaves its range.
function within(from, displacement) {
    return Math.min(1, ...displacement.map((step, a) =>
        step > 0 ? (MOST - from[a]) / step : step < 0 ? (LEAST - from[a]) / step : 1));
}

export function sensorEnds(from, to, zones) {
    const forward = plus(to, times(from, -1)), length = Math.hypot(...forward);
    const level = [-forward[1], forward[0], 0], wide = Math.hypot(...level);
    const left = wide > 0 ? times(level, length / wide) : [0, length, 0];
    const up = length > 0 ? times(cross(forward, left), 1 / length) : [0, 0, 0];
    return zones.map(([ahead, aside, above]) => {
        const by = plus(times(forward, ahead), times(left, aside), times(up, above));
        return plus(from, times(by, within(from, by))).map(Math.round);
    });
}
