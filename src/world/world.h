/* SPDX-License-Identifier: MIT */
/* Internal: a world's tiles. */
#ifndef OCT9_SRC_WORLD_H
#define OCT9_SRC_WORLD_H

#include "oct9/world.h"
#include "port/oct9_port.h"
#include "src/map/image.h"

/* Where one word names a node and its tile, tile number t has its nodes from t times this on. A
 * tile with as many nodes or bricks is not opened. */
#define OCT9_TILE_NODES 0x800000u

/* A word of the header. */
#define OCT9_WORLD_WORD(bytes, field) \
    oct9_port_word(oct9_rom_words(bytes), offsetof(oct9_world_header_t, field) / 4u)

/* A tile that is not open, or that the world does not have, as a leaf. */
static inline uint32_t oct9_tiles_leaf(const oct9_tiles_t *tiles, unsigned number)
{
    return OCT9_REF_LEAF + (tiles->lacking >> number & 1u ? tiles->absent : OCT9_UNKNOWN);
}

/* Makes the eight tiles those from a place on: those that are in slots are there at once, the
 * others are wanted. */
void oct9_world_meet(oct9_world_t *world, const int16_t first[3]);

#endif
