/* SPDX-License-Identifier: MIT */
/* The primitives in a region: those in the lists of the leaves that the region overlaps. Each is
 * tested when it is met for the first time.
 *
 * A common point of a primitive and the region is in the cube, in a leaf that the region overlaps
 * and whose list has the primitive. So no primitive is missed. */
#include "oct9/scene.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/cull.h"
#include "src/query/search.h"
#include "src/scene/scene.h"

oct9_status_t oct9_scene_find_begin(oct9_scene_find_t *find, const oct9_scene_t *scene,
                                    const oct9_region_t *region, uint16_t ignored, uint8_t *seen)
{
    OCT9_ASSERT(find && scene && (seen || scene->primitive_count == 0));
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = oct9_visit_begin(&find->visit, &map, region, OCT9_STATES_OCCUPIED);
    if (status != OCT9_OK)
        return status;
    find->scene = scene;
    find->ignored = ignored;
    find->seen = seen;
    oct9_scene_list_init(&find->list);
    for (uint32_t i = 0; i < ((uint32_t)scene->primitive_count + 7u) / 8u; i++)
        seen[i] = 0;
    return OCT9_OK;
}

/* True if a primitive that touches the current leaf overlaps the region. A frustum's planes
 * count only if they cross the leaf: the leaf's common point with the primitive is on the inner
 * side of the others. */
static bool meets_region(const oct9_visit_t *visit, const oct9_primitive_t *primitive)
{
    const oct9_region_t *region = visit->region;
    oct9_solid_t solid;
    int32_t low[3], high[3];
    if (!region || region->kind == OCT9_REGION_ALL)
        return true;
    oct9_solid_of_primitive(primitive, &solid);
    if (region->kind == OCT9_REGION_FRUSTUM)
        return oct9_solid_meets_frustum(&solid, region->frustum,
                                        oct9_cull_node(&visit->cull, &visit->search));
    if (region->kind == OCT9_REGION_SPHERE)
        return oct9_solid_within(&solid, &region->centre, region->radius_q6) &&
               oct9_solid_meets_sphere(&solid, &region->centre, region->radius_q6);
    oct9_point_get(&region->lo, low);
    oct9_point_get(&region->hi, high);
    return oct9_solid_meets_box(&solid, low, high);
}

/* True if the primitive is met for the first time, counts, and overlaps the region. */
static bool finds(oct9_scene_find_t *find, uint16_t index)
{
    const oct9_primitive_t *primitive = &find->scene->primitives[index];
    uint8_t *const seen = &find->seen[index / 8u];
    const unsigned bit = 1u << index % 8u;
    if (*seen & bit)
        return false;
    *seen = (uint8_t)(*seen | bit);
    return oct9_scene_list_tests(&find->list, primitive->category, find->ignored, index) &&
           meets_region(&find->visit, primitive);
}

/* Takes the next leaf's list. Returns as oct9_visit_next does. */
static int take_leaf(oct9_scene_find_t *find, uint32_t *budget)
{
    const oct9_search_t *search = &find->visit.search;
    const uint32_t before = search->leaves + search->nodes;
    oct9_leaf_t leaf;
    const int found = *budget == 0 ? OCT9_AGAIN : oct9_visit_next(&find->visit, *budget, &leaf);
    if (found == 1)
        oct9_scene_list_take(&find->list, find->scene, oct9_ref_payload(search->ref));
    *budget -= search->leaves + search->nodes - before;
    return found;
}

int oct9_scene_find_next(oct9_scene_find_t *find, uint32_t budget, uint16_t *index)
{
    OCT9_ASSERT(find && index);
    oct9_scene_list_t *const list = &find->list;
    int found;
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&find->visit.search))
        return OCT9_ERR_STALE;
    do {
        while (list->left != 0) {
            if (budget-- == 0)
                return OCT9_AGAIN;
            list->left--;
            const uint16_t next = *list->index++;
            if (finds(find, next)) {
                *index = next;
                return 1;
            }
        }
        found = take_leaf(find, &budget);
    } while (found == 1);
    return found;
}
