/* SPDX-License-Identifier: MIT */
/* The course of a segment through the cube, as planes.h and linked.h keep it: mirrored on each axis
 * that it descends, so that all travel is upward. Its fields are the library's. */
#ifndef OCT9_DETAIL_COURSE_H
#define OCT9_DETAIL_COURSE_H

#include "oct9/point.h"

/* A segment from A to B, its descending axes mirrored. */
typedef struct {
    uint8_t late[3];    /* 1 on a mirrored axis, whose planes are crossed late */
    uint8_t mirror;     /* the same as bits */
    uint16_t length[3]; /* |B - A| on each axis, 0..65535 */
    uint32_t start[3];  /* A from the low faces, mirrored, modulo 2^32 */
} oct9_course_t;

#endif
