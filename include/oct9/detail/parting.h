/* SPDX-License-Identifier: MIT */
/* A part of the states of queries; only the library uses its fields. */
#ifndef OCT9_DETAIL_PARTING_H
#define OCT9_DETAIL_PARTING_H

#include <stdint.h>

/* The plane that parted a query's motion from a solid last. It often parts it from the next one. */
typedef struct {
    int16_t normal[3]; /* toward the motion; at first zero */
    int32_t limit;     /* what the solid's extent along the normal is to stay below */
} oct9_parting_t;

#endif
