/* SPDX-License-Identifier: MIT */
/* The suite of objects: the work of an update, by hand, and a long run. */
#include "tests/golden/objects_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/things.h"
#include "tests/test.h"

/* --- the work, by hand ----------------------------------------------------------------------- */

/* How many nodes a box search visits that is as high as the cube but from `low` to `high` on one
 * axis. */
static uint32_t nodes_between(unsigned axis, int low, int high)
{
    int16_t lo[3] = { 0, 0, 0 }, hi[3] = { 9, 9, 9 };
    lo[axis] = (int16_t)low;
    hi[axis] = (int16_t)high;
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = { lo[0], lo[1], lo[2] },
                                .hi = { hi[0], hi[1], hi[2] } };
    CHECK_EQ(oct9_objects_find_begin(&objects_scratch.find, &things, &box, 0), OCT9_OK);
    (void)objects_find(UINT32_MAX);
    return objects_scratch.find.search.nodes;
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
    const oct9_objects_nearest_input_t in = {
        { (int16_t)x, (int16_t)y, (int16_t)z }, 32767, 0, 1, objects_nears
    };
    CHECK_EQ(oct9_objects_nearest(&things, &in, &objects_out), OCT9_OK);
    CHECK(objects_out.count == 1 && objects_nears[0].handle.index == index);
    return objects_out.objects;
}

/* One in each child of the cube. From a point beside it, it comes first, and no other matters; the
 * middle belongs to the upper child. */
static void nearest_comes_first(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned c = 0; c < 8; c++)
        (void)thing_add(
            thing_ball(c & 1u ? 24000 : 8000, c & 2u ? 24000 : 8000, c & 4u ? 24000 : 8000, 20));
    things_update(1);
    for (unsigned c = 0; c < 8; c++)
        CHECK_EQ(looks_near(c & 1u ? 23000 : 9000, c & 2u ? 23000 : 9000, c & 4u ? 23000 : 9000, c),
                 1);
    settle_two(thing_ball(16000, 16000, 16000, 20), thing_ball(16400, 16400, 16400, 20));
    CHECK_EQ(looks_near(16384, 16384, 16384, 1), 1);
    CHECK_EQ(looks_near(16383, 16383, 16383, 1), 2);
    for (int x = 1018; x < 1020; x++) { /* up to a sub-cell beyond the last one */
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
    const oct9_objects_nearest_input_t in = { { 1000, 1000, 1000 }, 1000, 0, 1, objects_nears };
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(thing_ball(1000, 2000, 1001, 0));
    (void)thing_add(thing_ball(0, 1000, 1000, 0));
    CHECK_EQ(oct9_objects_nearest(&things, &in, &objects_out), OCT9_OK);
    CHECK(objects_out.count == 1 && objects_nears[0].handle.index == 1 &&
          objects_nears[0].distance_q14 == 256000);
}

/* How many objects are looked at for the first hit of a motion that has one. */
static uint32_t looks_ahead(oct9_point_t from, oct9_point_t to, uint16_t radius, unsigned index)
{
    const oct9_objects_cast_input_t in = { { from, to, radius, 0 }, 1, objects_hits };
    CHECK_EQ(oct9_objects_cast(&things, &in, &objects_out), OCT9_OK);
    CHECK(objects_out.count == 1 && objects_hits[0].handle.index == index);
    return objects_out.objects;
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
                             (oct9_point_t){ to[0], to[1], to[2] }, 0, way >> axis & 1u),
                 1);
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
                             (oct9_point_t){ to[0], to[1], to[2] }, 500, 0),
                 1);
    }
}

/* The first lies outside and is looked at first: it is hit one 65535th behind the start, the other
 * at the start. */
static void hit_at_the_start(void)
{
    const oct9_point_t from = { 32767, 100, 100 }, to = { -32768, 100, 100 };
    settle_two(thing_box(12765, 100, 100, 20000, 5, 5), thing_ball(32767, 100, 100, 9));
    CHECK_EQ(looks_ahead(from, to, 0, 1), 2);
    CHECK_EQ(objects_hits[0].contact.num, 0);
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
    oct9_objects_cast_input_t cast = { .motion = { a, b, 0, ignored }, .hits = objects_hits };
    const uint16_t range = query_radius(random);
    const uint16_t capacity = (uint16_t)(1 + random_below(random, CAPACITY));
    const oct9_objects_nearest_input_t near = { a, range, ignored, capacity, objects_nears };
    uint32_t digest = objects_ask_box(a, b, ignored, budget);
    digest = digest_add(digest, objects_ask_sphere(a, query_radius(random), ignored, budget));
    digest = digest_add(digest, objects_ask_frustum(a, b, ignored, budget));
    digest = digest_add(digest, objects_ask_nearest(&near, budget));
    cast.motion.radius_q6 = random_below(random, 2) ? query_radius(random) : 0;
    return digest_add(digest, objects_ask_cast(&cast, budget));
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

void objects_work(void)
{
    RUN(rims_of_nodes);
    RUN(nearest_comes_first);
    RUN(nearest_within_the_range);
    RUN(first_hit_comes_first);
    RUN(lower_half_comes_first);
    RUN(hit_at_the_start);
    RUN(queries);
    RUN(long_run);
}
