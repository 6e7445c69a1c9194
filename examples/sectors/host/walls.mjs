// SPDX-License-Identifier: MIT
// How far a robot may go in each direction, by another method than the library's: thin rays through
// the columns of cells that are not all known to be free.

import { execFileSync } from "node:child_process";

const SIDE = 512, STEP_M = 0.004;

// The columns between two heights, of the map that `oct9 leaves` lists.
export function columns(oct9, map, low_m, high_m) {
  const run = (...words) => execFileSync(oct9, words, { maxBuffer: 1 << 28 }).toString();
  const numbers = (name) => info.match(new RegExp(`^${name} .*`, "m"))[0].match(/-?\d+/g);
  const info = run("info", map);
  const [west, south, bottom] = numbers("origin").map((mm) => mm / 1000);
  const [cell_mm] = numbers("cell");
  const cell = cell_mm / 1000, blocked = new Uint8Array(SIDE * SIDE);
  for (const leaf of run("leaves", map).split("\n")) {
    const [x, y, z, size] = leaf.split(" ").map(Number);
    if (leaf === "" || leaf.endsWith(" free") || bottom + z * cell >= high_m ||
        bottom + (z + size) * cell <= low_m)
      continue;
    for (let row = y; row < y + size; row++)
      blocked.fill(1, row * SIDE + x, row * SIDE + x + size);
  }
  return { west, south, cell, blocked };
}

// From a place in a direction, in radians clockwise from north.
function ray({ west, south, cell, blocked }, east, north, angle, range) {
  for (let far = 0; far < range; far += STEP_M) {
    const x = Math.floor((east + far * Math.sin(angle) - west) / cell);
    const y = Math.floor((north + far * Math.cos(angle) - south) / cell);
    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE || blocked[y * SIDE + x])
      return far;
  }
  return range;
}

// The least in a sector; no less than it is, and a little more.
export function nearest(map, { east, north }, first, last, range) {
  let least = range;
  for (let i = 0; i <= 20; i++)
    least = Math.min(least, ray(map, east, north, first + (last - first) * i / 20, least));
  return least;
}
