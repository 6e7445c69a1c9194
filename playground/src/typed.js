// SPDX-License-Identifier: MIT
// What the user types, as numbers; or an error that says what is wanted.
import { LEAST, MOST } from './oct9.js';

const BAUD_MOST = 20000000;
const number = value => value.toLocaleString('en-US');

// A point in sub-cells.
export function pointOf(text) {
    const words = text.trim().split(/[\s,]+/), point = words.map(Number);
    if (words.length !== 3 || !words.every(word => /^[+-]?\d+$/.test(word)) ||
        !point.every(value => value >= LEAST && value <= MOST))
        throw new Error(`must be three whole numbers from ${number(LEAST)} to ${number(MOST)}`);
    return point;
}

export function baudOf(text) {
    const baud = Number(text);
    if (!/^\s*\d+\s*$/.test(text) || baud < 1 || baud > BAUD_MOST)
        throw new Error(`baud must be a whole number from 1 to ${number(BAUD_MOST)}`);
    return baud;
}
