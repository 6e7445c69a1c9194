/* SPDX-License-Identifier: MIT */
/* Bricks of 8 x 8 x 8 bits: from brick to brick, and from cell to cell in those that are not
 * empty. */
#include "bench/reach.h"
#include "bench/segment.h"

enum { EDGE_LEVEL = 3, EDGE = 1 << EDGE_LEVEL, CUBE_BRICKS = OCT9_CELLS / EDGE };

/* In a brick a cell's index counts its bits from bit 12 on. Below are its three mirrored places,
 * in 4 bits each, which only grow: the highest of the 4 is set when it has left. */
enum { BIT_SHIFT = 12, HAS_LEFT = 0x888 };

typedef enum { BRICK_HIT, BRICK_END, BRICK_LEFT } brick_end_t;

static bool is_set(const uint8_t *brick, int32_t at)
{
    return brick[(uint32_t)at >> (BIT_SHIFT + 3)] >> (at >> BIT_SHIFT & 7) & 1;
}

/* A ray, and how it steps in all bricks. */
typedef struct {
    segment_t segment;
    stepper_t cells;
    uint32_t flip; /* 7 for each mirrored axis, as the bits' numbers have them */
} in_bricks_t;

HOT void set_in_bricks(in_bricks_t *in)
{
    stepper_set(&in->cells, &in->segment, CELL_SHIFT);
    in->flip = 0;
    EACH_AXIS
    {
        const int32_t bit = 1 << (EDGE_LEVEL * axis + BIT_SHIFT), place = 1 << (4 * axis);
        in->cells.stride[axis] = (in->segment.late[axis] ? -bit : bit) + place;
        in->flip |= (in->segment.late[axis] ? EDGE - 1u : 0) << EDGE_LEVEL * axis;
    }
}

static int32_t first_in_brick(const in_bricks_t *in, const uint32_t cell[3])
{
    const uint32_t x = cell[0] % EDGE, y = cell[1] % EDGE, z = cell[2] % EDGE;
    const uint32_t bit = (z << 2 * EDGE_LEVEL | y << EDGE_LEVEL | x) ^ in->flip;
    return (int32_t)(bit << BIT_SHIFT | z << 8 | y << 4 | x);
}

/* From its first cell in a brick, mirrored, to the first that is set: which `cell` is then. */
static __attribute__((noinline)) brick_end_t in_brick(const uint8_t *brick, const in_bricks_t *in,
                                                      uint32_t cell[3], int32_t *at)
{
    stepper_t s = in->cells;
    stepper_begin(&s, &in->segment, CELL_SHIFT, cell);
    s.at = first_in_brick(in, cell);
    while (!is_set(brick, s.at)) {
        if (s.left <= 0)
            return BRICK_END;
        step(&s);
        if (s.at & HAS_LEFT)
            return BRICK_LEFT;
    }
    EACH_AXIS
    cell[axis] = (cell[axis] & ~(EDGE - 1u)) | ((uint32_t)s.at >> (4 * axis) & (EDGE - 1u));
    *at = s.at;
    return BRICK_HIT;
}

/* The brick at an index of the table, which is not empty. False if the ray goes on behind it. */
static __attribute__((noinline)) bool meet(const bricks_t *bricks, const in_bricks_t *in,
                                           int32_t index, bool unknown_passes, grid_hit_t *hit)
{
    const unsigned plane = unknown_passes ? GRID_OCCUPIED : GRID_CLOSED;
    const segment_t *segment = &in->segment;
    uint32_t place[3], cell[3];
    int32_t at;
    const bool guard = segment_place(segment, &bricks->extent, index, CUBE_BRICKS, place);
    const moment_t entry = segment_entry(segment, BRICK_SHIFT, place);
    segment_cell(segment, &entry, cell);
    if (guard) {
        segment_leaves(segment, cell, unknown_passes, hit);
        return true;
    }
    const uint8_t *brick = bricks->brick[bricks->table[plane][index] - 1];
    switch (in_brick(brick, in, cell, &at)) {
    case BRICK_LEFT: return false;
    case BRICK_END: segment_no_hit(segment, hit); return true;
    default: break;
    }
    const unsigned occupied = bricks->table[GRID_OCCUPIED][index];
    segment_hit(segment, cell, hit);
    hit->state = occupied != 0 && is_set(bricks->brick[occupied - 1u], at) ? OCT9_OCCUPIED
                                                                           : OCT9_UNKNOWN;
    return true;
}

void bricks_cast(const bricks_t *bricks, const bench_ray_t *ray, bool unknown_passes,
                 grid_hit_t *hit)
{
    const uint16_t *table = bricks->table[unknown_passes ? GRID_OCCUPIED : GRID_CLOSED];
    in_bricks_t in;
    stepper_t s;
    uint32_t first[3];
    segment_set(&in.segment, ray);
    set_in_bricks(&in);
    segment_first(&in.segment, BRICK_SHIFT, first);
    stepper_set(&s, &in.segment, BRICK_SHIFT);
    stepper_begin(&s, &in.segment, BRICK_SHIFT, first);
    stepper_index(&s, &in.segment, &bricks->extent, CUBE_BRICKS, first);
    for (;;) {
        if (table[s.at] != 0 && meet(bricks, &in, s.at, unknown_passes, hit))
            return;
        if (s.left <= 0)
            break;
        step(&s);
    }
    segment_no_hit(&in.segment, hit);
}

/* The brick's rows in reach; `low` is its first cell. */
static bool sphere_in_brick(const uint8_t *brick, const reach_t *reach, const int32_t low[3])
{
    const int32_t first_y = reach_later(reach->first[1], low[1]);
    const int32_t end_y = reach_earlier(reach->end[1], low[1] + EDGE);
    const int32_t end_z = reach_earlier(reach->end[2], low[2] + EDGE);
    const uint32_t below = (1u << reach_later(reach->first[0] - low[0], 0)) - 1u;
    const uint32_t mask = ((1u << reach_earlier(reach->end[0] - low[0], EDGE)) - 1u) & ~below;
    for (int32_t z = reach_later(reach->first[2], low[2]); z < end_z; z++)
        for (int32_t y = first_y; y < end_y; y++) {
            const uint32_t row = brick[EDGE * (z - low[2]) + y - low[1]] & mask;
            if (row != 0 && reach_meets(reach, row, low[0], y, z))
                return true;
        }
    return false;
}

bool bricks_sphere(const bricks_t *bricks, const oct9_point_t *centre, uint32_t radius)
{
    const grid_extent_t *extent = &bricks->extent;
    const uint16_t *table = bricks->table[GRID_OCCUPIED];
    reach_t reach;
    int32_t low[3];
    reach_set(&reach, extent, EDGE_LEVEL, centre, radius);
    for (low[2] = reach.first[2] & -EDGE; low[2] < reach.end[2]; low[2] += EDGE)
        for (low[1] = reach.first[1] & -EDGE; low[1] < reach.end[1]; low[1] += EDGE)
            for (low[0] = reach.first[0] & -EDGE; low[0] < reach.end[0]; low[0] += EDGE) {
                const int32_t slice = (low[2] / EDGE - extent->low[2]) * extent->size[1];
                const int32_t row = (slice + low[1] / EDGE - extent->low[1]) * extent->size[0];
                const unsigned entry = table[row + low[0] / EDGE - extent->low[0]];
                if (entry != 0 && sphere_in_brick(bricks->brick[entry - 1u], &reach, low))
                    return true;
            }
    return false;
}
