/* SPDX-License-Identifier: MIT */
/* Internal: the lists in a scene's leaves. */
#ifndef OCT9_SRC_SCENE_H
#define OCT9_SRC_SCENE_H

#include "oct9/scene.h"
#include "src/map/map.h"
#include "src/solid/solid.h"

/* Before a search. */
void oct9_scene_list_init(oct9_scene_list_t *list);

/* The list of the leaf that the search found, which is not empty. */
void oct9_scene_list_take(oct9_scene_list_t *list, const oct9_scene_t *scene,
                          const oct9_search_t *search);

/* The primitive counts, and was not tested of late: it will be now. */
bool oct9_scene_list_tests(oct9_scene_list_t *list, uint16_t category, uint16_t ignored,
                           uint16_t index);

/* Goes on with a cast, and takes from the budget what that costs; true when it is done. */
bool oct9_scene_cast_go(oct9_scene_cast_t *cast, uint32_t *budget);

/* The tree of lists as a map: a leaf is occupied iff it has one. A write of the scene is under way
 * from here on, which oct9_tree_touch ends. */
void oct9_scene_tree(oct9_scene_t *scene, oct9_block_t *blocks, uint16_t count, uint16_t root);

/* OCT9_ERR_ARGUMENT or _OUTSIDE as oct9_scene_build says, else OCT9_OK. */
oct9_status_t oct9_primitive_check(const oct9_primitive_t *primitive);

#endif
