/* SPDX-License-Identifier: MIT */
/* The state of a line through a linked scene: the caller owns it, only the library uses its fields.
 * See oct9/linked_scene.h. */
#ifndef OCT9_DETAIL_LINKED_SCENE_H
#define OCT9_DETAIL_LINKED_SCENE_H

#include "oct9/detail/linked.h"
#include "oct9/detail/scene.h"

/* A cast. */
typedef struct {
    bool inside;         /* the walk is in a leaf that counts */
    uint32_t leaves;     /* visited */
    uint32_t generation; /* of the scene's tree when it was opened */
    oct9_scene_hits_t hits;
    oct9_linked_walk_t walk;
} oct9_linked_scene_cast_t;

#endif
