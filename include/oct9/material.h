/* SPDX-License-Identifier: MIT */
/* Materials: a number for each cell of a map: the kind of a floor, a zone that is no-go, a colour.
 * The caller chooses what the numbers mean.
 *
 * Example, with (const oct9_map_t *map, const oct9_material_t *materials, oct9_point_t a,
 *                oct9_point_t b, void (*slow_down)(void)):
 *
 *     enum { CARPET = 3 };
 *     const oct9_cast_input_t ray = { .from = a, .to = b };
 *     oct9_cast_output_t hit;
 *     if (oct9_cast_ray(map, &ray, &hit) == OCT9_OK && hit.hit == OCT9_HIT_LEAF &&
 *         oct9_material_matches(materials, &hit.leaf, OCT9_PAYLOAD_MAX, CARPET))
 *         slow_down();
 *
 * The numbers stand in a table beside the map: no map, no query and no image has a byte for them.
 * A table is asked for a cell, or for a leaf that any query returned. A leaf may hold several
 * materials, because only states make leaves.
 *
 * A table is made of a map image, for its known cells or for its occupied ones. For these it is
 * exact; of another cell it returns any of its numbers. So it takes 6 bytes for each change of the
 * material along the cells that count, in the order of their Morton codes.
 *
 * `oct9 material` bakes a table. It is read in place, from flash. Nothing is copied and nothing is
 * trusted: oct9_material_open validates all that the other calls rely on. The bytes must not change
 * while the table is in use.
 *
 * Layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    40 bytes, oct9_material_header_t
 *   codes     run_count * 4 bytes: the Morton code at which a run begins, the first one 0,
 *             ascending (bits 3 i, 3 i + 1 and 3 i + 2 of a code are bit i of x, y and z)
 *   values    run_count * 2 bytes: the number of all cells of a run, 0..OCT9_PAYLOAD_MAX;
 *             2 bytes of 0 if the count is odd
 *
 * A run ends where the next one begins, the last one at the cube's end. The cells of a leaf have
 * codes side by side, so that a leaf of one material lies in one run. */
#ifndef OCT9_MATERIAL_H
#define OCT9_MATERIAL_H

#include "oct9/detail/rom.h"
#include "oct9/leaf.h"
#include "oct9/rom.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_MATERIAL_MAGIC 0x6d39636fu /* the bytes "oc9m" */
#define OCT9_MATERIAL_VERSION 1u

/* The header, as in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` to the table's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_MATERIAL_VERSION */
    uint32_t bytes;       /* of the whole table, a multiple of 4 */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t run_count; /* 1..2^27 */
    uint32_t states;    /* OCT9_STATES_: of the cells for which the table is exact; not 0 */
} oct9_material_header_t;

/* An open table; oct9_material_open fills it. */
typedef struct {
    oct9_rom_words_t codes;
    oct9_rom_halves_t values;
    uint32_t run_count;
    uint8_t states;     /* as in the header */
    oct9_frame_t frame; /* that of the map that the table was made for; no call compares them */
} oct9_material_t;

/* Opens `size` bytes at `bytes` in place; what follows the table's own length is ignored.
 * Fails with the first of these that holds:
 * - OCT9_ERR_ARGUMENT: the address is no multiple of 4;
 * - OCT9_ERR_IMAGE_SHORT: size is below the header's length;
 * - OCT9_ERR_IMAGE_MAGIC, OCT9_ERR_IMAGE_VERSION: not a table, or not of this version;
 * - OCT9_ERR_IMAGE_SHORT: size is below the table's length;
 * - OCT9_ERR_IMAGE_COUNT: run_count is out of range, or the length contradicts it;
 * - OCT9_ERR_IMAGE_CRC: the bytes have changed since the table was made;
 * - OCT9_ERR_IMAGE_STATE: cell_um or `states` is out of range;
 * - OCT9_ERR_IMAGE_INDEX: the first code is not 0, a code is not above the one before it, or is
 *   2^27 or above;
 * - OCT9_ERR_IMAGE_STATE: a value is above OCT9_PAYLOAD_MAX.
 * After an error the table is unchanged. Malicious bytes do no harm.
 * Its cost is one pass over the bytes for the CRC and one over the runs.
 * Stack: M0 128 bytes. Reentrant. */
oct9_status_t oct9_material_open(oct9_material_t *material, oct9_rom_t bytes, oct9_rom_size_t size);

/* Finds the material of a cell. Exact if the cell's state is in `states`; otherwise it is any of
 * the table's.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511.
 * Its cost grows with the logarithm of the number of runs.
 * Stack: M0 48 bytes. Reentrant. */
oct9_status_t oct9_material_at(const oct9_material_t *material, oct9_cell_t cell, uint16_t *value);

/* Returns true iff the material of some cell of a leaf matches: (material & mask) == value, as the
 * filter of rules.h; or the leaf's state is not in `states`. So a zone that is no-go is not missed.
 * `leaf` is one that a query of the map returned. Exact for states that are in `states`.
 * Its cost grows with the logarithm of the number of runs, and with the runs within the leaf up to
 * the first that matches.
 * Stack: M0 48 bytes. Reentrant. */
bool oct9_material_matches(const oct9_material_t *material, const oct9_leaf_t *leaf, uint16_t mask,
                           uint16_t value);

#ifdef __cplusplus
}
#endif
#endif
