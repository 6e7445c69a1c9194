// SPDX-License-Identifier: MIT
// Lengths as the page prints them: always rounded down, as a robot may drive them.

// The largest whole number whose square is at most `square`.
function root(square) {
    let x = BigInt(Math.floor(Math.sqrt(Number(square))));
    while (x * x > square)
        x--;
    while ((x + 1n) * (x + 1n) <= square)
        x++;
    return x;
}

// The part num/den of the distance between two points in sub-cells, in whole mm, rounded down from
// the exact value.
export function distanceMm(from, to, { num, den }, cellUm) {
    const squares = from.map((x, a) => BigInt(to[a] - x) ** 2n);
    const above = BigInt(cellUm) * BigInt(num), below = 64000n * BigInt(den);
    const square = squares.reduce((sum, x) => sum + x) * above * above / (below * below);
    return Number(root(square));
}

export const metres = mm => `${(Math.floor(mm) / 1000).toFixed(3)} m`;

// With one digit, for where there is little room.
export const shortMetres = mm => (Math.floor(mm / 100) / 10).toFixed(1);
