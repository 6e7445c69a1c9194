/* SPDX-License-Identifier: MIT */
/* Internal: pairs of objects, by a walk through the tree or by searches. */
#ifndef OCT9_SRC_PAIRS_H
#define OCT9_SRC_PAIRS_H

#include "src/objects/bounds.h"
#include "src/objects/objects.h"

/* Which objects ask one by one. */
enum { OCT9_OUTSIDE_ASK, OCT9_MOVED_ASK, OCT9_DYNAMIC_ASK, OCT9_NOBODY_ASKS };

static inline bool oct9_pairs_moved(const oct9_pairs_t *pairs, const oct9_object_t *object)
{
    return object->moved_tick == pairs->objects->tick;
}

/* True if two objects whose boxes overlap are one of the wanted pairs. */
static inline bool oct9_pairs_is_pair(const oct9_pairs_t *pairs, const oct9_object_t *a,
                                      const oct9_object_t *b)
{
    return (!a->is_static || !b->is_static) &&
           (pairs->of == OCT9_PAIRS_ALL || oct9_pairs_moved(pairs, a) ||
            oct9_pairs_moved(pairs, b)) &&
           oct9_category_counts(a->category, b->ignored) &&
           oct9_category_counts(b->category, a->ignored) &&
           oct9_bounds_meet(&a->bounds, &b->bounds);
}

/* Begins the walk, when no object asks any more. */
void oct9_pairs_begin_walk(oct9_pairs_t *pairs);

/* As oct9_objects_pairs_next, for pairs in the tree: pairs->first and the partner. */
int oct9_pairs_walk(oct9_pairs_t *pairs, uint32_t *budget, uint16_t *partner);

#endif
