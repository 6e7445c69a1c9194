/* SPDX-License-Identifier: MIT */
/* Who is in the cell, and how each goes to and fro. */
#ifndef CELL_CREW_H
#define CELL_CREW_H

#include "oct9/point.h"

#include <stdbool.h>

enum { CREW = 20 };

/* Categories. */
enum { GANTRY = 1, CART = 2, PART = 4, PERSON = 8 };

/* A sphere or a box that goes from one place to the other and back in so many ticks. */
typedef struct {
    const char *name;
    uint16_t category, ignored; /* who makes no pairs with it */
    bool box;
    oct9_mm_t half; /* of a sphere: x is the radius */
    oct9_mm_t from, to;
    uint16_t ticks;
} member_t;

extern const member_t crew[CREW];

/* Where one of them is at a tick. */
oct9_mm_t crew_place(const member_t *member, uint32_t tick);

#endif
