/* SPDX-License-Identifier: MIT */
/* Moving objects: nodes that come and go, handles, queries by hand and against all objects, and a
 * long run that ends as a fresh build. */
#include "tests/golden/objects_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/things.h"
#include "tests/test.h"

objects_scratch_t objects_scratch;

oct9_object_hit_t objects_hits[CAPACITY];

oct9_object_near_t objects_nears[CAPACITY];

oct9_objects_output_t objects_out;

/* --- nodes ----------------------------------------------------------------------------------- */

/* How many nodes one object takes: its own and those above. */
static uint32_t nodes_of(oct9_placement_t placement, oct9_bounds_t bounds)
{
    things_init(placement, THING_NODES);
    (void)thing_add(bounds);
    CHECK_EQ(things.queued, 1 - things.outside);
    things_update(1);
    CHECK_EQ(things.queued, 0);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    return things.outside ? 0 : things.nodes_used;
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
    CHECK_EQ(nodes_of(OCT9_LOOSE, thing_ball(-1, 0, 0, 5)), 0);
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
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t object = thing_add(here);
    things_update(3);
    CHECK_EQ(things.nodes_used, 9);
    for (unsigned i = 0; i < 5; i++) {
        CHECK_EQ(oct9_objects_move(&things, object, &there), 0);
        things_update(i == 0 ? 7 : 1);
        CHECK_EQ(things.nodes_used, 9);
        CHECK_EQ(oct9_objects_move(&things, object, &here), 0);
        if (i < 4)
            continue;
        CHECK_EQ(lasts(object, there), spans[i]);
    }
    CHECK_EQ(things.nodes_used, 1);
    CHECK_EQ(oct9_objects_move(&things, object, &here), 0);
    CHECK_EQ(lasts(object, there), 8);
}

void objects_crowded(void)
{
    things_init(OCT9_LOOSE, 14);
    const oct9_handle_t a = thing_add(thing_ball(100, 100, 100, 5));
    things_update(1);
    const oct9_handle_t b = thing_add(thing_ball(30000, 100, 100, 5));
    things_update(1);
    CHECK(things.crowded == 1 && things.nodes_used == 14 && things.nodes_peak == 14);
    CHECK_EQ(oct9_objects_update(&things, THINGS - 1), OCT9_AGAIN);
    CHECK_EQ(oct9_objects_update(&things, 1), OCT9_OK); /* each object was looked at */
    const oct9_handle_t c = thing_add(thing_ball(30000, 109, 100, 5));
    things_update(1);
    CHECK_EQ(things.crowded, 2);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_OK);
    CHECK_EQ(things.crowded, 2);
    things_update(1); /* takes the empty branch at once */
    CHECK_EQ(things.crowded, 0);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    CHECK(oct9_objects_get(&things, b) && oct9_objects_get(&things, c));
    things_update(IDLE);
    CHECK_EQ(things.nodes_used, 10);
}

/* Where no node is to be had, an object goes on as far as the nodes are there already, and where it
 * cannot go on it keeps its place in its list. */
static void crowded_for_good(void)
{
    things_init(OCT9_LOOSE, 2);
    const oct9_handle_t first = thing_add(thing_ball(100, 100, 100, 5)); /* in child 0 */
    things_update(1);
    const oct9_handle_t second = thing_add(thing_ball(20000, 20000, 100, 5));
    (void)thing_add(thing_ball(100, 100, 20000, 5));
    things_update(1);
    CHECK(thing_pool[first.index].held == 8 && thing_pool[second.index].held == 9);
    CHECK_EQ(thing_nodes[0].first, second.index); /* put after the other */
    things_update(1);
    CHECK_EQ(thing_nodes[0].first, second.index);
    CHECK_EQ(oct9_objects_remove(&things, first), OCT9_OK);
    (void)thing_add(thing_ball(30000, 30000, 100, 5)); /* takes the node, as child 3 */
    things_update(1);
    CHECK(things.crowded == 3 && thing_pool[second.index].held == 8);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

/* A node of the last level has no children, whatever they are. */
static void below_the_last_level(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t here = thing_add(thing_ball(100, 100, 100, 5));
    const oct9_handle_t beside = thing_add(thing_ball(30, 100, 100, 5));
    things_update(1);
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
    CHECK_EQ(oct9_objects_check(&things), OCT9_ERR_OBJECTS);
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

/* A tick for which the counter comes to `tick`: what moved long ago, and places that were never
 * used, do not count as moved. */
static void tick_comes_to(uint32_t tick)
{
    const oct9_bounds_t ball = thing_ball(5, 5, 5, 5);
    things_init(OCT9_LOOSE, THING_NODES);
    const oct9_handle_t old = thing_add(ball), moving = thing_add(ball);
    thing_pool[old.index].moved_tick = tick;
    thing_pool[moving.index].moved_tick = tick - 2u;
    things.tick = tick - 1u;
    CHECK_EQ(oct9_objects_move(&things, moving, &ball), 0);
    things_update(1);
    CHECK(things.tick == tick && things.moved == 0);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    (void)thing_add(ball);
    CHECK_EQ(oct9_objects_move(&things, old, &ball), 0);
    CHECK_EQ(things.moved, 2);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    things_update(1);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

static void tick_wraps(void)
{
    tick_comes_to(0);
    tick_comes_to(0x80000000u);
    things_init(OCT9_LOOSE, THING_NODES);
    things.tick = UINT32_MAX; /* what places hold that were never used */
    (void)thing_add(thing_ball(5, 5, 5, 5));
    CHECK_EQ(things.moved, 1);
}

/* All that ends a query is counted, where it does not fail. */
static void changes(void)
{
    const oct9_bounds_t ball = thing_ball(5, 5, 5, 5);
    const oct9_objects_add_input_t bad = { .bounds = thing_ball(5, 5, 5, 32768) };
    things_init(OCT9_LOOSE, THING_NODES);
    const uint32_t before = things.changes;
    oct9_handle_t a = thing_add(ball);
    CHECK_EQ(things.changes - before, 1);
    CHECK_EQ(oct9_objects_move(&things, a, &ball), 0);
    CHECK_EQ(things.changes - before, 2);
    things_update(1);
    CHECK_EQ(things.changes - before, 3);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_OK);
    CHECK_EQ(things.changes - before, 4);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_ERR_HANDLE);
    CHECK_EQ(oct9_objects_add(&things, &bad, &a), OCT9_ERR_EXTENT);
    CHECK_EQ(oct9_objects_update(&things, 0), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, NULL, 0), OCT9_OK);
    CHECK_EQ(things.changes - before, 4);
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
    CHECK_EQ(oct9_objects_update(&things, 0), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_update(&things, THINGS - 1), OCT9_AGAIN);
    CHECK_EQ(things.tick, 0);
    CHECK_EQ(oct9_objects_update(&things, 1), OCT9_OK);
    CHECK(things.tick == 1 && things.used == THINGS);
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
}

static void bad_config(uint32_t object_count, uint32_t node_count, oct9_placement_t placement)
{
    const oct9_objects_config_t config = { thing_pool, thing_nodes, object_count, node_count,
                                           placement };
    CHECK_EQ(oct9_objects_init(&things, &config), OCT9_ERR_OBJECTS);
}

static void bad_bounds(oct9_bounds_t bounds)
{
    const oct9_objects_add_input_t input = { .bounds = bounds };
    oct9_handle_t handle = { 7, 8 };
    CHECK_EQ(oct9_objects_add(&things, &input, &handle), OCT9_ERR_EXTENT);
    CHECK_EQ(oct9_objects_move(&things, thing_handle(0), &bounds), OCT9_ERR_EXTENT);
    CHECK(handle.index == 7 && handle.generation == 8 && things.used == 1);
    CHECK_EQ(thing_pool[0].bounds.half_q6[0], 3);
}

static void errors(void)
{
    bad_config(0, 1, OCT9_LOOSE);
    bad_config(OCT9_OBJECTS_MAX + 1u, 1, OCT9_LOOSE);
    bad_config(1, 0, OCT9_LOOSE);
    bad_config(1, OCT9_OBJECT_NODES_MAX + 1u, OCT9_LOOSE);
    bad_config(1, 1, (oct9_placement_t)2);
    things_init(OCT9_LOOSE, 1);
    (void)thing_add(thing_ball(1, 2, 3, 3));
    bad_bounds(thing_ball(0, 0, 0, 32768));
    bad_bounds(thing_box(0, 0, 0, 0, 32768, 0));
    bad_bounds(thing_box(0, 0, 0, 0, 0, 65535));
    const oct9_bounds_t odd = { { 0, 0, 0 }, { 1, 1, 1 }, 2 };
    bad_bounds(odd);
}

static void query_errors(void)
{
    const oct9_frustum_t flat = { .plane = { { .normal = { 0, 0, 0 } } } };
    oct9_region_t region = { .kind = OCT9_REGION_BOX,
                             .lo = { 5, 5, 5 },
                             .hi = { 9, 4, 9 },
                             .radius_q6 = 32768,
                             .frustum = &flat };
    oct9_objects_cast_input_t cast = { .motion = { .radius_q6 = 32768 }, .hits = objects_hits };
    oct9_objects_nearest_input_t near = { .range_q6 = 32768, .found = objects_nears };
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, 1);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &region, 0), OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &region, 0), OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &region, 0), OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &region, 0), OCT9_ERR_POLICY);
    CHECK_EQ(oct9_objects_cast(&things, &cast, &objects_out), OCT9_ERR_RADIUS);
    cast.motion.radius_q6 = 0;
    CHECK_EQ(oct9_objects_cast(&things, &cast, &objects_out), OCT9_ERR_CAPACITY);
    cast.capacity = 1;
    CHECK_EQ(oct9_objects_cast_begin(&objects_scratch.cast, &things, &cast), OCT9_OK);
    CHECK_EQ(oct9_objects_cast_run(&objects_scratch.cast, 0, &objects_out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_nearest(&things, &near, &objects_out), OCT9_ERR_RADIUS);
    near.range_q6 = 0;
    CHECK_EQ(oct9_objects_nearest(&things, &near, &objects_out), OCT9_ERR_CAPACITY);
    near.capacity = 1;
    CHECK_EQ(oct9_objects_nearest_begin(&objects_scratch.nearest, &things, &near), OCT9_OK);
    CHECK_EQ(oct9_objects_nearest_run(&objects_scratch.nearest, 0, &objects_out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, NULL, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_find_next(&objects_scratch.find, 0, &handle), OCT9_ERR_BUDGET);
}

/* --- queries --------------------------------------------------------------------------------- */

uint64_t objects_find(uint32_t budget)
{
    oct9_handle_t handle;
    uint64_t found = 0;
    int next;
    while ((next = oct9_objects_find_next(&objects_scratch.find, budget, &handle)) != 0)
        if (next > 0) {
            CHECK(!(found >> handle.index & 1u) && oct9_objects_get(&things, handle));
            found |= (uint64_t)1 << handle.index;
        }
    CHECK_EQ(oct9_objects_find_next(&objects_scratch.find, budget, &handle),
             0); /* and says so again */
    return found;
}

/* The square of the distance between an object's core and a box: a sphere's core is its centre. */
static int64_t apart2(const oct9_bounds_t *bounds, const int32_t low[3], const int32_t high[3])
{
    const int32_t centre[3] = { bounds->centre.x, bounds->centre.y, bounds->centre.z };
    int64_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t half = bounds->kind == OCT9_BOUND_BOX ? bounds->half_q6[a] : 0;
        const int64_t under = low[a] - (centre[a] + half), over = centre[a] - half - high[a];
        const int64_t gap = under > 0 ? under : over > 0 ? over : 0;
        sum += gap * gap;
    }
    return sum;
}

static bool counts(unsigned i, unsigned ignored)
{
    const unsigned category = thing_pool[i].category;
    return thing_there[i] && (category == 0 || (category & ~ignored) != 0);
}

/* What lies within `reach` of the box, by looking at all. */
static uint64_t within(const int32_t low[3], const int32_t high[3], int64_t reach, unsigned ignored)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_bounds_t *bounds = &thing_pool[i].bounds;
        const int64_t r = reach + (bounds->kind == OCT9_BOUND_BOX ? 0 : bounds->half_q6[0]);
        if (counts(i, ignored) && apart2(bounds, low, high) <= r * r)
            found |= (uint64_t)1 << i;
    }
    return found;
}

static uint32_t add_bits(uint32_t digest, uint64_t bits)
{
    return digest_add(digest_add(digest, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static void order(int16_t *a, int16_t *b)
{
    if (*a > *b) {
        const int16_t t = *a;
        *a = *b;
        *b = t;
    }
}

/* A closed box, and what a search for all in it looks at; `all`: a node's live children are visited
 * without being chosen by the box. */
typedef struct {
    const int32_t *low, *high;
    bool all;
    uint32_t objects, nodes;
} search_t;

/* What a node may hold has something in the box. */
static bool node_meets(const search_t *search, const int32_t corner[3], int32_t size)
{
    const int32_t margin = things.placement == OCT9_LOOSE ? size / 2 : 0;
    for (unsigned a = 0; a < 3; a++)
        if (corner[a] - margin > search->high[a] || corner[a] + size + margin < search->low[a])
            return false;
    return true;
}

/* The work of a search below a node that it goes into. */
static void add_work(search_t *search, uint16_t number, const int32_t corner[3], int32_t size)
{
    const oct9_object_node_t *node = &thing_nodes[number];
    for (uint16_t i = node->first; i != UINT16_MAX; i = thing_pool[i].next)
        search->objects++;
    for (unsigned c = 0; c < 8; c++)
        if ((unsigned)node->live >> c & 1u) {
            int32_t at[3];
            for (unsigned a = 0; a < 3; a++)
                at[a] = corner[a] + (c >> a & 1u ? size / 2 : 0);
            const bool meets = node_meets(search, at, size / 2);
            search->nodes += meets || search->all;
            if (meets)
                add_work(search, node->child[c], at, size / 2);
        }
}

/* What was looked at is what had to be: all that is outside, the root, and what follows. */
static void judge_work(const int32_t low[3], const int32_t high[3], bool all)
{
    static const int32_t corner[3];
    search_t search = { low, high, all, things.outside, 1 };
    add_work(&search, 0, corner, OCT9_CUBE_Q6);
    CHECK_EQ(objects_scratch.find.search.looked, search.objects);
    CHECK_EQ(objects_scratch.find.search.nodes, search.nodes);
}

uint32_t objects_ask_box(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const int32_t low[3] = { a.x, a.y, a.z }, high[3] = { b.x, b.y, b.z };
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = a, .hi = b };
    query_paint(&objects_scratch, sizeof objects_scratch);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &box, ignored), OCT9_OK);
    const uint64_t found = objects_find(budget);
    CHECK(found == within(low, high, 0, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

uint32_t objects_ask_sphere(oct9_point_t at, uint16_t radius, uint16_t ignored, uint32_t budget)
{
    const int32_t p[3] = { at.x, at.y, at.z };
    const int32_t low[3] = { p[0] - radius, p[1] - radius, p[2] - radius };
    const int32_t high[3] = { p[0] + radius, p[1] + radius, p[2] + radius };
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE, .centre = at, .radius_q6 = radius };
    query_paint(&objects_scratch, sizeof objects_scratch);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &ball, ignored), OCT9_OK);
    const uint64_t found = objects_find(budget);
    CHECK(found == within(p, p, radius, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

uint32_t objects_ask_frustum(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const oct9_frustum_t frustum = { .plane = { { { 1, 0, 0 }, a.x },
                                                { { -1, 0, 0 }, -b.x },
                                                { { 0, 1, 0 }, a.y },
                                                { { 0, -1, 0 }, -b.y },
                                                { { 0, 0, 1 }, a.z },
                                                { { 0, 0, -1 }, -b.z } } };
    uint64_t expected = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_bounds_t *o = &thing_pool[i].bounds;
        const int32_t x = o->centre.x, y = o->centre.y, z = o->centre.z;
        if (counts(i, ignored) && x + o->half_q6[0] >= a.x && x - o->half_q6[0] <= b.x &&
            y + o->half_q6[1] >= a.y && y - o->half_q6[1] <= b.y && z + o->half_q6[2] >= a.z &&
            z - o->half_q6[2] <= b.z)
            expected |= (uint64_t)1 << i;
    }
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    query_paint(&objects_scratch, sizeof objects_scratch);
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &region, ignored), OCT9_OK);
    const uint64_t found = objects_find(budget);
    CHECK(found == expected);
    judge_work((const int32_t[3]){ a.x, a.y, a.z }, (const int32_t[3]){ b.x, b.y, b.z }, true);
    return add_bits(DIGEST_BEGIN, found);
}

/* All that are nearer than `q14`, which is in 1/256 sub-cell, are among those found. */
static bool none_nearer(const oct9_objects_nearest_input_t *in, uint32_t q14, uint64_t found)
{
    const int32_t p[3] = { in->point.x, in->point.y, in->point.z };
    const uint16_t whole = (uint16_t)(q14 / 256u);
    return whole == 0 || (within(p, p, whole - 1, in->ignored) & ~found) == 0;
}

uint32_t objects_ask_nearest(const oct9_objects_nearest_input_t *in, uint32_t budget)
{
    const int32_t p[3] = { in->point.x, in->point.y, in->point.z };
    const uint64_t inside = within(p, p, in->range_q6, in->ignored);
    uint64_t found = 0;
    uint32_t digest = DIGEST_BEGIN;
    query_paint(&objects_scratch, sizeof objects_scratch);
    CHECK_EQ(oct9_objects_nearest_begin(&objects_scratch.nearest, &things, in), OCT9_OK);
    while (oct9_objects_nearest_run(&objects_scratch.nearest, budget, &objects_out) == OCT9_AGAIN)
        continue;
    for (unsigned i = 0; i < objects_out.count; i++) {
        const oct9_object_near_t *near = &objects_nears[i];
        CHECK(i == 0 || near[-1].distance_q14 < near->distance_q14 ||
              (near[-1].distance_q14 == near->distance_q14 &&
               near[-1].handle.index < near->handle.index));
        CHECK(oct9_objects_get(&things, near->handle));
        found |= (uint64_t)1 << near->handle.index;
        digest = digest_add(digest_add(digest, near->distance_q14), near->handle.index);
    }
    CHECK((found & ~inside) == 0);
    CHECK(objects_out.count < in->capacity
              ? found == inside
              : none_nearer(in, objects_nears[objects_out.count - 1u].distance_q14, found));
    return digest_add(digest_add(digest, objects_out.objects), objects_out.nodes);
}

static uint32_t add_hit(uint32_t digest, const oct9_object_hit_t *hit)
{
    digest = digest_add(digest, (uint32_t)hit->handle.index << 16 | hit->contact.num);
    digest = query_add_point(digest, &hit->contact.at);
    digest = query_add_point(digest, &hit->contact.point);
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)hit->contact.normal[a]);
    return digest;
}

uint32_t objects_ask_cast(oct9_objects_cast_input_t *in, uint32_t budget)
{
    uint32_t digest[CAPACITY], count[CAPACITY], work = DIGEST_BEGIN;
    for (in->capacity = 1; in->capacity <= CAPACITY; in->capacity++) {
        query_paint(&objects_scratch, sizeof objects_scratch);
        CHECK_EQ(oct9_objects_cast_begin(&objects_scratch.cast, &things, in), OCT9_OK);
        while (oct9_objects_cast_run(&objects_scratch.cast, budget, &objects_out) == OCT9_AGAIN)
            continue;
        const unsigned c = in->capacity - 1u;
        count[c] = objects_out.count;
        digest[c] = DIGEST_BEGIN;
        for (unsigned i = 0; i < objects_out.count; i++) {
            CHECK(i == 0 || objects_hits[i - 1].contact.num < objects_hits[i].contact.num ||
                  (objects_hits[i - 1].contact.num == objects_hits[i].contact.num &&
                   objects_hits[i - 1].handle.index < objects_hits[i].handle.index));
            if (i < c)
                CHECK(count[i] == i + 1u || count[i] == objects_out.count);
            CHECK(oct9_objects_get(&things, objects_hits[i].handle));
            digest[c] = add_hit(digest[c], &objects_hits[i]);
            CHECK(i >= c || digest[i] == digest[c]);
        }
        work = digest_add(digest_add(work, objects_out.objects), objects_out.nodes);
    }
    return digest_add(digest_add(digest[CAPACITY - 1], objects_out.count), work);
}

/* Of each slice's budget the contacts take their part. */
static void contacts_in_slices(void)
{
    const oct9_objects_cast_input_t in = { { { 5, 5, 5 }, { 9000, 5, 5 }, 0, 0 },
                                           CAPACITY,
                                           objects_hits };
    uint32_t calls = 1;
    things_init(OCT9_LOOSE, THING_NODES);
    for (int i = 0; i < CAPACITY; i++)
        (void)thing_add(thing_ball(1000 * (i + 1), 5, 5, 9));
    CHECK_EQ(oct9_objects_cast_begin(&objects_scratch.cast, &things, &in), OCT9_OK);
    while (oct9_objects_cast_run(&objects_scratch.cast, 1, &objects_out) == OCT9_AGAIN)
        calls++;
    CHECK_EQ(calls, objects_out.objects + objects_out.nodes + CAPACITY);
    CHECK_EQ(objects_out.count, CAPACITY);
}

void suite_objects(void)
{
    RUN(places);
    RUN(empty_branches);
    RUN(objects_crowded);
    RUN(crowded_for_good);
    RUN(below_the_last_level);
    RUN(handles);
    RUN(tick_wraps);
    RUN(changes);
    RUN(full);
    RUN(errors);
    RUN(query_errors);
    RUN(contacts_in_slices);
    objects_work();
}
