/* SPDX-License-Identifier: MIT */
/* Internal: a moving sphere against a box, exactly. */
#ifndef OCT9_SRC_CAPSULE_H
#define OCT9_SRC_CAPSULE_H

#include "oct9/sweep.h"

/* In what follows, low, high, length and radius_q6 are set, within 2^17, 65535 and 32767. */

/* Whether the sphere touches the box: never, where it starts, or first on its way. */
enum { OCT9_CAPSULE_APART = 0, OCT9_CAPSULE_STARTS = 1, OCT9_CAPSULE_COMES = 2 };
unsigned oct9_capsule_meets(oct9_capsule_t *capsule);

/* For one that meets the box: the last 65535th, from `from` up and below `end`, at which it is
 * still on its way to it; or `from`. */
uint32_t oct9_capsule_contact(const oct9_capsule_t *capsule, uint32_t from, uint32_t end);

/* It does not meet the box before time / 65535; time at most 65536. */
bool oct9_capsule_not_before(const oct9_capsule_t *capsule, uint32_t time);

#endif
