/* SPDX-License-Identifier: MIT */
/* Where an image lies: at a pointer; but on AVR, whose flash no pointer reaches, at an address
 * of 32 bits: of flash below 0x800000, of RAM from there on, as its linker counts.
 *
 *     OCT9_IN_ROM const unsigned char map[] = { ... };      as `oct9 bake -o map.c` writes it
 *     status = oct9_image_open(&image, OCT9_ROM(map), sizeof map);
 */
#ifndef OCT9_ROM_H
#define OCT9_ROM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __AVR__

/* An image's place. */
typedef uint32_t oct9_rom_t;

/* A number of bytes there: size_t has 16 bits. */
typedef uint32_t oct9_rom_size_t;

/* Puts a constant array into flash; at most 32 KB, as the compiler has it. */
#define OCT9_IN_ROM __attribute__((__progmem__))

/* Where such an array is, anywhere in the flash. */
#define OCT9_ROM(array)                                                               \
    (__extension__({                                                                  \
        uint32_t place_;                                                              \
        __asm__("ldi %A0, lo8(%1)\n\tldi %B0, hi8(%1)\n\tldi %C0, hh8(%1)\n\tclr %D0" \
                : "=d"(place_)                                                        \
                : "i"(&(array)));                                                     \
        place_;                                                                       \
    }))

/* The place of an image that lies in RAM. */
static inline oct9_rom_t oct9_rom_of_ram(const void *bytes)
{
    return (uint32_t)0x800000 + (uintptr_t)bytes;
}

#else

/* An image's place, and a number of bytes there. */
typedef const void *oct9_rom_t;
typedef size_t oct9_rom_size_t;

#define OCT9_IN_ROM
#define OCT9_ROM(array) ((oct9_rom_t)(array))

/* The place of an image that lies in RAM. */
static inline oct9_rom_t oct9_rom_of_ram(const void *bytes)
{
    return bytes;
}

#endif

/* The CRC-32 (IEEE 802.3) of `size` bytes, going on from `crc` (0 at first). */
uint32_t oct9_rom_crc32(uint32_t crc, oct9_rom_t bytes, oct9_rom_size_t size);

#ifdef __cplusplus
}
#endif
#endif
