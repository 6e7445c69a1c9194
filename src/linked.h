/* SPDX-License-Identifier: MIT */
/* Internal: how the records of a linked image are read. */
#ifndef OCT9_LINKED_READ_H
#define OCT9_LINKED_READ_H

#include "oct9/linked.h"
#include "port/oct9_port.h"

/* A leaf's dimension word, taken apart. */
typedef struct {
    uint16_t last[3];                     /* its last cell */
    uint8_t level;
} oct9_dimensions_t;

inline void oct9_linked_dimensions(const oct9_linked_t *linked, uint32_t leaf,
                                   oct9_dimensions_t *dimensions)
{
    const uint32_t word = oct9_port_le32(linked->leaves[leaf].dimensions);
    dimensions->last[0] = word & 511u;
    dimensions->last[1] = word >> 9 & 511u;
    dimensions->last[2] = word >> 18 & 511u;
    dimensions->level = (uint8_t)(word >> 27);
}

/* The other two axes of a face, in order. */
static inline unsigned oct9_face_first(unsigned axis)
{
    return axis == 0;
}

static inline unsigned oct9_face_second(unsigned axis)
{
    return 2u - (axis == 2);
}

#endif
