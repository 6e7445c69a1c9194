/* SPDX-License-Identifier: MIT */
/* What the checks of invariants say of structures that were harmed: each field that others rely on
 * is set to each of many other values, one at a time, and must be reported; what takes two changes
 * is done by hand. The checks must end, and read nothing beyond the pools. */
#include "oct9/objects.h"
#include "oct9/points.h"
#include "src/objects/objects.h"
#include "tests/shared/from_low.h"
#include "tests/objects/things.h"
#include "tests/test.h"

#include <string.h>

/* --- moving objects -------------------------------------------------------------------------- */

static struct {
    oct9_objects_t things;
    oct9_object_t object[THINGS];
    oct9_object_node_t node[THING_NODES];
} good;

static void keep(void)
{
    good.things = things;
    memcpy(good.object, thing_pool, sizeof good.object);
    memcpy(good.node, thing_nodes, sizeof good.node);
}

static void restore(void)
{
    things = good.things;
    memcpy(thing_pool, good.object, sizeof good.object);
    memcpy(thing_nodes, good.node, sizeof good.node);
}

static bool reported(void)
{
    return oct9_objects_check(&things) == OCT9_ERR_BROKEN;
}

/* Does the harm, looks whether it is reported, and undoes it. */
#define HARM(...)          \
    do {                   \
        __VA_ARGS__;       \
        CHECK(reported()); \
        restore();         \
    } while (0)

/* A field of 16 or 8 bits takes on every index, and its own value with each bit changed. */
static void each_half(uint16_t *field)
{
    const uint16_t was = *field;
    for (uint32_t i = 0; i < 2u * THING_NODES + 16u; i++) {
        *field = (uint16_t)(i < THING_NODES ? i : 0u - (i - THING_NODES));
        CHECK(*field == was || reported());
        *field = (uint16_t)(was ^ 1u << i % 16u);
        CHECK(reported());
    }
    *field = was;
}

static void each_byte(uint8_t *field, uint32_t count)
{
    const uint8_t was = *field;
    for (uint32_t i = 0; i < count; i++) {
        *field = (uint8_t)i;
        CHECK(*field == was || reported());
    }
    *field = was;
}

/* Two in one node, one in a large one, one outside, a static box, one queued; free ones; branches
 * that wait, and above one of them nodes that are overdue. */
static oct9_handle_t furnish(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(thing_ball(100, 100, 100, 5));
    (void)thing_add(thing_ball(101, 100, 100, 5));
    (void)thing_add(thing_box(16000, 16000, 16000, 2000, 10, 10));
    (void)thing_add(thing_ball(-5, 100, 100, 5));
    oct9_handle_t still;
    const oct9_objects_add_input_t box = { thing_box(5000, 100, 100, 10, 10, 10), 1, 0, true };
    CHECK_EQ(oct9_objects_add(&things, &box, &still), 0);
    things_update(OCT9_LEVELS + 1);
    oct9_handle_t often = thing_add(thing_ball(30000, 30000, 100, 5));
    const oct9_handle_t beside = thing_add(thing_ball(30070, 30000, 100, 5));
    things_update(OCT9_LEVELS + 1);
    CHECK_EQ(oct9_objects_remove(&things, often), OCT9_OK);
    things_update(1);
    often = thing_add(thing_ball(30000, 30000, 100, 5));
    things_update(1);
    CHECK_EQ(oct9_objects_remove(&things, often), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, beside), OCT9_OK);
    things_update(OCT9_KEEP_FIRST);
    const oct9_handle_t gone = thing_add(thing_ball(100, 30000, 100, 5));
    const oct9_handle_t lost = thing_add(thing_ball(100, 30000, 30000, 5));
    things_update(1);
    CHECK_EQ(oct9_objects_remove(&things, gone), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, lost), OCT9_OK);
    (void)thing_add(thing_ball(7000, 100, 100, 5));
    CHECK(things.queued == 1 && things.outside == 1 && things.used == 6);
    CHECK(things.lists.empty_first[0] != OCT9_NO_INDEX &&
          things.lists.empty_first[1] != OCT9_NO_INDEX);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    keep();
    return still;
}

static void objects_fields(void)
{
    (void)furnish();
    for (unsigned i = 0; i < THINGS; i++) {
        oct9_object_t *object = &thing_pool[i];
        each_half(&object->next);
        each_half(&object->node);
        if (object->node == OCT9_IN_NONE)
            continue;
        each_half(&object->previous);
        each_byte(&object->level, 256);
        HARM(object->generation = 0);
        HARM(object->is_static = !object->is_static);
        HARM(object->moved_tick = (uint16_t)(object->moved_tick == (uint16_t)things.tick
                                                 ? things.tick - 1u
                                                 : things.tick));
        each_half((uint16_t *)&object->low_x);
        HARM(object->bounds.centre.x = (int16_t)(object->bounds.centre.x ^ -0x8000));
    }
}

static void nodes_fields(void)
{
    unsigned overdue = 0, waiting = 0;
    (void)furnish();
    for (unsigned n = 0; n < THING_NODES; n++) {
        oct9_object_node_t *node = &thing_nodes[n];
        const bool waits = node->state == OCT9_NODE_WAITING,
                   is_free = node->state == OCT9_NODE_FREE;
        each_byte(&node->state, 4);
        if (!is_free) {
            each_byte(&node->level, 256);
            each_half(&node->above);
            each_half(&node->count);
        }
        each_byte(&node->children, 256);
        if (waits || is_free)
            each_half(&node->next);
        if (waits) {
            each_half(&node->previous);
            each_byte(&node->span, 256);
        }
        if (is_free)
            continue;
        for (unsigned place = 0; place < 8; place++)
            each_half(&node->child[place]);
        each_half(&node->first);
        each_byte(&node->live, 256);
        each_byte(&node->holders, 256);
        HARM(node->span = OCT9_KEEP_SPANS);
        if (n != 0) {
            each_half(&node->parent);
            each_byte(&node->place, 256);
        }
        overdue += node->state == OCT9_NODE_OVERDUE;
        waiting += waits;
    }
    CHECK(overdue > 1 && waiting > 1);
}

static void objects_counters(void)
{
    (void)furnish();
    uint16_t *const fields[] = { &things.used,
                                 &things.nodes_used,
                                 &things.queued,
                                 &things.outside,
                                 &things.crowded,
                                 &things.moved,
                                 &things.dynamic,
                                 &things.of_level[0],
                                 &things.of_level[OCT9_LEVELS],
                                 &things.lists.free_object,
                                 &things.lists.free_node,
                                 &things.lists.queue_first,
                                 &things.lists.outside_first };
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        each_half(fields[i]);
    for (unsigned span = 0; span < OCT9_KEEP_SPANS; span++) {
        each_half(&things.lists.empty_first[span]);
        each_half(&things.lists.empty_last[span]);
    }
    HARM(things.peak = (uint16_t)(things.used - 1u));
    HARM(things.peak = THINGS + 1);
    HARM(things.nodes_peak = (uint16_t)(things.nodes_used - 1u));
    HARM(things.nodes_peak = THING_NODES + 1);
}

/* The low end that goes with an object's bounds. */
static void fit_low_end(oct9_object_t *object)
{
    object->low_x = oct9_bounds_low(&object->bounds);
}

/* What one field alone does not show. */
static void objects_in_two_places(void)
{
    const oct9_handle_t still = furnish();
    oct9_object_t *box = &thing_pool[still.index], *queued = &thing_pool[things.lists.queue_first];
    const uint16_t lost = things.lists.free_object, lost_node = things.lists.free_node;
    oct9_object_node_t *first = &thing_nodes[things.lists.empty_first[0]];
    oct9_object_t *ball = &thing_pool[0]; /* the first of two */

    /* neither free nor in a list */
    HARM(things.lists.free_object = thing_pool[lost].next, things.used++, things.peak = THINGS);
    HARM(things.lists.free_node = thing_nodes[lost_node].next, things.nodes_used++,
         things.nodes_peak = THING_NODES);
    /* larger than its node, or not of its place */
    CHECK(ball->level == 0 && thing_nodes[ball->node].level == 0);
    HARM(ball->bounds.half_q6[0] = 9000, ball->level = 9, fit_low_end(ball), things.of_level[0]--,
         things.of_level[9]++, thing_nodes[ball->node].above++);
    HARM(box->bounds.centre.y = FROM_LOW(20000));
    /* behind the next one of its list */
    HARM(thing_pool[0].bounds.centre.x++, thing_pool[1].bounds.centre.x--,
         fit_low_end(&thing_pool[0]), fit_low_end(&thing_pool[1]));
    /* outside, but not in that list */
    HARM(queued->bounds.centre.x = FROM_LOW(-1), queued->level = OCT9_LEVEL_OUTSIDE,
         fit_low_end(queued));
    HARM(queued->bounds.centre.x = FROM_LOW(32768), queued->level = OCT9_LEVEL_OUTSIDE,
         fit_low_end(queued));
    /* times out of order, or too far away */
    HARM(first->until = (uint8_t)(things.tick + OCT9_KEEP_FIRST + 1u));
    HARM(first->until = (uint8_t)things.tick);
    HARM(thing_nodes[first->next].until--);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

/* --- points ---------------------------------------------------------------------------------- */

enum { BLOCKS = 16, BUCKETS = 8, CAPACITY = 2 };

static oct9_block_t blocks[BLOCKS];
static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[BUCKETS * CAPACITY];
static oct9_points_t set;

static void put(int x, int y, int z)
{
    const oct9_point_t point = point_from_low(x, y, z);
    CHECK_EQ(oct9_points_insert(&set, &point, 0), OCT9_OK);
}

static void begin_points(unsigned least_level)
{
    const oct9_points_config_t config = {
        blocks, BLOCKS, buckets, entries, BUCKETS, CAPACITY, (uint8_t)least_level,
    };
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
}

static bool points_reported(void)
{
    uint8_t seen[BLOCKS];
    return oct9_points_check(&set, seen) == OCT9_ERR_BROKEN;
}

#define HARM_POINTS(...)                             \
    do {                                             \
        const oct9_points_t was = set;               \
        oct9_bucket_t bucket_was[BUCKETS];           \
        oct9_entry_t entry_was[BUCKETS * CAPACITY];  \
        memcpy(bucket_was, buckets, sizeof buckets); \
        memcpy(entry_was, entries, sizeof entries);  \
        CHECK(!points_reported());                   \
        __VA_ARGS__;                                 \
        CHECK(points_reported());                    \
        set = was;                                   \
        memcpy(buckets, bucket_was, sizeof buckets); \
        memcpy(entries, entry_was, sizeof entries);  \
    } while (0)

static void points_in_one_leaf(void)
{
    begin_points(0);
    put(1, 1, 1);
    put(30000, 1, 1);
    const uint16_t more = set.free_head;
    const unsigned b = (set.tree.root & OCT9_PAYLOAD_MAX) - 1u;
    HARM_POINTS(buckets[b].count = 0, set.count = 0);
    HARM_POINTS(buckets[b].count = CAPACITY + 1, set.count++);
    HARM_POINTS(entries[b * CAPACITY].point.x = FROM_LOW(-1));
    HARM_POINTS(entries[b * CAPACITY].point.x = FROM_LOW(32768));
    HARM_POINTS(set.count++);
    HARM_POINTS(set.used++, set.peak = BUCKETS);
    HARM_POINTS(set.peak = 0);
    HARM_POINTS(set.peak = BUCKETS + 1);
    HARM_POINTS(set.free_head = (uint16_t)b);
    HARM_POINTS(set.free_head = buckets[more].next);
    HARM_POINTS(set.free_head = OCT9_BUCKET_NONE);
    HARM_POINTS(buckets[b].next = BUCKETS);
    /* a leaf that is not of the least level has a second bucket, full and free no more */
    HARM_POINTS(set.free_head = buckets[more].next, buckets[b].next = more,
                buckets[more].next = OCT9_BUCKET_NONE, buckets[more].count = CAPACITY, set.used++,
                set.peak = BUCKETS, set.count += CAPACITY);
    set.least_level = 0;
}

static void points_in_a_chain(void)
{
    begin_points(8);
    for (int i = 0; i < 5; i++)
        put(i, 1, 1);
    put(30000, 1, 1);
    const unsigned leaf = (blocks[set.tree.root].slot[0] & OCT9_PAYLOAD_MAX) - 1u;
    const unsigned second = buckets[leaf].next;
    HARM_POINTS(buckets[second].count--, set.count--);
    HARM_POINTS(entries[second * CAPACITY].point.x = FROM_LOW(20000));
    HARM_POINTS(set.least_level = 9);
}

/* --- the tree -------------------------------------------------------------------------------- */

static void tree_counters(void)
{
    static oct9_block_t pool[BLOCKS];
    const oct9_thresholds_t thresholds = { 1, 2 };
    oct9_tree_t tree;
    uint8_t seen[BLOCKS];
    const oct9_cell_t cell = { 0, 0, 0 };

    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, cell, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_check(&tree, seen), OCT9_OK);
    tree.peak = 0;
    CHECK_EQ(oct9_tree_check(&tree, seen), OCT9_ERR_TREE_COUNT);
    tree.peak = BLOCKS + 1;
    CHECK_EQ(oct9_tree_check(&tree, seen), OCT9_ERR_TREE_COUNT);
    tree.peak = tree.used;
    unsigned block = tree.root;
    while (!(pool[block].slot[0] & OCT9_SLOT_LEAF))
        block = pool[block].slot[0];
    const uint16_t below = tree.free_head; /* a block below a cell, good otherwise */
    tree.free_head = pool[below].slot[0];
    for (unsigned child = 0; child < 8; child++)
        pool[below].slot[child] = (uint16_t)(OCT9_SLOT_LEAF | child);
    pool[block].slot[0] = below;
    CHECK_EQ(oct9_tree_check(&tree, seen), OCT9_ERR_TREE_LINK);
}

int main(void)
{
    RUN(objects_fields);
    RUN(nodes_fields);
    RUN(objects_counters);
    RUN(objects_in_two_places);
    RUN(points_in_one_leaf);
    RUN(points_in_a_chain);
    RUN(tree_counters);
    return test_end();
}
