// SPDX-License-Identifier: MIT
// A board's bytes: from its serial line, or recorded. `begin` is called once they can come, `take`
// with each piece of them; neither is called after `signal` has been aborted.
import flightUrl from 'generated/flight.uart?url';
import { fetchPart } from './part.js';

const SLICE_MS = 40;
const flight = fetchPart(flightUrl);

export const hasSerial = () => 'serial' in navigator;

async function readAll(port, take, signal) {
    const reader = port.readable.getReader(), stop = () => reader.cancel().catch(() => {});
    signal.addEventListener('abort', stop);
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done || signal.aborted)
                return;
            take(value);
        }
    } finally {
        signal.removeEventListener('abort', stop);
        reader.releaseLock();
    }
}

// The line that the user chooses, until it ends. A user may choose it, and a line may open, long
// after something else has been asked for: it is closed again then.
export async function listen(baudRate, { begin, take }, signal) {
    const port = await navigator.serial.requestPort();
    signal.throwIfAborted();
    await port.open({ baudRate });
    try {
        signal.throwIfAborted();
        begin();
        await readAll(port, take, signal);
    } finally {
        await port.close();
    }
}

// The recorded flight of examples/tof_mapper, at the pace of a line of that rate.
export async function replay(baudRate, { begin, take }, signal) {
    const bytes = await flight();
    signal.throwIfAborted();
    begin();
    const slice = Math.max(1, Math.round(baudRate / 10 * SLICE_MS / 1000));
    for (let at = 0; at < bytes.length && !signal.aborted; at += slice) {
        take(bytes.subarray(at, at + slice));
        await new Promise(done => setTimeout(done, SLICE_MS));
    }
}
