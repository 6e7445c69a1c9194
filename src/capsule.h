/* SPDX-License-Identifier: MIT */
/* Internal: a moving sphere against one leaf, exactly. */
#ifndef OCT9_CAPSULE_H
#define OCT9_CAPSULE_H

#include "oct9/sweep.h"

/* The sphere touches the leaf somewhere on its way. */
bool oct9_capsule_meets(const oct9_sweep_t *sweep);

/* It touches the leaf where it starts. */
bool oct9_capsule_starts(const oct9_sweep_t *sweep);

/* For one that meets the leaf: the last 65535th, from `from` up and below `end`, at which it is
 * still on its way to it; or `from`. */
uint32_t oct9_capsule_contact(const oct9_sweep_t *sweep, uint32_t from,
                              uint32_t end);

/* It does not meet the leaf before time / 65535. */
bool oct9_capsule_not_before(const oct9_sweep_t *sweep, uint32_t time);

#endif
