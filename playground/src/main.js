// SPDX-License-Identifier: MIT
// The page: opens maps and scenes, asks what the user drags, shows the answer.
import exampleUrl from 'generated/example.o9?url';
import { Board } from './board.js';
import { bakeBt } from './bt.js';
import { droppedFile, readFile } from './files.js';
import { hasSerial, listen, replay } from './live.js';
import { STATES, loadLibrary } from './oct9.js';
import * as panel from './panel.js';
import { load } from './part.js';
import { Probe } from './probe.js';
import { put, SCENE_TOOLS, SIZES } from './questions.js';
import { Scene } from './scene.js';
import { known, sceneEnds, startEnds } from './start.js';
import { hitBox, NO_STEPS, shown } from './steps.js';
import { baudOf, pointOf } from './typed.js';

const { element } = panel;
const SECTION = 0.58;                     // of a baked map's height that is left at first
const LIGHT_MS = 1200;                    // to light all leaves up
// What is listed in place of leaves and their states: of a scene, of a route's search.
const LISTS = ['empty', '', 'with primitives'], TREES = ['from A', 'from B'];

const library = await loadLibrary().catch(error => {
    panel.say(error.message);
    throw error;
});
const zones = library.zones();
const scene = new Scene(element('canvas'));
const probe = new Probe(scene, dragged, () => light());
let map = null;
let wrong = [null, null];                 // what is wrong with A and B as they were typed
let asked = NO_STEPS;                     // the last answer's steps as they are shown
let shows = new AbortController();        // aborted when something else is to be shown
let touched = false;                      // the user has chosen what to look at

const chosen = name => document.querySelector(`input[name=${name}]:checked`).value;

// --- questions

// Shows the answer.
function show(question) {
    // The empty leaves of a scene would hide its primitives.
    asked = shown(question.answer.steps,
                  map.kind === 'scene' ? STATES.indexOf('occupied') : undefined);
    scene.visit(asked.boxes, asked.order, hitBox(question.answer));
    panel.showAnswer(question);
    lightTo(asked.count);
}

// Shows that there is none: nothing of the last one is left.
function showNone(reason) {
    asked = NO_STEPS;
    probe.clear();
    scene.visit();
    panel.showNoAnswer(reason);
    lightTo(0);
}

// Asks anew: what is done at each step of a drag. The last answer goes before.
function ask() {
    const start = performance.now(), tool = chosen('tool');
    showNone(map ? wrong.find(Boolean) ?? 'it is being asked' : 'no map is open');
    panel.showSize(element('radius').value, SIZES[tool]);
    if (!map)
        return;
    panel.showPoints(probe.ends, probe.ends.map(end => library.mm(map, end)), wrong);
    if (wrong.some(Boolean))
        return;
    try {
        show(put({ tool, unknown: chosen('unknown'), map, ends: probe.ends }, library, probe,
                 Number(element('radius').value), zones));
    } catch (error) {
        showNone(error.message);
    }
    performance.measure('update', { start });
}

function dragged(end) {
    wrong[end] = null;
    ask();
}

function typed(end, text) {
    touched = true;
    try {
        probe.ends[end] = pointOf(text);
        wrong[end] = null;
    } catch (error) {
        wrong[end] = `${'AB'[end]} ${error.message}`;
    }
    ask();
}

// --- the order, leaf by leaf

function lightTo(step) {
    const tool = chosen('tool'), isScene = map?.kind === 'scene';
    panel.showStep(step, asked, { timed: tool === 'ray' && !isScene, named: tool !== 'sensor',
                                  states: isScene ? LISTS : tool === 'route' ? TREES : STATES });
    scene.light((step - 1) / Math.max(1, asked.count - 1) + 1e-6);
}

// Lights the leaves up one by one, unless something else is asked meanwhile.
let lighting = 0;
function light() {
    const turn = ++lighting, steps = asked, begin = performance.now();
    const go = now => {
        if (turn !== lighting || asked !== steps)
            return;
        const step = Math.ceil(steps.count * Math.min(1, (now - begin) / LIGHT_MS));
        lightTo(Math.max(step, 0));
        if (step < steps.count)
            requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
}

// --- maps

// Ends what is being shown, and what is being loaded. The signal is that of the new one: the last
// request of the user wins, however late the others come.
function begin() {
    shows.abort();
    shows = new AbortController();
    panel.clearLive();
    panel.say('');
    panel.showIdle();
    return shows.signal;
}

// The leaves of each state; a scene shows its primitives instead.
function layers() {
    const all = Object.fromEntries(STATES.map(
        (state, i) => [state, map.kind === 'scene' ? new Uint16Array(0) : library.leaves(i)]));
    const counts = Object.fromEntries(STATES.map(state => [state, all[state].length / 4]));
    return { all, counts };
}

// Shows what the library has open; `keep`: the camera and the ends stay.
function showMap(opened, keep = false) {
    showNone('the map is being opened');
    map = opened;
    const { all, counts } = layers();
    if (map.kind === 'tree')
        Object.assign(map, known(all));
    panel.showMap(map, counts);
    offerTools();
    scene.show(map, all);
    setSection(keep);
    if (!keep) {
        probe.ends = map.kind === 'scene' ? sceneEnds(map) : startEnds(map, all.free);
        wrong = [null, null];
        scene.frame(map);
    }
    ask();
}

// A scene knows no boxes and no sensor here; a radius of a tenth of its height suits it.
function offerTools() {
    const isScene = map.kind === 'scene';
    document.querySelectorAll('input[name=tool]').forEach(input => {
        input.disabled = isScene && !SCENE_TOOLS.includes(input.value);
        if (isScene && input.value === 'sphere')
            input.checked = true;
    });
    if (isScene) {
        const tall = (map.hi[2] - map.lo[2]) * map.cellUm / 1000;
        element('radius').value = Math.max(10, Math.round(tall / 100) * 10);
    }
}

function setSection(keep) {
    const slider = element('section'), all = Number(slider.value) >= Number(slider.max);
    const tall = map.hi[2] - map.lo[2], before = Number(slider.value);
    slider.min = map.lo[2] + 1;
    slider.max = map.hi[2];
    const first = map.kind === 'image' ? Math.max(1, Math.round(SECTION * tall)) : tall;
    slider.value = !keep ? map.lo[2] + first : all ? map.hi[2] : before;
    applySection();
}

function applySection() {
    const height = Number(element('section').value);
    scene.choose(STATES.filter(state => element(`show-${state}`).checked), height);
    panel.showSection(map, height);
}

// --- files

async function bake(bytes, signal) {
    panel.say('baking …');
    await new Promise(done => setTimeout(done, 30));
    signal.throwIfAborted();
    const { image, sourceUm, cellUm } = await bakeBt(bytes);
    return { image, note: sourceUm === cellUm ? '' :
        `It is longer than 512 cells of ${sourceUm / 1000} mm: coarsened to ${cellUm / 1000} mm.` };
}

const isScene = name => name.toLowerCase().endsWith('.o9s');

// Opens the file whose bytes `read` gives, unless something else is asked for meanwhile.
async function open(name, read) {
    const start = performance.now(), signal = begin();
    try {
        const bytes = await read();
        signal.throwIfAborted();
        const { image, note } = name.toLowerCase().endsWith('.bt') ? await bake(bytes, signal)
                                                                   : { image: bytes, note: '' };
        signal.throwIfAborted();
        showMap({ name, ...isScene(name) ? library.openScene(image) : library.open(image) });
        panel.say(note);
        scene.afterDrawing(() => performance.measure('picture', { start }));
    } catch (error) {
        if (!signal.aborted)
            panel.say(`${name}: ${error.message}`);
    }
}

const openFile = file => open(file.name, () => readFile(file));

function drop(transfer) {
    try {
        openFile(droppedFile(transfer));
    } catch (error) {
        panel.say(error.message);
    }
}

// --- a board

// Shows a board's map, as it comes from `source`, until it ends or something else is asked for.
async function watch(button, source, name) {
    const signal = begin();
    const board = new Board(library, opened => showMap({ name, ...opened }, touched), signal);
    const start = () => {
        touched = false;
        board.begin();
    };
    element(button).textContent = 'Stop';
    try {
        await source(baudOf(element('baud').value),
                     { begin: start, take: bytes => board.take(bytes) }, signal);
    } catch (error) {
        if (!signal.aborted)
            panel.say(error.message);
    }
    if (signal.aborted)
        return;
    board.end();
    panel.showIdle();
}

function toggle(button, source, name) {
    if (element(button).textContent === 'Stop')
        begin();
    else
        watch(button, source, name);
}

// --- what the user does

function listenToPanel() {
    for (const name of ['tool', 'unknown'])
        document.querySelectorAll(`input[name=${name}]`).forEach(
            input => input.addEventListener('change', ask));
    element('radius').addEventListener('input', ask);
    element('section').addEventListener('input', applySection);
    element('step').addEventListener('input', () => lightTo(Number(element('step').value)));
    element('play').addEventListener('click', light);
    for (const state of STATES)
        element(`show-${state}`).addEventListener('change', applySection);
    for (const [i, id] of ['from', 'to'].entries())
        element(id).addEventListener('input', event => typed(i, event.target.value));
    element('open').addEventListener('click', () => element('file').click());
    element('file').addEventListener('change', ({ target }) => {
        if (target.files.length !== 0)
            openFile(target.files[0]);
        target.value = '';                // the same file may be chosen again
    });
    element('connect').disabled = !hasSerial();
    element('connect').title = hasSerial() ? '' : 'This browser has no Web Serial.';
    for (const [button, source, name] of [['connect', listen, 'a board'],
                                          ['recorded', replay, 'a recorded flight']])
        element(button).addEventListener('click', () => toggle(button, source, name));
}

function listenToDrops() {
    const { body } = document;
    body.addEventListener('dragover', event => {
        event.preventDefault();
        body.classList.add('dragging');
    });
    body.addEventListener('dragleave', event => {
        if (!event.relatedTarget)
            body.classList.remove('dragging');
    });
    body.addEventListener('drop', event => {
        event.preventDefault();
        body.classList.remove('dragging');
        drop(event.dataTransfer);
    });
}

// Names beside the ends.
function placeLabels() {
    probe.ends.forEach((end, i) => {
        const [x, y] = scene.pixel(probe.handles[i][0].position);
        element(i ? 'label-to' : 'label-from').style.transform =
            `translate(${Math.round(x + 12)}px, ${Math.round(y - 26)}px)`;
    });
}

scene.onDrawn.push(placeLabels);
for (const kind of ['pointerdown', 'wheel', 'keydown'])
    element('canvas').addEventListener(kind, () => { touched = true; });
element('blind').hidden = scene.renderer !== null;
listenToPanel();
listenToDrops();
window.oct9 = library;                    // for the browser's console, and the test
open('two rooms.o9', () => load(exampleUrl));
