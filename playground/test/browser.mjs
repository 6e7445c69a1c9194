// SPDX-License-Identifier: MIT
// A browser with the page, served as `make playground` serves it; and what a user does there.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { png } from './png.mjs';

const MODULES = process.env.OCT9_MODULES;
const { chromium } = createRequire(resolve(MODULES, 'vite'))('playwright-core');
const { preview } = await import(resolve(MODULES, 'vite/dist/node/index.js'));
const CHROMIUM = '/usr/bin/chromium';
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

// A serial port that says what window.serial.bytes holds, in pieces of odd sizes, and then ends or
// is silent. The user chooses it, and it opens, not before the promises `chosen` and `ready`.
function fakeSerial() {
    const serial = window.serial = { bytes: new Uint8Array(0), ends: true, chosen: null,
                                     ready: null, open: 0, everOpen: 0 };
    const pieces = () => new ReadableStream({
        async start(line) {
            const { bytes } = serial;
            for (let at = 0, size = 1; at < bytes.length; at += size, size = size * 7 % 1009) {
                line.enqueue(bytes.slice(at, at + size));
                if (at % 5 === 0)
                    await new Promise(done => setTimeout(done, 1));
            }
            if (serial.ends)
                line.close();
        },
    });
    const port = {
        async open(options) {
            await serial.ready;
            serial.options = options;
            serial.open++;
            serial.everOpen++;
            this.readable = pieces();
        },
        async close() {
            serial.open--;
        },
    };
    const requestPort = async () => {
        await serial.chosen;
        return port;
    };
    Object.defineProperty(navigator, 'serial', { value: { requestPort } });
}

// `newPage` opens the page once more: `prepare` is called with it before anything is loaded, and
// `maps` is how many it opens by itself. `errors` and `strangers` are those of all pages.
export async function openBrowser() {
    const server = await preview({ root: 'playground', preview: { port: 4180 },
                                   logLevel: 'silent' });
    const [address] = server.resolvedUrls.local;
    const browser = await chromium.launch({ executablePath: CHROMIUM,
                                            args: ['--no-sandbox', ...SOFTWARE_GL] });
    const errors = [], strangers = [];
    const newPage = async ({ prepare = () => {}, maps = 1, expected = /^$/ } = {}) => {
        const page = await browser.newPage({ viewport: { width: 1240, height: 760 } });
        const note = error => expected.test(error) || errors.push(error);
        page.on('console', message => message.type() === 'error' && note(message.text()));
        page.on('pageerror', error => note(error.message));
        page.on('request', request => {
            if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address))
                strangers.push(request.url());
        });
        await page.addInitScript(fakeSerial);
        await prepare(page);
        await page.goto(address);
        if (maps !== 0)
            await pictures(page, maps);
        return page;
    };
    return { newPage, errors, strangers,
             close: async () => { await browser.close(); await server.close(); } };
}

// Waits for the map that was opened as the n-th: the times from opening to picture, in ms.
export async function pictures(page, n) {
    await page.waitForFunction(
        least => performance.getEntriesByName('picture').length >= least, n, { timeout: 60000 });
    return page.evaluate(
        () => performance.getEntriesByName('picture').map(entry => entry.duration));
}

// Drops a file onto the page.
export async function drop(page, name, bytes = readFileSync(name)) {
    const files = await page.evaluateHandle(([base64, file]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], file));
        return transfer;
    }, [bytes.toString('base64'), basename(name)]);
    await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

// The same, and waits until it is shown: the time that took, in ms.
export async function openMap(page, name, bytes) {
    const before = await page.evaluate(() => performance.getEntriesByName('picture').length);
    await drop(page, name, bytes);
    return (await pictures(page, before + 1)).at(-1);
}

export const text = (page, id) => page.locator(`#${id}`).innerText();
export const choose = (page, name, value) =>
    page.locator(`input[name=${name}][value=${value}]`).check({ force: true });

// Shows or hides the occupied leaves: a browser without a graphics card draws a building for a
// second, so that they are hidden where many questions are asked of it. The mouse stays.
export const showOccupied = (page, shown) => page.locator('#show-occupied').evaluate(
    (box, wanted) => box.checked !== wanted && box.click(), shown);

// A point so many sub-cells from the cube's low corner.
export const fromLow = point => point.map(x => x - 16384);

// Types it: what is typed is asked, with no Enter.
export const setEnd = (page, id, point) => page.fill(`#${id}`, point.join(' '));

export const setRadius = (page, mm) => page.locator('#radius').fill(String(mm));
export const setSerial = (page, bytes, ends = true) =>
    page.evaluate(([base64, end]) => Object.assign(window.serial, {
        bytes: Uint8Array.from(atob(base64), c => c.charCodeAt(0)), ends: end,
    }), [bytes.toString('base64'), ends]);

// A and B, six numbers.
export async function ends(page) {
    const values = await Promise.all(['from', 'to'].map(id => page.inputValue(`#${id}`)));
    return values.join(' ').split(' ').map(Number);
}

// Where an end is on the page: its name stands beside it.
export async function endAt(page, id) {
    const { x, y } = await page.locator(`#label-${id}`).evaluate(label => {
        const { e, f } = new DOMMatrix(getComputedStyle(label).transform);
        return { x: e - 12, y: f + 26 };
    });
    return [x, y];
}

// Drags an end by so many pixels; `each` is called after each step.
export async function dragEnd(page, id, by, steps, each = () => {}) {
    const [x, y] = await endAt(page, id);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) {
        await page.mouse.move(x + by[0] * i / steps, y + by[1] * i / steps);
        await each();
    }
    await page.mouse.up();
}

// The part of the canvas that is not paper.
export async function drawnPart(page) {
    const shot = await page.locator('#canvas').screenshot();
    return page.evaluate(async shown => {
        const file = await fetch(`data:image/png;base64,${shown}`);
        const image = await createImageBitmap(await file.blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let drawn = 0;
        for (let i = 0; i < data.length; i += 4)
            drawn += [0xf7, 0xf6, 0xf2].some((value, k) => Math.abs(data[i + k] - value) > 12);
        return 4 * drawn / data.length;
    }, shot.toString('base64'));
}

// A picture of the page, as a small PNG.
export async function picture(page) {
    const shot = await page.screenshot();
    const { width, height, base64 } = await page.evaluate(async shown => {
        const file = await fetch(`data:image/png;base64,${shown}`);
        const image = await createImageBitmap(await file.blob());
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const step = 32768;               // arguments that a call can have
        let binary = '';
        for (let at = 0; at < data.length; at += step)
            binary += String.fromCharCode(...data.subarray(at, at + step));
        return { width: image.width, height: image.height, base64: btoa(binary) };
    }, shot.toString('base64'));
    return png(width, height, Buffer.from(base64, 'base64'));
}

// Until all that the page has begun by now has been done and drawn.
export const settle = page => page.evaluate(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));

// Leaves of one state as `oct9 leaves` prints them, sorted.
export function leavesOf(page, states) {
    return page.evaluate(wanted => {
        const names = ['unknown', 'free', 'occupied'], lines = [];
        for (const state of wanted) {
            const all = window.oct9.leaves(names.indexOf(state));
            for (let i = 0; i < all.length; i += 4)
                lines.push(`${all[i]} ${all[i + 1]} ${all[i + 2]} ` +
                           `${1 << (all[i + 3] & 255)} ${names[all[i + 3] >> 8]}`);
        }
        return lines.sort();
    }, states);
}
