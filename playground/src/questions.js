// SPDX-License-Identifier: MIT
// The queries that the page offers: what each asks the library, and how it is drawn. A scene is
// asked for the first contact, of a sphere or, with radius 0, of a ray.
import { MOST, SUB_CELLS } from './oct9.js';
import { sensorEnds } from './sensor.js';

const number = value => value.toLocaleString('en-US');

export const SCENE_TOOLS = ['ray', 'sphere'];
// What the slider sets.
export const SIZES = { sphere: 'radius', route: 'radius', box: 'half edge' };

// A length in sub-cells, rounded up; A and B are sub-cells as they are.
function subCells(mm, map, name) {
    const q6 = Math.ceil(mm * 1000 * SUB_CELLS / map.cellUm);
    if (q6 > MOST)
        throw new Error(`a ${name} of ${mm} mm is ${number(q6)} sub-cells of this map, and ` +
                        `${number(MOST)} are the most`);
    return q6;
}

const moved = (point, by) => point.map(x => x + by);

// A box whose centre goes from A to B: its corners, and where the low one goes.
function boxAround([from, to], half) {
    if (half === 0)
        throw new Error('a box needs a half edge above 0');
    return [moved(from, -half), moved(from, half), moved(to, -half)];
}

// Asks the library, and draws the answer: the question with its answer.
export function put(question, library, probe, mm, zones) {
    const { tool, map, ends, unknown } = question, [from, to] = ends, passes = unknown === 'free';
    if (map.kind === 'scene') {
        question.tool = 'contact';
        question.radius = tool === 'sphere' ? subCells(mm, map, SIZES.sphere) : 0;
        question.answer = library.contact(from, to, question.radius);
        probe.showContact(question.answer, question.radius);
    } else if (tool === 'ray') {
        question.answer = library.ray(from, to, passes);
        probe.showRay(question.answer);
    } else if (tool === 'sphere') {
        question.radius = subCells(mm, map, SIZES.sphere);
        question.answer = library.sphere(from, to, question.radius, passes);
        probe.showSphere(question.answer, question.radius);
    } else if (tool === 'box') {
        const half = subCells(mm, map, SIZES.box);
        question.box = boxAround(ends, half);
        question.answer = library.box(...question.box, passes);
        probe.showBox(question.answer, half);
    } else if (tool === 'route') {
        question.radius = subCells(mm, map, SIZES.route);
        question.answer = library.route(from, to, question.radius, passes);
        probe.showRoute(question.answer, question.radius);
    } else {
        question.answer = library.fan(from, sensorEnds(from, to, zones), passes);
        probe.showSensor(question.answer);
    }
    return question;
}
