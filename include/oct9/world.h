/* SPDX-License-Identifier: MIT */
/* Worlds: a map larger than the cube, of tiles, each of which is an image (image.h).
 *
 * Example, with (oct9_rom_t bytes, oct9_rom_size_t size, const oct9_mm_t *robot,
 *                void (*drive)(const oct9_map_t *map, const oct9_frame_t *frame),
 *                void (*stop)(oct9_status_t why)):
 *
 *     static oct9_world_slot_t slots[8];
 *     static oct9_world_input_t campus;
 *     static oct9_world_t world;
 *     campus.bytes = bytes;
 *     campus.size = size;
 *     campus.slots = slots;
 *     campus.slot_count = 8;
 *     oct9_status_t status = oct9_world_open(&world, &campus);
 *     while (status == OCT9_OK || status == OCT9_AGAIN) {
 *         const oct9_map_t map = oct9_world_map(&world);
 *         status = oct9_world_at(&world, robot, 5000);
 *         if (status == OCT9_AGAIN)
 *             status = oct9_world_run(&world, 200);
 *         drive(&map, oct9_world_frame(&world));
 *     }
 *     stop(status);
 *
 * Tile (x, y, z) of a world is the cube of 512 cells whose low corner is at cell (512 x, 512 y,
 * 512 z) of the world. A cube whose corner is a multiple of 256 cells consists of eight octants,
 * each of which is an octant of a tile. Such a cube about the robot is an ordinary map: every query
 * takes it and answers exactly, in the frame of that cube.
 *
 * oct9_world_at keeps all that is within `reach_mm` of the robot in the cube: call it before each
 * group of queries, with the length of the longest one and its radius. Ask for no more: beyond the
 * cube is the outside (rules.h), though the world may go on there. A motion must have both ends,
 * with its radius, within the reach.
 *
 * Tiles are brought in slices, by oct9_world_run, the robot's own first, and then those within 256
 * cells of it. What is not there yet, or cannot be had, is unknown: so by default it blocks, but
 * with rules.unknown = OCT9_PASSES a robot drives through it. In a layered map over the world, too,
 * except that with OCT9_LAYERED_UPPER_FIRST what the upper map knows counts. A tile that the world
 * does not have is of the state `absent`. Equal leaves of different tiles are not merged.
 *
 * A move of the cube makes queries and routes stale that began before. Cells, leaves and points
 * from before it mean other places after it: keep places in millimetres. It has moved iff the
 * origin of the frame has changed. What a query is asked must be made by the frame of the same
 * cube: take oct9_map_read_begin before the frame, and after the answer oct9_map_read_end.
 *
 * One task calls open, at and run. They must not interrupt a query of the world's map, nor one of a
 * layered map over it: a query that goes on in memory that has another tile now reads anywhere.
 * With several tasks hold one lock about each of these calls, and about each slice of a query. A
 * query may interrupt them: it finds the map as before or after, or is stale.
 *
 * Layout of the file, all little-endian, aligned to 4 bytes:
 *
 *   header    40 bytes, oct9_world_header_t
 *   table     tile_count * 20 bytes, oct9_world_tile_t, in the order of z, then y, then x
 *   images    each aligned to 4 bytes, where the table says; or elsewhere, and brought by `load` */
#ifndef OCT9_WORLD_H
#define OCT9_WORLD_H

#include "oct9/detail/world.h"
#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_WORLD_MAGIC 0x7739636fu /* the bytes "oc9w" */
#define OCT9_WORLD_VERSION 1u
#define OCT9_WORLD_TILES_MAX 65535u

/* The header, as in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` to the table's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_WORLD_VERSION */
    uint32_t tile_count;  /* 1..OCT9_WORLD_TILES_MAX */
    int32_t origin_mm[3]; /* the low corner of tile (0, 0, 0) */
    uint32_t cell_um;     /* a multiple of 125, so that 256 cells are whole millimetres */
    uint32_t reserved[2]; /* 0 */
} oct9_world_header_t;

/* Room for an open tile. The caller sets `memory` and `size` where tiles are brought by `load`; the
 * rest is the library's. */
typedef struct oct9_world_slot {
    void *memory;  /* aligned to 4 bytes */
    uint32_t size; /* in bytes */
    oct9_image_t image;
    oct9_world_place_t place;
    uint32_t used; /* the move at which it was last about the robot */
    bool open;
} oct9_world_slot_t;

/* A world as the caller gives it. It and all that it points to are used until the next open. What
 * is not filled in is 0. */
typedef struct oct9_world_input {
    oct9_rom_t bytes; /* header and table; and where `load` is NULL, the images */
    oct9_rom_size_t size;
    oct9_world_slot_t *slots; /* for the tiles about the robot: 8 suffice, 4 in a world that is one
                                 tile high. More keep tiles in case it comes back */
    uint16_t slot_count;      /* 1 and up */
    oct9_state_t absent;      /* of tiles that the world does not have: OCT9_UNKNOWN; or OCT9_FREE,
                                 and a tile that was forgotten is free, too */
    uint32_t *checked;      /* of tiles in place, a bit for each that was checked, so that it is not
                               checked again when it comes back; NULL: it is */
    uint32_t checked_words; /* of `checked`: a word for 32 tiles; oct9_world_open clears them */
    /* Brings the tile's image to a slot's memory; it is `offset` words from the beginning of the
     * file, if that is where the images are. Returns OCT9_OK when it is there; OCT9_AGAIN: not
     * yet, it is asked again for the same tile and memory, until it returns something else, though
     * the robot may have gone on; another status: it failed. `tile` is valid during the call only.
     * NULL: images are read in place. */
    oct9_status_t (*load)(void *context, const oct9_world_tile_t *tile, void *memory);
    void *context;
} oct9_world_input_t;

/* Opens a world. Nothing is known about any place until oct9_world_run has checked the table and
 * opened tiles. Do not copy or move the struct. A load must not go on in its slots.
 * Fails with OCT9_ERR_ARGUMENT iff the address is no multiple of 4, with `load` a slot's memory is
 * NULL or no multiple of 4, there is no slot, `absent` is OCT9_OCCUPIED, or `checked` has less bits
 * than there are tiles; else with OCT9_ERR_IMAGE_SHORT, _MAGIC, _VERSION iff the header is not
 * complete, not of a world, or of another version; with OCT9_ERR_IMAGE_COUNT iff tile_count is out
 * of its range; with OCT9_ERR_IMAGE_SHORT iff the table is not complete; with OCT9_ERR_IMAGE_STATE
 * iff cell_um is out of its range: the first of these that holds. Queries of an earlier world there
 * are stale. A layered map over it is to be placed anew.
 * Stack: M0 76 bytes. One writer. */
oct9_status_t oct9_world_open(oct9_world_t *world, const oct9_world_input_t *input);

/* Moves the cube, if need be, so that all within `reach_mm` of a place is in it. It moves on an
 * axis only where that is not so now: the smaller the reach, the rarer. Returns OCT9_OK if all
 * tiles within 256 cells of the place are there, or known to be none; OCT9_AGAIN: call
 * oct9_world_run.
 * Fails with OCT9_ERR_RANGE iff the reach with two sub-cells and 2 mm is more than 128 cells, or
 * the place is farther than 32,767 tiles from tile (0, 0, 0), or the cube's corner does not fit
 * int32_t: then nothing has changed. Fails as oct9_world_run did last, if a tile could not be had
 * and all others are there: the cube is in its place, and that tile unknown. Call oct9_world_run to
 * try again, not at once, if it comes from a card. The cost grows with the slots.
 * Stack: M0 228 bytes. One writer. */
oct9_status_t oct9_world_at(oct9_world_t *world, const oct9_mm_t *place_mm, uint32_t reach_mm);

/* Goes on with what is slow: at first checks the table, then looks for the tiles about the place
 * and opens those that the world has. Of the slots that hold no such tile it takes the one that was
 * needed longest ago. A step of the budget is one of the table, of oct9_image_open_run, or a call
 * of `load`. Returns OCT9_OK when all are open, or before the first oct9_world_at the table is
 * checked; OCT9_AGAIN when the budget is used up, or `load` has returned that.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0. Fails when a tile cannot be had: it stays unknown,
 * the next call goes on with the others, and when all others are open begins with it again:
 * - OCT9_ERR_WORLD_SLOTS: no slot is free, or the free one has no room for it: with `load` give all
 *   slots room for the largest tile;
 * - OCT9_ERR_WORLD_TILE: the image is not where the table says, or its CRC, its place or its cells
 *   are not those of the table; or it has 2^23 nodes or more;
 * - the status of `load`, or that of oct9_image_open.
 * Where the table is bad there are no tiles, and each call fails with OCT9_ERR_IMAGE_CRC iff its
 * bytes or the header's have changed, or OCT9_ERR_WORLD_ORDER iff its tiles are not in order or two
 * are at one place.
 * Stack: M0 288 bytes. One writer. */
oct9_status_t oct9_world_run(oct9_world_t *world, uint32_t budget);

/* Returns the cube as a map, for every query. It is kept by pointer.
 * Inline. Reentrant. */
static inline oct9_map_t oct9_world_map(const oct9_world_t *world)
{
    return oct9_map_of_image(&world->image);
}

/* Returns the frame of the cube, for what is asked of its map. It changes when the cube moves: ask
 * after each oct9_world_at.
 * Inline. Reentrant. */
static inline const oct9_frame_t *oct9_world_frame(const oct9_world_t *world)
{
    return &world->image.frame;
}

/* Returns the frame of the world, whose corner is that of tile (0, 0, 0), for oct9_layered_shift.
 * It never changes.
 * Inline. Reentrant. */
static inline const oct9_frame_t *oct9_world_base(const oct9_world_t *world)
{
    return &world->base;
}

#ifdef __cplusplus
}
#endif
#endif
