/* SPDX-License-Identifier: MIT */
/* A line through a scene over its linked leaves.
 *
 * A primitive touches the line at some time in a leaf that the walk visits at that time, and the
 * list of that leaf has it: lists are those of closed leaves. So with a hit at `num` no other one
 * comes first in a leaf that the line enters after the end that oct9_scene_hits_end sets. */
#include "oct9/linked_scene.h"

#include "port/oct9_port.h"
#include "src/ancestors/linked.h"
#include "src/map/map.h"
#include "src/number/fraction.h"
#include "src/scene/scene_hits.h"

/* The payload of a leaf: 0, or its list + 1. */
static inline uint16_t list_of(const oct9_linked_record_t *leaf)
{
    return oct9_port_le16(leaf->payload);
}

static inline oct9_map_t map_of(const oct9_scene_t *scene)
{
    return oct9_map_of_tree(&scene->tree);
}

/* True if the scene has the same leaf at the same place. */
static bool leaf_same(const oct9_linked_t *leaves, uint32_t number, const oct9_map_t *map)
{
    const uint32_t word = oct9_linked_word(leaves->leaves, number);
    const oct9_cell_t last = { (uint16_t)oct9_word_last(word, 0), (uint16_t)oct9_word_last(word, 1),
                               (uint16_t)oct9_word_last(word, 2) };
    oct9_leaf_t leaf;
    (void)oct9_map_locate(map, last, &leaf); /* a word's cells are within the cube */
    return leaf.level == oct9_word_level(word) && leaf.payload == list_of(&leaves->leaves[number]);
}

oct9_status_t oct9_linked_scene_open(oct9_linked_scene_t *linked, const oct9_linked_t *leaves,
                                     const oct9_scene_t *scene)
{
    OCT9_ASSERT(linked && leaves && scene);
    const oct9_map_t map = map_of(scene);
    for (uint32_t i = 0; i < leaves->leaf_count; i++)
        if (!leaf_same(leaves, i, &map))
            return OCT9_ERR_IMAGE_INDEX;
    linked->leaves = leaves;
    linked->scene = scene;
    linked->generation = oct9_map_generation(&map);
    return OCT9_OK;
}

/* Takes the list of the leaf that the walk is in. */
static inline void enter_leaf(oct9_linked_scene_cast_t *cast)
{
    const uint16_t payload = list_of(oct9_linked_record(&cast->walk));
    cast->leaves++;
    if (payload != 0)
        oct9_scene_list_take(&cast->hits.list, cast->hits.scene, payload);
}

oct9_status_t oct9_linked_scene_cast_begin(oct9_linked_scene_cast_t *cast,
                                           const oct9_linked_scene_t *linked,
                                           const oct9_scene_cast_input_t *input)
{
    OCT9_ASSERT(cast && linked && input && (input->hits || input->capacity == 0));
    if (input->motion.radius_q6 != 0)
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_scene_hits_begin(&cast->hits, linked->scene, input);
    if (status != OCT9_OK)
        return status;
    cast->generation = linked->generation;
    cast->leaves = 0;
    cast->inside = oct9_linked_begin(&cast->walk, linked->leaves, &input->motion.from,
                                     &input->motion.to);
    return OCT9_OK;
}

/* True if a hit can still count in the leaf that the walk is in. */
static bool counts(const oct9_linked_scene_cast_t *cast)
{
    oct9_fraction_t end, entry;
    if (!oct9_scene_hits_end(&cast->hits, &end))
        return true;
    (void)oct9_linked_entry(&cast->walk, &entry);
    return !oct9_fraction_below(&end, &entry);
}

/* Tests the primitives in the lists along the line, up to the leaves in which no hit can count any
 * more. Returns false if the budget ends before the line. */
static OCT9_APART bool find(oct9_linked_scene_cast_t *cast, uint32_t *budget)
{
    while (oct9_scene_hits_test(&cast->hits, budget)) {
        if (!cast->inside || oct9_scene_hits_known(&cast->hits))
            return true;
        if (*budget == 0)
            return false;
        --*budget;
        if (cast->leaves != 0)
            cast->inside = oct9_linked_next(&cast->walk) && counts(cast);
        if (cast->inside)
            enter_leaf(cast);
    }
    return false;
}

oct9_status_t oct9_linked_scene_cast_run(oct9_linked_scene_cast_t *cast, uint32_t budget,
                                         oct9_scene_output_t *output)
{
    OCT9_ASSERT(cast && output);
    const oct9_map_t map = map_of(cast->hits.scene);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&map, cast->generation))
        return OCT9_ERR_STALE;
    const bool done = find(cast, &budget) && oct9_scene_hits_place(&cast->hits, &budget);
    output->leaves = cast->leaves;
    output->nodes = 0;
    output->tests = cast->hits.list.tests;
    if (!done)
        return OCT9_AGAIN;
    oct9_scene_hits_output(&cast->hits, output);
    return OCT9_OK;
}

oct9_status_t oct9_linked_scene_cast(const oct9_linked_scene_t *linked,
                                     const oct9_scene_cast_input_t *input,
                                     oct9_scene_output_t *output)
{
    oct9_linked_scene_cast_t cast;
    const oct9_status_t status = oct9_linked_scene_cast_begin(&cast, linked, input);
    return status == OCT9_OK ? oct9_linked_scene_cast_run(&cast, UINT32_MAX, output) : status;
}
