// SPDX-License-Identifier: MIT
// Files as users give them: two at once, a folder, without a network, with hostile names.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as browser from './browser.mjs';
import { check, same } from './checks.mjs';

const MAPS = 'build/maps', SMALL = `${MAPS}/geb079-160.o9`, ROOMS = `${MAPS}/rooms.o9`;
const text = browser.text;

// --- two, one after the other

// Holds up what `name` of `owner` gives until release(): the first call of it.
const hold = (page, owner, name) => page.evaluate(([path, call]) => {
    const object = path.split('.').reduce((at, key) => at[key], window), real = object[call];
    const gate = new Promise(open => { window.release = open; });
    object[call] = async function (...words) {
        object[call] = real;
        await gate;
        return real.apply(this, words);
    };
}, [owner, name]);

async function testOrder(page) {
    for (const [first, owner, call] of [[SMALL, 'Blob.prototype', 'arrayBuffer'],
                                        [`${MAPS}/geb079.bt`, 'WebAssembly', 'instantiate']]) {
        await hold(page, owner, call);
        await browser.drop(page, first);
        await page.waitForTimeout(100);   // a .bt says that it is baked before it is
        await browser.openMap(page, 'last.o9', readFileSync(ROOMS));
        await page.evaluate(() => window.release());
        for (let i = 0; i < 20; i++)
            await browser.settle(page);
        same(`${first} is dropped, then last.o9: the last one is shown and asked`,
             [await text(page, 'name'), await text(page, 'message'),
              await page.evaluate(() => window.oct9.image.length)],
             ['last.o9', '', readFileSync(ROOMS).length]);
    }
}

// --- what is no file

// A real drop of paths, as the browser makes it.
async function dropPaths(page, paths) {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: paths.map(path => resolve(path)), dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
        await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    await session.detach();
}

async function testNoFile(page) {
    const before = await text(page, 'name'), folder = mkdtempSync(join(tmpdir(), 'oct9-page-'));
    mkdirSync(join(folder, 'a map.o9'));
    await dropPaths(page, [join(folder, 'a map.o9')]);
    await browser.settle(page);
    same('a dropped folder', await text(page, 'message'),
         'a map.o9 is a folder: drop one .o9, .o9s or .bt');
    await dropPaths(page, [SMALL, ROOMS]);
    await browser.settle(page);
    same('two files at once', await text(page, 'message'), 'drop one file at a time');
    const words = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', 'a map');
        return transfer;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: words });
    same('dropped text', await text(page, 'message'), 'that is no file: drop one .o9, .o9s or .bt');
    await page.evaluate(() => {
        const real = Blob.prototype.arrayBuffer;
        Blob.prototype.arrayBuffer = async () => {
            Blob.prototype.arrayBuffer = real;
            throw new DOMException('gone', 'NotFoundError');
        };
    });
    await browser.drop(page, 'gone.o9', readFileSync(ROOMS));
    await browser.settle(page);
    same('a file that is gone', await text(page, 'message'), 'gone.o9: could not be read');
    same('the map stays', await text(page, 'name'), before);
    await dropPaths(page, [SMALL]);
    await page.waitForFunction(
        name => document.querySelector('#name').textContent === name, 'geb079-160.o9');
    same('a real file is opened', await text(page, 'message'), '');
    rmSync(folder, { recursive: true });
}

// --- without a network

async function testOffline(page) {
    await page.context().setOffline(true);
    await browser.drop(page, `${MAPS}/geb079.bt`);
    await page.waitForFunction(() => document.querySelector('#name').textContent === 'geb079.bt' ||
        document.querySelector('#message').textContent.startsWith('geb079.bt: '));
    same('a first .bt without a network', [await text(page, 'name'), await text(page, 'message')],
         ['geb079.bt', '']);
    await page.fill('#baud', '4000000');
    await page.click('#recorded');
    await page.waitForFunction(() => Number(document.querySelector('#packets')?.textContent) > 0 ||
        document.querySelector('#message').textContent !== '');
    same('a first recorded flight without one', await text(page, 'message'), '');
    await page.context().setOffline(false);
}

// --- names in the command

const NAMES = ["it's.o9", '$(touch harm).o9', '`touch harm`.o9', "a'; touch harm; '.o9",
               "a'$(touch harm)'.o9", '; touch harm #.o9', '&& touch harm.o9', 'a | touch harm.o9',
               '> harm.o9', 'a "b" c.o9', '"$(touch harm)".o9', '\\', "\\'; touch harm; \\'.o9",
               '--help', '-.o9', '~.o9', '*.o9', '$HOME.o9', '#a.o9', '!!.o9', '{a,b}.o9',
               'Ä 日本.o9'];

// Pastes the command into shells, in a folder with just this file: what it says and leaves.
function paste(shell, name, command) {
    const folder = mkdtempSync(join(tmpdir(), 'oct9-page-'));
    copyFileSync(ROOMS, join(folder, name));
    try {
        const said = execFileSync(shell, ['-c', command], {
            cwd: folder, encoding: 'utf8', stdio: 'pipe',
            env: { PATH: `${resolve('build')}:${process.env.PATH}`, HOME: '/' } });
        return [said.trimEnd(), ...readdirSync(folder)];
    } catch (error) {
        return [error.message, ...readdirSync(folder)];
    } finally {
        rmSync(folder, { recursive: true });
    }
}

async function testNames(page) {
    const bytes = readFileSync(ROOMS), bad = [];
    for (const name of NAMES) {
        await browser.openMap(page, name, bytes);
        const [command, answer] = (await text(page, 'command')).split(/\n(?=[^\n]*$)/);
        for (const shell of ['/bin/sh', '/bin/bash'])
            if (JSON.stringify(paste(shell, name, command)) !== JSON.stringify([answer, name]))
                bad.push(name);
    }
    same(`${NAMES.length} hostile names in shells: the page's answer and no harm`, bad, []);
    for (const name of ['a\nb.o9', 'a\u0003touch harm.o9', 'a\u001b[201~b.o9', 'a\u009bb.o9']) {
        await browser.openMap(page, name, bytes);
        same('a name with control characters is in no command',
             (await text(page, 'command')).split('\n')[0],
             '# no command: the file has control characters in its name');
    }
    await browser.openMap(page, "a'b.BT", readFileSync(`${MAPS}/geb079.bt`));
    check("that of a .bt is its image's", (await text(page, 'command')).includes("'a'\\''b.o9'"));
}

export async function testFiles(newPage) {
    const page = await newPage();
    for (const test of [testOffline, testOrder, testNoFile, testNames])
        await test(page);
    await page.close();
}
