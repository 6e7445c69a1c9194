/* SPDX-License-Identifier: MIT */
/* AVR: reads of flash by far addresses, and of RAM from 0x800000 on. Included by oct9_port.h. */
#ifndef OCT9_PORT_AVR_H
#define OCT9_PORT_AVR_H

#define OCT9_PORT_RAM ((uint32_t)0x800000)

inline uint8_t oct9_port_byte(oct9_rom_t bytes, size_t index)
{
    const uint32_t at = bytes + index;
    if (at >= OCT9_PORT_RAM)
        return *(const uint8_t *)(uintptr_t)at;
    uint8_t byte;
    __asm__("out 0x3b, %C1\n\tmovw r30, %A1\n\telpm %0, Z" : "=r"(byte) : "r"(at) : "r30", "r31");
    return byte;
}

inline uint16_t oct9_port_half(oct9_rom_halves_t halves, uint32_t index)
{
    const uint32_t at = halves + index * 2u;
    if (at >= OCT9_PORT_RAM)
        return *(const uint16_t *)(uintptr_t)at;
    uint16_t half;
    __asm__("out 0x3b, %C1\n\tmovw r30, %A1\n\telpm %A0, Z+\n\telpm %B0, Z"
            : "=&r"(half) : "r"(at) : "r30", "r31");
    return half;
}

inline uint32_t oct9_port_word(oct9_rom_words_t words, uint32_t index)
{
    const uint32_t at = words + index * 4u;
    if (at >= OCT9_PORT_RAM)
        return *(const uint32_t *)(uintptr_t)at;
    uint32_t word;
    __asm__("out 0x3b, %C1\n\tmovw r30, %A1\n\telpm %A0, Z+\n\telpm %B0, Z+\n\t"
            "elpm %C0, Z+\n\telpm %D0, Z"
            : "=&r"(word) : "r"(at) : "r30", "r31");
    return word;
}

#endif
