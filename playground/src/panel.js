// SPDX-License-Identifier: MIT
// The panel: numbers and words, beside the picture.
import costs from 'generated/costs.json';
import { answerLine, commandLine } from './command.js';
import { distanceMm, metres, shortMetres } from './length.js';

export const element = id => document.getElementById(id);
const number = value => value.toLocaleString('en-US');

function fillTable(table, rows) {
    table.replaceChildren(...rows.map(([name, value, id]) => {
        const row = document.createElement('tr');
        const cells = [['th', name], ['td', value]].map(([kind, text]) => {
            const cell = document.createElement(kind);
            cell.textContent = text;
            return cell;
        });
        if (id)
            cells[1].id = id;
        row.append(...cells);
        return row;
    }));
}

// --- the map

// "1,116 triangles, 2 boxes"
function kindsOf(primitives) {
    const plural = { sphere: 'spheres', box: 'boxes', capsule: 'capsules', triangle: 'triangles' };
    const counts = new Map();
    for (const { kind } of primitives)
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(
        ([kind, count]) => `${number(count)} ${count === 1 ? kind : plural[kind]}`).join(', ') ||
        'no primitives';
}

export function showMap(map, counts) {
    const mm = map.cellUm / 1000, size = map.hi.map((hi, a) => metres((hi - map.lo[a]) * mm));
    element('name').textContent = map.name;
    const memory = map.kind === 'tree' ? `${number(16 * map.blocks)} bytes of RAM`
                                       : `${number(map.bytes)} bytes of flash`;
    const isScene = map.kind === 'scene';
    const things = isScene ? `${kindsOf(map.primitives)}, ` : '';
    element('about').textContent = `${things}${size.join(' × ')}, cells of ${mm} mm, ${memory}`;
    for (const id of ['layers', 'section-row', 'unknown-row', 'outside'])
        element(id).hidden = isScene;
    for (const state of Object.keys(counts))
        element(`count-${state}`).textContent = number(counts[state]);
    element('low').textContent = metres(0);
}

export function showSection(map, height) {
    const text = metres((height - map.lo[2]) * map.cellUm / 1000);
    showSlider('section', height >= map.hi[2] ? 'nothing' : text);
    element('high').textContent = text;
}

export function say(text) {
    element('message').textContent = text;
}

// What a slider stands at, to be seen and to be heard.
function showSlider(id, text) {
    element(`${id}-text`).textContent = text;
    element(id).setAttribute('aria-valuetext', text);
}

// --- the question and its answer

// A and B. What the user typed stays if it means the same, or is wrong.
export function showPoints(ends, mm, wrong) {
    for (const [i, id] of ['from', 'to'].entries()) {
        const field = element(id), text = ends[i].join(' ');
        field.setAttribute('aria-invalid', wrong[i] !== null);
        if (wrong[i] === null && field.value.trim().split(/[\s,]+/).join(' ') !== text)
            field.value = text;
    }
    element('points-mm').textContent = mm.every(point => point !== null)
        ? 'sub-cells, 64 to a cell, 0 in the middle; in mm, rounded down, ' +
          mm.map(point => point.join(' ')).join(' to ') : '';
}

// `name` is what the slider sets; undefined: nothing.
export function showSize(mm, name) {
    element('radius-row').hidden = !name;
    element('radius-name').textContent = name ?? '';
    showSlider('radius', `${mm} mm`);
}

// What the same question costs on a Cortex-M4 at -O2, by the tables of docs/bench.md.
function instructions(tool, kind, answer) {
    if (answer.leaves === 0)
        return 0;
    const { begin, step } = costs[kind], visited = answer.leaves + answer.nodes;
    return tool === 'ray' ? begin + step * (answer.leaves - 1)
                          : costs[tool].mean / costs[tool].visited * visited;
}

function costRows(tool, kind, answer) {
    const visited = [['leaves visited', number(answer.leaves), 'leaves'],
                     ['inner nodes read', number(answer.nodes)]];
    if (tool === 'contact')
        return [...visited, ['primitives tested', number(answer.tests), 'tests']];
    if (!costs[tool] && tool !== 'ray')
        return visited;
    const about = Number(instructions(tool, kind, answer).toPrecision(3));
    const { begin, step } = costs[kind];
    return [
        ...visited,
        ['Cortex-M4, -O2', `≈ ${number(about)} instructions`, 'cost'],
        ['', tool === 'ray' ? `${begin} and ${step} a step`
             : `${(costs[tool].mean / costs[tool].visited).toFixed(0)} a leaf or node`],
    ];
}

// The primitive and the contact.
function contactRows(map, answer) {
    const primitive = map.primitives[answer.index];
    return [
        ['primitive', `${primitive.kind} ${answer.index}, id ${primitive.id}`, 'primitive'],
        ['fraction', `${answer.num}/${answer.den}`, 'fraction'],
        ['centre then', answer.point.join(' ')],
        ['point', answer.surface.join(' ')],
        ['normal, Q1.14', answer.normal.join(' ')],
    ];
}

const POINT_NAMES = { ray: 'point', sphere: 'centre then', box: 'low corner then' };

function hitRows(tool, map, answer) {
    if (tool === 'contact')
        return contactRows(map, answer);
    const { leaf } = answer, size = leaf.size * map.cellUm / 1000;
    return [
        ['leaf', `${leaf.state}, ${size} mm (${leaf.size} cell${leaf.size === 1 ? '' : 's'})`],
        ['at cell', leaf.corner.join(' ')],
        ...tool === 'ray' ? [['through its face', answer.face]] : [],
        ['fraction', `${answer.num}/${answer.den}`, 'fraction'],
        [POINT_NAMES[tool], answer.point.join(' ')],
    ];
}

// --- a route

const ROUTES = { none: () => 'No route', 'from blocked': () => 'A is blocked',
                 'to blocked': () => 'B is blocked', found: length => `Route of ${length}`,
                 full: length => `The memory is full after ${length}` };

function routeRows({ points, clear, nodesUsed, room, sweeps }) {
    return [...points.length !== 0 ? [['points', number(points.length), 'points']] : [],
            ...clear ? [['clear beside it', clear.join(' ')]] : [],
            ['nodes of the search', `${number(nodesUsed)} of ${number(room.nodes)}`, 'reached'],
            ['sweeps', number(sweeps), 'sweeps']];
}

function showRoute(question) {
    const { map, answer } = question, { points } = answer, whole = { num: 1, den: 1 };
    const length = points.slice(1).reduce(
        (sum, point, i) => sum + distanceMm(points[i], point, whole, map.cellUm), 0);
    element('verdict').className = answer.result === 'found' ? '' : 'blocked';
    element('verdict').textContent = ROUTES[answer.result](metres(length));
    fillTable(element('facts'), [...routeRows(answer), ...costRows('route', map.kind, answer)]);
    element('command').textContent = `${commandLine(question)}\n${answerLine('route', answer)}`;
}

// --- any answer

const VERDICTS = { ray: 'Hit', sphere: 'Blocked', box: 'Blocked', contact: 'Contact' };

// Nothing of an earlier answer is left.
export function showNoAnswer(reason) {
    element('verdict').className = '';
    element('verdict').textContent = `No answer: ${reason}`;
    element('zones').replaceChildren();
    element('facts').replaceChildren();
    element('command').textContent = '';
}

export function showAnswer(question) {
    const { tool, map, ends, answer } = question, blocked = answer.hit !== 'none';
    element('verdict').className = blocked ? 'blocked' : '';
    if (tool === 'sensor') {
        showZones(ends[0], answer, map);
        return fillTable(element('facts'), costRows(tool, map.kind, answer));
    }
    if (tool === 'route')
        return showRoute(question);
    const after = metres(distanceMm(...ends, answer, map.cellUm));
    element('verdict').textContent =
        blocked ? `${VERDICTS[tool]} after ${after}` : 'Clear';
    fillTable(element('facts'), [...blocked ? hitRows(tool, map, answer) : [],
                                 ...costRows(tool, map.kind, answer)]);
    element('command').textContent =
        (map.kind !== 'tree' ? `${commandLine(question)}\n` : '') + answerLine(tool, answer);
}

// Near is warm, far is cool, nothing is grey; the titles hold the full results.
function showZones(from, answer, map) {
    const near = answer.rays.filter(ray => ray.hit !== 'none').length;
    element('verdict').textContent = `${near} of ${answer.rays.length} zones see something`;
    element('zones').replaceChildren(...answer.rays.map(ray => {
        const zone = document.createElement('b'), seen = ray.hit !== 'none';
        zone.style.background = seen ? `hsl(${8 + 205 * ray.num / ray.den} 78% 72%)` : '#e3e5ea';
        zone.textContent = seen ? shortMetres(distanceMm(from, ray.to, ray, map.cellUm)) : '–';
        zone.title = `${ray.to.join(' ')}: ` + (seen
            ? `${ray.size} ${ray.state} ${ray.face} ${ray.num}/${ray.den} ${ray.point.join(' ')}`
            : 'clear');
        return zone;
    }));
}

// That `step` of the leaves are lit; which was the last, `named`, and when it was entered, `timed`.
// `states` are the names of a leaf's state.
export function showStep(step, { count, steps }, { timed, named, states }) {
    element('step').max = count;
    element('step').value = step;
    element('step-text').textContent = `${step} of ${count}`;
    element('step-leaf').textContent = '';
    if (!named || step === 0)
        return;
    const [x, y, z, what] = steps.boxes.subarray(4 * step - 4);
    const [num, den] = steps.times[step - 1];
    element('step-leaf').textContent =
        `${states[what >> 8]}, ${1 << (what & 255)} at ${x} ${y} ${z}` +
        (timed ? `, entered at ${num}/${den}` : '');
}

// --- a board

function boardRows({ aheadMm, clearanceMm, alarm, used }) {
    const near = (mm, none) => mm === 65535 ? none : metres(mm);
    return [['free ahead', near(aheadMm, 'clear')],
            ['nearest obstacle', near(clearanceMm, 'none near')],
            ['alarm', alarm ? 'yes' : 'no'],
            ["the board's pool", `${number(used)} blocks`]];
}

// What has come, and the board's own last answer; `none`: why there is none.
export function showLive(state, none) {
    fillTable(element('live'), [
        ['packets', number(state.packets), 'packets'],
        ['damaged or refused', number(state.damaged), 'damaged'],
        ['late', number(state.late)],
        ...none ? [['the board', none, 'board']] : boardRows(state.board),
    ]);
}

// No line is listened to.
export function showIdle() {
    element('connect').textContent = 'Connect';
    element('recorded').textContent = 'Recorded flight';
}

export function clearLive() {
    element('live').replaceChildren();
}
