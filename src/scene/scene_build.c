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

/* A node on the path: its list, and its next child. */
typedef struct {
    uint32_t list, length;
    uint16_t block;
    uint8_t child;
} level_t;

typedef struct {
    const oct9_scene_config_t *config;
    uint32_t index_count, list_count; /* the numbers that may be used */
    uint32_t indices, top;            /* the end of the finished lists, and the top of the stack */
    uint32_t lists, blocks;           /* in use */
    oct9_node_t node;                 /* the current node */
    level_t at[OCT9_LEVELS + 1];      /* [l]: the path's node of level l */
} build_t;

static oct9_status_t check(const oct9_scene_config_t *config)
{
    if (config->primitive_count > OCT9_PRIMITIVES_MAX || config->few == 0)
        return OCT9_REFUSE();
    if (config->block_count == 0 || config->block_count > OCT9_BLOCKS_MAX)
        return OCT9_REFUSE();
    if (config->least_level > OCT9_LEVELS)
        return OCT9_REFUSE();
    for (uint32_t i = 0; i < config->primitive_count; i++) {
        const oct9_status_t status = oct9_primitive_check(&config->primitives[i]);
        if (status != OCT9_OK)
            return status == OCT9_ERR_ARGUMENT ? OCT9_REFUSE() : status;
    }
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

static bool push(build_t *build, uint16_t primitive)
{
    OCT9_ASSERT(build->indices <= build->top && build->top <= build->index_count);
    if (build->top == build->indices)
        return false;
    build->config->indices[--build->top] = primitive;
    return true;
}

/* Pushes those primitives of the parent's list that touch the node. The last ones come first, so
 * that they are in order. */
static oct9_status_t push_touching(build_t *build, const level_t *parent)
{
    const oct9_scene_config_t *config = build->config;
    int32_t low[3], high[3];
    oct9_solid_t solid;
    node_box(&build->node, low, high);
    for (uint32_t i = parent->length; i-- > 0;) {
        const uint16_t primitive = config->indices[parent->list + i];
        oct9_solid_of_primitive(&config->primitives[primitive], &solid);
        if (oct9_solid_meets_box(&solid, low, high) && !push(build, primitive))
            return OCT9_ERR_INDICES_FULL;
    }
    return OCT9_OK;
}

/* Makes the list on top of the stack a leaf's. */
static oct9_status_t finish_leaf(build_t *build, uint32_t length, uint16_t *slot)
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
static oct9_status_t open_node(build_t *build, uint32_t length, uint16_t *slot)
{
    level_t *level = &build->at[build->node.level];
    if (build->blocks == build->config->block_count)
        return OCT9_ERR_POOL_FULL;
    level->block = *slot = (uint16_t)build->blocks++;
    level->list = build->top;
    level->length = length;
    level->child = 0;
    return OCT9_OK;
}

/* Makes the node whose list is on top of the stack a leaf or an inner node. */
static oct9_status_t settle(build_t *build, uint32_t length, uint16_t *slot)
{
    return length <= build->config->few || build->node.level == build->config->least_level
             ? finish_leaf(build, length, slot)
             : open_node(build, length, slot);
}

/* Goes down to the next child of the node of `level`. */
static void go_down(build_t *build, unsigned level)
{
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS && build->at[level].child < 8);
    const unsigned child = build->at[level].child++;
    const uint16_t size = (uint16_t)(1u << (level - 1u)), whole = (uint16_t)(2u * size - 1u);
    oct9_cell_t *corner = &build->node.corner;
    corner->x = (uint16_t)((corner->x & ~whole) | (child & 1u ? size : 0));
    corner->y = (uint16_t)((corner->y & ~whole) | (child & 2u ? size : 0));
    corner->z = (uint16_t)((corner->z & ~whole) | (child & 4u ? size : 0));
    build->node.level = (uint8_t)(level - 1u);
}

/* Builds everything below the cube, if it is an inner node. */
static oct9_status_t build_nodes(build_t *build, unsigned level)
{
    while (level <= OCT9_LEVELS) {
        level_t *parent = &build->at[level];
        if (parent->child == 8) {
            build->top = parent->list + parent->length;
            level++;
            continue;
        }
        oct9_block_t *block = &build->config->blocks[parent->block];
        uint16_t *slot = &block->slot[parent->child];
        const uint32_t top = build->top;
        go_down(build, level);
        oct9_status_t status = push_touching(build, parent);
        if (status == OCT9_OK)
            status = settle(build, top - build->top, slot);
        if (status != OCT9_OK)
            return status;
        if (*slot < OCT9_SLOT_LEAF)
            level--;
    }
    return OCT9_OK;
}

static void begin(build_t *build, const oct9_scene_config_t *config)
{
    build->config = config;
    build->index_count = config->index_count < OCT9_INDICES_MAX ? config->index_count
                                                                : OCT9_INDICES_MAX;
    build->list_count = config->list_count < OCT9_LISTS_MAX ? config->list_count : OCT9_LISTS_MAX;
    build->indices = build->lists = build->blocks = 0;
    build->top = build->index_count;
    build->node.corner.x = build->node.corner.y = build->node.corner.z = 0;
    build->node.level = OCT9_LEVELS;
}

static oct9_status_t build_all(build_t *build, uint16_t *root)
{
    const uint32_t count = build->config->primitive_count;
    for (uint32_t i = count; i-- > 0;)
        if (!push(build, (uint16_t)i))
            return OCT9_ERR_INDICES_FULL;
    const oct9_status_t status = settle(build, count, root);
    if (status != OCT9_OK || *root >= OCT9_SLOT_LEAF)
        return status;
    return build_nodes(build, OCT9_LEVELS);
}

/* Makes a stale scene without primitives. Begin-functions look at the scene, but not at its
 * arrays. */
static void make_none(oct9_scene_t *scene, oct9_block_t *blocks)
{
    oct9_scene_tree(scene, blocks, 0, OCT9_SLOT_LEAF);
    scene->primitive_count = 0;
}

static void name_node(oct9_node_t *full, const oct9_node_t *node)
{
    oct9_cell_copy(&full->corner, &node->corner);
    full->level = node->level;
}

oct9_status_t oct9_scene_build(oct9_scene_t *scene, const oct9_scene_config_t *config)
{
    build_t build;
    uint16_t root;
    OCT9_ASSERT(scene && config && config->blocks);
    oct9_status_t status = check(config);
    if (status != OCT9_OK)
        return status;
    begin(&build, config);
    make_none(scene, config->blocks);
    status = build_all(&build, &root);
    if (status == OCT9_ERR_LIST_FULL && config->full)
        name_node(config->full, &build.node);
    if (status != OCT9_OK)
        return status;
    oct9_scene_tree(scene, config->blocks, (uint16_t)build.blocks, root);
    scene->primitives = config->primitives;
    scene->lists = config->lists;
    scene->indices = config->indices;
    scene->primitive_count = (uint16_t)config->primitive_count;
    scene->list_count = (uint16_t)build.lists;
    scene->index_count = build.indices;
    oct9_tree_touch(&scene->tree);
    return OCT9_OK;
}
