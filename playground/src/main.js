// SPDX-License-Identifier: MIT
// The page: opens maps, asks what the user drags, shows what is answered.
import exampleUrl from 'generated/example.o9?url';
import { bakeBt } from './bt.js';
import { hasSerial, listen, replay } from './live.js';
import { STATES, loadLibrary } from './oct9.js';
import * as panel from './panel.js';
import { Probe } from './probe.js';
import { Scene } from './scene.js';
import { sensorEnds } from './sensor.js';
import { known, startEnds } from './start.js';
import { hitBox, shown } from './steps.js';

const { element } = panel;
const SECTION = 0.58;                     // of a baked map's height that is left at first
const LIGHT_MS = 1200;                    // to light all leaves up

const library = await loadLibrary();
const zones = library.zones();
const scene = new Scene(element('canvas'));
const probe = new Probe(scene, ask, () => light());
let map = null;
let asked = null;                         // the last answer's steps as they are shown
let live = null;                          // ends the line that is listened to
let touched = false;                      // the user has chosen what to look at

const chosen = name => document.querySelector(`input[name=${name}]:checked`).value;
const radius = () => Math.ceil(element('radius').value * 64000 / map.cellUm);

// --- questions

function put(tool) {
    const passes = chosen('unknown') === 'free', [from, to] = probe.ends;
    if (tool === 'ray') {
        const answer = library.ray(from, to, passes);
        probe.showRay(answer);
        return answer;
    }
    if (tool === 'sphere') {
        const answer = library.sphere(from, to, radius(), passes);
        probe.showSphere(answer, radius());
        return answer;
    }
    const answer = library.fan(from, sensorEnds(from, to, zones), passes);
    probe.showSensor(answer);
    return answer;
}

// Asks anew and shows the answer: what is done at each step of a drag.
function ask() {
    if (!map)
        return;
    const start = performance.now(), tool = chosen('tool');
    const answer = put(tool), { ends } = probe, mm = ends.map(end => library.mm(map, end));
    asked = shown(answer.steps);
    scene.visit(asked.boxes, asked.order, hitBox(answer));
    panel.showPoints(ends, mm);
    panel.showAnswer({ tool, map, ends, answer, radius: radius(), unknown: chosen('unknown') });
    lightTo(asked.count);
    element('radius-row').hidden = tool !== 'sphere';
    element('radius-text').textContent = `${element('radius').value} mm`;
    performance.measure('update', { start });
}

// --- the order, leaf by leaf

function lightTo(step) {
    panel.showStep(step, asked, chosen('tool'));
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

function layers() {
    const all = Object.fromEntries(STATES.map((state, i) => [state, library.leaves(i)]));
    const counts = Object.fromEntries(STATES.map(state => [state, all[state].length / 4]));
    return { all, counts };
}

// Shows what the library has open; `keep`: the camera and the ends stay.
function showMap(opened, keep = false) {
    const { all, counts } = layers();
    map = opened;
    if (map.kind === 'tree')
        Object.assign(map, known(all));
    scene.show(map, all);
    panel.showMap(map, counts);
    setSection(keep);
    if (!keep) {
        probe.ends = startEnds(map, all.free);
        scene.frame(map);
    }
    ask();
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

async function readMap(name, bytes) {
    if (!name.toLowerCase().endsWith('.bt'))
        return { image: bytes, note: '' };
    panel.say('baking …');
    await new Promise(done => setTimeout(done, 30));
    const { image, sourceUm, cellUm } = await bakeBt(bytes);
    return { image, note: sourceUm === cellUm ? '' :
        `It is longer than 512 cells of ${sourceUm / 1000} mm: coarsened to ${cellUm / 1000} mm.` };
}

async function openBytes(name, bytes) {
    const start = performance.now();
    stopLive();
    try {
        const { image, note } = await readMap(name, bytes);
        showMap({ name, ...library.open(image) });
        panel.say(note);
        scene.afterDrawing(() => performance.measure('picture', { start }));
    } catch (error) {
        panel.say(`${name}: ${error.message}`);
    }
}

async function openFile(file) {
    if (file)
        await openBytes(file.name, new Uint8Array(await file.arrayBuffer()));
}

// --- a board

function stopLive() {
    live?.abort();
    live = null;
    element('connect').textContent = 'Connect';
    element('recorded').textContent = 'Recorded flight';
}

// Shows a board's map, as it comes from `source`, until it ends or another map is opened.
async function watch(source, name) {
    stopLive();
    const own = live = new AbortController();
    let drawn = -1, waiting = false;
    touched = false;
    const show = () => {
        waiting = false;
        if (own.signal.aborted)
            return;
        const state = library.liveState();
        panel.showLive(state);
        if (state.packets !== drawn)
            showMap({ kind: 'tree', name, cellUm: state.cellUm, originMm: state.originMm,
                      blocks: state.used }, touched);
        drawn = state.packets;
    };
    library.liveBegin();
    show();
    try {
        await source(Number(element('baud').value), bytes => {
            library.liveTake(bytes);
            if (!waiting)
                requestAnimationFrame(show);
            waiting = true;
        }, own.signal);
    } catch (error) {
        panel.say(error.message);
    }
    show();
    if (live === own)
        stopLive();
}

function toggle(button, source, name) {
    const running = element(button).textContent === 'Stop';
    stopLive();
    if (running)
        return;
    watch(source, name);
    element(button).textContent = 'Stop';
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
        element(id).addEventListener('change', event => {
            probe.move(i, event.target.value.trim().split(/[\s,]+/).map(Number));
            event.target.blur();
            ask();
        });
    element('open').addEventListener('click', () => element('file').click());
    element('file').addEventListener('change', event => openFile(event.target.files[0]));
    element('connect').disabled = !hasSerial();
    element('connect').title = hasSerial() ? '' : 'This browser has no Web Serial.';
    element('connect').addEventListener('click', () => toggle('connect', listen, 'a board'));
    element('recorded').addEventListener('click',
        () => toggle('recorded', replay, 'a recorded flight'));
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
        openFile(event.dataTransfer.files[0]);
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
element('canvas').addEventListener('pointerdown', () => { touched = true; });
listenToPanel();
listenToDrops();
window.oct9 = library;                    // for the browser's console, and the test
await openBytes('two rooms.o9',
                new Uint8Array(await (await fetch(exampleUrl)).arrayBuffer()));
