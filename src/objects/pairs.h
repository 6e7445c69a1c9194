/* SPDX-License-Identifier: MIT */
/* Internal: pairs of objects, by a walk through the tree or by search. */
#ifndef OCT9_SRC_PAIRS_H
#define OCT9_SRC_PAIRS_H

#include "src/objects/bounds.h"
#include "src/objects/objects.h"

/* Who asks one by one. */
enum { OCT9_OUTSIDE_ASK, OCT9_MOVED_ASK, OCT9_DYNAMIC_ASK, OCT9_NOBODY_ASKS };

static inline bool oct9_pairs_moved(const oct9_pairs_t *pairs, const oct9_object_t *object)
{
    return object->moved_tick == pairs->objects->tick;
}

/* Two objects whose boxes meet are one of the pairs that are looked for. */
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

/* Begins to walk, when nobody asks any more. */
void oct9_pairs_begin_walk(oct9_pairs_t *pairs);

/* As oct9_objects_pairs_next, of the pairs in the tree: pairs->first and the partner. */
int oct9_pairs_walk(oct9_pairs_t *pairs, uint32_t *budget, uint16_t *partner);

#endif
