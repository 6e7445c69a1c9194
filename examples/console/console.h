/* SPDX-License-Identifier: MIT */
/* What the console holds, and the ranges of what can be typed. */
#ifndef CONSOLE_CONSOLE_H
#define CONSOLE_CONSOLE_H

#include "examples/console/line.h"
#include "oct9/cast.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"

enum {
    FAR_MM = 16000,     /* a coordinate, of either sign: a squared distance fits 32 bits */
    SIZE_MOST_MM = 5000 /* a radius, a range, or a box's edge */
};

/* All that the firmware holds beside its stack. */
typedef struct {
    oct9_image_t image;
    oct9_map_t map;
    oct9_rules_t rules;
    line_t line;
} console_t;

#endif
