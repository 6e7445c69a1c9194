/* SPDX-License-Identifier: MIT */
/* Every segment between two of the 16^3 points that lie a quarter of a cell apart in a cube of four
 * cells: 16,777,216 segments in each of several trees and images, corners and edges of all kinds
 * among them. Leaves, their order, the times at which they are entered, and the end must be the
 * oracle's.
 *
 * The oracle knows nothing of trees. Coordinates and lengths are small, so that all times are
 * multiples of 1/360360, and the cell at each event and between each two is found by division.
 *
 * Usage: test_lattice [NAME [POINTS]]: prints "| NAME, map | segments | leaves |" for the table in
 * docs/verification.md; only the segments from POINTS points all over the cube. */
#include "oct9/image.h"
#include "oct9/walk.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"
#include "tools/format/bake.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CELLS = 4, /* the cube's edge */
    REGION = CELLS * CELLS * CELLS,
    STEPS = 4, /* lattice points to a cell */
    EDGE = CELLS * STEPS,
    POINTS = EDGE * EDGE * EDGE,
    STEP_Q6 = OCT9_CELL_Q6 / STEPS,
    END = 2 * 360360, /* the segment's end in ticks: an event is at an even one,
                         as 360360 is a multiple of 1..15 */
    VISITS_MAX = 3 * CELLS
};

/* --- the oracle: cells and when they are entered --------------------------------------------- */

typedef struct {
    int cell[VISITS_MAX]; /* x + 4 y + 16 z */
    int tick[VISITS_MAX];
    int count;
} visits_t;

static void coordinates(int point, int at[3])
{
    at[0] = point % EDGE;
    at[1] = point / EDGE % EDGE;
    at[2] = point / EDGE / EDGE;
}

static int cell_at(const int from[3], const int delta[3], int tick)
{
    const int x = (from[0] * END + delta[0] * tick) / (STEPS * END);
    const int y = (from[1] * END + delta[1] * tick) / (STEPS * END);
    const int z = (from[2] * END + delta[2] * tick) / (STEPS * END);
    return x + CELLS * y + CELLS * CELLS * z;
}

/* A new cell, entered at `event`: at that time, or at once after it. */
static void meet(visits_t *visits, int cell, int event)
{
    if (visits->count != 0 && visits->cell[visits->count - 1] == cell)
        return;
    visits->cell[visits->count] = cell;
    visits->tick[visits->count] = event;
    visits->count++;
}

/* The times at which a plane between cells is reached, in order, the end behind them. */
static int find_events(const int from[3], const int delta[3], int events[])
{
    int count = 0;
    for (int a = 0; a < 3; a++) {
        for (int plane = 1; plane < CELLS && delta[a] != 0; plane++) {
            const int tick = (plane * STEPS - from[a]) * END / delta[a];
            if (tick <= 0 || tick >= END)
                continue;
            int at = count++;
            for (; at > 0 && events[at - 1] > tick; at--)
                events[at] = events[at - 1];
            events[at] = tick;
        }
    }
    events[count++] = END;
    return count;
}

static void look(visits_t *visits, const int from[3], const int to[3])
{
    const int delta[3] = { to[0] - from[0], to[1] - from[1], to[2] - from[2] };
    int events[3 * (CELLS - 1) + 1];
    const int count = find_events(from, delta, events);
    int last = 0;
    visits->count = 0;
    meet(visits, cell_at(from, delta, 0), 0);
    for (int i = 0; i < count; i++) {
        meet(visits, cell_at(from, delta, (last + events[i]) / 2), last);
        meet(visits, cell_at(from, delta, events[i]), events[i]);
        last = events[i];
    }
}

/* --- the worlds ------------------------------------------------------------------------------ */

/* What the cube's cells hold; the rest of the world holds 0. */
typedef struct {
    const char *name;
    int base[3]; /* where the cube lies; some of its cells may be outside the world */
    uint16_t (*value)(int x, int y, int z);
    bool states; /* values are states: an image too */
} world_t;

static uint16_t each_cell(int x, int y, int z)
{
    return (uint16_t)(1 + x + CELLS * y + CELLS * CELLS * z);
}

static uint16_t octants(int x, int y, int z)
{
    return each_cell(x / 2, y / 2, z / 2);
}

static uint16_t octants_and_cells(int x, int y, int z)
{
    return (x / 2 + y / 2 + z / 2) % 2 == 0 ? octants(x, y, z) : each_cell(x, y, z);
}

static uint16_t sparse(int x, int y, int z)
{
    return (x * 7 + y * 5 + z * 3) % 6 == 0 ? OCT9_OCCUPIED : OCT9_UNKNOWN;
}

static uint16_t mixed(int x, int y, int z)
{
    return x / 2 == y / 2 ? (uint16_t)((x * y + z) % 3) : OCT9_FREE;
}

static const world_t worlds[] = {
    { "each cell a leaf", { 0, 0, 0 }, each_cell, false },
    { "leaves of two cells", { 508, 508, 508 }, octants, false },
    { "leaves of one and two", { 4, 508, 248 }, octants_and_cells, false },
    { "cells across the world's middle", { 254, 254, 254 }, each_cell, false },
    { "few cells beside large leaves", { 255, 256, 253 }, sparse, true },
    { "three states", { 252, 0, 508 }, mixed, true },
    { "across a low, a high and a low face", { -2, 510, -2 }, each_cell, false },
    { "across a high, a low and a high face", { 510, -2, 510 }, octants_and_cells, false },
};
enum { WORLDS = sizeof worlds / sizeof worlds[0] };

static uint16_t value_of(const world_t *world, int x, int y, int z)
{
    x -= world->base[0];
    y -= world->base[1];
    z -= world->base[2];
    const bool in = x >= 0 && x < CELLS && y >= 0 && y < CELLS && z >= 0 && z < CELLS;
    return in ? world->value(x, y, z) : 0;
}

/* All cells of a node hold the same: it is looked at from one cell around the cube. */
static bool alike(const world_t *world, const int corner[3], int size, uint16_t value)
{
    int lo[3], hi[3];
    const int *const base = world->base;
    for (int a = 0; a < 3; a++) {
        lo[a] = corner[a] > base[a] - 1 ? corner[a] : base[a] - 1;
        hi[a] = corner[a] + size < base[a] + CELLS + 1 ? corner[a] + size : base[a] + CELLS + 1;
    }
    for (int z = lo[2]; z < hi[2]; z++)
        for (int y = lo[1]; y < hi[1]; y++)
            for (int x = lo[0]; x < hi[0]; x++)
                if (value_of(world, x, y, z) != value)
                    return false;
    return true;
}

/* The place of one of the cube's cells. Returns false if it is outside the world. */
static bool place_of(const world_t *world, int cell, int at[3])
{
    at[0] = world->base[0] + cell % CELLS;
    at[1] = world->base[1] + cell / CELLS % CELLS;
    at[2] = world->base[2] + cell / CELLS / CELLS;
    for (int a = 0; a < 3; a++)
        if (at[a] < 0 || at[a] >= OCT9_CELLS)
            return false;
    return true;
}

/* The largest node around a cell that holds one value. */
static oct9_leaf_t leaf_of(const world_t *world, const int at[3])
{
    const uint16_t value = value_of(world, at[0], at[1], at[2]);
    unsigned level = OCT9_LEVELS;
    int corner[3];
    for (;; level--) {
        for (int a = 0; a < 3; a++)
            corner[a] = at[a] >> level << level;
        if (alike(world, corner, 1 << level, value))
            break;
    }
    const oct9_leaf_t leaf = { { (uint16_t)corner[0], (uint16_t)corner[1], (uint16_t)corner[2] },
                               value,
                               (uint8_t)level,
                               (uint8_t)(value > 2 ? 2 : value) };
    return leaf;
}

/* --- the walk against the oracle ------------------------------------------------------------- */

/* A world as it is walked: its map, its leaves by cells. */
typedef struct {
    char name[64];
    oct9_map_t map;
    int base[3];
    bool inside[REGION];
    oct9_leaf_t leaf[REGION];
    int first[REGION]; /* the first cell of the same leaf */
    unsigned long segments, leaves;
} walked_t;

static bool same_leaf(const oct9_leaf_t *a, const oct9_leaf_t *b)
{
    return a->corner.x == b->corner.x && a->corner.y == b->corner.y && a->corner.z == b->corner.z &&
           a->payload == b->payload && a->level == b->level && a->state == b->state;
}

static oct9_point_t point_of(const int base[3], const int at[3])
{
    return point_from_low(base[0] * OCT9_CELL_Q6 + at[0] * STEP_Q6,
                          base[1] * OCT9_CELL_Q6 + at[1] * STEP_Q6,
                          base[2] * OCT9_CELL_Q6 + at[2] * STEP_Q6);
}

/* The walk is in the leaf that a cell of the oracle's lies in, and came at that tick. */
static bool is_there(const walked_t *world, const oct9_walk_t *walk, int cell, int tick)
{
    oct9_leaf_t leaf;
    oct9_fraction_t time;
    oct9_walk_leaf(walk, &leaf);
    (void)oct9_walk_entry(walk, &time);
    return same_leaf(&leaf, &world->leaf[cell]) &&
           (uint64_t)time.num * END == (uint64_t)tick * time.den;
}

static bool walk_agrees(walked_t *world, const oct9_point_t *from, const oct9_point_t *to,
                        const visits_t *visits)
{
    oct9_walk_t walk;
    bool more = oct9_walk_begin(&walk, &world->map, from, to);
    int in = -1;
    for (int i = 0; i < visits->count; i++) {
        const int cell = visits->cell[i];
        if (!world->inside[cell] || world->first[cell] == in)
            continue;
        if (!more || !is_there(world, &walk, cell, visits->tick[i]))
            return false;
        in = world->first[cell];
        world->leaves++;
        more = oct9_walk_next(&walk) > 0;
    }
    world->segments++;
    return !more;
}

static walked_t walked[2 * WORLDS];
static int walks;

static void walk_from(int point)
{
    static int reported;
    int a[3], b[3];
    visits_t visits;
    coordinates(point, a);
    for (int other = 0; other < POINTS; other++) {
        coordinates(other, b);
        look(&visits, a, b);
        for (int w = 0; w < walks; w++) {
            const oct9_point_t from = point_of(walked[w].base, a), to = point_of(walked[w].base, b);
            if (walk_agrees(&walked[w], &from, &to, &visits))
                continue;
            CHECK(!"the walk differs from the oracle");
            if (reported++ < 10)
                printf("  %s: (%d %d %d) to (%d %d %d)\n", walked[w].name, from.x, from.y, from.z,
                       to.x, to.y, to.z);
        }
    }
}

/* --- set up ---------------------------------------------------------------------------------- */

enum { BLOCKS = 128 };
OCT9_POOL(static, pools[WORLDS], BLOCKS);
static oct9_tree_t trees[WORLDS];
static oct9_image_t images[WORLDS];
static unsigned char *bytes[WORLDS];

static void set_tree(const world_t *world, oct9_tree_t *tree, oct9_block_t *pool)
{
    CHECK_EQ(oct9_tree_init(tree, pool, BLOCKS, NULL), OCT9_OK);
    for (int i = 0; i < REGION; i++) {
        const int x = i % CELLS, y = i / CELLS % CELLS, z = i / CELLS / CELLS;
        int at[3];
        if (!place_of(world, i, at))
            continue;
        const oct9_cell_t cell = { (uint16_t)at[0], (uint16_t)at[1], (uint16_t)at[2] };
        CHECK_EQ(oct9_tree_set_cell(tree, cell, world->value(x, y, z)), OCT9_OK);
    }
}

static void bake(const world_t *world, oct9_image_t *image, unsigned char **into)
{
    static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 100000);
    static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    size_t size = 0;
    grid_t grid = grid_new();
    for (int i = 0; i < REGION; i++) {
        const int x = i % CELLS, y = i / CELLS % CELLS, z = i / CELLS / CELLS;
        int at[3];
        if (place_of(world, i, at))
            grid_set(&grid, (unsigned)at[0], (unsigned)at[1], (unsigned)at[2],
                     (oct9_state_t)world->value(x, y, z));
    }
    CHECK(bake_image(&grid, &frame, extent, into, &size));
    grid_free(&grid);
    CHECK_EQ(oct9_image_open(image, *into, size), OCT9_OK);
}

static void add(const world_t *world, const char *kind, oct9_map_t map)
{
    walked_t *const to = &walked[walks++];
    snprintf(to->name, sizeof to->name, "%s, %s", world->name, kind);
    to->map = map;
    for (int a = 0; a < 3; a++)
        to->base[a] = world->base[a];
    for (int i = 0; i < REGION; i++) {
        int at[3];
        to->inside[i] = place_of(world, i, at);
        if (!to->inside[i])
            continue;
        to->leaf[i] = leaf_of(world, at);
        to->first[i] = 0;
        while (!to->inside[to->first[i]] || !same_leaf(&to->leaf[to->first[i]], &to->leaf[i]))
            to->first[i]++;
    }
}

static void set_up(void)
{
    for (int w = 0; w < WORLDS; w++) {
        set_tree(&worlds[w], &trees[w], pools[w]);
        add(&worlds[w], "tree", oct9_map_of_tree(&trees[w]));
        if (!worlds[w].states)
            continue;
        bake(&worlds[w], &images[w], &bytes[w]);
        add(&worlds[w], "image", oct9_map_of_image(&images[w]));
    }
}

static int point_count = POINTS;

static void walks_every_segment(void)
{
    /* An odd step: all points, in another order. */
    for (int i = 0; i < point_count; i++)
        walk_from(i * 1021 % POINTS);
    for (int w = 0; w < walks; w++)
        CHECK_EQ(walked[w].segments, (unsigned long)point_count * POINTS);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        point_count = atoi(argv[2]);
    RUN(set_up);
    RUN(walks_every_segment);
    for (int w = 0; w < walks; w++)
        printf("| %s, %s | %lu | %lu |\n", argc > 1 ? argv[1] : "walk", walked[w].name,
               walked[w].segments, walked[w].leaves);
    for (int w = 0; w < WORLDS; w++)
        free(bytes[w]);
    return test_end();
}
