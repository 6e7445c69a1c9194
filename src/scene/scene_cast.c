/* SPDX-License-Identifier: MIT */
/* The first hits of a motion: a sweep's search through the tree of lists, near leaves first, up to
 * the last hit that still counts. */
#include "oct9/scene.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/sweep.h"
#include "src/scene/scene_hits.h"

oct9_status_t oct9_scene_cast_begin(oct9_scene_cast_t *cast, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input)
{
    OCT9_ASSERT(cast && scene && input && (input->hits || input->capacity == 0));
    static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = oct9_scene_hits_begin(&cast->hits, scene, input);
    if (status != OCT9_OK)
        return status;
    return oct9_sweep_start(&cast->sweep, &map, &input->motion, &rules, false);
}

/* Tests the primitives in the lists along the path, up to the leaves in which no hit can count any
 * more. Returns false if the budget ends before the path. */
static OCT9_APART bool find_along_path(oct9_scene_cast_t *cast, uint32_t *budget)
{
    oct9_scene_hits_t *hits = &cast->hits;
    int found;
    do {
        if (!oct9_scene_hits_test(hits, budget))
            return false;
        if (oct9_scene_hits_known(hits))
            return true;
        (void)oct9_scene_hits_end(hits, &cast->sweep.first);
        found = oct9_sweep_next_leaf(&cast->sweep, budget);
        if (found == OCT9_FOUND_LEAF)
            oct9_scene_list_take(&hits->list, hits->scene,
                                 oct9_ref_payload(cast->sweep.search.ref));
    } while (found == OCT9_FOUND_LEAF);
    return found == OCT9_FOUND_NONE;
}

bool oct9_scene_cast_go(oct9_scene_cast_t *cast, uint32_t *budget)
{
    return find_along_path(cast, budget) && oct9_scene_hits_place(&cast->hits, budget);
}

oct9_status_t oct9_scene_cast_run(oct9_scene_cast_t *cast, uint32_t budget,
                                  oct9_scene_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&cast->sweep.search))
        return OCT9_ERR_STALE;
    const bool done = oct9_scene_cast_go(cast, &budget);
    output->leaves = cast->sweep.search.leaves;
    output->nodes = cast->sweep.search.nodes;
    output->tests = cast->hits.list.tests;
    if (!done)
        return OCT9_AGAIN;
    oct9_scene_hits_output(&cast->hits, output);
    return OCT9_OK;
}

oct9_status_t oct9_scene_cast(const oct9_scene_t *scene, const oct9_scene_cast_input_t *input,
                              oct9_scene_output_t *output)
{
    oct9_scene_cast_t cast;
    const oct9_status_t status = oct9_scene_cast_begin(&cast, scene, input);
    return status == OCT9_OK ? oct9_scene_cast_run(&cast, UINT32_MAX, output) : status;
}
