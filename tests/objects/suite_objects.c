/* SPDX-License-Identifier: MIT */
/* Moving objects: nodes that come and go, handles, and a long run that leaves nothing behind. */
#include "oct9/objects.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/objects/things.h"
#include "tests/test.h"

/* In SETTLE updates each object that may go down does so. */
enum { LONG_RUN = 1000, IDLE = 64, SETTLE = OCT9_LEVELS + 1 };

/* --- nodes ----------------------------------------------------------------------------------- */

/* Two objects in one place: each node on their path has more than the capacity below it. */
static void add_two(oct9_bounds_t bounds, oct9_handle_t two[2])
{
    two[0] = thing_add(bounds);
    two[1] = thing_add(bounds);
    things_update(SETTLE);
    CHECK_EQ(things.queued, 0);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

/* How many nodes two objects in one place take: their own and those above. */
static uint32_t nodes_of(oct9_placement_t placement, oct9_bounds_t bounds)
{
    oct9_handle_t two[2];
    things_init(placement, THING_NODES);
    add_two(bounds, two);
    return things.outside ? 0 : things.nodes_used;
}

static void default_capacity(void)
{
    const oct9_objects_config_t config = { thing_pool, thing_nodes, 1, 1, OCT9_LOOSE, 0, 0 };
    CHECK_EQ(oct9_objects_init(&things, &config), OCT9_OK);
    CHECK_EQ(things.capacity, OCT9_OBJECTS_CAPACITY);
}

/* A node keeps as many objects as its capacity, and passes on all when there is one more. */
static void capacity(void)
{
    static const uint16_t capacities[3] = { 1, 3, 30 };
    for (unsigned i = 0; i < 3; i++) {
        const oct9_objects_config_t config = { thing_pool, thing_nodes,   THINGS, THING_NODES,
                                               OCT9_LOOSE, capacities[i], 8 };
        CHECK_EQ(oct9_objects_init(&things, &config), OCT9_OK);
        for (unsigned n = 0; n < capacities[i]; n++)
            (void)thing_add(thing_ball(100, 100, 100, 5));
        (void)thing_add(thing_ball(0, 0, 0, 16384)); /* belongs to the root, and does not count */
        things_update(SETTLE);
        CHECK_EQ(things.nodes_used, 1);
        (void)thing_add(thing_ball(30000, 100, 100, 5));
        things_update(1);
        CHECK(things.nodes_used == 3 && things.crowded == 0);
        CHECK(thing_nodes[0].above == 0 && thing_nodes[thing_nodes[0].child[0]].above == 0);
        CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    }
}

static void places(void)
{
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(100, 100, 100, 0)), 10);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(100, 100, 100, 32)), 10);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(100, 100, 100, 33)), 9);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_box(0, 0, 0, 1, 64, 3)), 9);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_box(0, 0, 0, 1, 3, 65)), 8);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(0, 0, 0, 16384)), 1);
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(0, 0, 0, 16385)), 0);
    for (unsigned face = 0; face < 6; face++) { /* a low face is inside, a high one is not */
        oct9_bounds_t ball = thing_ball(0, 0, 0, 5);
        ball.centre = world_at_face(face, 0);
        CHECK_EQ(nodes_of(OCT9_LOOSE, ball), face & 1u ? 0 : 10);
        ball.centre = world_at_face(face, -1);
        CHECK_EQ(nodes_of(OCT9_LOOSE, ball), 0);
        ball.centre = world_at_face(face, -16383);
        CHECK_EQ(nodes_of(OCT9_LOOSE, ball), 0);
        ball.centre = world_at_face(face, 5 + (face & 1u));
        CHECK(nodes_of(OCT9_ENCLOSING, ball) > 0);
        ball.centre = world_at_face(face, 4 + (face & 1u));
        CHECK_EQ(nodes_of(OCT9_ENCLOSING, ball), 0);
    }
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_ball(32, 32, 32, 31)), 10);
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_ball(32, 32, 32, 32)), 9);
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_box(16384, 99, 99, 1, 0, 0)), 1);
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_box(16384, 99, 99, 0, 0, 0)), 10);
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_ball(31, 99, 99, 32)), 0);
    CHECK_EQ(nodes_of(OCT9_ENCLOSING, thing_ball(32736, 99, 99, 32)), 0);
}

/* How many updates an empty branch lasts after `object` has left it. */
static uint32_t lasts(oct9_handle_t object, oct9_bounds_t elsewhere)
{
    uint32_t updates = 0;
    CHECK_EQ(oct9_objects_move(&things, object, &elsewhere), 0);
    for (const uint16_t before = things.nodes_used; things.nodes_used == before; updates++)
        things_update(1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    return updates;
}

/* 8 updates at first, then twice as many each time, up to 64; and 8 again for new nodes. */
static void empty_branches(void)
{
    const oct9_bounds_t here = thing_ball(100, 100, 100, 40), there = thing_ball(9000, 0, 0, 9000);
    static const uint32_t spans[5] = { 16, 32, 64, 64, 64 };
    oct9_handle_t others[2];
    things_init(OCT9_LOOSE, THING_NODES);
    add_two(thing_ball(30000, 100, 100, 40), others);
    CHECK_EQ(things.nodes_used, 9);
    const oct9_handle_t object = thing_add(here);
    things_update(3);
    CHECK_EQ(things.nodes_used, 10);
    for (unsigned i = 0; i < 5; i++) {
        CHECK_EQ(oct9_objects_move(&things, object, &there), 0);
        things_update(i == 0 ? 7 : 1);
        CHECK_EQ(things.nodes_used, 10);
        CHECK_EQ(oct9_objects_move(&things, object, &here), 0);
        if (i < 4)
            continue;
        CHECK_EQ(lasts(object, there), spans[i]);
    }
    CHECK_EQ(things.nodes_used, 9);
    CHECK_EQ(oct9_objects_move(&things, object, &here), 0);
    CHECK_EQ(lasts(object, there), 8);
}

/* A pool that is too small: objects are held higher up, are found all the same, and go to their
 * places when there is room. */
static void crowded(void)
{
    oct9_handle_t a[2], b[2];
    things_init(OCT9_LOOSE, 14);
    add_two(thing_ball(100, 100, 100, 5), a);
    add_two(thing_ball(30000, 100, 100, 5), b);
    CHECK(things.crowded == 1 && things.nodes_used == 14 && things.nodes_peak == 14);
    CHECK_EQ(oct9_objects_update(&things, THINGS - 1), OCT9_AGAIN);
    CHECK_EQ(oct9_objects_update(&things, 1), OCT9_OK); /* each object was looked at */
    const oct9_handle_t c = thing_add(thing_ball(30000, 109, 100, 5));
    things_update(1);
    CHECK_EQ(things.crowded, 2);
    CHECK_EQ(oct9_objects_remove(&things, a[0]), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, a[1]), OCT9_OK);
    CHECK_EQ(things.crowded, 2);
    things_update(5); /* take the empty branch at once */
    CHECK_EQ(things.crowded, 0);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    CHECK(oct9_objects_get(&things, b[0]) && oct9_objects_get(&things, c));
    things_update(IDLE);
    CHECK_EQ(things.nodes_used, 10);
}

/* Where no node is to be had, an object goes on as far as the nodes are there already. */
static void crowded_for_good(void)
{
    oct9_handle_t first[2];
    things_init(OCT9_LOOSE, 2);
    add_two(thing_ball(100, 100, 100, 5), first); /* in child 0 */
    const oct9_handle_t second = thing_add(thing_ball(20000, 20000, 100, 5));
    (void)thing_add(thing_ball(100, 100, 20000, 5));
    things_update(2);
    CHECK(thing_pool[first[0].index].node == 1 && thing_pool[first[1].index].node == 1);
    CHECK(things.crowded == 3 && thing_pool[second.index].node == 0);
    CHECK_EQ(oct9_objects_remove(&things, first[0]), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, first[1]), OCT9_OK);
    (void)thing_add(thing_ball(30000, 30000, 100, 5)); /* takes the node, as child 3 */
    things_update(1);
    CHECK(things.crowded == 2 && thing_pool[second.index].node == 1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

/* The first node that waits has a child that waits for longer, as it was used twice: the child is
 * given back before it. */
static void given_back_from_below(void)
{
    const oct9_bounds_t low = thing_ball(4096, 4096, 4096, 4096),
                        high = thing_ball(28672, 28672, 28672, 4096);
    things_init(OCT9_LOOSE, 4); /* the root, a node of level 8 and two of its children */
    const oct9_handle_t whole = thing_add(thing_ball(8192, 8192, 8192, 8192));
    const oct9_handle_t beside = thing_add(thing_ball(12288, 4096, 4096, 4096));
    oct9_handle_t often = thing_add(low);
    things_update(SETTLE);
    CHECK_EQ(things.nodes_used, 4);
    CHECK_EQ(oct9_objects_remove(&things, often), OCT9_OK);
    often = thing_add(low);
    things_update(1);
    const uint16_t child = thing_pool[often.index].node, parent = thing_pool[whole.index].node;
    CHECK_EQ(thing_nodes[child].parent, parent);
    CHECK_EQ(oct9_objects_remove(&things, often), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, beside), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, whole), OCT9_OK);
    CHECK(thing_nodes[parent].children != 0 && things.nodes_used == 4);
    const oct9_handle_t one = thing_add(high), other = thing_add(high);
    things_update(3); /* the parent still waits */
    CHECK(things.nodes_used == 4 && things.crowded == 0);
    CHECK_EQ(thing_nodes[parent].children, 0);
    CHECK(thing_pool[one.index].node == child && thing_pool[other.index].node == child);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

/* A node of the last level has no children, for any bits of them. */
static void below_the_last_level(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t here = thing_add(thing_ball(100, 100, 100, 5));
    const oct9_handle_t beside = thing_add(thing_ball(30, 100, 100, 5));
    things_update(SETTLE);
    const uint16_t node = thing_pool[here.index].node, empty = thing_pool[beside.index].node;
    oct9_object_node_t *const parent = &thing_nodes[thing_nodes[node].parent];
    const unsigned place = thing_nodes[empty].place;
    CHECK_EQ(oct9_objects_remove(&things, beside), OCT9_OK);
    things_update(1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    CHECK_EQ(parent->child[place], empty);
    parent->child[place] = thing_nodes[node].child[place];
    parent->children = (uint8_t)(parent->children ^ 1u << place);
    thing_nodes[node].child[place] = empty;
    thing_nodes[node].children = (uint8_t)(1u << place);
    thing_nodes[empty].parent = node;
    CHECK_EQ(oct9_objects_check(&things), OCT9_ERR_BROKEN);
}

/* By each face, balls and boxes; the last number that an object in the cube may have is its edge.
 */
static void beyond(void)
{
    for (unsigned face = 0; face < 6; face++) {
        const int32_t high = (int32_t)(face & 1u);
        oct9_bounds_t ball = thing_ball(0, 0, 0, 7), box = thing_box(0, 0, 0, 7, 7, 7);
        ball.centre = box.centre = world_at_face(face, 7 + high);
        CHECK(oct9_objects_beyond(&ball) == 0 && oct9_objects_beyond(&box) == 0);
        ball.centre = box.centre = world_at_face(face, 6 + high);
        CHECK(oct9_objects_beyond(&ball) == 1 && oct9_objects_beyond(&box) == 1);
        ball.centre = box.centre = world_at_face(face, high - 1000);
        CHECK(oct9_objects_beyond(&ball) == 1007 && oct9_objects_beyond(&box) == 1007);
    }
    const oct9_bounds_t most = { { -32768, 0, 32767 }, { 32767, 0, 32767 }, OCT9_BOUND_BOX };
    CHECK_EQ(oct9_objects_beyond(&most), 49151);
}

/* --- objects --------------------------------------------------------------------------------- */

static void handles(void)
{
    const oct9_bounds_t ball = thing_ball(5, 5, 5, 5);
    const oct9_handle_t zero = { 0, 0 }, far = { THINGS, 1 };
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t a = thing_add(ball);
    CHECK(a.generation == 1 && !oct9_objects_get(&things, zero) && !oct9_objects_get(&things, far));
    CHECK_EQ(oct9_objects_get(&things, a)->bounds.half_q6[2], 5);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_OK);
    CHECK(!oct9_objects_get(&things, a));
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_ERR_HANDLE);
    CHECK_EQ(oct9_objects_move(&things, a, &ball), OCT9_ERR_HANDLE);
    const oct9_handle_t again = thing_add(ball);
    CHECK(again.index == a.index && again.generation == 2 && !oct9_objects_get(&things, a));
    thing_pool[a.index].generation = 65535;
    CHECK_EQ(oct9_objects_remove(&things, thing_handle(a.index)), OCT9_OK);
    CHECK_EQ(thing_pool[a.index].generation, 1); /* never 0 */
    CHECK(things.used == 0 && things.peak == 1);
}

/* A mark of a move has 16 bits of the tick: what moved long ago, and places that were never used,
 * do not count as moved when the counter comes by again. */
static void marks_age(void)
{
    const oct9_bounds_t ball = thing_ball(5, 5, 5, 5);
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t old = thing_add(ball), moving = thing_add(ball);
    things.tick = UINT32_MAX - 65534u; /* the counter passes 0 */
    thing_pool[old.index].moved_tick = thing_pool[moving.index].moved_tick = 1;
    things_update(65530);
    for (unsigned i = 0; i < 10; i++) {
        CHECK_EQ(oct9_objects_move(&things, moving, &ball), 0);
        CHECK_EQ(things.moved, 1);
        CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
        things_update(1);
        CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    }
    CHECK(things.tick < 10);
    CHECK_EQ(oct9_objects_move(&things, old, &ball), 0);
    (void)thing_add(ball);
    CHECK_EQ(things.moved, 2);
    things_init(OCT9_LOOSE, THING_NODES);
    things.tick = UINT32_MAX; /* what places hold that were never used */
    (void)thing_add(ball);
    CHECK_EQ(things.moved, 1);
}

/* All that ends a query is counted, where it does not fail. */
static void changes(void)
{
    const oct9_bounds_t ball = thing_ball(5, 5, 5, 5);
    static oct9_objects_find_t find;
    const oct9_objects_add_input_t bad = { .bounds = thing_ball(5, 5, 5, 32768) };
    things_init(OCT9_LOOSE, THING_NODES);
    const uint32_t before = things.changes;
    oct9_handle_t a = thing_add(ball);
    CHECK_EQ(things.changes - before, 1);
    CHECK_EQ(oct9_objects_move(&things, a, &ball), 0);
    CHECK_EQ(things.changes - before, 2);
    things_update(1);
    CHECK_EQ(things.changes - before, 3);
    CHECK_EQ(oct9_objects_set(&things, a, 2, 3, true), OCT9_OK);
    CHECK(things.changes - before == 4 && things.dynamic == 0 && things.moved == 1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_OK);
    CHECK_EQ(things.changes - before, 5);
    CHECK_EQ(oct9_objects_set(&things, a, 2, 3, true), OCT9_ERR_HANDLE);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_ERR_HANDLE);
    CHECK_EQ(oct9_objects_add(&things, &bad, &a), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_update(&things, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_find_begin(&find, &things, NULL, 0), OCT9_OK);
    CHECK_EQ(things.changes - before, 5);
}

static void full(void)
{
    const oct9_objects_add_input_t one = { .bounds = thing_ball(5, 5, 5, 5) };
    oct9_handle_t none = { 7, 8 };
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned i = 0; i < THINGS; i++)
        (void)thing_add(one.bounds);
    CHECK_EQ(oct9_objects_add(&things, &one, &none), OCT9_ERR_OBJECTS_FULL);
    CHECK(none.index == 7 && none.generation == 8);
    CHECK_EQ(oct9_objects_update(&things, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_update(&things, THINGS - 1), OCT9_AGAIN);
    CHECK_EQ(things.tick, 0);
    CHECK_EQ(oct9_objects_update(&things, THINGS + 1), OCT9_OK);
    CHECK(things.tick == 1 && things.used == THINGS);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

static void bad_config(uint32_t object_count, uint32_t node_count, oct9_placement_t placement,
                       uint8_t least_level)
{
    const oct9_objects_config_t config = { thing_pool, thing_nodes, object_count, node_count,
                                           placement,  0,           least_level };
    CHECK_EQ(oct9_objects_init(&things, &config), OCT9_ERR_ARGUMENT);
}

static void bad_bounds(oct9_bounds_t bounds)
{
    const oct9_objects_add_input_t input = { .bounds = bounds };
    oct9_handle_t handle = { 7, 8 };
    CHECK_EQ(oct9_objects_add(&things, &input, &handle), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_move(&things, thing_handle(0), &bounds), OCT9_ERR_ARGUMENT);
    CHECK(handle.index == 7 && handle.generation == 8 && things.used == 1);
    CHECK_EQ(thing_pool[0].bounds.half_q6[0], 3);
}

static void errors(void)
{
    bad_config(0, 1, OCT9_LOOSE, 0);
    bad_config(OCT9_OBJECTS_MAX + 1u, 1, OCT9_LOOSE, 0);
    bad_config(1, 0, OCT9_LOOSE, 0);
    bad_config(1, OCT9_OBJECT_NODES_MAX + 1u, OCT9_LOOSE, 0);
    bad_config(1, 1, (oct9_placement_t)2, 0);
    bad_config(1, 1, OCT9_LOOSE, OCT9_LEVELS + 1);
    things_init(OCT9_LOOSE, 1);
    (void)thing_add(thing_ball(1, 2, 3, 3));
    bad_bounds(thing_ball(0, 0, 0, 32768));
    bad_bounds(thing_box(0, 0, 0, 0, 32768, 0));
    bad_bounds(thing_box(0, 0, 0, 0, 0, 65535));
    const oct9_bounds_t odd = { { 0, 0, 0 }, { 1, 1, 1 }, 2 };
    bad_bounds(odd);
}

/* --- a long run ------------------------------------------------------------------------------ */

static void run(oct9_placement_t placement, uint32_t seed)
{
    random_t random = { seed };
    things_init(placement, THING_NODES);
    for (unsigned i = 0; i < LONG_RUN; i++) {
        things_act(&random);
        if (random_below(&random, 3) == 0)
            things_update(1);
        if (i % 16 == 0)
            CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    }
    things_update(IDLE + 1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    CHECK_EQ(things.crowded, 0);
    for (unsigned i = 0; i < THINGS; i++)
        if (thing_there[i])
            CHECK_EQ(oct9_objects_remove(&things, thing_handle(i)), OCT9_OK);
    things_update(IDLE);
    CHECK(things.used == 0 && things.nodes_used == 1);
}

static void long_run(void)
{
    run(OCT9_LOOSE, 523);
    run(OCT9_ENCLOSING, 521);
}

GOLDEN_SUITE(objects)
{
    RUN(places);
    RUN(default_capacity);
    RUN(capacity);
    RUN(empty_branches);
    RUN(crowded);
    RUN(crowded_for_good);
    RUN(given_back_from_below);
    RUN(below_the_last_level);
    RUN(beyond);
    RUN(handles);
    RUN(marks_age);
    RUN(changes);
    RUN(full);
    RUN(errors);
    RUN(long_run);
}
