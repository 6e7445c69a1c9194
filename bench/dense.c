/* SPDX-License-Identifier: MIT */
/* Dense bits: from cell to cell. */
#include "bench/reach.h"
#include "bench/segment.h"

static bool is_set(const uint8_t *bits, int32_t at)
{
    return bits[(uint32_t)at >> 3] >> (at & 7) & 1;
}

static void answer(const dense_t *dense, const segment_t *segment, int32_t at, bool unknown_passes,
                   grid_hit_t *hit)
{
    uint32_t mirrored[3];
    if (segment_place(segment, &dense->extent, at, OCT9_CELLS, mirrored)) {
        segment_leaves(segment, mirrored, unknown_passes, hit);
        return;
    }
    segment_hit(segment, mirrored, hit);
    hit->state = is_set(dense->bits[GRID_OCCUPIED], at) ? OCT9_OCCUPIED : OCT9_UNKNOWN;
}

void dense_cast(const dense_t *dense, const bench_ray_t *ray, bool unknown_passes, grid_hit_t *hit)
{
    const uint8_t *bits = dense->bits[unknown_passes ? GRID_OCCUPIED : GRID_CLOSED];
    segment_t segment;
    stepper_t s;
    uint32_t first[3];
    segment_set(&segment, ray);
    segment_first(&segment, CELL_SHIFT, first);
    stepper_set(&s, &segment, CELL_SHIFT);
    stepper_begin(&s, &segment, CELL_SHIFT, first);
    stepper_index(&s, &segment, &dense->extent, OCT9_CELLS, first);
    while (!is_set(bits, s.at)) {
        if (s.left <= 0) {
            segment_no_hit(&segment, hit);
            return;
        }
        step(&s);
    }
    answer(dense, &segment, s.at, unknown_passes, hit);
}

/* 25 bits and more from a place on; a word need not be aligned. */
static uint32_t bits_from(const uint8_t *bits, uint32_t at)
{
    uint32_t word;
    __builtin_memcpy(&word, bits + (at >> 3), sizeof word);
    return word >> (at & 7u);
}

bool dense_sphere(const dense_t *dense, const oct9_point_t *centre, uint32_t radius)
{
    const grid_extent_t *extent = &dense->extent;
    const uint8_t *bits = dense->bits[GRID_OCCUPIED];
    const int32_t size = extent->size[0];
    reach_t reach;
    reach_set(&reach, extent, 0, centre, radius);
    if (reach.first[0] >= reach.end[0])
        return false;
    const uint32_t mask = (1u << (reach.end[0] - reach.first[0])) - 1u;
    for (int32_t z = reach.first[2]; z < reach.end[2]; z++) {
        const int32_t slice = (z - extent->low[2]) * extent->size[1] - extent->low[1];
        int32_t at = (slice + reach.first[1]) * size + reach.first[0] - extent->low[0];
        for (int32_t y = reach.first[1]; y < reach.end[1]; y++, at += size) {
            const uint32_t row = bits_from(bits, (uint32_t)at) & mask;
            if (row != 0 && reach_meets(&reach, row, reach.first[0], y, z))
                return true;
        }
    }
    return false;
}
