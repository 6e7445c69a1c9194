/* SPDX-License-Identifier: MIT */
/* Internal: the lists in a scene's leaves. */
#ifndef OCT9_SRC_SCENE_H
#define OCT9_SRC_SCENE_H

#include "oct9/scene.h"
#include "src/map/map.h"
#include "src/solid/solid.h"

/* Prepares a list before a search. */
void oct9_scene_list_init(oct9_scene_list_t *list);

/* Takes the list that a leaf's payload names, not 0. */
void oct9_scene_list_take(oct9_scene_list_t *list, const oct9_scene_t *scene, uint16_t payload);

enum { OCT9_LIST_TESTED = sizeof((oct9_scene_list_t *)0)->tested / sizeof(uint16_t) };

/* Returns true if the primitive counts and was not tested recently; the caller then tests it. */
static inline bool oct9_scene_list_tests(oct9_scene_list_t *list, uint16_t category,
                                         uint16_t ignored, uint16_t index)
{
    uint16_t *const tested = &list->tested[index % OCT9_LIST_TESTED];
    if (*tested == index || !oct9_category_counts(category, ignored))
        return false;
    *tested = index;
    list->tests++;
    return true;
}

/* Continues a cast and takes its cost from the budget. Returns true when the cast is done. */
bool oct9_scene_cast_go(oct9_scene_cast_t *cast, uint32_t *budget);

/* Sets the tree of lists as a map: a leaf is occupied iff it has a list. From here on a write of
 * the scene is in progress, until the caller calls oct9_tree_touch. */
void oct9_scene_tree(oct9_scene_t *scene, oct9_block_t *blocks, uint16_t count, uint16_t root);

/* Returns OCT9_ERR_ARGUMENT or OCT9_ERR_OUTSIDE as oct9_scene_build does, otherwise OCT9_OK. */
oct9_status_t oct9_primitive_check(const oct9_primitive_t *primitive);

#endif
