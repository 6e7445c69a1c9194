/* SPDX-License-Identifier: MIT */
/* Memory that suites use one after the other, so that all of them fit a board: what it holds when a
 * suite begins means nothing. */
#ifndef TESTS_GOLDEN_ARENA_H
#define TESTS_GOLDEN_ARENA_H

#include "oct9/points.h"
#include "oct9/scene.h"
#include "oct9/view.h"

typedef union {
    struct {
        oct9_block_t blocks[192];
        oct9_bucket_t buckets[320];
        oct9_entry_t entries[1280];
        oct9_entry_t list[400], found[400];
    } points;
    struct {
        oct9_primitive_t primitives[256];
        oct9_block_t blocks[200];
        uint32_t lists[1200];
        uint16_t indices[3600];
    } scene;
    struct {
        oct9_view_pixel_t pixels[81];
        oct9_view_entry_t table[1024];
    } view;
} arena_t;

extern arena_t arena;

/* How many elements an array has. */
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#endif
