// SPDX-License-Identifier: MIT
// A board's line that comes late, is wrong, silent or at its end.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as browser from './browser.mjs';
import { check, like, same } from './checks.mjs';

const FLIGHT = readFileSync(resolve(process.env.OCT9_GENERATED, 'flight.uart'));
const text = browser.text;

const waitFor = (page, id, pattern) => page.waitForFunction(
    ([at, source]) => new RegExp(source).test(document.getElementById(at)?.innerText),
    [id, pattern.source], { timeout: 60000 });

// --- late

// Another flight's bytes, harmed: they would be seen.
function harmedFlight() {
    const harmed = Buffer.from(FLIGHT);
    for (let at = 500; at < harmed.length; at += 5000)
        harmed[at] ^= 16;
    return harmed;
}

const flown = page => waitFor(page, 'recorded', /Recorded flight/);

// How many packets the recorded flight has.
async function fly(page) {
    await page.fill('#baud', '4000000');
    await page.click('#recorded');
    await flown(page);
    return text(page, 'packets');
}

// Connect, Stop, Recorded flight; then the user chooses the port, or it opens. The flight
// has so many packets.
async function testLate(page, step, packets) {
    await browser.setSerial(page, harmedFlight(), false);
    await page.evaluate(name => {
        window.serial.everOpen = 0;
        window.serial[name] = new Promise(go => { window.release = go; });
    }, step);
    await page.click('#connect');
    await browser.settle(page);
    await page.click('#connect');
    await page.click('#recorded');
    await waitFor(page, 'packets', /[1-9]/);
    await page.evaluate(() => window.release());
    await flown(page);
    await page.waitForTimeout(200);       // for the line's bytes, if they are taken
    same(`a port whose promise "${step}" comes late is not opened, or closed again`,
         await page.evaluate(() => [window.serial.everOpen, window.serial.open]),
         [step === 'ready' ? 1 : 0, 0]);
    same('and its bytes enter no map, nor is one begun for it',
         await Promise.all(['name', 'packets', 'damaged'].map(id => text(page, id))),
         ['a recorded flight', packets, '0']);
    await page.evaluate(name => { window.serial[name] = null; }, step);
}

// --- wrong

async function testRefused(page) {
    await browser.openMap(page, 'rooms.o9', readFileSync('build/maps/rooms.o9'));
    const leaves = await browser.leavesOf(page, ['occupied']);
    for (const [button, label] of [['connect', 'Connect'], ['recorded', 'Recorded flight']])
        for (const baud of ['', 'fast', '0', '-9600', '9600.5', '1e9', '20000001']) {
            await page.fill('#baud', baud);
            await page.click(`#${button}`);
            await browser.settle(page);
            same(`${label} at "${baud}" baud`,
                 [await text(page, 'message'), await text(page, button)],
                 ['baud must be a whole number from 1 to 20,000,000', label]);
        }
    await page.fill('#baud', '115200');
    await page.evaluate(() => {
        window.serial.chosen = Promise.reject(new Error('No port selected by the user.'));
        window.serial.chosen.catch(() => {});
    });
    await page.click('#connect');
    await waitFor(page, 'message', /No port selected/);
    await page.evaluate(() => { window.serial.chosen = null; });
    same('without a line the map stays', [await text(page, 'name'), await text(page, 'connect'),
                                          await browser.leavesOf(page, ['occupied'])],
         ['rooms.o9', 'Connect', leaves]);
}

// --- silent, or at its end

async function testSilence(page) {
    await browser.setSerial(page, FLIGHT, false);
    await page.click('#connect');
    await waitFor(page, 'live', /free ahead/);
    await waitFor(page, 'live', /the board\s+is silent/);
    check("a silent board's last answer goes", !/free ahead/.test(await text(page, 'live')));
    await page.click('#connect');
    same('Stop: nothing of it is left', await text(page, 'live'), '');
    await waitFor(page, 'connect', /Connect/);
    same('and the line is closed', await page.evaluate(() => window.serial.open), 0);
    await browser.setSerial(page, FLIGHT);
    await page.click('#connect');
    await waitFor(page, 'connect', /Connect/);
    like('at the end of a line too', await text(page, 'board'), /^line has ended$/);
}

export async function testBoards(newPage) {
    const page = await newPage();
    const packets = await fly(page);
    await testLate(page, 'chosen', packets);
    await testLate(page, 'ready', packets);
    await testRefused(page);
    await testSilence(page);
    await page.close();
}
