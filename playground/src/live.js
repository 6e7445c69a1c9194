// SPDX-License-Identifier: MIT
// A board's bytes: from its serial line, or recorded.
import flightUrl from 'generated/flight.uart?url';

const SLICE_MS = 40;

export const hasSerial = () => 'serial' in navigator;

// Gives what comes from the line that the user chooses to `take`, until it ends.
export async function listen(baudRate, take, signal) {
    const port = await navigator.serial.requestPort();
    await port.open({ baudRate });
    const reader = port.readable.getReader(), stop = () => reader.cancel();
    signal.addEventListener('abort', stop);
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done)
                return;
            take(value);
        }
    } finally {
        signal.removeEventListener('abort', stop);
        reader.releaseLock();
        await port.close();
    }
}

// The recorded flight of examples/tof_mapper, at the pace of a line of that rate.
export async function replay(baudRate, take, signal) {
    const bytes = new Uint8Array(await (await fetch(flightUrl)).arrayBuffer());
    const slice = Math.max(1, Math.round(baudRate / 10 * SLICE_MS / 1000));
    for (let at = 0; at < bytes.length && !signal.aborted; at += slice) {
        take(bytes.subarray(at, at + slice));
        await new Promise(done => setTimeout(done, SLICE_MS));
    }
}
