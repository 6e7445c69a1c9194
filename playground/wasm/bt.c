/* SPDX-License-Identifier: MIT */
/* From an OctoMap .bt to a map image, by the very baker of `oct9 bake`.
 *
 * The nodes of a .bt stand depth first, 2 bytes an inner node: for each child, child 0 in the
 * lowest bits, 0 unknown, 1 free, 2 occupied, 3 an inner node. The page reads the text before. */
#include "tools/format/bake.h"
#include "tools/source/fill.h"
#include "tools/source/placement.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { DEPTH = 16, FREE = 1, OCCUPIED = 2, INNER = 3 };

typedef enum {
    BT_OK,
    BT_CUT_OFF,
    BT_CHILDLESS,
    BT_TOO_DEEP,
    BT_EMPTY,
    BT_TOO_LARGE,
    BT_NO_MEMORY
} bt_result_t;

/* Where a node's children are visited. */
typedef struct {
    uint32_t states; /* of the children, two bits each */
    uint32_t child;  /* the next one */
    int32_t lo[3];
} bt_node_t;

typedef struct {
    const uint8_t *at, *end;
    source_t source;       /* without room its leaves are only counted */
    uint32_t nodes;        /* all of them, as the header counts */
    bt_node_t path[DEPTH]; /* [d]: a node of edge 1 << (DEPTH - d) */
} bt_t;

static unsigned char *image;
static size_t image_size;
static uint32_t cell_um, node_count;

static bt_result_t enter(bt_t *bt, unsigned depth)
{
    if (bt->end - bt->at < 2)
        return BT_CUT_OFF;
    bt->path[depth].states = bt->at[0] | (uint32_t)bt->at[1] << 8;
    bt->path[depth].child = 0;
    bt->at += 2;
    bt->nodes++;
    return bt->path[depth].states == 0 ? BT_CHILDLESS : BT_OK;
}

static void add_leaf(bt_t *bt, const int32_t lo[3], int32_t size, uint32_t state)
{
    bt->nodes++;
    if (bt->source.leaves)
        bt->source.leaves[bt->source.count] = (source_leaf_t){ { lo[0], lo[1], lo[2] },
                                                               size,
                                                               state == OCCUPIED };
    bt->source.count++;
}

/* Goes to the next child of the path's last node. */
static bt_result_t step(bt_t *bt, unsigned *depth)
{
    bt_node_t *node = &bt->path[*depth];
    const int32_t half = 1 << (DEPTH - 1 - *depth);
    const uint32_t child = node->child++, state = node->states >> 2 * child & 3u;
    int32_t lo[3];
    for (unsigned a = 0; a < 3; a++)
        lo[a] = node->lo[a] + (child >> a & 1u ? half : 0);
    if (state == OCCUPIED || state == FREE)
        add_leaf(bt, lo, half, state);
    if (state != INNER)
        return BT_OK;
    if (*depth + 1 == DEPTH)
        return BT_TOO_DEEP;
    ++*depth;
    for (unsigned a = 0; a < 3; a++)
        bt->path[*depth].lo[a] = lo[a];
    return enter(bt, *depth);
}

static bt_result_t read_nodes(bt_t *bt, const uint8_t *bytes, uint32_t size)
{
    unsigned depth = 0;
    bt->at = bytes;
    bt->end = bytes + size;
    bt->source.count = bt->nodes = 0;
    for (unsigned a = 0; a < 3; a++)
        bt->path[0].lo[a] = -SOURCE_CELLS / 2;
    bt_result_t result = enter(bt, 0);
    while (result == BT_OK) {
        if (bt->path[depth].child < 8)
            result = step(bt, &depth);
        else if (depth-- == 0)
            break;
    }
    return result;
}

/* The map's own cell, or the smallest whole multiple of it with which the cube holds it all. */
static bool place(placement_t *placement, const source_t *source)
{
    const box_um_t box = source_bounds(source);
    for (uint32_t times = 1; times <= SOURCE_CELLS / OCT9_CELLS + 1; times++)
        if ((uint64_t)source->cell_um * times <= OCT9_CELL_UM_MAX &&
            placement_try(placement, &box, source->cell_um * times))
            return true;
    return false;
}

static bt_result_t bake(const source_t *source)
{
    placement_t placement;
    if (!place(&placement, source))
        return BT_TOO_LARGE;
    const oct9_frame_t frame = placement_frame(&placement);
    grid_t grid = grid_new();
    cell_um = placement.cell_um;
    if (!grid.bricks || !resample_leaves(&grid, &placement, source) ||
        !bake_image(&grid, &frame, placement.extent, &image, &image_size))
        return BT_NO_MEMORY;
    return BT_OK;
}

/* Room for the nodes of a file. */
void *EXPORT(bt_room)(uint32_t size)
{
    return malloc(size);
}

/* Bakes them; cells are `um` long. */
bt_result_t EXPORT(bt_bake)(const uint8_t *bytes, uint32_t size, uint32_t um)
{
    static bt_t bt;
    bt.source.cell_um = um;
    bt_result_t result = read_nodes(&bt, bytes, size);
    node_count = bt.nodes;
    if (result == BT_OK && bt.source.count == 0)
        result = BT_EMPTY;
    if (result != BT_OK)
        return result;
    bt.source.leaves = calloc(bt.source.count, sizeof *bt.source.leaves);
    if (!bt.source.leaves)
        return BT_NO_MEMORY;
    (void)read_nodes(&bt, bytes, size);
    return bake(&bt.source);
}

/* What came of it: how many nodes there were, the image, its cells' length. */
uint32_t EXPORT(bt_nodes)(void)
{
    return node_count;
}
const unsigned char *EXPORT(bt_image)(void)
{
    return image;
}
uint32_t EXPORT(bt_image_size)(void)
{
    return (uint32_t)image_size;
}
uint32_t EXPORT(bt_cell_um)(void)
{
    return cell_um;
}
