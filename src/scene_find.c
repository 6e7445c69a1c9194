/* SPDX-License-Identifier: MIT */
/* The primitives in a box, a sphere or a frustum: those in the lists of the leaves that the shape
 * meets, each tested when it is seen first.
 *
 * What a primitive and the shape have in common lies in the cube, in a leaf that the shape meets
 * and in whose list the primitive is: so none is missed. */
#include "oct9/scene.h"

#include "port/oct9_port.h"
#include "src/axes.h"
#include "src/scene.h"
#include "src/search.h"

enum { BOX, SPHERE, FRUSTUM };

static void begin(oct9_scene_find_t *find, const oct9_scene_t *scene, unsigned kind,
                             uint16_t ignored, uint8_t *seen)
{
    OCT9_ASSERT(seen || scene->primitive_count == 0);
    find->scene = scene;
    find->kind = (uint8_t)kind;
    find->ignored = ignored;
    find->seen = seen;
    oct9_scene_list_init(&find->list);
    for (uint32_t i = 0; i < ((uint32_t)scene->primitive_count + 7u) / 8u; i++)
        seen[i] = 0;
}

oct9_status_t oct9_scene_box(oct9_scene_find_t *find, const oct9_scene_t *scene,
                             const oct9_point_t *lo, const oct9_point_t *hi, uint16_t ignored,
                             uint8_t *seen)
{
    OCT9_ASSERT(find && scene && lo && hi);
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    if (lo->x > hi->x || lo->y > hi->y || lo->z > hi->z)
        return OCT9_ERR_BOX;
    oct9_point_get(lo, find->low);
    oct9_point_get(hi, find->high);
    (void)oct9_visit_box(&find->visit, &map, NULL, OCT9_STATES_OCCUPIED);
    /* Begun anew with a span, as the box, unlike one of cells, may lie outside the cube. */
    oct9_search_begin(&find->visit.search, &map, OCT9_STATES_OCCUPIED);
    for (unsigned a = 0; a < 3; a++)
        oct9_search_span(&find->visit.search, a, find->low[a], find->high[a]);
    oct9_search_start(&find->visit.search);
    begin(find, scene, BOX, ignored, seen);
    return OCT9_OK;
}

oct9_status_t oct9_scene_sphere(oct9_scene_find_t *find, const oct9_scene_t *scene,
                                const oct9_point_t *centre, uint16_t radius_q6, uint16_t ignored,
                                uint8_t *seen)
{
    OCT9_ASSERT(find && scene);
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = oct9_visit_sphere(&find->visit, &map, centre, radius_q6,
                                                   OCT9_STATES_OCCUPIED);
    if (status == OCT9_OK)
        begin(find, scene, SPHERE, ignored, seen);
    return status;
}

oct9_status_t oct9_scene_frustum(oct9_scene_find_t *find, const oct9_scene_t *scene,
                                 const oct9_frustum_t *frustum, uint16_t ignored, uint8_t *seen)
{
    OCT9_ASSERT(find && scene);
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = oct9_visit_frustum(&find->visit, &map, frustum,
                                                    OCT9_STATES_OCCUPIED);
    if (status == OCT9_OK)
        begin(find, scene, FRUSTUM, ignored, seen);
    return status;
}

static bool meets(const oct9_scene_find_t *find, const oct9_primitive_t *primitive)
{
    oct9_solid_t solid;
    oct9_solid_of_primitive(primitive, &solid);
    if (find->kind == BOX)
        return oct9_solid_meets_box(&solid, find->low, find->high);
    if (find->kind == FRUSTUM)
        return oct9_solid_meets_frustum(&solid, find->visit.frustum);
    return oct9_solid_meets_sphere(&solid, &find->visit.centre, find->visit.radius_q6);
}

/* Looks at the primitive for the first time, and it counts and meets the shape. */
static bool finds(oct9_scene_find_t *find, uint16_t index)
{
    const oct9_primitive_t *primitive = &find->scene->primitives[index];
    uint8_t *const seen = &find->seen[index / 8u];
    const unsigned bit = 1u << index % 8u;
    if (*seen & bit)
        return false;
    *seen = (uint8_t)(*seen | bit);
    return oct9_scene_list_tests(&find->list, primitive->category, find->ignored, index) &&
           meets(find, primitive);
}

/* The next leaf's list: as oct9_visit_next. */
static int take_leaf(oct9_scene_find_t *find, uint32_t *budget)
{
    const oct9_search_t *search = &find->visit.search;
    const uint32_t before = search->leaves + search->nodes;
    oct9_leaf_t leaf;
    const int found = *budget == 0 ? OCT9_AGAIN : oct9_visit_next(&find->visit, *budget, &leaf);
    if (found == 1)
        oct9_scene_list_take(&find->list, find->scene, search);
    *budget -= search->leaves + search->nodes - before;
    return found;
}

int oct9_scene_next(oct9_scene_find_t *find, uint32_t budget, uint16_t *index)
{
    oct9_scene_list_t *const list = &find->list;
    int found;
    OCT9_ASSERT(find && index);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
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
