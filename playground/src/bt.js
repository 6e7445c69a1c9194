// SPDX-License-Identifier: MIT
// From OctoMap's .bt to a map image, by the baker of `oct9 bake` in WebAssembly. Each bake has a
// separate module, whose memory goes with it.
import wasmUrl from 'generated/bake.wasm?url';
import { fetchPart } from './part.js';

const CAUSES = [null, 'is cut off', 'has an inner node without children',
                'is deeper than 16 levels', 'holds nothing', 'is too large for any cell',
                'needs more memory than there is'];
const MAGIC = '# Octomap OcTree binary file';
const baker = fetchPart(wasmUrl);

// The text before the nodes: how many there are, the cell in micrometres, where the nodes begin.
function readHeader(bytes) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
    const data = /^data\r?\n/m.exec(text);
    if (!text.startsWith(MAGIC) || !data)
        throw new Error('is no OctoMap .bt');
    const head = text.slice(0, data.index), field = name =>
        Number(new RegExp(`^${name} (\\S+)`, 'm').exec(head)?.[1]);
    const nodes = field('size'), cellUm = Math.round(field('res') * 1e6);
    if (!(nodes >= 0 && cellUm >= 1 && cellUm < 2 ** 26))
        throw new Error('has a header that is cut off or broken');
    return { nodes, cellUm, begin: data.index + data[0].length };
}

// The image, the cell that the file has and the one that the image has.
export async function bakeBt(bytes) {
    const header = readHeader(bytes), nodes = bytes.subarray(header.begin);
    const { instance } = await WebAssembly.instantiate(await baker());
    const calls = instance.exports, at = calls.bt_room(nodes.length);
    if (at === 0)
        throw new Error(CAUSES.at(-1));
    new Uint8Array(calls.memory.buffer, at, nodes.length).set(nodes);
    const cause = CAUSES[calls.bt_bake(at, nodes.length, header.cellUm)];
    if (cause)
        throw new Error(cause);
    if (calls.bt_nodes() !== header.nodes)
        throw new Error(`has ${calls.bt_nodes()} nodes where its header says ${header.nodes}`);
    const image = new Uint8Array(calls.memory.buffer, calls.bt_image(), calls.bt_image_size());
    return { image: image.slice(), sourceUm: header.cellUm, cellUm: calls.bt_cell_um() };
}
