/* SPDX-License-Identifier: MIT */
/* What the suites of scenes share: primitives in a row, or at random, as a scene; what is asked of
 * it again and again. */
#ifndef TESTS_SCENE_ROW_H
#define TESTS_SCENE_ROW_H

#include "oct9/scene.h"
#include "tests/golden/world.h"

enum {
    ROW_PRIMITIVES = 256,
    ROW_LISTS = 1200,
    ROW_INDICES = 3600,
    ROW_RANDOM = 160,
    ROW_HITS = 12
};

/* In a row along x, at y = z = 1000. */
enum { BALL, BLOCK, PILLAR, SAIL, DOT, SAME_DOT, PANE, NEEDLE, HAND };

extern oct9_primitive_t row_primitives[ROW_PRIMITIVES];
extern uint32_t row_lists[ROW_LISTS];
extern uint16_t row_indices[ROW_INDICES];
extern uint8_t row_seen[(ROW_PRIMITIVES + 7) / 8];
extern oct9_scene_t row_scene;
extern oct9_scene_hit_t row_hits[ROW_HITS];
extern oct9_scene_near_t row_found[ROW_HITS];
extern oct9_scene_output_t row_out;

extern union row_scratch {
    oct9_scene_cast_t cast;
    oct9_scene_find_t find;
    oct9_scene_nearest_t nearest;
} row_scratch;

/* In sub-cells from the cube's low corner. */
static inline oct9_point_t point(int32_t x, int32_t y, int32_t z)
{
    return world_at(x, y, z);
}

/* With room for all of the arrays; and the same with one primitive in a leaf, down to the cells. */
oct9_scene_config_t row_config(uint32_t count);
oct9_scene_config_t row_finest(uint32_t count);

/* Makes a primitive, its id 100 + i; the row; the row and its scene; ROW_RANDOM others. */
void row_put(unsigned i, oct9_primitive_kind_t kind, oct9_point_t a, oct9_point_t b, oct9_point_t c,
             uint16_t radius);
void row_put_all(void);
void row_build(void);
void row_randomize(void);

/* Up to `reach` away on each axis, or not at all; not nearer to the rim than the margin. */
oct9_point_t row_beside(random_t *random, const oct9_point_t *p, uint32_t reach, int32_t margin);

/* Puts two numbers in order. */
void row_order(int16_t *a, int16_t *b);

/* Ask the scene; return how many were found, which are in row_hits or row_found. */
unsigned row_cast(oct9_point_t from, oct9_point_t to, uint16_t radius, uint16_t ignored,
                  uint16_t capacity);
unsigned row_nearest(oct9_point_t p, uint16_t range, uint16_t ignored, uint16_t capacity);
bool row_hit_is(unsigned i, unsigned index, unsigned num);

/* What a search finds, as bits by index; it has begun, or is for a shape. */
uint32_t row_found_bits(uint32_t budget);
uint32_t row_in_box(oct9_point_t lo, oct9_point_t hi, uint16_t ignored);
uint32_t row_in_sphere(oct9_point_t centre, uint16_t radius);

/* The next one that it finds; the budget bounds the nodes and leaves that are looked at. */
int row_next(uint32_t budget, uint16_t *index);

/* What has x between two coordinates: all planes but the first two let all pass. */
oct9_frustum_t row_between(int16_t from_x, int16_t to_x);

#endif
