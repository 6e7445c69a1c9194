// SPDX-License-Identifier: MIT
// How full the space is, as a texture with coarser copies: the boxes take their soft shadows of it.
import * as THREE from 'three';

const MOST = 8e6;                         // of texels; a larger map's are of several cells

// Of a map's extent: the texture, how many cells a texel is long, and the size of the whole, in
// cells. null: of nothing.
export function shadeOf(map, occupied = new Uint16Array(0)) {
    const lo = map?.lo ?? [0, 0, 0], hi = map?.hi ?? [1, 1, 1];
    const cells = hi.map((high, a) => Math.max(high - lo[a], 1));
    let step = 1;
    while (cells.reduce((product, n) => product * Math.ceil(n / step), 1) > MOST)
        step *= 2;
    const [nx, ny, nz] = cells.map(n => Math.ceil(n / step));
    const texels = new Uint8Array(nx * ny * nz);
    const first = (cell, a) => Math.max(0, Math.floor((cell - lo[a]) / step));
    const last = (cell, a, n) => Math.min(n - 1, Math.floor((cell - 1 - lo[a]) / step));
    for (let i = 0; i < occupied.length; i += 4) {
        const size = 1 << (occupied[i + 3] & 255);
        const x = occupied[i], y = occupied[i + 1], z = occupied[i + 2];
        const x0 = first(x, 0), x1 = last(x + size, 0, nx);
        for (let k = first(z, 2); k <= last(z + size, 2, nz); k++)
            for (let j = first(y, 1); j <= last(y + size, 1, ny); j++)
                texels.fill(255, (k * ny + j) * nx + x0, (k * ny + j) * nx + x1 + 1);
    }
    const texture = new THREE.Data3DTexture(texels, nx, ny, nz);
    texture.format = THREE.RedFormat;
    texture.unpackAlignment = 1;
    texture.magFilter = THREE.LinearFilter;
    texture.minFilter = THREE.LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.needsUpdate = true;
    return { texture, step, size: [nx * step, ny * step, nz * step] };
}
