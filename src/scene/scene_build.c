/* SPDX-License-Identifier: MIT */
/* Building a scene, depth first. At each node the build selects the primitives that touch the node
 * from those that touch its parent.
 *
 * Finished lists grow from the low end of the indices. The lists of the nodes on the path are a
 * stack at the high end, each below its parent's. A leaf's list moves from the stack to the
 * finished lists. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/axes.h"
#include "src/scene/scene.h"

/* What a step does next. */
enum { CHECK, LIST, TEST, DONE };

/* Checks all but the primitives. */
static oct9_status_t check(const oct9_scene_config_t *config)
{
    if (config->primitive_count > OCT9_PRIMITIVES_MAX || config->few == 0)
        return OCT9_REFUSE();
    if (config->block_count == 0 || config->block_count > OCT9_BLOCKS_MAX)
        return OCT9_REFUSE();
    if (config->least_level > OCT9_LEVELS)
        return OCT9_REFUSE();
    return OCT9_OK;
}

/* The closed cube of the node in sub-cells. */
static void node_box(const oct9_node_t *node, int32_t low[3], int32_t high[3])
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << node->level;
    for (unsigned a = 0; a < 3; a++) {
        low[a] = oct9_cell_low(oct9_cell_axis(&node->corner, a));
        high[a] = low[a] + size;
    }
}

static bool push_primitive(oct9_scene_build_t *build, uint16_t primitive)
{
    OCT9_ASSERT(build->indices <= build->top && build->top <= build->index_count);
    if (build->top == build->indices)
        return false;
    build->config->indices[--build->top] = primitive;
    return true;
}

/* Pushes those primitives of the parent's list that touch the node, as far as the budget goes. The
 * last ones come first, so that they are in order. */
static oct9_status_t test_list(oct9_scene_build_t *build, uint32_t *budget)
{
    const oct9_scene_config_t *config = build->config;
    const uint16_t *list = &config->indices[build->at[build->node.level + 1u].list];
    int32_t low[3], high[3];
    oct9_solid_t solid;
    node_box(&build->node, low, high);
    for (; build->left != 0 && *budget != 0; --*budget) {
        const uint16_t primitive = list[--build->left];
        oct9_solid_of_primitive(&config->primitives[primitive], &solid);
        if (oct9_solid_meets_box(&solid, low, high) && !push_primitive(build, primitive))
            return OCT9_ERR_INDICES_FULL;
    }
    return OCT9_OK;
}

/* Makes the list on top of the stack a leaf's. */
static oct9_status_t finish_leaf(oct9_scene_build_t *build, uint32_t length, uint16_t *slot)
{
    const oct9_scene_config_t *config = build->config;
    OCT9_ASSERT(length <= build->index_count - build->top);
    *slot = OCT9_SLOT_LEAF;
    if (length == 0)
        return OCT9_OK;
    if (length > OCT9_LIST_MAX)
        return OCT9_ERR_LIST_FULL;
    if (build->lists == build->list_count)
        return OCT9_ERR_LISTS_FULL;
    config->lists[build->lists++] = build->indices << 8 | length;
    *slot = (uint16_t)(OCT9_SLOT_LEAF | build->lists);
    for (; length != 0; length--)
        config->indices[build->indices++] = config->indices[build->top++];
    OCT9_ASSERT(build->indices <= build->top && build->lists <= build->list_count);
    return OCT9_OK;
}

/* Makes the node whose list is on top of the stack an inner node. */
static oct9_status_t make_inner(oct9_scene_build_t *build, uint32_t length, uint16_t *slot)
{
    oct9_scene_level_t *level = &build->at[build->node.level];
    if (build->blocks == build->config->block_count)
        return OCT9_ERR_POOL_FULL;
    level->block = *slot = (uint16_t)build->blocks++;
    level->list = build->top;
    level->length = length;
    level->child = 0;
    return OCT9_OK;
}

/* Makes the node whose list is on top of the stack a leaf or an inner node. */
static oct9_status_t settle_node(oct9_scene_build_t *build, uint32_t length, uint16_t *slot)
{
    return length <= build->config->few || build->node.level == build->config->least_level
             ? finish_leaf(build, length, slot)
             : make_inner(build, length, slot);
}

/* Goes down to the next child of the node of `level`, whose list is to be tested. */
static void go_to_child(oct9_scene_build_t *build, unsigned level)
{
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS && build->at[level].child < 8);
    const unsigned child = build->at[level].child++;
    const uint16_t size = (uint16_t)(1u << (level - 1u)), whole = (uint16_t)(2u * size - 1u);
    oct9_cell_t *corner = &build->node.corner;
    corner->x = (uint16_t)((corner->x & ~whole) | (child & 1u ? size : 0));
    corner->y = (uint16_t)((corner->y & ~whole) | (child & 2u ? size : 0));
    corner->z = (uint16_t)((corner->z & ~whole) | (child & 4u ? size : 0));
    build->node.level = (uint8_t)(level - 1u);
    build->left = build->at[level].length;
    build->list = build->top;
}

/* Goes on to the next node, depth first, from the node that is settled: up past the nodes whose
 * children are done, and down to the next child. Returns false at the end. */
static bool go_to_next_node(oct9_scene_build_t *build, bool inner)
{
    unsigned level = build->node.level + (inner ? 0u : 1u);
    for (; level <= OCT9_LEVELS; level++) {
        const oct9_scene_level_t *parent = &build->at[level];
        if (parent->child < 8) {
            go_to_child(build, level);
            return true;
        }
        build->top = parent->list + parent->length;
    }
    return false;
}

static uint16_t *slot_of_node(oct9_scene_build_t *build)
{
    if (build->node.level == OCT9_LEVELS)
        return &build->root;
    const oct9_scene_level_t *parent = &build->at[build->node.level + 1u];
    return &build->config->blocks[parent->block].slot[parent->child - 1u];
}

/* The scene is complete. */
static void finish(oct9_scene_build_t *build)
{
    const oct9_scene_config_t *config = build->config;
    oct9_scene_t *scene = build->scene;
    oct9_scene_tree(scene, config->blocks, (uint16_t)build->blocks, build->root);
    scene->primitives = config->primitives;
    scene->lists = config->lists;
    scene->indices = config->indices;
    scene->primitive_count = (uint16_t)config->primitive_count;
    scene->list_count = (uint16_t)build->lists;
    scene->index_count = build->indices;
    oct9_tree_touch(&scene->tree);
    build->stage = DONE;
}

/* All primitives that touch the node are on the stack. */
static oct9_status_t end_node(oct9_scene_build_t *build)
{
    uint16_t *slot = slot_of_node(build);
    const oct9_status_t status = settle_node(build, build->list - build->top, slot);
    if (status == OCT9_ERR_LIST_FULL && build->config->full) {
        oct9_cell_copy(&build->config->full->corner, &build->node.corner);
        build->config->full->level = build->node.level;
    }
    if (status != OCT9_OK)
        return status;
    build->stage = TEST;
    if (!go_to_next_node(build, *slot < OCT9_SLOT_LEAF))
        finish(build);
    return OCT9_OK;
}

/* All primitives are good: from here on there is no scene. The generation is one that no build had
 * that this one overtakes. Begin-functions look at the scene, but not at its arrays. */
static void begin_list(oct9_scene_build_t *build)
{
    const oct9_scene_config_t *config = build->config;
    oct9_scene_tree(build->scene, config->blocks, 0, OCT9_SLOT_LEAF);
    oct9_tree_touch(&build->scene->tree);
    oct9_tree_touch(&build->scene->tree);
    build->scene->primitive_count = 0;
    build->generation = build->scene->tree.generation;
    build->stage = LIST;
    build->left = config->primitive_count;
}

/* Checks a primitive, or lists it for the cube, or begins the lists. */
static oct9_status_t step_build(oct9_scene_build_t *build)
{
    const oct9_scene_config_t *config = build->config;
    if (build->stage == LIST)
        return push_primitive(build, (uint16_t)--build->left) ? OCT9_OK : OCT9_ERR_INDICES_FULL;
    if (build->left == 0) {
        begin_list(build);
        return OCT9_OK;
    }
    const uint32_t i = config->primitive_count - build->left--;
    const oct9_status_t status = oct9_primitive_check(&config->primitives[i]);
    return status == OCT9_ERR_ARGUMENT ? OCT9_REFUSE() : status;
}

/* Takes steps, one and up, from a budget above 0. */
static oct9_status_t steps(oct9_scene_build_t *build, uint32_t *budget)
{
    if (build->stage == TEST && build->left != 0)
        return test_list(build, budget);
    --*budget;
    return build->stage != CHECK && build->left == 0 ? end_node(build) : step_build(build);
}

oct9_status_t oct9_scene_build_begin(oct9_scene_build_t *build, oct9_scene_t *scene,
                                     const oct9_scene_config_t *config)
{
    OCT9_ASSERT(build && scene && config && config->blocks);
    OCT9_ASSERT((config->primitives || config->primitive_count == 0) &&
                (config->lists || config->list_count == 0) &&
                (config->indices || config->index_count == 0));
    const oct9_status_t status = check(config);
    if (status != OCT9_OK)
        return status;
    build->scene = scene;
    build->config = config;
    build->index_count = config->index_count < OCT9_INDICES_MAX ? config->index_count
                                                                : OCT9_INDICES_MAX;
    build->list_count = config->list_count < OCT9_LISTS_MAX ? config->list_count : OCT9_LISTS_MAX;
    build->indices = build->lists = build->blocks = 0;
    build->list = build->top = build->index_count;
    build->node.corner.x = build->node.corner.y = build->node.corner.z = 0;
    build->node.level = OCT9_LEVELS;
    build->status = OCT9_OK;
    build->stage = CHECK;
    build->left = config->primitive_count;
    return OCT9_OK;
}

oct9_status_t oct9_scene_build_run(oct9_scene_build_t *build, uint32_t budget)
{
    OCT9_ASSERT(build);
    if (budget == 0)
        return OCT9_REFUSE();
    if ((build->stage == LIST || build->stage == TEST) && build->status == OCT9_OK &&
        build->scene->tree.generation != build->generation)
        build->status = OCT9_ERR_STALE;
    while (build->status == OCT9_OK && build->stage != DONE) {
        if (budget == 0)
            return OCT9_AGAIN;
        build->status = steps(build, &budget);
    }
    return build->status;
}

oct9_status_t oct9_scene_build(oct9_scene_t *scene, const oct9_scene_config_t *config)
{
    oct9_scene_build_t build;
    oct9_status_t status = oct9_scene_build_begin(&build, scene, config);
    if (status != OCT9_OK)
        return status;
    do /* the tests of a scene may be more than 2^32 */
        status = oct9_scene_build_run(&build, UINT32_MAX);
    while (status == OCT9_AGAIN);
    return status;
}
