// SPDX-License-Identifier: MIT
// A program as the .uf2 that the Pico's boot ROM takes: node uf2.mjs ELF UF2
//
// A .uf2 is blocks of 512 bytes, each of which says where 256 bytes of flash belong.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PAGE = 256;
const BLOCK = 512;
const MAGIC = [0x0a324655, 0x9e5d5157];
const MAGIC_END = 0x0ab16f30;
const HAS_FAMILY = 0x2000;
const FAMILY_RP2040 = 0xe48bff56;
const PT_LOAD = 1;

// The pages of flash that an ELF file fills: address to 256 bytes.
function pagesOfElf(elf) {
    const pages = new Map();
    const header = elf.readUInt32LE(28), size = elf.readUInt16LE(42), count = elf.readUInt16LE(44);
    for (let i = 0; i < count; i++) {
        const at = header + i * size;
        if (elf.readUInt32LE(at) !== PT_LOAD)
            continue;
        const from = elf.readUInt32LE(at + 4), to = elf.readUInt32LE(at + 12);
        const bytes = elf.readUInt32LE(at + 16);
        for (let b = 0; b < bytes; b++) {
            const address = to + b, page = address - address % PAGE;
            if (!pages.has(page))
                pages.set(page, Buffer.alloc(PAGE));
            pages.get(page)[address % PAGE] = elf[from + b];
        }
    }
    return pages;
}

export function uf2OfElf(elf) {
    const pages = [...pagesOfElf(elf)].sort((a, b) => a[0] - b[0]);
    return Buffer.concat(pages.map(([address, bytes], number) => {
        const block = Buffer.alloc(BLOCK);
        const head = [...MAGIC, HAS_FAMILY, address, PAGE, number, pages.length, FAMILY_RP2040];
        head.forEach((word, i) => block.writeUInt32LE(word, 4 * i));
        bytes.copy(block, 4 * head.length);
        block.writeUInt32LE(MAGIC_END, BLOCK - 4);
        return block;
    }));
}

// What the boot ROM does with it: [address, bytes] of each block that is for an RP2040.
export function pagesOfUf2(uf2) {
    const pages = [];
    for (let at = 0; at < uf2.length; at += BLOCK) {
        const word = (i) => uf2.readUInt32LE(at + 4 * i);
        if (word(0) === MAGIC[0] && word(1) === MAGIC[1] && word(2) === HAS_FAMILY &&
            word(7) === FAMILY_RP2040 && word(4) === PAGE && word(127) === MAGIC_END)
            pages.push([word(3), uf2.subarray(at + 32, at + 32 + PAGE)]);
    }
    return pages;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
    writeFileSync(process.argv[3], uf2OfElf(readFileSync(process.argv[2])));
