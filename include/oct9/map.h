/* SPDX-License-Identifier: MIT */
/* A map: a tree in RAM, an image in flash, one over the other (layered.h), or the cube of a world
 * (world.h). Every query takes any of them.
 *
 * Example, with (const oct9_tree_t *tree, uint16_t x, uint16_t y, uint16_t z, void (*stop)(void)):
 *
 *     const oct9_map_t map = oct9_map_of_tree(tree);
 *     const oct9_cell_t cell = { x, y, z };
 *     oct9_leaf_t leaf;
 *     if (oct9_map_locate(&map, cell, &leaf) != OCT9_OK || leaf.state != OCT9_FREE)
 *         stop();
 */
#ifndef OCT9_MAP_H
#define OCT9_MAP_H

#include "oct9/image.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A map by reference. Exactly one is set; a layered map and a world's cube set `image`. What it
 * points to must outlive the queries. */
typedef struct {
    const oct9_tree_t *tree;
    const oct9_image_t *image;
} oct9_map_t;

/* Returns a tree as a map. The tree is kept by pointer.
 * Inline. Reentrant. */
static inline oct9_map_t oct9_map_of_tree(const oct9_tree_t *tree)
{
    oct9_map_t map = { tree, NULL };
    return map;
}

/* Returns an image as a map. The image is kept by pointer.
 * Inline. Reentrant. */
static inline oct9_map_t oct9_map_of_image(const oct9_image_t *image)
{
    oct9_map_t map = { NULL, image };
    return map;
}

/* Finds the leaf that holds a cell.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511. It does not look for a write in
 * progress: oct9_probe_point does, and oct9_map_read_begin serves where writes come in between.
 * The cost grows with the depth of the leaf, at most 9 levels.
 * Stack: M0 96 bytes. Reentrant. */
oct9_status_t oct9_map_locate(const oct9_map_t *map, oct9_cell_t cell, oct9_leaf_t *leaf);

/* Begins to read a map, in an interrupt, or where a writer may interrupt. Returns the generation,
 * for oct9_map_read_end: 0 for an image, which never changes; a world's cube does.
 *
 *     const uint32_t seen = oct9_map_read_begin(map);
 *     ... one or more queries ...
 *     if (oct9_map_read_end(map, seen) != OCT9_OK) the results are invalid
 *
 * An odd generation: a write is in progress, and oct9_map_read_end will fail. If you interrupted
 * the writer, do not ask again before it had time to run: use reader.h.
 * A query that meets a write reads only what is in the pool, and ends as any other query does, but
 * its result may be wrong. On AVR this call delays interrupts by 12 cycles for each tree.
 * Stack: M0 16 bytes. Reentrant. */
uint32_t oct9_map_read_begin(const oct9_map_t *map);

/* Ends a read of a map: OCT9_OK if the results since oct9_map_read_begin are valid.
 * Fails with OCT9_ERR_STALE iff a write was in progress when the read began, or came since; for a
 * layered map a write to either tree or to its pose; for a world's cube a move, or a tile that
 * came. On AVR it delays interrupts as oct9_map_read_begin does.
 * Stack: M0 16 bytes. Reentrant. */
oct9_status_t oct9_map_read_end(const oct9_map_t *map, uint32_t seen);

#ifdef __cplusplus
}
#endif
#endif
