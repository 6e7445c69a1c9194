// SPDX-License-Identifier: MIT
// What the page shows at first: a map's extent, and where the ends lie.
import { coordinateOf } from './oct9.js';

const PART = 0.3;

function middleOf(leaves, i) {
    const half = (1 << (leaves[i + 3] & 255)) / 2;
    return [leaves[i] + half, leaves[i + 1] + half, leaves[i + 2] + half];
}

// A in the largest free leaf near the map's middle, B some distance along the longer side from it.
export function startEnds(map, free) {
    const middle = map.lo.map((lo, a) => (lo + map.hi[a]) / 2);
    let best = middle, level = 0, least = Infinity;
    for (let i = 0; i < free.length; i += 4) {
        const its = free[i + 3] & 255;
        if (its < level)
            continue;
        const at = middleOf(free, i), far = Math.hypot(...at.map((x, a) => x - middle[a]));
        if (its > level || far < least)
            [best, level, least] = [at, its, far];
    }
    const size = map.hi.map((hi, a) => hi - map.lo[a]), along = size[0] >= size[1] ? 0 : 1;
    const to = [...best];
    to[along] += (best[along] < middle[along] ? 1 : -1) * PART * size[along];
    return [best, to].map(point => point.map(coordinateOf));
}

// A above a corner of a scene, B in its middle.
export function sceneEnds({ lo, hi }) {
    const at = part => lo.map((low, a) => coordinateOf(low + part[a] * (hi[a] - low)));
    return [at([0.25, 0.25, 1]), at([0.5, 0.5, 0.5])];
}

// A tree has no extent: what is known of it.
export function known({ free, occupied }) {
    const lo = [512, 512, 512], hi = [0, 0, 0];
    for (const leaves of [free, occupied])
        for (let i = 0; i < leaves.length; i += 4)
            for (let a = 0; a < 3; a++) {
                lo[a] = Math.min(lo[a], leaves[i + a]);
                hi[a] = Math.max(hi[a], leaves[i + a] + (1 << (leaves[i + 3] & 255)));
            }
    return lo[0] < hi[0] ? { lo, hi } : { lo: [0, 0, 0], hi: [512, 512, 512] };
}
