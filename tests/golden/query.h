/* SPDX-License-Identifier: MIT */
/* What the suites of queries share: the world as two maps, a room for answers worked out by hand,
 * random and bad rules, digests of answers, and how to see that an output was not touched. */
#ifndef TESTS_GOLDEN_QUERY_H
#define TESTS_GOLDEN_QUERY_H

#include "oct9/pose.h"
#include "oct9/rules.h"
#include "tests/golden/world.h"

#include <stddef.h>

enum { QUERY_BUDGETS = 4, QUERY_BAD_RULES = 6 };

/* What slices are cut to: 1, 2, 7, 100. */
extern const uint32_t query_budgets[QUERY_BUDGETS];

/* Rules that no query takes, and what it says to them. */
typedef struct {
    oct9_rules_t rules;
    oct9_status_t status;
} query_bad_rules_t;
extern const query_bad_rules_t query_bad_rules[QUERY_BAD_RULES];

/* Opens the world's image. */
oct9_status_t query_open(oct9_image_t *image);

/* Builds the world; maps[0] is of its tree, maps[1] of its image. */
void query_world(oct9_map_t maps[2]);

/* Builds the room in the world's tree. All is free but three cubes of 8 cells' edge in a row, y and
 * z from 512 to 1024 sub-cells from the cube's low corner:
 *
 *     x from   512 to 1024   block: occupied, payload 2
 *             2048 to 2560   glass: occupied, payload 6
 *             4096 to 4608   fog: unknown */
void query_room(void);

oct9_rules_t query_rules(random_t *random);

/* A radius or a range: 0, or of one of three sizes up to 32767. */
uint16_t query_radius(random_t *random);

/* Somewhere in the world, or up to 8 cells from `point` on each axis. */
oct9_point_t query_step(random_t *random, const oct9_point_t *point);

/* A unit quaternion of a random direction. */
oct9_rotation_t query_rotation(random_t *random);

uint32_t query_add_point(uint32_t digest, const oct9_point_t *point);
uint32_t query_add_leaf(uint32_t digest, const oct9_leaf_t *leaf);
uint32_t query_add_fraction(uint32_t digest, const oct9_fraction_t *fraction);

/* The point's coordinates; and those in sub-cells from the cube's low corner, as in POINT. */
bool query_point_is(const oct9_point_t *point, int32_t x, int32_t y, int32_t z);
bool query_point_at(const oct9_point_t *point, int32_t x, int32_t y, int32_t z);
bool query_leaf_is(const oct9_leaf_t *a, const oct9_leaf_t *b);

/* Fills an output with a pattern, and sees that it is there still. */
void query_paint(void *output, size_t size);
bool query_painted(const void *output, size_t size);

#endif
