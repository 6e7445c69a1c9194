// SPDX-License-Identifier: MIT
// Checks that are counted, and what `oct9` says.
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';

const OCT9 = 'build/oct9', ANSWER = 'build/host/playground/answer';
let passed = 0, failed = 0;

export function check(what, good, detail = '') {
    good ? passed++ : failed++;
    console.log(`${good ? 'good' : 'BAD '}  ${what}${detail ? `: ${detail}` : ''}`);
}

export function like(what, got, pattern) {
    check(what, pattern.test(got), got);
}

export function same(what, got, wanted) {
    const equal = isDeepStrictEqual(got, wanted);
    const short = value => JSON.stringify(value)?.slice(0, 200);
    check(what, equal, equal ? '' : `${short(got)} instead of ${short(wanted)}`);
}

// Prints the count; the exit status.
export function conclude() {
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
}

const run = (words, input = '', program = OCT9) =>
    execFileSync(program, words, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });

export const bake = (from, to, ...options) => run(['bake', from, '-o', to, ...options]);

// The answers to questions, each a list of numbers.
export function ask(command, map, questions, ...options) {
    const lines = questions.map(numbers => `${numbers.join(' ')}\n`).join('');
    return run([command, map, ...options], lines).trimEnd().split('\n');
}

// The same, to what playground/host/answer.c asks: a query that `oct9` has no command for.
export function askHost(query, file, questions, ...options) {
    const lines = questions.map(numbers => `${numbers.join(' ')}\n`).join('');
    return run([query, file, ...options], lines, ANSWER).trimEnd().split('\n');
}

// All leaves: lines x y z size state, sorted; `kinds` leaves out other states.
export function leaves(map) {
    return run(['leaves', map]).trimEnd().split('\n').sort();
}

// The leaves along a segment, in order.
export function walk(map, numbers) {
    return run(['walk', map], `${numbers.join(' ')}\n`).trimEnd().split('\n');
}
