// SPDX-License-Identifier: MIT
// A small OctoMap .bt, written here: some occupied or free leaves, each [x, y, z, size, occupied]
// in cells from the format's own middle.
const DEPTH = 16, HALF = 1 << (DEPTH - 1);
const FREE = 1, OCCUPIED = 2, INNER = 3;

function insert(node, [x, y, z, size, occupied], edge) {
    const half = edge / 2, child = (x >= half) + 2 * (y >= half) + 4 * (z >= half);
    const at = [x % half, y % half, z % half];
    if (half === size)
        node[child] = occupied ? OCCUPIED : FREE;
    else
        insert(node[child] ??= [], [...at, size, occupied], half);
}

function write(node, bytes) {
    let states = 0, count = 1;
    for (let c = 0; c < 8; c++)
        states |= (Array.isArray(node[c]) ? INNER : node[c] ?? 0) << 2 * c;
    bytes.push(states & 255, states >> 8);
    for (let c = 0; c < 8; c++)
        count += Array.isArray(node[c]) ? write(node[c], bytes) : node[c] ? 1 : 0;
    return count;
}

export function btFile(list, cellMetres) {
    const root = [], bytes = [];
    for (const [x, y, z, size, occupied] of list)
        insert(root, [x + HALF, y + HALF, z + HALF, size, occupied], 2 * HALF);
    const count = write(root, bytes);
    const head = ['# Octomap OcTree binary file', 'id OcTree', `size ${count}`, `res ${cellMetres}`,
                  'data', ''].join('\n');
    return Buffer.concat([Buffer.from(head), Buffer.from(bytes)]);
}
