// SPDX-License-Identifier: MIT
// Scenes: dropped, drawn, and asked for the first contact, against the library on the host.
import { readFileSync } from 'node:fs';
import * as browser from './browser.mjs';
import { askHost, check, like, same } from './checks.mjs';

const SCENE = 'build/generated/fixture.o9s', ROOMS = 'build/maps/rooms.o9';
const CELL_MM = 4;
const { text } = browser;
const answer = async page => (await text(page, 'command')).split('\n').at(-1);

const radiusQ6 = mm => Math.ceil(mm * 64 / CELL_MM);

async function testDrop(page) {
    await browser.openMap(page, SCENE);
    like('a scene is shown', await text(page, 'about'), /^1,116 triangles, .* cells of 4 mm, /);
    same('it has no states and no section', await page.evaluate(() =>
        ['layers', 'section-row', 'unknown-row'].map(id => document.getElementById(id).hidden)),
         [true, true, true]);
    same('and a ray or a sphere to ask', await page.evaluate(() =>
        [...document.querySelectorAll('input[name=tool]:enabled')].map(input => input.value)),
         ['ray', 'sphere']);
    same('the sphere is chosen', await page.locator('input[name=tool]:checked').inputValue(),
         'sphere');
}

// A and B are far above, and no leaf is lit: what is not paper then are the primitives.
async function testDrawn(page) {
    const before = await browser.ends(page);
    await browser.setEnd(page, 'from', browser.fromLow([100, 100, 32000]));
    await browser.setEnd(page, 'to', browser.fromLow([200, 100, 32000]));
    await browser.settle(page);
    const part = await browser.drawnPart(page);
    check('its triangles are drawn', part > 0.1 && part < 0.9, part.toFixed(2));
    await browser.setEnd(page, 'from', before.slice(0, 3));
    await browser.setEnd(page, 'to', before.slice(3));
}

// Drags B about above the table, with each radius.
async function testContacts(page) {
    for (const mm of [0, 20, 60]) {
        await browser.choose(page, 'tool', mm === 0 ? 'ray' : 'sphere');
        if (mm !== 0)
            await browser.setRadius(page, mm);
        const questions = [], got = [];
        for (const by of [[-90, 40], [60, 50], [120, -60]])
            await browser.dragEnd(page, 'to', by, 5, async () => {
                questions.push([...await browser.ends(page), radiusQ6(mm)]);
                got.push(await answer(page));
            });
        const wanted = askHost('contact', SCENE, questions);
        same(`${questions.length} motions of ${mm} mm, dragged`, got, wanted);
        check('some of them touch', wanted.some(line => line.startsWith('contact')));
    }
}

// What the panel says of a contact; the call that stands above it; the leaves.
async function testPanel(page) {
    const [x, y, z] = await browser.ends(page), [low] = browser.fromLow([0]);
    await browser.setEnd(page, 'to', [x, y, low]);
    like('a contact is a verdict', await text(page, 'verdict'), /^Contact after \d\.\d{3} m$/);
    const line = await answer(page), index = line.split(' ')[1];
    same('the primitive is named', (await text(page, 'primitive')).split(',')[0],
         `triangle ${index}`);
    like('the call stands above the answer', await text(page, 'command'), new RegExp(
        `^oct9_scene_cast\\(&scene, .*\\{ ${x}, ${y}, ${z} \\}, \\{ ${x}, ${y}, ${low} \\}`));
    const { count, once, leaves } = await page.evaluate(ends => {
        const { steps, leaves: visited } = window.oct9.contact(...ends, 100), all = new Set();
        for (let i = 0; i < steps.boxes.length; i += 4)
            all.add(steps.boxes.slice(i, i + 4).join(' '));
        return { count: steps.count, once: all.size, leaves: visited };
    }, [[x, y, z], [x, y, low]]);
    same('as many leaves are listed as were visited, each once', [count, once], [leaves, leaves]);
    check('and there are some', leaves > 0);
}

async function testBad(page) {
    const harmed = Buffer.from(readFileSync(SCENE)), before = await answer(page);
    harmed[5000] ^= 1;
    for (const [name, bytes] of [['harmed.o9s', harmed], ['map.o9s', readFileSync(ROOMS)]]) {
        await browser.drop(page, name, bytes);
        await page.waitForFunction(
            file => document.querySelector('#message').textContent.startsWith(`${file}: `), name);
        await browser.choose(page, 'tool', 'ray');
        await browser.choose(page, 'tool', 'sphere');
        same(`${name} is refused: the last scene stays`, await answer(page), before);
    }
    await browser.openMap(page, 'rooms.o9', readFileSync(ROOMS));
    like('a map after a scene', await text(page, 'verdict'), /^(Blocked|Clear)/);
    same('with all its tools', await page.locator('input[name=tool]:enabled').count(), 5);
    like('and no scene to ask', await page.evaluate(() => {
        try {
            return String(window.oct9.contact([0, 0, 0], [1, 1, 1], 1));
        } catch (error) {
            return error.message;
        }
    }), /no scene is open/);
}

export async function testScenes(newPage) {
    const page = await newPage();
    for (const test of [testDrop, testDrawn, testContacts, testPanel, testBad])
        await test(page);
    await page.close();
}
