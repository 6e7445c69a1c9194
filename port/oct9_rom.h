/* SPDX-License-Identifier: MIT */
/* Addresses in ROM, as oct9/rom.h defines them, for the code that reads there. */
#ifndef OCT9_PORT_ROM_H
#define OCT9_PORT_ROM_H

#include "oct9/detail/rom.h"
#include "oct9/rom.h"

#include <stdbool.h>

#ifdef __AVR__

/* The address `count` bytes further on. */
static inline oct9_rom_t oct9_rom_behind(oct9_rom_t bytes, uint32_t count)
{
    return bytes + count;
}

#else

/* The address as a pointer to bytes. */
static inline const uint8_t *oct9_rom_bytes(oct9_rom_t place)
{
    return (const uint8_t *)place;
}

/* The address `count` bytes further on. */
static inline oct9_rom_t oct9_rom_behind(oct9_rom_t bytes, uint32_t count)
{
    return oct9_rom_bytes(bytes) + count;
}

#endif

/* True if the address is a multiple of 4. */
static inline bool oct9_rom_aligned(oct9_rom_t place)
{
    return (uintptr_t)place % 4u == 0;
}

/* The address as one of words. It must be a multiple of 4. */
static inline oct9_rom_words_t oct9_rom_words(oct9_rom_t place)
{
    return (oct9_rom_words_t)place;
}

/* The address as one of half-words. It must be a multiple of 2. */
static inline oct9_rom_halves_t oct9_rom_halves(oct9_rom_t place)
{
    return (oct9_rom_halves_t)place;
}

#endif
