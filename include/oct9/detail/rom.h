/* SPDX-License-Identifier: MIT */
/* The addresses of an image's words of 32 bits and half-words of 16 bits. See oct9/rom.h. */
#ifndef OCT9_DETAIL_ROM_H
#define OCT9_DETAIL_ROM_H

#include <stdint.h>

#ifdef __AVR__

/* The addresses of an image's words and half-words. */
typedef uint32_t oct9_rom_words_t, oct9_rom_halves_t;

#else

/* The addresses of an image's words and half-words. */
typedef const uint32_t *oct9_rom_words_t;
typedef const uint16_t *oct9_rom_halves_t;

#endif

#endif
