/* SPDX-License-Identifier: MIT */
/* Moving objects: nodes that come and go, handles, queries by hand and against all objects, and a
 * long run that ends as a fresh build. */
#include "oct9/objects.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/things.h"
#include "tests/test.h"

enum { CAPACITY = 4, SCENES = 5, QUESTIONS = 6, LONG_RUN = 1000, IDLE = 64 };

static union {
    oct9_objects_find_t find;
    oct9_objects_cast_t cast;
    oct9_objects_nearest_t nearest;
} scratch;
static oct9_object_hit_t hits[CAPACITY];
static oct9_object_near_t nears[CAPACITY];
static oct9_objects_output_t out;

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

/* A pool that is too small: objects are held higher up, are found all the same, and go to their
 * places when there is room. */
static void crowded(void)
{
    things_init(OCT9_LOOSE, 14);
    const oct9_handle_t a = thing_add(thing_ball(100, 100, 100, 5));
    things_update(1);
    const oct9_handle_t b = thing_add(thing_ball(30000, 100, 100, 5));
    things_update(1);
    CHECK(things.crowded == 1 && things.nodes_used == 14 && things.nodes_peak == 14);
    CHECK_EQ(oct9_objects_update(&things, THINGS - 1), OCT9_AGAIN);
    CHECK_EQ(oct9_objects_update(&things, 1), OCT9_OK);      /* each object was looked at */
    const oct9_handle_t c = thing_add(thing_ball(30000, 109, 100, 5));
    things_update(1);
    CHECK_EQ(things.crowded, 2);
    CHECK_EQ(oct9_objects_remove(&things, a), OCT9_OK);
    CHECK_EQ(things.crowded, 2);
    things_update(1);                         /* takes the empty branch at once */
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
    const oct9_handle_t first = thing_add(thing_ball(100, 100, 100, 5));     /* in child 0 */
    things_update(1);
    const oct9_handle_t second = thing_add(thing_ball(20000, 20000, 100, 5));
    (void)thing_add(thing_ball(100, 100, 20000, 5));
    things_update(1);
    CHECK(thing_pool[first.index].held == 8 && thing_pool[second.index].held == 9);
    CHECK_EQ(thing_nodes[0].first, second.index);            /* put after the other */
    things_update(1);
    CHECK_EQ(thing_nodes[0].first, second.index);
    CHECK_EQ(oct9_objects_remove(&things, first), OCT9_OK);
    (void)thing_add(thing_ball(30000, 30000, 100, 5));       /* takes the node, as child 3 */
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
    CHECK_EQ(thing_pool[a.index].generation, 1);             /* never 0 */
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
    things.tick = UINT32_MAX;             /* what places hold that were never used */
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
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, NULL, 0), OCT9_OK);
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
    oct9_region_t region = { .kind = OCT9_REGION_BOX, .lo = { 5, 5, 5 }, .hi = { 9, 4, 9 },
                             .radius_q6 = 32768, .frustum = &flat };
    oct9_objects_cast_input_t cast = { .motion = { .radius_q6 = 32768 }, .hits = hits };
    oct9_objects_nearest_input_t near = { .range_q6 = 32768, .found = nears };
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, 1);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_POLICY);
    CHECK_EQ(oct9_objects_cast(&things, &cast, &out), OCT9_ERR_RADIUS);
    cast.motion.radius_q6 = 0;
    CHECK_EQ(oct9_objects_cast(&things, &cast, &out), OCT9_ERR_CAPACITY);
    cast.capacity = 1;
    CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, &cast), OCT9_OK);
    CHECK_EQ(oct9_objects_cast_run(&scratch.cast, 0, &out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_nearest(&things, &near, &out), OCT9_ERR_RADIUS);
    near.range_q6 = 0;
    CHECK_EQ(oct9_objects_nearest(&things, &near, &out), OCT9_ERR_CAPACITY);
    near.capacity = 1;
    CHECK_EQ(oct9_objects_nearest_begin(&scratch.nearest, &things, &near), OCT9_OK);
    CHECK_EQ(oct9_objects_nearest_run(&scratch.nearest, 0, &out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, NULL, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_find_next(&scratch.find, 0, &handle), OCT9_ERR_BUDGET);
}

/* --- queries --------------------------------------------------------------------------------- */

/* What a search finds, as bits; each once. */
static uint64_t find(uint32_t budget)
{
    oct9_handle_t handle;
    uint64_t found = 0;
    int next;
    while ((next = oct9_objects_find_next(&scratch.find, budget, &handle)) != 0)
        if (next > 0) {
            CHECK(!(found >> handle.index & 1u) && oct9_objects_get(&things, handle));
            found |= (uint64_t)1 << handle.index;
        }
    CHECK_EQ(oct9_objects_find_next(&scratch.find, budget, &handle), 0);      /* and says so again */
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
static uint64_t within(const int32_t low[3], const int32_t high[3], int64_t reach,
                       unsigned ignored)
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
    CHECK_EQ(scratch.find.search.looked, search.objects);
    CHECK_EQ(scratch.find.search.nodes, search.nodes);
}

static uint32_t ask_box(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const int32_t low[3] = { a.x, a.y, a.z }, high[3] = { b.x, b.y, b.z };
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = a, .hi = b };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &box, ignored), OCT9_OK);
    const uint64_t found = find(budget);
    CHECK(found == within(low, high, 0, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

static uint32_t ask_sphere(oct9_point_t at, uint16_t radius, uint16_t ignored, uint32_t budget)
{
    const int32_t p[3] = { at.x, at.y, at.z };
    const int32_t low[3] = { p[0] - radius, p[1] - radius, p[2] - radius };
    const int32_t high[3] = { p[0] + radius, p[1] + radius, p[2] + radius };
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE, .centre = at, .radius_q6 = radius };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &ball, ignored), OCT9_OK);
    const uint64_t found = find(budget);
    CHECK(found == within(p, p, radius, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

/* The box between two points by its six planes: what has a point on the inner side of each plane is
 * what the box meets, by each object's own box. */
static uint32_t ask_frustum(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const oct9_frustum_t frustum = { .plane = {
        { { 1, 0, 0 }, a.x }, { { -1, 0, 0 }, -b.x }, { { 0, 1, 0 }, a.y }, { { 0, -1, 0 }, -b.y },
        { { 0, 0, 1 }, a.z }, { { 0, 0, -1 }, -b.z } } };
    uint64_t expected = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_bounds_t *o = &thing_pool[i].bounds;
        const int32_t x = o->centre.x, y = o->centre.y, z = o->centre.z;
        if (counts(i, ignored) && x + o->half_q6[0] >= a.x && x - o->half_q6[0] <= b.x &&
            y + o->half_q6[1] >= a.y && y - o->half_q6[1] <= b.y &&
            z + o->half_q6[2] >= a.z && z - o->half_q6[2] <= b.z)
            expected |= (uint64_t)1 << i;
    }
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, ignored), OCT9_OK);
    const uint64_t found = find(budget);
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

/* The nearest ones come in order, and are what the ball about the point holds, or as many as fit.
 * */
static uint32_t ask_nearest(const oct9_objects_nearest_input_t *in, uint32_t budget)
{
    const int32_t p[3] = { in->point.x, in->point.y, in->point.z };
    const uint64_t inside = within(p, p, in->range_q6, in->ignored);
    uint64_t found = 0;
    uint32_t digest = DIGEST_BEGIN;
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_nearest_begin(&scratch.nearest, &things, in), OCT9_OK);
    while (oct9_objects_nearest_run(&scratch.nearest, budget, &out) == OCT9_AGAIN)
        continue;
    for (unsigned i = 0; i < out.count; i++) {
        const oct9_object_near_t *near = &nears[i];
        CHECK(i == 0 || near[-1].distance_q14 < near->distance_q14 ||
              (near[-1].distance_q14 == near->distance_q14 &&
               near[-1].handle.index < near->handle.index));
        CHECK(oct9_objects_get(&things, near->handle));
        found |= (uint64_t)1 << near->handle.index;
        digest = digest_add(digest_add(digest, near->distance_q14), near->handle.index);
    }
    CHECK((found & ~inside) == 0);
    CHECK(out.count < in->capacity ? found == inside :
          none_nearer(in, nears[out.count - 1u].distance_q14, found));
    return digest_add(digest_add(digest, out.objects), out.nodes);
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

/* The hits come in order, and what one call with room for few finds is what one with more finds
 * first. */
static uint32_t ask_cast(oct9_objects_cast_input_t *in, uint32_t budget)
{
    uint32_t digest[CAPACITY], count[CAPACITY], work = DIGEST_BEGIN;
    for (in->capacity = 1; in->capacity <= CAPACITY; in->capacity++) {
        query_paint(&scratch, sizeof scratch);
        CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, in), OCT9_OK);
        while (oct9_objects_cast_run(&scratch.cast, budget, &out) == OCT9_AGAIN)
            continue;
        const unsigned c = in->capacity - 1u;
        count[c] = out.count;
        digest[c] = DIGEST_BEGIN;
        for (unsigned i = 0; i < out.count; i++) {
            CHECK(i == 0 || hits[i - 1].contact.num < hits[i].contact.num ||
                  (hits[i - 1].contact.num == hits[i].contact.num &&
                   hits[i - 1].handle.index < hits[i].handle.index));
            if (i < c)
                CHECK(count[i] == i + 1u || count[i] == out.count);
            CHECK(oct9_objects_get(&things, hits[i].handle));
            digest[c] = add_hit(digest[c], &hits[i]);
            CHECK(i >= c || digest[i] == digest[c]);
        }
        work = digest_add(digest_add(work, out.objects), out.nodes);
    }
    return digest_add(digest_add(digest[CAPACITY - 1], out.count), work);
}

/* Of each slice's budget the contacts take their part. */
static void contacts_in_slices(void)
{
    const oct9_objects_cast_input_t in = { { { 5, 5, 5 }, { 9000, 5, 5 }, 0, 0 }, CAPACITY, hits };
    uint32_t calls = 1;
    things_init(OCT9_LOOSE, THING_NODES);
    for (int i = 0; i < CAPACITY; i++)
        (void)thing_add(thing_ball(1000 * (i + 1), 5, 5, 9));
    CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, &in), OCT9_OK);
    while (oct9_objects_cast_run(&scratch.cast, 1, &out) == OCT9_AGAIN)
        calls++;
    CHECK_EQ(calls, out.objects + out.nodes + CAPACITY);
    CHECK_EQ(out.count, CAPACITY);
}

/* --- the work, by hand ----------------------------------------------------------------------- */

/* How many nodes a box search visits that is as high as the cube but from `low` to `high` on one
 * axis. */
static uint32_t nodes_between(unsigned axis, int low, int high)
{
    int16_t lo[3] = { 0, 0, 0 }, hi[3] = { 9, 9, 9 };
    lo[axis] = (int16_t)low;
    hi[axis] = (int16_t)high;
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = { lo[0], lo[1], lo[2] },
                                .hi = { hi[0], hi[1], hi[2] } };
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &box, 0), OCT9_OK);
    (void)find(UINT32_MAX);
    return scratch.find.search.nodes;
}

static oct9_bounds_t ball_at(unsigned axis, int at, unsigned radius)
{
    int centre[3] = { 100, 100, 100 };
    centre[axis] = at;
    return thing_ball(centre[0], centre[1], centre[2], radius);
}

/* These two things, in their nodes. */
static void settle_two(oct9_bounds_t a, oct9_bounds_t b)
{
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(a);
    (void)thing_add(b);
    things_update(1);
}

/* What each child of the cube may hold reaches half its size beyond it, and the rim counts: the
 * lower one's from -8192 to 24576, the upper one's from 8192. The same for children of the lower
 * one, from -4096 to 12288 and from 4096 to 20480. */
static void rims_of_nodes(void)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        settle_two(ball_at(axis, 100, 5000), ball_at(axis, 30000, 5000));
        CHECK_EQ(nodes_between(axis, -9000, -8193), 1);
        CHECK_EQ(nodes_between(axis, -9000, -8192), 2);
        CHECK_EQ(nodes_between(axis, 0, 8191), 2);
        CHECK_EQ(nodes_between(axis, 0, 8192), 3);
        CHECK_EQ(nodes_between(axis, 24576, 30000), 3);
        CHECK_EQ(nodes_between(axis, 24577, 30000), 2);
        settle_two(ball_at(axis, 100, 3000), ball_at(axis, 9000, 3000));
        CHECK_EQ(nodes_between(axis, -5000, -4097), 2);
        CHECK_EQ(nodes_between(axis, -5000, -4096), 3);
        CHECK_EQ(nodes_between(axis, 4095, 4095), 3);
        CHECK_EQ(nodes_between(axis, 12288, 12288), 4);
        CHECK_EQ(nodes_between(axis, 12289, 12289), 3);
        CHECK_EQ(nodes_between(axis, 20480, 20480), 3);
        CHECK_EQ(nodes_between(axis, 20481, 20481), 2);
    }
}

/* How many objects are looked at for the nearest one. */
static uint32_t looks_near(int x, int y, int z, unsigned index)
{
    const oct9_objects_nearest_input_t in = { { (int16_t)x, (int16_t)y, (int16_t)z }, 32767, 0, 1,
                                              nears };
    CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && nears[0].handle.index == index);
    return out.objects;
}

/* One in each child of the cube. From a point beside it, it comes first, and no other matters; the
 * middle belongs to the upper child. */
static void nearest_comes_first(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned c = 0; c < 8; c++)
        (void)thing_add(thing_ball(c & 1u ? 24000 : 8000, c & 2u ? 24000 : 8000,
                                   c & 4u ? 24000 : 8000, 20));
    things_update(1);
    for (unsigned c = 0; c < 8; c++)
        CHECK_EQ(looks_near(c & 1u ? 23000 : 9000, c & 2u ? 23000 : 9000, c & 4u ? 23000 : 9000, c),
                 1);
    settle_two(thing_ball(16000, 16000, 16000, 20), thing_ball(16400, 16400, 16400, 20));
    CHECK_EQ(looks_near(16384, 16384, 16384, 1), 1);
    CHECK_EQ(looks_near(16383, 16383, 16383, 1), 2);
    for (int x = 1018; x < 1020; x++) {       /* up to a sub-cell beyond the last one */
        things_init(OCT9_LOOSE, THING_NODES);
        (void)thing_add(thing_ball(x - 100, 1000, 1000, 0));
        (void)thing_add(thing_ball(1160, 1000, 1000, 0));
        CHECK_EQ(looks_near(x, 1000, 1000, 0), x < 1019 ? 1 : 2);
    }
}

/* What is farther than the range by less than is told is none, though it would come first by its
 * index, and though the list is full of one that is as far as the range. */
static void nearest_within_the_range(void)
{
    const oct9_objects_nearest_input_t in = { { 1000, 1000, 1000 }, 1000, 0, 1, nears };
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(thing_ball(1000, 2000, 1001, 0));
    (void)thing_add(thing_ball(0, 1000, 1000, 0));
    CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && nears[0].handle.index == 1 && nears[0].distance_q14 == 256000);
}

/* How many objects are looked at for the first hit of a motion that has one. */
static uint32_t looks_ahead(oct9_point_t from, oct9_point_t to, uint16_t radius, unsigned index)
{
    const oct9_objects_cast_input_t in = { { from, to, radius, 0 }, 1, hits };
    CHECK_EQ(oct9_objects_cast(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && hits[0].handle.index == index);
    return out.objects;
}

/* A motion along an axis, and a little along the others in all directions, meets one object in each
 * half: the other half's is not looked at. */
static void first_hit_comes_first(void)
{
    for (unsigned way = 0; way < 24; way++) {
        const unsigned axis = way / 8u;
        int16_t from[3], to[3], low[3], high[3];
        for (unsigned a = 0; a < 3; a++) {
            const bool down = way >> a & 1u;
            const int16_t near = a == axis ? 1000 : 8000, far = a == axis ? 31000 : 8040;
            from[a] = down ? far : near;
            to[a] = down ? near : far;
            low[a] = a == axis ? 8000 : 8020;
            high[a] = a == axis ? 24000 : 8020;
        }
        settle_two(thing_ball(low[0], low[1], low[2], 100),
                   thing_ball(high[0], high[1], high[2], 100));
        CHECK_EQ(looks_ahead((oct9_point_t){ from[0], from[1], from[2] },
                             (oct9_point_t){ to[0], to[1], to[2] }, 0, way >> axis & 1u), 1);
    }
}

/* On an axis that the motion does not go along, the lower half comes first. */
static void lower_half_comes_first(void)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        const unsigned along = axis == 0;
        int16_t from[3] = { 9000, 9000, 9000 }, to[3], low[3], high[3];
        from[axis] = 16384;
        from[along] = 1000;
        for (unsigned a = 0; a < 3; a++)
            to[a] = low[a] = high[a] = from[a];
        to[along] = 15000;
        low[axis] = 16000;
        high[axis] = 16800;
        low[along] = 5000;
        high[along] = 7000;
        settle_two(thing_ball(low[0], low[1], low[2], 20),
                   thing_ball(high[0], high[1], high[2], 20));
        CHECK_EQ(looks_ahead((oct9_point_t){ from[0], from[1], from[2] },
                             (oct9_point_t){ to[0], to[1], to[2] }, 500, 0), 1);
    }
}

/* The first lies outside and is looked at first: it is hit one 65535th behind the start, the other at
 * the start. */
static void hit_at_the_start(void)
{
    const oct9_point_t from = { 32767, 100, 100 }, to = { -32768, 100, 100 };
    settle_two(thing_box(12765, 100, 100, 20000, 5, 5), thing_ball(32767, 100, 100, 9));
    CHECK_EQ(looks_ahead(from, to, 0, 1), 2);
    CHECK_EQ(hits[0].contact.num, 0);
}

static oct9_point_t place_of(random_t *random)
{
    const oct9_bounds_t bounds = thing_random_bounds(random);
    return bounds.centre;
}

static uint32_t ask_all(random_t *random, uint32_t budget)
{
    const uint16_t ignored = (uint16_t)(random_below(random, 4) ? 0 : random_below(random, 4));
    const oct9_point_t a = place_of(random), b = place_of(random);
    oct9_objects_cast_input_t cast = { .motion = { a, b, 0, ignored }, .hits = hits };
    const uint16_t range = query_radius(random);
    const uint16_t capacity = (uint16_t)(1 + random_below(random, CAPACITY));
    const oct9_objects_nearest_input_t near = { a, range, ignored, capacity, nears };
    uint32_t digest = ask_box(a, b, ignored, budget);
    digest = digest_add(digest, ask_sphere(a, query_radius(random), ignored, budget));
    digest = digest_add(digest, ask_frustum(a, b, ignored, budget));
    digest = digest_add(digest, ask_nearest(&near, budget));
    cast.motion.radius_q6 = random_below(random, 2) ? query_radius(random) : 0;
    return digest_add(digest, ask_cast(&cast, budget));
}

static void scenes(oct9_placement_t placement, uint32_t nodes, uint32_t *digest)
{
    random_t random = { 510 + nodes };
    things_init(placement, nodes);
    for (unsigned s = 0; s < SCENES; s++) {
        for (unsigned acts = 0; acts < 20; acts++)
            things_act(&random);
        for (unsigned q = 0; q < QUESTIONS; q++)
            *digest = digest_add(*digest, ask_all(&random, query_budgets[q % QUERY_BUDGETS]));
        if (s % 3)
            things_update(1);
    }
}

static void queries(void)
{
    uint32_t digest = DIGEST_BEGIN;
    scenes(OCT9_LOOSE, THING_NODES, &digest);
    scenes(OCT9_LOOSE, 12, &digest);
    scenes(OCT9_ENCLOSING, THING_NODES, &digest);
    TEST_DIGEST("objects", digest);
}

/* --- a long run ------------------------------------------------------------------------------ */

/* How many nodes the same objects take in a tree that was never used; leaves that tree. */
static uint32_t fresh_nodes(oct9_placement_t placement)
{
    static oct9_bounds_t kept[THINGS];
    unsigned count = 0;
    for (unsigned i = 0; i < THINGS; i++)
        if (thing_there[i])
            kept[count++] = thing_pool[i].bounds;
    things_init(placement, THING_NODES);
    for (unsigned i = 0; i < count; i++)
        (void)thing_add(kept[i]);
    things_update(1);
    return things.nodes_used;
}

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
    const uint32_t used = things.nodes_used;
    CHECK_EQ(used, fresh_nodes(placement));
}

static void long_run(void)
{
    run(OCT9_LOOSE, 520);
    run(OCT9_ENCLOSING, 521);
}

void suite_objects(void)
{
    RUN(places);
    RUN(empty_branches);
    RUN(crowded);
    RUN(crowded_for_good);
    RUN(below_the_last_level);
    RUN(handles);
    RUN(tick_wraps);
    RUN(changes);
    RUN(full);
    RUN(errors);
    RUN(query_errors);
    RUN(contacts_in_slices);
    RUN(rims_of_nodes);
    RUN(nearest_comes_first);
    RUN(nearest_within_the_range);
    RUN(first_hit_comes_first);
    RUN(lower_half_comes_first);
    RUN(hit_at_the_start);
    RUN(queries);
    RUN(long_run);
}
