// SPDX-License-Identifier: MIT
// The library, compiled to WebAssembly: its calls with plain objects. Points are in sub-cells (64
// to a cell, 0 in the cube's middle), leaves in cells from its low corner.
import wasmUrl from 'generated/oct9.wasm?url';
import { load } from './part.js';

export const STATES = ['unknown', 'free', 'occupied'];
export const FACES = ['-x', '+x', '-y', '+y', '-z', '+z', 'none'];
export const KINDS = ['sphere', 'box', 'capsule', 'triangle'];
export const ZONES = 64;
export const SUB_CELLS = 64;              // of a cell's length
const LOW = -16384;                       // where cell 0 begins on each axis
export const LEAST = -32768, MOST = 32767;   // of a point's coordinates; a radius is 0 to MOST
const RESULTS = ['none', 'found', 'full', 'from blocked', 'to blocked'];
const HITS = ['none', 'leaf', 'outside'];

// Structs of playground/wasm/page.h, and of the images' headers and primitives, in bytes.
const LEAF_BYTES = 8, STEP_BYTES = 20, FAN_HIT_BYTES = 16;
const STEP = { ray: 8, num: 12, den: 16 };
const ANSWER = { hit: 0, leaf: 4, face: 12, num: 16, den: 20, point: 24, leaves: 36, nodes: 40,
                 steps: 44, index: 48, surface: 52, normal: 64, tests: 76 };
const FAN_HIT = { num: 0, den: 2, point: 4, payload: 10, level: 12, state: 13, hit: 14, face: 15 };
const HEADER = { bytes: 12, origin: 16, cell: 28, extent: 48 };
const SCENE = { bytes: 12, origin: 16, cell: 28, count: 36 };
const PRIMITIVE = { a: 0, b: 6, c: 12, radius: 18, id: 20, kind: 24 }, PRIMITIVE_BYTES = 26;
const ROUTE = { result: 0, count: 4, nodes: 8, sweeps: 12, isClear: 16, clear: 20, nodesRoom: 32,
                pointsRoom: 36, sweepsMost: 40 };
const LIVE = { packets: 0, late: 4, damaged: 8, messages: 12, used: 16, origin: 20, cell: 32,
               known: 36, alarm: 40, ahead: 44, clearance: 48, boardUsed: 52 };
const LIVE_BYTES = 4096;

// A coordinate of a point in cells from the cube's low corner, as leaves have them; and back.
export const cellsOf = coordinate => (coordinate - LOW) / SUB_CELLS;
export const coordinateOf = cells => Math.round(LOW + cells * SUB_CELLS);

// The calls wrap a number that does not fit: check() refuses it before.
function check(number, least, what) {
    if (!(Number.isInteger(number) && number >= least && number <= MOST))
        throw new Error(`${what} of ${number} sub-cells is not in ${least} to ${MOST}`);
}

function checkPoints(...points) {
    for (const point of points)
        for (let axis = 0; axis < 3; axis++)
            check(point[axis], LEAST, 'a coordinate');
}

const three = (read, at, step) => [0, 1, 2].map(i => read(at + i * step, true));

// The cells that the points of primitives, with their radii, lie in.
function extentOf(primitives) {
    const lo = [512, 512, 512], hi = [1, 1, 1];
    for (const { kind, a, b, c, radius } of primitives) {
        const round = kind === 'sphere' || kind === 'capsule' ? radius : 0;
        const points = { sphere: [a], box: [a, b], capsule: [a, b], triangle: [a, b, c] }[kind];
        for (const point of points)
            point.forEach((x, axis) => {
                lo[axis] = Math.min(lo[axis], Math.floor(cellsOf(x - round)));
                hi[axis] = Math.max(hi[axis], Math.floor(cellsOf(x + round)) + 1);
            });
    }
    return primitives.length !== 0 ? { lo, hi } : { lo: [0, 0, 0], hi: [512, 512, 512] };
}

class Library {
    constructor(exports) {
        this.calls = exports;
    }

    // Memory may have grown since the last call, which makes older views useless.
    get view() {
        if (this.lastView?.buffer !== this.calls.memory.buffer)
            this.lastView = new DataView(this.calls.memory.buffer);
        return this.lastView;
    }

    bytes(at, length) {
        return new Uint8Array(this.calls.memory.buffer, at, length);
    }

    check(status) {
        if (status === 0)
            return;
        const at = this.calls.status_text(status);
        const text = this.bytes(at, 200);
        throw new Error(new TextDecoder().decode(text.slice(0, text.indexOf(0))));
    }

    put(image, opener) {
        const at = this.calls.map_room(image.length);
        if (at === 0)
            throw new Error('not enough memory');
        this.bytes(at, image.length).set(image);
        this.check(this.calls[opener](at, image.length));
        return at;
    }

    // Opens an image by one of the calls, in place of the last one: its address. A bad image leaves
    // the last one open.
    replace(image, opener) {
        let at;
        try {
            at = this.put(image, opener);
        } catch (error) {
            if (this.image)
                this.put(this.image, this.opener);
            throw error;
        }
        Object.assign(this, { image, opener });
        return at;
    }

    // Opens a map image, which queries read from now on: its frame and extent.
    open(image) {
        const at = this.replace(image, 'map_open');
        const { view } = this, word = (a, e) => view.getInt32(a, e);
        const cell = (a, e) => view.getUint16(a, e);
        return {
            kind: 'image',
            bytes: view.getUint32(at + HEADER.bytes, true),
            originMm: three(word, at + HEADER.origin, 4),
            cellUm: view.getUint32(at + HEADER.cell, true),
            lo: three(cell, at + HEADER.extent, 2),
            hi: three(cell, at + HEADER.extent + 6, 2),
        };
    }

    // Opens a scene's image: its frame, its primitives, and their extent in cells.
    openScene(image) {
        const at = this.replace(image, 'scene_open'), { view } = this;
        const primitives = this.primitives(view.getUint32(at + SCENE.count, true));
        return {
            kind: 'scene',
            bytes: view.getUint32(at + SCENE.bytes, true),
            originMm: three((a, e) => view.getInt32(a, e), at + SCENE.origin, 4),
            cellUm: view.getUint32(at + SCENE.cell, true),
            primitives,
            ...extentOf(primitives),
        };
    }

    primitives(count) {
        const first = this.calls.primitives_at(), { view } = this;
        const point = at => three((a, e) => view.getInt16(a, e), at, 2);
        return Array.from({ length: count }, (_, i) => {
            const at = first + i * PRIMITIVE_BYTES;
            return { kind: KINDS[view.getUint16(at + PRIMITIVE.kind, true)],
                     a: point(at + PRIMITIVE.a), b: point(at + PRIMITIVE.b),
                     c: point(at + PRIMITIVE.c),
                     radius: view.getUint16(at + PRIMITIVE.radius, true),
                     id: view.getUint16(at + PRIMITIVE.id, true) };
        });
    }

    // All leaves of one state, as the boxes are drawn: x, y, z, level + 256 state, each.
    leaves(state) {
        const parts = [];
        let total = 0;
        this.calls.leaves_begin(1 << state);
        for (let count; (count = this.calls.leaves_more()) !== 0; total += count)
            parts.push(new Uint16Array(this.calls.memory.buffer, this.calls.leaves_at(),
                                       count * LEAF_BYTES / 2).slice());
        const all = new Uint16Array(total * LEAF_BYTES / 2);
        let at = 0;
        for (const part of parts) {
            all.set(part, at);
            at += part.length;
        }
        return all;
    }

    mm(map, point) {
        const at = this.calls.point_mm(...map.originMm, map.cellUm, ...point);
        return at === 0 ? null : three((a, e) => this.view.getInt32(a, e), at, 4);
    }

    leaf(at) {
        const { view } = this;
        return { corner: three((a, e) => view.getUint16(a, e), at, 2),
                 size: 1 << view.getUint8(at + 6), state: STATES[view.getUint8(at + 7)] };
    }

    // The result of a query, and the leaves that it visited, in order: `boxes` as leaves() has
    // them, and when each was entered.
    answer() {
        const at = this.calls.answer_at(), { view } = this;
        const word = field => view.getUint32(at + field, true);
        return {
            hit: HITS[word(ANSWER.hit)],
            leaf: this.leaf(at + ANSWER.leaf),
            face: FACES[word(ANSWER.face)],
            num: word(ANSWER.num),
            den: word(ANSWER.den),
            point: three((a, e) => view.getInt32(a, e), at + ANSWER.point, 4),
            leaves: word(ANSWER.leaves),
            nodes: word(ANSWER.nodes),
            steps: this.steps(word(ANSWER.steps)),
        };
    }

    steps(count) {
        const at = this.calls.steps_at(), { view } = this;
        const boxes = new Uint16Array(count * LEAF_BYTES / 2), rays = new Uint8Array(count);
        const words = new Uint16Array(view.buffer, at, count * STEP_BYTES / 2);
        for (let i = 0; i < count; i++) {
            for (let k = 0; k < LEAF_BYTES / 2; k++)
                boxes[i * LEAF_BYTES / 2 + k] = words[i * STEP_BYTES / 2 + k];
            rays[i] = words[(i * STEP_BYTES + STEP.ray) / 2];
        }
        const times = Array.from({ length: count }, (_, i) =>
            [STEP.num, STEP.den].map(f => view.getUint32(at + i * STEP_BYTES + f, true)));
        return { count, boxes, rays, times };
    }

    ray(from, to, unknownPasses) {
        checkPoints(from, to);
        this.check(this.calls.ask_ray(...from, ...to, unknownPasses ? 1 : 0));
        return this.answer();
    }

    sphere(from, to, radius, unknownPasses) {
        checkPoints(from, to);
        check(radius, 0, 'a radius');
        this.check(this.calls.ask_sphere(...from, ...to, radius, unknownPasses ? 1 : 0));
        return this.answer();
    }

    // The box from `lo` to `hi`, whose low corner goes to `to`.
    box(lo, hi, to, unknownPasses) {
        checkPoints(lo, hi, to);
        this.check(this.calls.ask_box(...lo, ...hi, ...to, unknownPasses ? 1 : 0));
        return this.answer();
    }

    // A route for a sphere. Its steps are the nodes that the search has reached, in their order;
    // the state of each is 0 if it was reached from A, 1 from B.
    route(from, to, radius, unknownPasses) {
        checkPoints(from, to);
        check(radius, 0, 'a radius');
        this.check(this.calls.ask_route(...from, ...to, radius, unknownPasses ? 1 : 0));
        const at = this.calls.route_at(), points = this.calls.route_points_at(), { view } = this;
        const word = field => view.getUint32(at + field, true);
        return Object.assign(this.answer(), {
            result: RESULTS[word(ROUTE.result)],
            points: Array.from({ length: word(ROUTE.count) },
                               (_, i) => three((a, e) => view.getInt16(a, e), points + 6 * i, 2)),
            nodesUsed: word(ROUTE.nodes),
            sweeps: word(ROUTE.sweeps),
            clear: word(ROUTE.isClear) === 0 ? null
                : three((a, e) => view.getInt32(a, e), at + ROUTE.clear, 4),
            room: { nodes: word(ROUTE.nodesRoom), points: word(ROUTE.pointsRoom),
                    sweeps: word(ROUTE.sweepsMost) },
        });
    }

    // The first primitive of the scene that a moving sphere touches, or with radius 0 a ray.
    contact(from, to, radius) {
        if (!this.image || this.opener !== 'scene_open')
            throw new Error('no scene is open');
        checkPoints(from, to);
        check(radius, 0, 'a radius');
        this.check(this.calls.ask_contact(...from, ...to, radius));
        const at = this.calls.answer_at(), int = (a, e) => this.view.getInt32(a, e);
        return Object.assign(this.answer(), {
            index: this.view.getUint32(at + ANSWER.index, true),
            surface: three(int, at + ANSWER.surface, 4),
            normal: three(int, at + ANSWER.normal, 4),
            tests: this.view.getUint32(at + ANSWER.tests, true),
        });
    }

    // A sensor: a ray to each of 64 ends, and its answer in `rays`.
    fan(from, ends, unknownPasses) {
        const at = this.calls.ends_at();
        checkPoints(from, ...ends);
        ends.flat().forEach((value, i) => this.view.setInt16(at + 2 * i, value, true));
        this.check(this.calls.ask_fan(...from, unknownPasses ? 1 : 0));
        const answer = this.answer();
        const hits = this.calls.hits_at();
        answer.rays = ends.map((to, i) => this.fanHit(to, hits + i * FAN_HIT_BYTES));
        return answer;
    }

    fanHit(to, at) {
        const { view } = this;
        return { to, hit: HITS[view.getUint8(at + FAN_HIT.hit)],
                 num: view.getUint16(at + FAN_HIT.num, true),
                 den: view.getUint16(at + FAN_HIT.den, true),
                 point: three((a, e) => view.getInt16(a, e), at + FAN_HIT.point, 2),
                 size: 1 << view.getUint8(at + FAN_HIT.level),
                 state: STATES[view.getUint8(at + FAN_HIT.state)],
                 face: FACES[view.getUint8(at + FAN_HIT.face)] };
    }

    // Where the sensor's zones look: 1 forward, so much left, so much up.
    zones() {
        const at = this.calls.zones_at(), axis = (a, e) => this.view.getInt16(a, e) / 16384;
        return Array.from({ length: ZONES }, (_, i) => three(axis, at + 6 * i, 2));
    }

    // Begins a map that a board sends, empty at first, which is asked from now on.
    liveBegin() {
        this.image = null;
        this.check(this.calls.live_begin());
    }

    // Takes bytes as they came.
    liveTake(bytes) {
        for (let at = 0; at < bytes.length; at += LIVE_BYTES) {
            const part = bytes.subarray(at, at + LIVE_BYTES);
            this.bytes(this.calls.live_incoming(), part.length).set(part);
            this.calls.live_take(part.length);
        }
    }

    liveState() {
        const at = this.calls.live_at(), { view } = this;
        const word = field => view.getUint32(at + field, true);
        return {
            packets: word(LIVE.packets), late: word(LIVE.late), damaged: word(LIVE.damaged),
            messages: word(LIVE.messages), used: word(LIVE.used),
            originMm: three((a, e) => view.getInt32(a, e), at + LIVE.origin, 4),
            cellUm: word(LIVE.cell),
            board: word(LIVE.known) === 0 ? null
                : { alarm: word(LIVE.alarm) !== 0, aheadMm: word(LIVE.ahead),
                    clearanceMm: word(LIVE.clearance), used: word(LIVE.boardUsed) },
        };
    }
}

export async function loadLibrary() {
    const { instance } = await WebAssembly.instantiate(await load(wasmUrl));
    return new Library(instance.exports);
}
