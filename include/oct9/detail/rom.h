/* SPDX-License-Identifier: MIT */
/* The words and half-words of an image, where oct9/rom.h says that it lies. */
#ifndef OCT9_DETAIL_ROM_H
#define OCT9_DETAIL_ROM_H

#include <stdint.h>

#ifdef __AVR__
typedef uint32_t oct9_rom_words_t, oct9_rom_halves_t; /* addresses */
#else
typedef const uint32_t *oct9_rom_words_t; /* an image's words */
typedef const uint16_t *oct9_rom_halves_t; /* and half-words */
#endif

#endif
