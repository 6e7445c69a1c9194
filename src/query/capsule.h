/* SPDX-License-Identifier: MIT */
/* Internal: a moving sphere against a box, exactly. The swept volume is a capsule. */
#ifndef OCT9_SRC_CAPSULE_H
#define OCT9_SRC_CAPSULE_H

#include "oct9/sweep.h"

/* The functions below need low, high, length and radius_q6, within 2^17, 65535 and 32767. */

/* Says whether the sphere touches the box: never, at its start, or later on its path. */
enum { OCT9_CAPSULE_APART = 0, OCT9_CAPSULE_STARTS = 1, OCT9_CAPSULE_COMES = 2 };
unsigned oct9_capsule_meets(oct9_capsule_t *capsule);

/* For a sphere that meets the box: the last time k / 65535, from <= k < end, at which the sphere
 * still approaches the box without touching it. Returns `from` if there is none. */
uint32_t oct9_capsule_contact(const oct9_capsule_t *capsule, uint32_t from, uint32_t end);

/* True if the sphere does not meet the box before time / 65535; time is at most 65536. */
bool oct9_capsule_not_before(const oct9_capsule_t *capsule, uint32_t time);

#endif
