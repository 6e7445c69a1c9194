// SPDX-License-Identifier: MIT
// The page, as a user has it, against what `oct9` says of the same maps and points. Also draws
// build/playground.png. Times are printed, not judged.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { testAccess } from './access.mjs';
import { testAnswers } from './answers.mjs';
import { testBoards } from './boards.mjs';
import * as browser from './browser.mjs';
import { btFile } from './bt_file.mjs';
import { ask, askHost, bake, check, conclude, leaves, like, same, walk } from './checks.mjs';
import { testFiles } from './files.mjs';
import { testScenes } from './scenes.mjs';

const MAPS = 'build/maps', SMALL = `${MAPS}/geb079-160.o9`, LARGE = `${MAPS}/geb079-80.o9`;
const GENERATED = process.env.OCT9_GENERATED;
const PICTURE = 'build/playground.png';
const STATES = ['free', 'occupied', 'unknown'];

const chromium = await browser.openBrowser(), page = await chromium.newPage();
const text = id => browser.text(page, id);
const dropMap = (name, bytes) => browser.openMap(page, name, bytes);

// The page's line of the answer, without the command that leads to it.
const answer = async () => (await text('command')).split('\n').at(-1);

// --- a map, dropped

async function testDrop() {
    same('the example is shown', await text('name'), 'two rooms.o9');
    const ms = await dropMap(SMALL);
    check('a picture of geb079 at 0.16 m after its drop', ms > 0, `${ms.toFixed(0)} ms`);
    same('leaves of geb079 at 0.16 m', await browser.leavesOf(page, STATES), leaves(SMALL));
    await browser.showOccupied(page, false);
}

// --- a ray

// Drags B about, and keeps at each step what was asked and answered.
async function dragAbout(steps) {
    const questions = [], answers = [];
    for (const by of [[-140, 60], [60, -90], [150, 20]])
        await browser.dragEnd(page, 'to', by, steps, async () => {
            questions.push(await browser.ends(page));
            answers.push(await answer());
        });
    return { questions, answers };
}

async function testRay() {
    for (const [choice, options] of [['block', []], ['free', ['--unknown', 'free']]]) {
        await browser.choose(page, 'unknown', choice);
        const { questions, answers } = await dragAbout(6);
        const wanted = ask('cast', SMALL, questions, ...options);
        same(`${questions.length} rays, dragged, unknown ${choice}`, answers, wanted);
        check('of them there are hits', wanted.filter(line => line.startsWith('hit')).length > 5);
    }
    await browser.choose(page, 'unknown', 'block');
}

// Step by step the panel names the leaves that `oct9 walk` prints, up to the hit.
async function testSteps() {
    const numbers = await browser.ends(page), wanted = walk(SMALL, numbers);
    const count = Number((await text('leaves')).replaceAll(',', '')), got = [];
    for (let step = 1; step <= count; step++) {
        await page.locator('#step').fill(String(step));
        const [, state, size, x, y, z] =
            /(\w+), (\d+) at (\d+) (\d+) (\d+), entered at/.exec(await text('step-leaf'));
        got.push(`${x} ${y} ${z} ${size} ${state}`);
    }
    same('the leaves that a ray visits, in order', got, wanted.slice(0, count));
    const hit = (await answer()).split(' ');
    same('the last of them is the hit', got.at(-1), hit.slice(1, 6).join(' '));
    check('when it was entered is the fraction',
          (await text('step-leaf')).endsWith(` ${hit[7]}`), hit[7]);
}

// The work of a drag's steps, by the page's own measure.
async function testUpdate() {
    await page.evaluate(() => performance.clearMeasures('update'));
    await dragAbout(34);
    const ms = await page.evaluate(
        () => performance.getEntriesByName('update').map(entry => entry.duration));
    const mean = ms.reduce((sum, x) => sum + x, 0) / ms.length, sorted = ms.sort((a, b) => a - b);
    check('the picture follows each step of a drag', ms.length >= 100,
          `${ms.length} steps, mean ${mean.toFixed(2)} ms, ` +
          `95 % below ${sorted[Math.floor(0.95 * ms.length)].toFixed(1)} ms, ` +
          `worst ${sorted.at(-1).toFixed(1)} ms`);
}

// --- a sphere, a sensor

async function testSphere() {
    await browser.choose(page, 'tool', 'sphere');
    await browser.choose(page, 'unknown', 'free');
    for (const mm of [0, 150, 600]) {
        await browser.setRadius(page, mm);
        const { questions, answers } = await dragAbout(4), radius = Math.ceil(mm * 64 / 160);
        same(`${questions.length} spheres of ${mm} mm, dragged`, answers,
             ask('sweep', SMALL, questions.map(q => [...q, radius]), '--unknown', 'free'));
    }
    await testSphereLeaves(100, true);
    await testSphereLeaves(1500, false);  // blocked where it starts
}

// What is listed are leaves of the map, as many as were visited, each once, the hit among them.
async function testSphereLeaves(radius, passes) {
    const numbers = await browser.ends(page), all = new Set(leaves(SMALL));
    const { lines, visited, hit } = await page.evaluate(([from, to, r, unknown]) => {
        const names = ['unknown', 'free', 'occupied'], lines = [];
        const answer = window.oct9.sphere(from, to, r, unknown), { boxes } = answer.steps;
        for (let i = 0; i < boxes.length; i += 4)
            lines.push(`${boxes[i]} ${boxes[i + 1]} ${boxes[i + 2]} ` +
                       `${1 << (boxes[i + 3] & 255)} ${names[boxes[i + 3] >> 8]}`);
        const { corner, size, state } = answer.leaf;
        return { lines, visited: answer.leaves, hit: `${corner.join(' ')} ${size} ${state}` };
    }, [numbers.slice(0, 3), numbers.slice(3), radius, passes]);
    same('as many leaves are listed as a sphere visits', lines.length, visited);
    check('each is a leaf of the map, once', lines.length > 0 &&
          lines.every(line => all.has(line)) && new Set(lines).size === lines.length);
    check('and the hit is one of them', lines.includes(hit), hit);
}

// A box as large as the sphere, in each direction.
async function testBox() {
    await browser.choose(page, 'tool', 'box');
    for (const [unknown, mm] of [['free', 150], ['free', 600], ['block', 300]]) {
        await browser.choose(page, 'unknown', unknown);
        await browser.setRadius(page, mm);
        const { questions, answers } = await dragAbout(4), half = Math.ceil(mm * 64 / 160);
        const wanted = askHost('box', SMALL, questions.map(ends => [
            ...ends.slice(0, 3).map(x => x - half), ...ends.slice(0, 3).map(x => x + half),
            ...ends.slice(3).map(x => x - half)]), unknown);
        same(`${questions.length} boxes, half edge ${mm} mm, unknown ${unknown}`, answers, wanted);
        check('of them some are blocked', wanted.some(line => line.startsWith('blocked')));
        await testBoxAtRest(questions[0].slice(0, 3), half, unknown);
    }
    await browser.setRadius(page, 0);
    same('a box of no size', await text('verdict'), 'No answer: a box needs a half edge above 0');
    await browser.setRadius(page, 300);
}

// `oct9 box` has boxes at rest.
async function testBoxAtRest(at, half, unknown) {
    const lo = at.map(x => x - half), hi = at.map(x => x + half);
    const got = await page.evaluate(([low, high, passes]) => {
        const { hit, leaf } = window.oct9.box(low, high, low, passes);
        return hit === 'none' ? 'clear'
                              : `blocked ${leaf.corner.join(' ')} ${leaf.size} ${leaf.state}`;
    }, [lo, hi, unknown === 'free']);
    same('one of them at rest', got, ask('box', SMALL, [[...lo, ...hi]], '--unknown', unknown)[0]);
}

// Sets A and B to the low corners of cells.
async function setCells(...cells) {
    const points = cells.map(cell => browser.fromLow(cell.map(c => 64 * c)));
    await browser.setEnd(page, 'from', points[0]);
    await browser.setEnd(page, 'to', points[1]);
    return points;
}

// Routes for a sphere, along the corridor and into the rooms.
async function testRoute() {
    await browser.choose(page, 'tool', 'route');
    await setCells([226, 254, 266], [258, 254, 262]);
    const all = [];
    for (const [unknown, mm] of [['block', 0], ['block', 150], ['free', 300], ['block', 600]]) {
        await browser.choose(page, 'unknown', unknown);
        await browser.setRadius(page, mm);
        const { questions, answers } = await dragAbout(4), radius = Math.ceil(mm * 64 / 160);
        same(`${questions.length} routes, radius ${mm} mm, unknown ${unknown}`, answers,
             askHost('route', SMALL, questions.map(ends => [...ends, radius]), unknown));
        all.push(...answers);
    }
    check('of them some are found, and some ends are blocked',
          all.some(line => line.startsWith('found')) && all.some(line => / blocked /.test(line)));
    await testFarRoute();
    await testNodes();
}

// From one end of the building to the other.
async function testFarRoute() {
    await browser.choose(page, 'unknown', 'block');
    await browser.setRadius(page, 150);
    const [a, b] = await setCells([226, 254, 266], [398, 254, 266]);
    const straight = Math.hypot(...a.map((x, i) => x - b[i])) * 160 / 64;
    const [, metres] = /^Route of (\d+\.\d{3}) m$/.exec(await text('verdict')) ?? [];
    check('a long route is found', metres * 1000 > straight - 100, `${metres} m`);
    const line = (await answer()).split(', ').slice(1);
    same('it begins at A and ends at B', [line[0], line.at(-1)], [a.join(' '), b.join(' ')]);
    same('its points are counted', await text('points'), String(line.length));
    const motions = line.slice(1).map((point, i) => [line[i], point, Math.ceil(150 * 64 / 160)]);
    same('and the sphere can go from each to the next', ask('sweep', SMALL, motions.map(
        ([from, to, r]) => [from, to, r])), motions.map(() => 'clear'));
}

// The nodes that are lit: aligned to their sizes, as many as were reached, from both ends.
async function testNodes() {
    const numbers = await browser.ends(page);
    const { boxes, used } = await page.evaluate(([from, to]) => {
        const route = window.oct9.route(from, to, 60, false);
        return { boxes: Array.from(route.steps.boxes), used: route.nodesUsed };
    }, [numbers.slice(0, 3), numbers.slice(3)]);
    const nodes = Array.from({ length: boxes.length / 4 }, (_, i) => boxes.slice(4 * i, 4 * i + 4));
    same('the nodes of a search are listed, without the ends', nodes.length, used - 2);
    check('each is a node of 1 to 8 cells', nodes.length > 10 && nodes.every(
        ([x, y, z, what]) => (what & 255) <= 3 &&
            [x, y, z].every(c => c < 512 && c % (1 << (what & 255)) === 0)));
    same('they grow from A and from B',
         [...new Set(nodes.map(node => node[3] >> 8))].sort(), [0, 1]);
    const count = Number(/ of (\d+)$/.exec(await text('step-text'))[1]);
    await page.locator('#step').fill(String(count));
    like('the last of them has its name', await text('step-leaf'), /^from [AB], [1248] at /);
}

async function testSensor() {
    await browser.choose(page, 'tool', 'sensor');
    await browser.choose(page, 'unknown', 'block');
    const from = (await browser.ends(page)).slice(0, 3);
    const zones = await page.locator('#zones b').evaluateAll(all => all.map(zone => zone.title));
    const cut = zones.map(title => title.split(': '));
    const wanted = ask('cast', SMALL, cut.map(([to]) => [...from, ...to.split(' ').map(Number)]));
    same('64 zones', cut.map(([, said]) => said),
         wanted.map(line => line.split(' ').slice(4).join(' ') || 'clear'));
    await browser.choose(page, 'tool', 'ray');
}

// --- .bt

async function testBt() {
    const ms = await dropMap(`${MAPS}/geb079.bt`);
    check('a .bt is baked and shown', await text('name') === 'geb079.bt', `${ms.toFixed(0)} ms`);
    const image = await page.evaluate(() => Array.from(window.oct9.image));
    same('its image is that of `oct9 bake`, byte by byte',
         Buffer.compare(Buffer.from(image), readFileSync(LARGE)), 0);
    const { questions, answers } = await dragAbout(5);
    same('rays through it', answers, ask('cast', LARGE, questions));
}

// Too long for the cells that it has; leaves of several sizes.
async function testCoarsening() {
    const long = btFile([[-700, 0, 0, 1, true], [640, 0, 0, 64, false], [256, 256, 128, 16, true],
                         [300, -8, 4, 4, false]], 0.05);
    const path = resolve(GENERATED, 'long.bt');
    writeFileSync(path, long);
    await dropMap(path, long);
    const [, cell] = /coarsened to (\d+) mm/.exec(await text('message')) ?? [];
    check('a map that is too long is coarsened, and the page says so', cell === '150', cell);
    bake(path, resolve(GENERATED, 'long.o9'), '--cell', cell);
    same('to what `oct9 bake --cell` makes of it', await browser.leavesOf(page, STATES),
         leaves(resolve(GENERATED, 'long.o9')));
}

async function testBadFiles() {
    const good = readFileSync(SMALL), harmed = Buffer.from(good);
    const bt = readFileSync(`${MAPS}/geb079.bt`);
    harmed[5000] ^= 1;
    const before = await browser.leavesOf(page, ['occupied']);
    for (const [name, bytes, cause] of [
        ['harmed.o9', harmed, /checksum wrong/], ['short.o9', good.subarray(0, 50), /truncated/],
        ['cut.bt', bt.subarray(0, 5000), /cut off/], ['no.bt', good, /no OctoMap/]]) {
        await browser.drop(page, name, bytes);
        await page.waitForFunction(
            file => document.querySelector('#message').textContent.startsWith(`${file}: `), name);
        check(`${name} is refused`, cause.test(await text('message')), await text('message'));
    }
    same('and the last map stays', await browser.leavesOf(page, ['occupied']), before);
}

// --- a board

// What is known, cell by cell, as the two maps may be cut into leaves otherwise.
function cells(lines) {
    const all = new Map();
    for (const line of lines) {
        const [x, y, z, size, state] = line.split(' '), at = [x, y, z].map(Number);
        for (let i = 0; i < size ** 3; i++)
            all.set(((at[2] + Math.floor(i / size / size)) * 512 + at[1] +
                     Math.floor(i / size) % size) * 512 + at[0] + i % size, state);
    }
    return [...all].sort(([a], [b]) => a - b);
}

async function connect(bytes) {
    await browser.setSerial(page, bytes);
    await page.click('#connect');
    await page.waitForFunction(() => document.querySelector('#connect').textContent === 'Connect' &&
        Number(document.querySelector('#packets')?.textContent.replace(',', '')) > 0,
        null, { timeout: 120000 });
}

async function testSerial() {
    const bytes = readFileSync(resolve(GENERATED, 'flight.uart'));
    const sent = readFileSync(resolve(GENERATED, 'flight.leaves'), 'utf8').trimEnd().split('\n');
    await page.fill('#baud', '230400');
    await connect(bytes);
    same('the line is opened at the rate that was chosen',
         await page.evaluate(() => window.serial.options), { baudRate: 230400 });
    same('damaged messages of a good line', await text('damaged'), '0');
    same('the map that came is the map that the mapper had, cell by cell',
         cells(await browser.leavesOf(page, ['free', 'occupied'])), cells(sent));
    const [x, y, z] = sent.find(line => line.endsWith('1 occupied')).split(' ').map(Number);
    const at = browser.fromLow([x, y, z].map(cell => cell * 64 + 32));
    const from = [at[0] - 2000, at[1] - 700, at[2] + 900];
    const ray = await page.evaluate(([a, b]) => window.oct9.ray(a, b, true), [from, at]);
    check('a ray to an obstacle of it is stopped', ray.leaf.state === 'occupied');
    const harmed = Buffer.from(bytes);
    harmed[20000] ^= 16;
    await connect(harmed);
    same('damaged messages of a line that flips a bit', await text('damaged'), '1');
}

// --- the picture

async function draw() {
    await page.setViewportSize({ width: 1120, height: 700 });
    await dropMap(LARGE);
    await browser.setEnd(page, 'from', browser.fromLow([9000, 16520, 16890]));
    await browser.setEnd(page, 'to', browser.fromLow([20000, 16800, 16820]));
    await page.mouse.move(250, 400);
    for (let i = 0; i < 6; i++)
        await page.mouse.wheel(0, -240);
    await browser.showOccupied(page, true);
    await page.locator('h1').scrollIntoViewIfNeeded();
    await page.locator('#to').blur();
    await page.waitForTimeout(1000);
    writeFileSync(PICTURE, await browser.picture(page));
    const { size } = statSync(PICTURE);
    check('the picture is small', size < 300000, `${PICTURE}, ${size} bytes`);
}

const tests = [testDrop, testRay, testSteps, testUpdate, testSphere, testBox, testRoute, testSensor,
               testBt, testCoarsening, testBadFiles, testSerial, draw];
try {
    for (const test of tests)
        await test();
    await page.close();
    for (const part of [testAnswers, testScenes, testFiles, testBoards, testAccess])
        await part(chromium.newPage);
} catch (error) {
    check('the test ran to its end', false, error.stack);
}
same('errors in the console', chromium.errors, []);
same('requests to other hosts', chromium.strangers, []);
await chromium.close();
process.exit(conclude());
