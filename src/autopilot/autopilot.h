/* SPDX-License-Identifier: MIT */
/* Internal: sectors as an autopilot may see them. */
#ifndef OCT9_SRC_AUTOPILOT_H
#define OCT9_SRC_AUTOPILOT_H

#include "oct9/autopilot.h"

/* What is seen in a direction. */
typedef enum {
    OCT9_SHOWN_CLEAR,    /* nothing within the range, and all is known to be free */
    OCT9_SHOWN_UNKNOWN,  /* no obstacle, but not all is known to be free; it passes */
    OCT9_SHOWN_OBSTACLE, /* at mm */
    OCT9_SHOWN_TOUCHED   /* nothing is known: something touches the robot */
} oct9_shown_kind_t;

typedef struct {
    oct9_shown_kind_t kind;
    int32_t mm;
} oct9_shown_t;

/* A part of the table of sectors: `count` sectors from `first` on, modulo the ring, in the layers
 * from `low` to below `high`. */
typedef struct {
    uint16_t first, count, low, high;
} oct9_shown_part_t;

/* Checks the input, and whether it may be shown. Sets `most_mm` to the range, and `touched` if
 * everything counts as touched. */
oct9_status_t oct9_autopilot_open(const oct9_autopilot_input_t *input, int32_t *most_mm,
                                  bool *touched);

/* The least of a part, of an input that may be shown. */
void oct9_autopilot_least(const oct9_autopilot_input_t *input, const oct9_shown_part_t *part,
                          bool touched, oct9_shown_t *shown);

/* Sets the sectors of a part to those of a cone: `clockwise` from `ahead`, and as wide as `across`,
 * in 72ths of a turn times OCT9_AUTOPILOT_STEP. */
void oct9_autopilot_cone(const oct9_autopilot_input_t *input, uint32_t clockwise, uint32_t across,
                         oct9_shown_part_t *part);

/* 5 degrees. A turn is 72 * 2^17 of these units, so that degrees and 65536ths of a turn are whole
 * numbers of them. */
#define OCT9_AUTOPILOT_STEP ((uint32_t)1 << 17)

/* A distance in cm as both autopilots read it; for what is unknown 65535. */
uint16_t oct9_autopilot_cm(const oct9_shown_t *shown, uint16_t most_cm);

/* The range in cm. */
uint16_t oct9_autopilot_most_cm(int32_t most_mm);

#endif
