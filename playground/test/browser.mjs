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

// A serial port that says what window.serialBytes holds, in pieces of odd sizes.
function fakeSerial() {
    const pieces = () => new ReadableStream({
        async start(line) {
            const bytes = window.serialBytes;
            for (let at = 0, size = 1; at < bytes.length; at += size, size = size * 7 % 1009) {
                line.enqueue(bytes.slice(at, at + size));
                if (at % 5 === 0)
                    await new Promise(done => setTimeout(done, 1));
            }
            line.close();
        },
    });
    const port = {
        async open(options) {
            window.serialOptions = options;
            this.readable = pieces();
        },
        async close() {},
    };
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
}

export async function openPage() {
    const server = await preview({ root: 'playground', preview: { port: 4180 },
                                   logLevel: 'silent' });
    const [address] = server.resolvedUrls.local;
    const browser = await chromium.launch({ executablePath: CHROMIUM,
                                            args: ['--no-sandbox', ...SOFTWARE_GL] });
    const page = await browser.newPage({ viewport: { width: 1240, height: 760 } });
    const errors = [], strangers = [];
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', error => errors.push(error.message));
    page.on('request', request => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address))
            strangers.push(request.url());
    });
    await page.addInitScript(fakeSerial);
    await page.goto(address);
    await pictures(page, 1);
    return { page, errors, strangers, address,
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

export const text = (page, id) => page.locator(`#${id}`).innerText();
export const choose = (page, name, value) =>
    page.locator(`input[name=${name}][value=${value}]`).check({ force: true });

export async function setEnd(page, id, point) {
    await page.fill(`#${id}`, point.join(' '));
    await page.press(`#${id}`, 'Enter');
}

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
