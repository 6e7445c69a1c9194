/* SPDX-License-Identifier: MIT */
/* What the parts of the suite of scenes share. */
#ifndef TESTS_GOLDEN_SCENE_PARTS_H
#define TESTS_GOLDEN_SCENE_PARTS_H

#include "oct9/image.h"
#include "oct9/scene.h"
#include "tests/golden/query.h"

enum {
    PRIMITIVES = 256,
    LISTS = 1200,
    INDICES = 3600,
    RANDOM = 160,
    BLOCKS = WORLD_BLOCKS,
    HITS = 12,
    CASTS = 60,
    FINDS = 36,
    NEARESTS = 20,
    FLAT = 16,
    SOME = 30
};

extern oct9_primitive_t scene_primitives[PRIMITIVES];
extern uint32_t scene_lists[LISTS];
extern uint16_t scene_indices[INDICES];
extern uint8_t scene_seen[(PRIMITIVES + 7) / 8];
extern oct9_scene_t scene;
extern oct9_scene_hit_t scene_hits[HITS];
extern oct9_scene_near_t scene_found[HITS];
extern oct9_scene_output_t scene_out;

typedef union {
    oct9_scene_cast_t cast;
    oct9_scene_find_t find;
    oct9_scene_nearest_t nearest;
} scene_scratch_t;
extern scene_scratch_t scene_scratch;

oct9_scene_config_t scene_config_of(uint32_t count);

oct9_point_t scene_point(int x, int y, int z);

/* In a row along x, at y = z = 1000. */
enum { BALL, BLOCK, PILLAR, SAIL, DOT, SAME_DOT, PANE, NEEDLE, HAND };

void scene_put(unsigned i, oct9_primitive_kind_t kind, oct9_point_t a, oct9_point_t b,
               oct9_point_t c, uint16_t radius);

void scene_put_row(void);

void scene_build_row(void);

unsigned scene_go(oct9_point_t from, oct9_point_t to, uint16_t radius, uint16_t ignored,
                  uint16_t capacity);

bool scene_hit_is(unsigned i, unsigned index, unsigned num);

/* The next one; the budget bounds the nodes and leaves that are looked at. */
int scene_next(uint32_t budget, uint16_t *index);

/* What a search finds, as bits by index. */
uint32_t scene_found_bits(uint32_t budget);

uint32_t scene_in_box(oct9_point_t lo, oct9_point_t hi, uint16_t ignored);

uint32_t scene_in_sphere(oct9_point_t centre, uint16_t radius);

/* All planes but the first two let all pass. */
oct9_frustum_t scene_between(int from_x, int to_x);

unsigned scene_ask_nearest(oct9_point_t p, uint16_t range, uint16_t ignored, uint16_t capacity);

void scene_random_primitives(void);

enum { IMAGE_WORDS = 800, WORD = 4 };

/* The row as an image, made here: the machine's byte order is the image's. */
typedef union {
    oct9_scene_header_t header;
    uint32_t words[IMAGE_WORDS];
    unsigned char bytes[IMAGE_WORDS * WORD];
} scene_image_t;
extern scene_image_t scene_image;

void scene_random(void);

void scene_errors(void);

#endif
