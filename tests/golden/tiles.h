/* SPDX-License-Identifier: MIT */
/* What the suites of worlds share: a world of three tiles, at (0, 0, 0), (1, 0, 0) and (1, 1, 0),
 * each of which `load` makes of the suites' image. */
#ifndef TESTS_GOLDEN_TILES_H
#define TESTS_GOLDEN_TILES_H

#include "oct9/world.h"

enum { TILES_COUNT = 3, TILES_SLOTS = 3, TILES_CELL_UM = 125000, TILES_EDGE_MM = 64000 };

typedef struct {
    oct9_world_header_t header;
    oct9_world_tile_t tile[TILES_COUNT];
} tiles_file_t;

extern tiles_file_t tiles_file; /* little-endian */
extern oct9_world_slot_t tiles_slots[TILES_SLOTS];
extern oct9_world_t tiles_world;
extern oct9_world_input_t tiles_input;
extern oct9_status_t tiles_answer; /* of `load` */
extern unsigned tiles_loads;       /* how often it was called */
extern unsigned tiles_damaged;     /* the byte of a tile that it makes another one, or 0 */

/* Native to little-endian, and back. */
uint32_t tiles_word(uint32_t value);

/* Makes the file; `load` answers OCT9_OK. */
void tiles_make(void);

/* Writes an entry of the table, without its CRC, which tiles_seal makes. */
void tiles_put(unsigned i, const oct9_world_tile_t *tile);
void tiles_seal(void);

/* Opens it, with so many slots. */
oct9_status_t tiles_open(uint16_t slot_count);

/* Runs until the tiles are there, or one cannot be had. */
oct9_status_t tiles_finish(uint32_t budget);

#endif
