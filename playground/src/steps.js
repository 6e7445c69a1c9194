// SPDX-License-Identifier: MIT
// The leaves that a query visited, as they are drawn.
import { ZONES } from './oct9.js';

// Each leaf once, where it was met first: a sensor's rays meet the same ones near it.
function once(steps) {
    const seen = new Set(), kept = [];
    for (let i = 0; i < steps.count; i++) {
        const [x, y, z] = steps.boxes.subarray(4 * i);
        const key = (z * 512 + y) * 512 + x;
        if (!seen.has(key))
            kept.push(i);
        seen.add(key);
    }
    return kept;
}

// Without an answer.
export const NO_STEPS = { count: 0 };

// The leaves to show, and how far along the order each is: a sensor's along their own ray. `only`
// is the state that they have; undefined: all of them.
export function shown(steps, only) {
    const has = i => only === undefined || steps.boxes[4 * i + 3] >> 8 === only;
    const kept = once(steps).filter(has), boxes = new Uint16Array(4 * kept.length);
    const place = new Uint32Array(steps.count), length = new Uint32Array(ZONES);
    for (let i = 0; i < steps.count; i++)
        place[i] = length[steps.rays[i]]++;
    const count = Math.max(...length);
    kept.forEach((from, i) => boxes.set(steps.boxes.subarray(4 * from, 4 * from + 4), 4 * i));
    return { steps, boxes, count,
             order: Float32Array.from(kept, i => place[i] / Math.max(1, count - 1)) };
}

export function hitBox(answer) {
    const { corner, size } = answer.leaf;
    const isLeaf = answer.hit === 'leaf' && answer.index === undefined;
    return new Uint16Array(isLeaf ? [...corner, Math.log2(size)] : []);
}
