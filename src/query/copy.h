/* SPDX-License-Identifier: MIT */
/* Internal: copies of structs field by field, as everywhere in the core: small compilers call
 * memcpy for an assignment. */
#ifndef OCT9_SRC_COPY_H
#define OCT9_SRC_COPY_H

#include "oct9/pose.h"
#include "oct9/rules.h"
#include "src/number/axes.h"

/* A rotation's parts by their number. They are adjacent in memory. */
OCT9_STATIC_ASSERT(sizeof(oct9_rotation_t) == 8, "no gaps");

static inline int32_t oct9_rotation_part(const oct9_rotation_t *rotation, unsigned part)
{
    return ((const int16_t *)rotation)[part]; /* w, x, y, z */
}

static inline void oct9_rotation_set_part(oct9_rotation_t *rotation, unsigned part, int32_t to)
{
    ((int16_t *)rotation)[part] = (int16_t)to;
}

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from);

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from);

#endif
