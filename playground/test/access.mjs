// SPDX-License-Identifier: MIT
// The page for everybody: WCAG 2.1 A and AA by axe-core in each of its states, and what axe-core
// does not see: names, the answer that is spoken, the camera by keyboard, targets, contrast.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as browser from './browser.mjs';
import { check, like, same } from './checks.mjs';

const AXE = resolve(process.env.OCT9_MODULES, 'axe-core/axe.min.js');
const ROOMS = readFileSync('build/maps/rooms.o9');
const TARGET = 24;                        // pixels, of the least target
const CONTRAST = 4.5;                     // of text
const text = browser.text;

// What axe-core finds, as lines.
async function testAxe(page, state) {
    await browser.settle(page);
    if (!await page.evaluate(() => 'axe' in window))
        await page.addScriptTag({ path: AXE });
    const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, {
            runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
            rules: { 'target-size': { enabled: true } },
        });
        return violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message ?? ''}`));
    });
    same(`axe-core: ${state}`, found, []);
}

// --- each state

async function testStates(page) {
    await testAxe(page, 'a map, a ray');
    for (const id of ['show-free', 'show-unknown'])
        await page.check(`#${id}`);
    await browser.choose(page, 'tool', 'sphere');
    await testAxe(page, 'a sphere, all layers');
    await browser.choose(page, 'tool', 'box');
    await testAxe(page, 'a box');
    await browser.choose(page, 'tool', 'route');
    await testAxe(page, 'a route');
    await browser.choose(page, 'tool', 'sensor');
    await testAxe(page, 'a sensor');
    await browser.choose(page, 'tool', 'ray');
    await browser.setEnd(page, 'from', ['x']);
    await testAxe(page, 'no answer');
    await browser.drop(page, 'bad.o9', ROOMS.subarray(0, 100));
    await browser.settle(page);
    await testAxe(page, 'a bad file');
    await page.evaluate(() => document.body.classList.add('dragging'));
    await testAxe(page, 'a file above the page');
    await page.evaluate(() => document.body.classList.remove('dragging'));
    await page.setViewportSize({ width: 320, height: 640 });
    await testAxe(page, 'a narrow window');
    await page.setViewportSize({ width: 1240, height: 760 });
    await page.click('#recorded');
    await page.waitForFunction(() => /free ahead/.test(document.querySelector('#live').innerText));
    await testAxe(page, 'live');
    await page.click('#recorded');
    await browser.openMap(page, 'build/generated/fixture.o9s');
    await testAxe(page, 'a scene');
}

// Without a map, as its file does not come; and without a picture.
async function testLess(newPage) {
    const empty = await newPage({ maps: 0, expected: /Failed to load resource/, prepare: page =>
        page.route(/\.o9$/, route => route.abort()) });
    await empty.waitForFunction(() => document.querySelector('#message').textContent !== '');
    same('the page without a map', [await text(empty, 'verdict'), await text(empty, 'message')],
         ['No answer: no map is open', 'two rooms.o9: a file of this page could not be loaded']);
    await testAxe(empty, 'empty');
    await browser.openMap(empty, 'rooms.o9', ROOMS);
    check('a map that is dropped then is asked', !/^No answer/.test(await text(empty, 'verdict')));
    await empty.close();

    const blind = await newPage({ expected: /WebGL/, prepare: page => page.addInitScript(() => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...words) {
            return kind.startsWith('webgl') ? null : real.call(this, kind, ...words);
        };
    }) });
    like('the page without WebGL says so', await text(blind, 'blind'), /^No picture: .* WebGL/);
    check('and answers', /^(Hit|Clear)/.test(await text(blind, 'verdict')));
    await testAxe(blind, 'without WebGL');
    await blind.close();
}

// --- names, and what is spoken

async function testNames(page) {
    await browser.choose(page, 'tool', 'sphere');
    for (const name of ['ceiling off above', 'radius', 'Leaves that are lit'])
        same(`a slider is named "${name}"`,
             await page.getByRole('slider', { name, exact: true }).count(), 1);
    same('and each slider is one of these', await page.getByRole('slider').count(), 3);
    for (const [id, value] of [['radius', '300 mm'], ['section', await text(page, 'section-text')]])
        same(`the slider "${id}" says what it stands at`,
             await page.getAttribute(`#${id}`, 'aria-valuetext'), value);
    same('the answer is spoken', await page.locator('[aria-live=polite] #verdict').count(), 1);
    same('and nothing else but the message is', await page.evaluate(() =>
        [...document.querySelectorAll('[aria-live], [role=status], output')]
            .map(region => region.firstElementChild?.id ?? region.id)), ['message', 'verdict']);
}

// --- the camera, by keyboard

// Where A and B are seen.
const ends = async page =>
    [await browser.endAt(page, 'from'), await browser.endAt(page, 'to')].flat();
const apart = ([ax, ay, bx, by]) => Math.hypot(bx - ax, by - ay);

// Presses a key, then the one that undoes it: how far A and B went, and how far they moved apart.
async function press(page, key, back) {
    const before = await ends(page);
    await page.keyboard.press(key);
    await browser.settle(page);
    const after = await ends(page);
    await page.keyboard.press(back);
    await browser.settle(page);
    const undone = (await ends(page)).every((x, i) => Math.abs(x - before[i]) <= 1);
    check(`${back} undoes ${key}`, undone);
    return { moved: after.map((x, i) => x - before[i]), grown: apart(after) / apart(before) };
}

async function testKeys(page) {
    await page.keyboard.press('Tab');
    same('the first Tab leads to the picture', await page.evaluate(() => document.activeElement.id),
         'canvas');
    check('where the focus is seen', await page.evaluate(() =>
        getComputedStyle(document.activeElement).outlineStyle !== 'none'));
    for (const [key, back, axis] of [['ArrowLeft', 'ArrowRight', 0], ['ArrowUp', 'ArrowDown', 1]]) {
        const turned = await press(page, key, back);
        check(`${key} turns`, Math.abs(turned.moved[axis]) > 5, turned.moved.join(' '));
        const { moved } = await press(page, `Shift+${key}`, `Shift+${back}`);
        check(`Shift + ${key} moves`, moved[axis] > 5 && moved[2 + axis] > 5, moved.join(' '));
    }
    const { grown } = await press(page, '+', '-');
    check('+ comes nearer', grown > 1.05, grown.toFixed(2));
    like('the page says so', await text(page, 'hint'),
         /Keyboard: arrows turn, Shift \+ arrows move, \+ and − zoom/);
    same('and the picture refers to it', await page.getAttribute('#canvas', 'aria-describedby'),
         'hint');
}

// --- targets and contrast

// What can be clicked for a control: itself, or the label around it.
async function testTargets(page) {
    const small = await page.evaluate(least =>
        [...document.querySelectorAll('button, input, a, [tabindex]')].flatMap(control => {
            const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
            const shown = control.checkVisibility() && width > 0;
            return shown && Math.min(width, height) < least
                ? [`${control.id || control.value} ${width} x ${height}`] : [];
        }), TARGET);
    same(`targets of less than ${TARGET} pixels`, small, []);
}

function luminance(colour) {
    const [r, g, b] = colour.match(/\d+/g).map(value => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(...colours) {
    const [dark, light] = colours.map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}

async function testZones(page) {
    await browser.choose(page, 'tool', 'sensor');
    const zones = [];
    for (const reach of [200, 2000, 8000, 30000]) {
        await browser.setEnd(page, 'to', browser.fromLow(
            [16000 + reach / 10, 16000 + reach / 3, 16000]));
        zones.push(...await page.locator('#zones b').evaluateAll(all => all.map(zone => {
            const { color, backgroundColor } = getComputedStyle(zone);
            return [zone.innerText, color, backgroundColor];
        })));
    }
    const least = Math.min(...zones.map(([, ink, paper]) => contrast(ink, paper)));
    check(`the zones' numbers have a contrast of ${CONTRAST} at least`, least >= CONTRAST,
          `${least.toFixed(2)}, of ${new Set(zones.map(zone => zone[2])).size} colours`);
    check('each zone says something', zones.every(([said]) => said !== ''));
}

export async function testAccess(newPage) {
    const page = await newPage();
    for (const test of [testKeys, testNames, testTargets, testZones, testStates])
        await test(page);
    await page.close();
    await testLess(newPage);
}
