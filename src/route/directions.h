/* SPDX-License-Identifier: MIT */
/* Internal: where a search for a route can go from a node.
 *
 * A key is a node's place: the low corner of its cells, 9 bits for each axis, its level, 2 bits,
 * and the number of the tree that it belongs to. An end of the route is no node of the octree: its
 * key has the number of the tree alone. */
#ifndef OCT9_SRC_DIRECTIONS_H
#define OCT9_SRC_DIRECTIONS_H

#include "oct9/route.h"

#include <stdbool.h>

#define OCT9_KEY_NONE UINT32_MAX /* of no node */
#define OCT9_KEY_LEVEL_BIT 27u
#define OCT9_KEY_TREE_BIT 29u
#define OCT9_KEY_OTHER \
    ((uint32_t)1 << OCT9_KEY_TREE_BIT) /* XOR: the same place in the other tree */
#define OCT9_KEY_LEVEL_MAX 3u

static inline unsigned oct9_key_level(uint32_t key)
{
    return key >> OCT9_KEY_LEVEL_BIT & 3u;
}

static inline unsigned oct9_key_tree(uint32_t key)
{
    return key >> OCT9_KEY_TREE_BIT & 1u;
}

/* The key of the node of `level` that contains a key's corner, in the same tree. */
static inline uint32_t oct9_key_at_level(uint32_t key, unsigned level)
{
    const uint32_t below = ((uint32_t)1 << level) - 1u;
    const uint32_t corner = ((uint32_t)1 << OCT9_KEY_LEVEL_BIT) - 1u -
                            (below | below << 9 | below << 18);
    return (key & (corner | OCT9_KEY_OTHER)) | (uint32_t)level << OCT9_KEY_LEVEL_BIT;
}

/* The centre of a node, moved to the nearest height that is allowed. */
void oct9_key_centre(uint32_t key, const oct9_heights_t *heights, oct9_point_t *centre);

/* About the distance of two points, in units of 8 sub-cells: the length of the shortest polyline of
 * the 26 directions. */
uint32_t oct9_key_distance(const oct9_point_t *a, const oct9_point_t *b);

/* A node or an end from which the search goes on. */
typedef struct {
    const oct9_route_lattice_t *lattice;
    bool end;
    uint32_t key;
    int32_t corner[3]; /* of an end: of the cell that it is in */
    uint8_t axis[3];   /* by the length of the vector to the other end: the longest first */
    int8_t sign[3];    /* of that vector */
} oct9_source_t;

void oct9_source_begin(oct9_source_t *source, const oct9_route_lattice_t *lattice, uint32_t key,
                       bool end);

/* The key of what lies in a direction, or OCT9_KEY_NONE. */
uint32_t oct9_source_look(const oct9_source_t *source, unsigned cursor);

/* The direction after this one; from oct9_source_end on there is none. */
unsigned oct9_source_after(const oct9_source_t *source, unsigned cursor);
unsigned oct9_source_end(const oct9_source_t *source);

/* How late a direction, which leads to `key`, is to be tried: the distance from there to the other
 * end, and more for the directions to smaller nodes. */
uint32_t oct9_source_rank(const oct9_source_t *source, unsigned cursor, uint32_t key);

#endif
