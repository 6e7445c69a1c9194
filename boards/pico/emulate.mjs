// SPDX-License-Identifier: MIT
// Runs a program on rp2040js: node emulate.mjs FOLDER ELF SECONDS INPUT
//
// FOLDER holds the node_modules. The program is made into a .uf2 and that into flash, as on the
// part; then what the boot ROM does is done, which rp2040js lacks. UART0's output goes to
// stdout, INPUT to UART0 at its pace. The exit status is the program's, by semihosting; 3 if it
// locks up; 124 after a hundred million cycles for each second.
import { createReadStream, readFileSync, statSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pagesOfUf2, uf2OfElf } from './uf2.mjs';

const [folder, elf, seconds, input] = process.argv.slice(2);
const { RP2040 } = createRequire(resolve(folder, 'package.json'))('rp2040js');

const STATUS_FAULT = 3, STATUS_TIMEOUT = 124;
const CYCLES_A_SECOND = 100e6;
const SLICE = 200000;                     // instructions between two looks at the input
const FLASH = 0x10000000, FLASH_END = 0x14000000, RAM = 0x20000000;
const RAM_END = RAM + 264 * 1024;
const BOOT2_BYTES = 256, BOOT2_PLACE = 0x20041f00;
const HARD_FAULT = 3;
const SEMIHOSTING = 0xab, SYS_EXIT_EXTENDED = 0x20;

class Fault extends Error {}

const mcu = new RP2040();
const core = mcu.core;
let status = -1;                          // when it is none, the program has ended
let at = 0;                               // the instruction that is being executed
let inFault = false;                      // the core is saving its registers for a fault

function end(code) {
    process.exit(code);
}

function fail(text) {
    process.stderr.write(`pico: ${text}\n`);
    end(STATUS_FAULT);
}

// --- what the emulator lets pass and the part does not -------------------------------------------

function refuse(text) {
    if (!inFault)
        throw new Fault(text);
}

const quiet = () => {};
const complain = (name, text) => {
    if (name === 'RP2040')                // an address where nothing is
        refuse(text);
};
mcu.logger = { debug: quiet, info: quiet, warn: complain, error: complain };

// The core's reads and writes: RAM and flash at once, in the host's own little-endian words.
const widths = { Uint32: Uint32Array, Uint16: Uint16Array, Uint8: Uint8Array };
for (const [name, Words] of Object.entries(widths)) {
    const bytes = Words.BYTES_PER_ELEMENT, mask = bytes - 1, shift = bytes >> 1;
    const sram = new Words(mcu.sram.buffer), flash = new Words(mcu.flash.buffer);
    core[`read${name}`] = (address) => {
        address >>>= 0;
        if (address & mask)
            refuse('not aligned');
        if (address >= RAM && address < RAM_END)
            return sram[(address - RAM) >>> shift];
        if (address >= FLASH && address < FLASH_END)
            return flash[(address & 0xffffff) >>> shift];
        return mcu[`read${name}`](address);
    };
    core[`write${name}`] = (address, value) => {
        address >>>= 0;
        if (address & mask || (address >= FLASH && address < FLASH_END))
            refuse('not aligned, or into flash');
        if (address >= RAM && address < RAM_END)
            sram[(address - RAM) >>> shift] = value;
        else
            mcu[`write${name}`](address, value);
    };
}

function hardFault() {
    if (core.IPSR === HARD_FAULT)
        fail(`locked up at ${at.toString(16)}`);
    core.PC = at;
    inFault = true;                       // a stack that left RAM loses them
    core.exceptionEntry(HARD_FAULT);
    inFault = false;
}

// --- semihosting ---------------------------------------------------------------------------------

mcu.onBreak = (code) => {
    if (code === SEMIHOSTING && core.registers[0] === SYS_EXIT_EXTENDED)
        status = mcu.readUint32(core.registers[1] + 4);
    else
        throw new Fault('breakpoint');
};

// --- the UART ------------------------------------------------------------------------------------

const uart = mcu.uart[0];
let line = [];
let pending = [];                         // what INPUT has brought
let nextByte = 0;                         // the time of the next one, in ns

function flush() {
    for (let at = 0; at < line.length;) {
        try {
            at += writeSync(1, Uint8Array.from(line.slice(at)));
        } catch (error) {
            if (error.code !== 'EAGAIN')
                throw error;
        }
    }
    line = [];
}

uart.onByte = (byte) => {
    line.push(byte);
    if (byte === 10)
        flush();
};

// Ten bits a character, and only what fits the receiver's FIFO: as the other emulators do.
function feed() {
    if (pending.length === 0 || mcu.clock.nanos < nextByte || !uart.enabled || uart.rxFIFO.full)
        return;
    uart.feedByte(pending.shift());
    nextByte = mcu.clock.nanos + 10e9 / uart.baudRate;
}

function listen() {
    if (statSync(input).isFile())
        pending = [...readFileSync(input)];
    else if (input === '/dev/stdin')      // a read that waits would keep the program from ending
        process.stdin.on('data', (bytes) => pending.push(...bytes));
    else
        createReadStream(input).on('data', (bytes) => pending.push(...bytes));
}

// --- boot and run --------------------------------------------------------------------------------

function crc32(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) {
        crc ^= byte << 24;
        for (let bit = 0; bit < 8; bit++)
            crc = crc << 1 ^ (crc < 0 ? 0x04c11db7 : 0);
    }
    return crc >>> 0;
}

function boot() {
    for (const [address, bytes] of pagesOfUf2(uf2OfElf(readFileSync(elf))))
        mcu.flash.set(bytes, address - FLASH);
    const boot2 = mcu.flash.subarray(0, BOOT2_BYTES);
    const wanted = crc32(boot2.subarray(0, BOOT2_BYTES - 4));
    const found = mcu.flashView.getUint32(BOOT2_BYTES - 4, true);
    if (found !== wanted)
        fail(`boot2's CRC is ${found.toString(16)} and must be ${wanted.toString(16)}`);
    mcu.sram.set(boot2, BOOT2_PLACE - RAM);
    core.SP = BOOT2_PLACE;
    core.LR = 0;
    core.PC = BOOT2_PLACE;
}

let cycleNanos = 1e9 / mcu.clkSys;
mcu.addClockListener((hz) => { cycleNanos = 1e9 / hz; });

function step() {
    if (core.waiting) {
        const nanos = mcu.clock.nanosToNextAlarm;
        mcu.clock.tick(nanos > 0 ? nanos : 1000);
        return nanos > 0 ? nanos / 8 : 125;
    }
    at = (core.PC & ~1) >>> 0;
    const sp = core.SP;
    let cycles = core.executeInstruction();
    if (core.SP < sp && core.readUint16(at) >> 8 === 0xb5)
        cycles++;                         // PUSH with LR, which rp2040js charges too little
    mcu.clock.tick(cycles * cycleNanos);
    return cycles;
}

let cycles = 0;
function run() {
    for (let i = 0; i < SLICE && status < 0;) {
        try {
            for (; i < SLICE && status < 0; i++) {
                cycles += step();
                if (i % 64 === 0)
                    feed();
            }
        } catch (error) {
            if (!(error instanceof Fault))
                throw error;
            hardFault();
        }
    }
    if (status < 0 && cycles > seconds * CYCLES_A_SECOND)
        status = STATUS_TIMEOUT;
    flush();                              // a prompt too, which has no line's end
    if (status < 0)
        return setImmediate(run);
    end(status);
}

boot();
listen();
run();
