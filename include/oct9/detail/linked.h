/* SPDX-License-Identifier: MIT */
/* A walk over linked leaves: the caller owns it, its fields are the library's. See oct9/linked.h.
 */
#ifndef OCT9_DETAIL_LINKED_H
#define OCT9_DETAIL_LINKED_H

#include "oct9/detail/course.h"

/* A walk. */
typedef struct {
    oct9_course_t course;
    const struct oct9_linked *linked;
    uint32_t flip; /* the bits of dimensions that are mirrored */
    uint16_t leaf; /* its number */
} oct9_linked_walk_t;

#endif
