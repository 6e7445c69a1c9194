/* SPDX-License-Identifier: MIT */
/* Places in ROM, as oct9/rom.h has them, for those who read there. */
#ifndef OCT9_PORT_ROM_H
#define OCT9_PORT_ROM_H

#include "oct9/detail/rom.h"
#include "oct9/rom.h"

#include <stdbool.h>

#ifdef __AVR__

/* The place `count` bytes further on. */
static inline oct9_rom_t oct9_rom_behind(oct9_rom_t bytes, uint32_t count)
{
    return bytes + count;
}

#else

/* The bytes of a place. */
static inline const uint8_t *oct9_rom_bytes(oct9_rom_t place)
{
    return (const uint8_t *)place;
}

/* The place `count` bytes further on. */
static inline oct9_rom_t oct9_rom_behind(oct9_rom_t bytes, uint32_t count)
{
    return oct9_rom_bytes(bytes) + count;
}

#endif

/* A place is a multiple of 4. */
static inline bool oct9_rom_aligned(oct9_rom_t place)
{
    return (uintptr_t)place % 4u == 0;
}

/* The words of a place that is. */
static inline oct9_rom_words_t oct9_rom_words(oct9_rom_t place)
{
    return (oct9_rom_words_t)place;
}

/* The half-words of one. */
static inline oct9_rom_halves_t oct9_rom_halves(oct9_rom_t place)
{
    return (oct9_rom_halves_t)place;
}

#endif
