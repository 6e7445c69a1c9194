// SPDX-License-Identifier: MIT
// The panel: numbers and words, beside the picture.
import costs from 'generated/costs.json';
import { STATES } from './oct9.js';

export const element = id => document.getElementById(id);
const number = value => value.toLocaleString('en-US');
const metres = mm => `${(mm / 1000).toFixed(2)} m`;

function fillTable(table, rows) {
    table.replaceChildren(...rows.map(([name, value, id]) => {
        const row = document.createElement('tr');
        const cells = [name, value].map(text => {
            const cell = document.createElement('td');
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

export function showMap(map, counts) {
    const mm = map.cellUm / 1000, size = map.hi.map((hi, a) => metres((hi - map.lo[a]) * mm));
    element('name').textContent = map.name;
    const memory = map.kind === 'image' ? `${number(map.bytes)} bytes of flash`
                                        : `${number(16 * map.blocks)} bytes of RAM`;
    element('about').textContent = `${size.join(' × ')}, cells of ${mm} mm, ${memory}`;
    for (const state of Object.keys(counts))
        element(`count-${state}`).textContent = number(counts[state]);
    element('low').textContent = metres(0);
}

export function showSection(map, height) {
    const text = metres((height - map.lo[2]) * map.cellUm / 1000);
    element('section-text').textContent = height >= map.hi[2] ? 'nothing' : text;
    element('high').textContent = text;
}

export function say(text) {
    element('message').textContent = text;
}

// --- the question and its answer

export function showPoints(ends, mm) {
    for (const [i, id] of ['from', 'to'].entries())
        if (document.activeElement !== element(id))
            element(id).value = ends[i].join(' ');
    element('points-mm').textContent = mm.every(point => point !== null)
        ? `sub-cells, 64 to a cell; in mm ${mm.map(point => point.join(' ')).join(' to ')}` : '';
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
    const about = Number(instructions(tool, kind, answer).toPrecision(3));
    const { begin, step } = costs[kind];
    return [
        ['leaves visited', number(answer.leaves), 'leaves'],
        ['inner nodes read', number(answer.nodes)],
        ['Cortex-M4, -O2', `≈ ${number(about)} instructions`, 'cost'],
        ['', tool === 'ray' ? `${begin} and ${step} a step`
             : `${(costs[tool].mean / costs[tool].visited).toFixed(0)} a leaf or node`],
    ];
}

const leafWords = leaf => `${leaf.corner.join(' ')} ${leaf.size} ${leaf.state}`;

// As `oct9 cast` and `oct9 sweep` print it.
function answerLine(tool, answer) {
    if (answer.hit !== 'leaf')
        return 'clear';
    const part = `${answer.num}/${answer.den}`;
    return tool === 'ray'
        ? `hit ${leafWords(answer.leaf)} ${answer.face} ${part} ${answer.point.join(' ')}`
        : `blocked ${leafWords(answer.leaf)} ${part}`;
}

function hitRows(tool, map, answer, wayMm) {
    const { leaf } = answer, size = leaf.size * map.cellUm / 1000;
    return [
        ['leaf', `${leaf.state}, ${size} mm (${leaf.size} cell${leaf.size === 1 ? '' : 's'})`],
        ['at cell', leaf.corner.join(' ')],
        ...tool === 'ray' ? [['through its face', answer.face]] : [],
        ['part of the way', `${answer.num}/${answer.den}`, 'fraction'],
        [tool === 'ray' ? 'point' : 'centre then', answer.point.join(' ')],
        ['after', metres(wayMm * answer.num / answer.den)],
    ];
}

export function showAnswer({ tool, map, ends, answer, radius, unknown, mm }) {
    const blocked = answer.hit === 'leaf';
    const wayMm = Math.hypot(...ends[1].map((x, a) => x - ends[0][a])) * map.cellUm / 64000;
    element('verdict').className = blocked ? 'blocked' : '';
    element('zones').replaceChildren();
    if (tool === 'sensor') {
        showZones(answer, mm, wayMm);
        element('command').textContent = '';
        return fillTable(element('facts'), costRows(tool, map.kind, answer));
    }
    element('verdict').textContent = blocked ? tool === 'ray' ? 'Hit' : 'Blocked' : 'Clear';
    fillTable(element('facts'), [...blocked ? hitRows(tool, map, answer, wayMm) : [],
                                 ...costRows(tool, map.kind, answer)]);
    const words = [...ends.flat(), ...tool === 'sphere' ? [radius] : []].join(' ');
    const command = tool === 'ray' ? 'cast' : 'sweep';
    element('command').textContent = (map.kind === 'image'
        ? `echo '${words}' | oct9 ${command} ${map.name.replace(/\.bt$/, '.o9')}` +
          `${unknown === 'free' ? ' --unknown free' : ''}\n` : '') + answerLine(tool, answer);
}

// Near is warm, far is cool, nothing is grey; the answers stand in the titles.
function showZones(answer, mm, rangeMm) {
    const near = answer.rays.filter(ray => ray.hit === 'leaf').length;
    element('verdict').textContent = `${near} of ${answer.rays.length} zones see something`;
    element('zones').replaceChildren(...answer.rays.map(ray => {
        const zone = document.createElement('b'), part = ray.num / ray.den;
        const seen = ray.hit === 'leaf';
        zone.style.background = seen ? `hsl(${8 + 205 * part} 68% ${46 - 8 * part}%)` : '#c9ccd2';
        zone.textContent = seen ? (part * rangeMm / 1000).toFixed(1) : '';
        zone.title = `${ray.to.join(' ')}: ` + (seen
            ? `${ray.size} ${ray.state} ${ray.face} ${ray.num}/${ray.den} ${ray.point.join(' ')}`
            : 'clear');
        return zone;
    }));
}

// That `step` of the leaves are lit; which was the last, and of a ray when it was entered.
export function showStep(step, { count, steps }, tool) {
    element('step').max = count;
    element('step').value = step;
    element('step-text').textContent = `${step} of ${count}`;
    element('step-leaf').textContent = '';
    if (tool === 'sensor' || step === 0)
        return;
    const [x, y, z, what] = steps.boxes.subarray(4 * step - 4);
    const [num, den] = steps.times[step - 1];
    element('step-leaf').textContent =
        `${STATES[what >> 8]}, ${1 << (what & 255)} at ${x} ${y} ${z}` +
        (tool === 'ray' ? `, entered at ${num}/${den}` : '');
}

// --- a board

export function showLive(state) {
    const near = mm => mm === 65535 ? 'none near' : metres(mm);
    fillTable(element('live'), [
        ['packets', number(state.packets), 'packets'],
        ['damaged', number(state.damaged), 'damaged'],
        ['late', number(state.late)],
        ...state.board ? [
            ['the way ahead', state.board.wayMm === 65535 ? 'clear' : metres(state.board.wayMm)],
            ['nearest obstacle', near(state.board.clearanceMm)],
            ['alarm', state.board.alarm ? 'yes' : 'no'],
            ["the board's pool", `${number(state.board.used)} blocks`],
        ] : [],
    ]);
}
