/* SPDX-License-Identifier: MIT */
/* ROM: the address of an image. It is a pointer, except on AVR, where no pointer reaches all of the
 * flash. There it is a number of 32 bits as the linker counts: flash below 0x800000, RAM from
 * there.
 *
 * Example, with (oct9_image_t *image, void (*start)(void)):
 *
 *     OCT9_IN_ROM extern const unsigned char oct9_map_hall[4096];
 *     const oct9_rom_size_t size = sizeof oct9_map_hall;
 *     if (oct9_image_open(image, OCT9_ROM(oct9_map_hall), size) == OCT9_OK)
 *         start();
 *
 * `oct9 bake -o hall.c` writes the definition of this array. */
#ifndef OCT9_ROM_H
#define OCT9_ROM_H

#include "oct9/detail/as.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __AVR__

/* The address of an image. */
typedef uint32_t oct9_rom_t;

/* A number of bytes of an image; size_t has only 16 bits. */
typedef uint32_t oct9_rom_size_t;

/* Puts a constant array into flash. The compiler's limit is 32 KB for an array. */
#define OCT9_IN_ROM __attribute__((__progmem__))

/* The address of such an array, anywhere in the flash. */
#define OCT9_ROM(array)                                                               \
    (__extension__({                                                                  \
        uint32_t place_;                                                              \
        __asm__("ldi %A0, lo8(%1)\n\tldi %B0, hi8(%1)\n\tldi %C0, hh8(%1)\n\tclr %D0" \
                : "=d"(place_)                                                        \
                : "i"(&(array)));                                                     \
        place_;                                                                       \
    }))

/* Returns the address of an image that is in RAM.
 * Inline. Reentrant. */
static inline oct9_rom_t oct9_rom_of_ram(const void *bytes)
{
    return (uint32_t)0x800000 + (uintptr_t)bytes;
}

#else

/* The address of an image, and a number of its bytes. */
typedef const void *oct9_rom_t;
typedef size_t oct9_rom_size_t;

#define OCT9_IN_ROM
#define OCT9_ROM(array) OCT9_AS(oct9_rom_t, array)

/* Returns the address of an image that is in RAM.
 * Inline. Reentrant. */
static inline oct9_rom_t oct9_rom_of_ram(const void *bytes)
{
    return bytes;
}

#endif

/* Returns the CRC-32 (IEEE 802.3) of `size` bytes. `crc` is 0, or the CRC of the bytes before them.
 * Stack: M0 16 bytes. Reentrant. */
uint32_t oct9_rom_crc32(uint32_t crc, oct9_rom_t bytes, oct9_rom_size_t size);

#ifdef __cplusplus
}
#endif
#endif
