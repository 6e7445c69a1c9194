/* SPDX-License-Identifier: MIT */
/* What the parts of the suite of objects share. */
#ifndef TESTS_GOLDEN_OBJECTS_PARTS_H
#define TESTS_GOLDEN_OBJECTS_PARTS_H

#include "oct9/objects.h"
#include "tests/golden/query.h"
#include "tests/golden/things.h"

enum { CAPACITY = 4, SCENES = 5, QUESTIONS = 6, LONG_RUN = 1000, IDLE = 64 };

typedef union {
    oct9_objects_find_t find;
    oct9_objects_cast_t cast;
    oct9_objects_nearest_t nearest;
} objects_scratch_t;
extern objects_scratch_t objects_scratch;
extern oct9_object_hit_t objects_hits[CAPACITY];
extern oct9_object_near_t objects_nears[CAPACITY];
extern oct9_objects_output_t objects_out;

/* A pool that is too small: objects are held higher up, are found all the same, and go to their
 * places when there is room. */
void objects_crowded(void);

/* What a search finds, as bits; each once. */
uint64_t objects_find(uint32_t budget);

uint32_t objects_ask_box(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget);

uint32_t objects_ask_sphere(oct9_point_t at, uint16_t radius, uint16_t ignored, uint32_t budget);

/* The box between two points by its six planes: what has a point on the inner side of each plane is
 * what the box meets, by each object's own box. */
uint32_t objects_ask_frustum(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget);

/* The nearest ones come in order, and are what the ball about the point holds, or as many as fit.
 * */
uint32_t objects_ask_nearest(const oct9_objects_nearest_input_t *in, uint32_t budget);

/* The hits come in order, and what one call with room for few finds is what one with more finds
 * first. */
uint32_t objects_ask_cast(oct9_objects_cast_input_t *in, uint32_t budget);

void objects_work(void);

#endif
