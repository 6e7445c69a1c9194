/* SPDX-License-Identifier: MIT */
/* The words and half-words of an image, where oct9/rom.h says that it lies. */
#ifndef OCT9_DETAIL_ROM_H
#define OCT9_DETAIL_ROM_H

#include <stdint.h>

#ifdef __AVR__

/* An image's words and half-words: addresses. */
typedef uint32_t oct9_rom_words_t, oct9_rom_halves_t;

#else

/* An image's words and half-words. */
typedef const uint32_t *oct9_rom_words_t;
typedef const uint16_t *oct9_rom_halves_t;

#endif

#endif
