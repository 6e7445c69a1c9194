// SPDX-License-Identifier: MIT
// No answer is left from an earlier question, and no length is printed longer than it is.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as browser from './browser.mjs';
import { btFile } from './bt_file.mjs';
import { ask, bake, check, like, same } from './checks.mjs';

const SMALL = 'build/maps/geb079-160.o9', CELL_UM = 160000n;
const GENERATED = process.env.OCT9_GENERATED;

const state = async page => Object.fromEntries(await Promise.all(
    ['verdict', 'facts', 'zones', 'command', 'step-leaf'].map(
        async id => [id, await browser.text(page, id)])));

// That the page says why there is no answer, and that nothing else looks like one.
async function testNone(page, what, why) {
    const { verdict, ...rest } = await state(page);
    like(`${what}: no answer, and why`, verdict, why);
    same(`${what}: nothing of the last one is left`, Object.values(rest).join(''), '');
}

// --- a radius that is too long for the map's cells

// Free space with a wall, of cells that long; A and B lie in the free.
async function openTiny(page, mm) {
    const path = resolve(GENERATED, `tiny-${mm}.bt`);
    writeFileSync(path, btFile([[0, 0, 0, 64, false], [64, 0, 0, 64, true]], mm / 1000));
    bake(path, path.replace('.bt', '.o9'));
    await browser.openMap(page, path);
    const [x, y, z] = await browser.ends(page);
    await browser.setEnd(page, 'from', [x, y, z]);
    await browser.setEnd(page, 'to', [x, y + 200, z]);
    return path.replace('.bt', '.o9');
}

async function testRadius(page) {
    for (const [mm, most, beyond] of [[0.5, 250, 300], [0.9, 460, 1000]]) {
        const map = await openTiny(page, mm);
        await browser.choose(page, 'tool', 'ray');
        same(`a ray through cells of ${mm} mm`, (await state(page)).verdict, 'Clear');
        await browser.choose(page, 'tool', 'sphere');
        if (beyond !== 300)               // which the slider stands at
            await browser.setRadius(page, beyond);
        const q6 = Math.ceil(beyond * 64 / mm).toLocaleString('en-US');
        await testNone(page, `a sphere of ${q6} sub-cells`, new RegExp(
            `^No answer: a radius of ${beyond} mm is ${q6} sub-cells .* 32,767 are the most$`));
        await browser.setRadius(page, most);
        const numbers = [...await browser.ends(page), Math.ceil(most * 64 / mm)];
        same(`a sphere of ${numbers.at(-1)} sub-cells`,
             (await browser.text(page, 'command')).split('\n').at(-1),
             ask('sweep', map, [numbers])[0]);
    }
}

// The library's own calls refuse what their numbers cannot hold: see `oct9` in README.md.
async function testCalls(page) {
    const refused = await page.evaluate(() => {
        const { oct9 } = window, at = [100, 100, 100];
        const calls = [
            ...[32768, 65537, 2 ** 32, -1, 0.5, NaN].map(r => () => oct9.sphere(at, at, r, false)),
            ...[65536, -32769, 0.5, NaN].map(x => () => oct9.ray([x, 0, 0], at, false)),
            () => oct9.ray(at, [], false),
            () => oct9.fan(at, Array(64).fill([40000, 0, 0]), false),
            () => oct9.box([40000, 0, 0], at, at, false), () => oct9.box(at, at, at, false),
            () => oct9.route(at, [0, 0, 40000], 1, false), () => oct9.route(at, at, 32768, false),
            () => oct9.contact(at, at, 1),
        ];
        return calls.map(call => {
            try {
                call();
                return false;
            } catch {
                return true;
            }
        });
    });
    same('numbers that a call would wrap are refused', refused, refused.map(() => true));
    for (const call of ['ask_sphere', 'ask_route'])
        same(`and by ${call} too`, await page.evaluate(name => [32768, 65537, 2 ** 31].map(
            r => window.oct9.calls[name](0, 0, 0, 0, 0, 0, r, 0) < 0), call), [true, true, true]);
}

// --- an error in a question

async function testErrors(page) {
    await browser.openMap(page, SMALL);
    await browser.showOccupied(page, false);
    for (const [tool, call] of [['ray', 'ray'], ['sphere', 'sphere'], ['box', 'box'],
                                ['route', 'route'], ['sensor', 'fan']]) {
        await browser.choose(page, 'tool', tool);
        check(`a ${tool} is answered`, !(await state(page)).verdict.startsWith('No answer'));
        await page.evaluate(name => {
            window.oct9[name] = () => { throw new Error('it is out of order'); };
        }, call);
        await browser.choose(page, 'unknown', 'free');
        await testNone(page, `a ${tool} that fails`, /^No answer: it is out of order$/);
        await page.evaluate(name => { delete window.oct9[name]; }, call);
        await browser.choose(page, 'unknown', 'block');
        check(`and a ${tool} again`, !(await state(page)).verdict.startsWith('No answer'));
    }
    await browser.choose(page, 'tool', 'ray');
}

// --- A and B, typed

const WRONG = ['', '1 2', '1 2 3 4', '1 2 x', '1.5 2 3', '1e2 3 4', '1 2 32768', '-32769 2 3'];

async function testTyped(page) {
    const first = await browser.ends(page);
    for (const [id, name] of [['from', 'A'], ['to', 'B']]) {
        const good = await page.inputValue(`#${id}`), kept = [];
        for (const typed of WRONG) {
            await browser.setEnd(page, id, [typed]);
            kept.push([await page.inputValue(`#${id}`), (await state(page)).verdict,
                       await page.getAttribute(`#${id}`, 'aria-invalid')]);
        }
        const said = `No answer: ${name} must be three whole numbers from -32,768 to 32,767`;
        same(`${name} typed wrong stays, is marked and is not asked`, kept,
             WRONG.map(typed => [typed, said, 'true']));
        await browser.choose(page, 'tool', 'sphere');
        await testNone(page, 'the next question', new RegExp(said));
        await browser.choose(page, 'tool', 'ray');
        await browser.setEnd(page, id, good.split(' '));
        check('typed anew it is answered', !(await state(page)).verdict.startsWith('No answer'));
    }
    same('what is typed wrong moves nothing', await browser.ends(page), first);
}

// --- lengths

// Whether num/den of the distance is at least so many mm: exact.
function reaches([ax, ay, az, bx, by, bz], num, den, mm) {
    const squares = [bx - ax, by - ay, bz - az].reduce((sum, x) => sum + x * x, 0);
    const part = BigInt(squares) * (CELL_UM * BigInt(num)) ** 2n;
    return part >= (BigInt(mm) * 64000n * BigInt(den)) ** 2n;
}

async function testLengths(page) {
    let wrong = 0, rounded = 0, count = 0;
    for (const tool of ['ray', 'sphere']) {
        await browser.choose(page, 'tool', tool);
        for (let i = 0; i < 40; i++) {
            await browser.setEnd(page, 'to', browser.fromLow(
                [9000 + 401 * i, 16500 + 97 * i, 16890 - 7 * i]));
            const [, metres] = / after (\d+\.\d{3}) m$/.exec((await state(page)).verdict) ?? [];
            if (metres === undefined)
                continue;
            const mm = Math.round(metres * 1000), numbers = await browser.ends(page);
            const [num, den] = (await browser.text(page, 'fraction')).split('/');
            count++;
            wrong += !reaches(numbers, num, den, mm) || reaches(numbers, num, den, mm + 1);
            rounded += reaches(numbers, 2 * num, den, 2 * mm + 1);
        }
    }
    check('a distance to an obstacle is printed rounded down', wrong === 0 && rounded > 10,
          `${count} distances, ${rounded} of them would round up`);
}

// From the second time on the zones' ends are cut off where coordinates end.
async function testZones(page) {
    await browser.choose(page, 'tool', 'sensor');
    await browser.choose(page, 'unknown', 'free');
    const from = (await browser.ends(page)).slice(0, 3);
    let wrong = 0, rounded = 0, seen = 0;
    for (const to of [[from[0] + 5000, from[1] + 100, from[2]], [32767, from[1] + 200, from[2]],
                      [-32768, from[1] - 200, from[2]]]) {
        await browser.setEnd(page, 'to', to);
        const zones = await page.locator('#zones b').evaluateAll(
            all => all.map(zone => [zone.innerText, zone.title]));
        for (const [metres, title] of zones) {
            const [end, said] = title.split(': ');
            const [, num, den] = / (\d+)\/(\d+) /.exec(said) ?? [];
            if (num === undefined)
                continue;
            const numbers = [...from, ...end.split(' ').map(Number)];
            const mm = Math.round(metres * 1000);
            seen++;
            wrong += !reaches(numbers, num, den, mm) || reaches(numbers, num, den, mm + 100);
            rounded += reaches(numbers, num, den, mm + 50);
        }
    }
    check("so is that of a sensor's zone", wrong === 0 && rounded > 20,
          `${seen} zones, ${rounded} of them would round up`);
    await browser.choose(page, 'unknown', 'block');
    await browser.choose(page, 'tool', 'ray');
}

export async function testAnswers(newPage) {
    const page = await newPage();
    for (const test of [testRadius, testCalls, testErrors, testTyped, testLengths, testZones])
        await test(page);
    await page.close();
}
