/* SPDX-License-Identifier: MIT */
#include "src/scene.h"

#include "src/tree_pool.h"

enum { TESTED = sizeof((oct9_scene_list_t *)0)->tested / sizeof(uint16_t) }; /* MISRA D22 */

/* No primitive has the number 65535. */
void oct9_scene_list_init(oct9_scene_list_t *list)
{
    list->left = 0;
    list->tests = 0;
    for (unsigned i = 0; i < TESTED; i++)
        list->tested[i] = UINT16_MAX;
}

void oct9_scene_list_take(oct9_scene_list_t *list, const oct9_scene_t *scene,
                          const oct9_search_t *search)
{
    const uint32_t packed = scene->lists[oct9_ref_payload(search->ref) - 1u];
    list->index = &scene->indices[packed >> 8];
    list->left = (uint8_t)packed;
}

bool oct9_scene_list_tests(oct9_scene_list_t *list, uint16_t category, uint16_t ignored,
                           uint16_t index)
{
    uint16_t *const tested = &list->tested[index % TESTED];
    if (*tested == index || !oct9_category_counts(category, ignored))
        return false;
    *tested = index;
    list->tests++;
    return true;
}

void oct9_scene_tree(oct9_scene_t *scene, oct9_block_t *blocks, uint16_t count, uint16_t root)
{
    oct9_tree_t *tree = &scene->tree;
    tree->pool = blocks;
    tree->generation = 0;
    tree->failed = 0;
    tree->capacity = tree->used = tree->peak = count;
    tree->free_head = OCT9_NO_BLOCK;
    tree->root = root;
    tree->thresholds.free_below = tree->thresholds.occupied_from = 1;
}

static bool in_order(const oct9_point_t *low, const oct9_point_t *high)
{
    return low->x <= high->x && low->y <= high->y && low->z <= high->z;
}

oct9_status_t oct9_primitive_check(const oct9_primitive_t *primitive)
{
    oct9_solid_t solid;
    int32_t low[3], high[3];
    if (primitive->kind > OCT9_PRIMITIVE_TRIANGLE ||
        (primitive->kind == OCT9_PRIMITIVE_BOX && !in_order(&primitive->a, &primitive->b)))
        return OCT9_ERR_PRIMITIVE;
    oct9_solid_of_primitive(primitive, &solid);
    oct9_solid_bounds(&solid, low, high);
    for (unsigned a = 0; a < 3; a++)
        if (low[a] < 0 || high[a] >= OCT9_CUBE_Q6)
            return OCT9_ERR_OUTSIDE;
    return OCT9_OK;
}
