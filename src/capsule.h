/* SPDX-License-Identifier: MIT */
/* Internal: a moving sphere against a box, exactly. */
#ifndef OCT9_CAPSULE_H
#define OCT9_CAPSULE_H

#include <stdbool.h>
#include <stdint.h>

/* Where the centre starts, from the box's low and high faces, and how far it goes, on each axis;
 * mirrored where the way descends. */
typedef struct {
    int32_t from_low[3], from_high[3];    /* within 2^17 */
    uint16_t length[3];
    uint16_t radius_q6;                   /* 0..32767 */
} oct9_capsule_t;

/* The sphere touches the box somewhere on its way. */
bool oct9_capsule_meets(const oct9_capsule_t *capsule);

/* It touches the box where it starts. */
bool oct9_capsule_starts(const oct9_capsule_t *capsule);

/* For one that meets the box: the last 65535th, from `from` up and below `end`, at which it is
 * still on its way to it; or `from`. */
uint32_t oct9_capsule_contact(const oct9_capsule_t *capsule, uint32_t from, uint32_t end);

/* It does not meet the box before time / 65535. */
bool oct9_capsule_not_before(const oct9_capsule_t *capsule, uint32_t time);

#endif
