/* SPDX-License-Identifier: MIT */
/* What the suites of moving objects share: a small pool of each, and random things that come, move
 * and go. */
#ifndef TESTS_OBJECTS_THINGS_H
#define TESTS_OBJECTS_THINGS_H

#include "oct9/objects.h"
#include "tests/golden/world.h"

enum { THINGS = 37, THING_NODES = 104 };

extern oct9_objects_t things;
extern oct9_object_t thing_pool[THINGS]; /* an index of a handle is an index of this */
extern oct9_object_node_t thing_nodes[THING_NODES];
extern bool thing_there[THINGS];

/* No things, in a pool of that many nodes. */
void things_init(oct9_placement_t placement, uint32_t nodes);

/* Updates with budgets for all, so that the tick ends. */
void things_update(uint32_t count);

/* About a point in sub-cells from the cube's low corner. */
oct9_bounds_t thing_ball(int32_t x, int32_t y, int32_t z, unsigned radius);
oct9_bounds_t thing_box(int32_t x, int32_t y, int32_t z, unsigned half_x, unsigned half_y,
                        unsigned half_z);

/* Adds one of category 1 that is not static and ignores nothing; it fits. */
oct9_handle_t thing_add(oct9_bounds_t bounds);

/* A ball or a box of one of many sizes, mostly small and near the others, some of them flat, a few
 * too large for the tree; some at the cube's rim or outside. */
oct9_bounds_t thing_random_bounds(random_t *random);

/* Adds, moves or removes one at random; how many there are is kept within the pool. */
void things_act(random_t *random);

oct9_handle_t thing_handle(unsigned index);

#endif
