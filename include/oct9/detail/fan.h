/* SPDX-License-Identifier: MIT */
/* A fan of casts: the caller owns it, its fields are the library's. oct9/cast.h
 * includes it behind the types that it holds. */
#include "oct9/cast.h"

#ifndef OCT9_DETAIL_FAN_H
#define OCT9_DETAIL_FAN_H

/* A fan that is cut into slices. */
typedef struct {
    bool inside;   /* `from` lies in the cube */
    uint8_t level; /* of its leaf */
    uint16_t payload;
    uint16_t count; /* of rays that are done */
    uint32_t leaves, nodes;
    const oct9_fan_input_t *input;
    oct9_cast_input_t ray;           /* the cast's input */
    oct9_cast_output_t answer;       /* and its output */
    uint32_t code;                   /* of the leaf of `from` */
    oct9_opened_t path[OCT9_LEVELS]; /* to it */
    oct9_cast_t cast;
} oct9_fan_t;

#endif
