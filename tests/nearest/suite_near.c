/* SPDX-License-Identifier: MIT */
/* Clearance: distances worked out by hand, the k nearest against all leaves of the map, slices
 * against the whole, tree against image. The room is that of query.h. */
#include "oct9/nearest.h"
#include "oct9/visit.h"
#include "src/query/rules.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { CAPACITY = 6, QUESTIONS = 150, EXHAUSTIVE = 15 };

#define SQUARE(n) ((uint32_t)(n) * (n))

static oct9_nearest_t scratch;
static oct9_nearest_output_t out;
static oct9_near_t found[CAPACITY];

/* --- by hand --------------------------------------------------------------------------------- */

static uint32_t find(const oct9_nearest_input_t *in)
{
    CHECK_EQ(oct9_nearest_find(&world_map, in, &out), OCT9_OK);
    return out.count;
}

/* By the careful rules. */
static uint32_t find_near_to(oct9_point_t point, uint16_t range)
{
    const oct9_nearest_input_t in = {
        .point = point, .range_q6 = range, .capacity = CAPACITY, .found = found
    };
    return find(&in);
}

static uint32_t find_near(int32_t x, int32_t y, int32_t z, uint16_t range)
{
    return find_near_to(world_at(x, y, z), range);
}

static void distances(void)
{
    query_room();
    CHECK_EQ(find_near(500, 768, 768, 100), 1);
    CHECK_EQ(found[0].distance2_q12, SQUARE(12));
    CHECK(query_point_at(&found[0].nearest, 512, 768, 768));
    CHECK(found[0].leaf.corner.x == 8 && found[0].leaf.level == 3 && found[0].leaf.payload == 2);
    CHECK_EQ(find_near(500, 768, 768, 12), 1); /* the range is included */
    CHECK_EQ(find_near(500, 768, 768, 11), 0);
    CHECK_EQ(find_near(482, 472, 768, 50), 1); /* 30, 40 from an edge: 50 */
    CHECK_EQ(found[0].distance2_q12, 2500);
    CHECK(query_point_at(&found[0].nearest, 512, 512, 768));
    CHECK_EQ(find_near(482, 472, 768, 49), 0);
    CHECK_EQ(find_near(502, 511, 768, 10), 0);   /* its square and 1 */
    CHECK_EQ(find_near(1044, 482, 1084, 70), 1); /* 20, 30, 60 from a corner: 70 */
    CHECK(query_point_at(&found[0].nearest, 1024, 512, 1024));
    CHECK_EQ(find_near(1044, 482, 1084, 69), 0);
    CHECK_EQ(find_near(768, 700, 768, 0), 1); /* inside */
    CHECK_EQ(found[0].distance2_q12, 0);
    CHECK(query_point_at(&found[0].nearest, 768, 700, 768));
    CHECK_EQ(find_near(1024, 768, 768, 0), 1); /* on its upper face */
    CHECK_EQ(found[0].distance2_q12, 0);
    CHECK_EQ(find_near(1025, 768, 768, 0), 0);
    CHECK_EQ(find_near(-100, 768, 768, 612), 1); /* from outside the cube */
    CHECK_EQ(found[0].distance2_q12, SQUARE(612));
    CHECK_EQ(find_near(-100, 768, 768, 611), 0);
}

/* From outside each face of an occupied cube, and in it. */
static void six_faces(void)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    for (unsigned face = 0; face < 6; face++) {
        const oct9_point_t rim = world_at_face(face, 0);
        CHECK_EQ(find_near_to(world_at_face(face, -16383), 16383), 1);
        CHECK_EQ(found[0].distance2_q12, SQUARE(16383));
        CHECK(query_point_is(&found[0].nearest, rim.x, rim.y, rim.z));
        CHECK_EQ(find_near_to(world_at_face(face, -16383), 16382), 0);
        CHECK_EQ(find_near_to(world_at_face(face, -1), 0), 0);
        CHECK_EQ(find_near_to(rim, 0), 1); /* leaves include their surfaces */
    }
}

static void k_nearest(void)
{
    query_room();
    CHECK_EQ(find_near(1536, 768, 768, 32767), 3); /* in the middle between block and glass */
    CHECK_EQ(found[0].distance2_q12, SQUARE(512));
    CHECK_EQ(found[1].distance2_q12, SQUARE(512));
    CHECK_EQ(found[0].leaf.payload + found[1].leaf.payload, 2 + 6);
    CHECK_EQ(found[2].distance2_q12, SQUARE(2560));
    CHECK_EQ(found[2].leaf.state, OCT9_UNKNOWN);
    CHECK_EQ(find_near(1537, 768, 768, 32767), 3); /* a little nearer to the glass */
    CHECK(found[0].leaf.payload == 6 && found[0].distance2_q12 == SQUARE(511));
    CHECK(found[1].leaf.payload == 2 && found[1].distance2_q12 == SQUARE(513));

    oct9_nearest_input_t in = {
        .point = POINT(4000, 768, 768), .range_q6 = 32767, .capacity = 2, .found = found
    };
    CHECK_EQ(find(&in), 2);
    CHECK_EQ(found[0].leaf.state, OCT9_UNKNOWN);
    CHECK_EQ(found[1].leaf.payload, 6);
    in.capacity = 1;
    CHECK_EQ(find(&in), 1);
    CHECK_EQ(found[0].distance2_q12, SQUARE(96));
}

static void rules(void)
{
    oct9_nearest_input_t in = { .point = POINT(768, 768, 768),
                                .range_q6 = 32767,
                                .capacity = CAPACITY,
                                .found = found,
                                .rules = { .start_inside = OCT9_PASSES } };
    query_room();
    CHECK_EQ(find(&in), 2); /* not the block, that the point is in */
    CHECK_EQ(found[0].distance2_q12, SQUARE(1280));
    CHECK_EQ(found[1].distance2_q12, SQUARE(3328));
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(find(&in), 1);
    CHECK_EQ(found[0].leaf.payload, 6);
    in.rules.filter_mask = in.rules.filter_value = 2;
    CHECK_EQ(find(&in), 1);
    in.rules.filter_mask = 4;
    in.rules.filter_value = 0;
    CHECK_EQ(find(&in), 0); /* the glass has that bit */
    in.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(find(&in), 1);
    CHECK(found[0].leaf.payload == 2 && found[0].distance2_q12 == 0);
}

/* --- at random ------------------------------------------------------------------------------- */

/* What tree and image must agree on. */
static uint32_t add_answer(uint32_t digest, const oct9_nearest_output_t *o)
{
    digest = digest_add(digest, o->count);
    for (unsigned i = 0; i < o->count; i++)
        digest = digest_add(digest, found[i].distance2_q12);
    return digest;
}

static uint32_t add_all(uint32_t digest, const oct9_nearest_output_t *o)
{
    digest = add_answer(digest, o);
    for (unsigned i = 0; i < o->count; i++) {
        digest = query_add_point(digest, &found[i].nearest);
        digest = query_add_leaf(digest, &found[i].leaf);
    }
    return digest_add(digest_add(digest, o->leaves), o->nodes);
}

static uint32_t run_slices(uint32_t budget)
{
    oct9_nearest_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_nearest_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_nearest_run(&scratch, budget, &o), OCT9_OK); /* and says so again */
    return add_all(0, &o);
}

static oct9_nearest_input_t random_question(random_t *random)
{
    oct9_nearest_input_t in = { .found = found };
    in.point = world_point(random);
    in.range_q6 = query_radius(random);
    in.capacity = (uint16_t)(1 + random_below(random, CAPACITY));
    in.rules = query_rules(random);
    return in;
}

static void random_questions(void)
{
    random_t random = { 101 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_nearest_input_t in = random_question(&random);
        uint32_t answer[2];
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_nearest_find(&maps[m], &in, &out), OCT9_OK);
            answer[m] = add_answer(0, &out);
            digest = add_all(digest, &out);
            const uint32_t whole = add_all(0, &out);
            CHECK_EQ(oct9_nearest_begin(&scratch, &maps[m], &in), OCT9_OK);
            CHECK_EQ(run_slices(query_budgets[i % QUERY_BUDGETS]), whole);
        }
        CHECK_EQ(answer[0], answer[1]);
    }
    TEST_DIGEST("nearest", digest);
}

/* How far a coordinate is from a leaf's cells on that axis, squared. */
static uint64_t apart2(int32_t x, uint16_t corner, uint8_t level)
{
    const int32_t low = AT((int32_t)corner * 64), high = low + (64 << level);
    const int64_t apart = x < low ? low - x : x > high ? x - high : 0;
    return (uint64_t)(apart * apart);
}

static uint64_t distance2(const oct9_point_t *p, const oct9_leaf_t *leaf)
{
    return apart2(p->x, leaf->corner.x, leaf->level) + apart2(p->y, leaf->corner.y, leaf->level) +
           apart2(p->z, leaf->corner.z, leaf->level);
}

/* Enters a distance into a list of at most `capacity`, in order; the farthest falls out. */
static unsigned enter(uint64_t *list, unsigned count, unsigned capacity, uint64_t distance)
{
    unsigned i = count < capacity ? count++ : capacity;
    for (; i > 0 && list[i - 1] > distance; i--)
        if (i < capacity)
            list[i] = list[i - 1];
    if (i < capacity)
        list[i] = distance;
    return count;
}

/* The same by looking at each leaf of the map. */
static unsigned look_at_all(const oct9_nearest_input_t *in, uint64_t *list)
{
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    unsigned count = 0;
    (void)oct9_visit_begin(&visit, &world_map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const uint64_t d = distance2(&in->point, &leaf);
        if (oct9_rules_block(&in->rules, (oct9_state_t)leaf.state, leaf.payload) &&
            d <= (uint64_t)in->range_q6 * in->range_q6 &&
            (d != 0 || in->rules.start_inside == OCT9_BLOCKS))
            count = enter(list, count, in->capacity, d);
    }
    return count;
}

static void all_leaves(void)
{
    random_t random = { 102 };
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < EXHAUSTIVE; i++) {
        const oct9_nearest_input_t in = random_question(&random);
        uint64_t list[CAPACITY];
        CHECK_EQ(find(&in), look_at_all(&in, list));
        for (unsigned k = 0; k < out.count; k++) {
            CHECK_EQ(found[k].distance2_q12, list[k]);
            CHECK_EQ(found[k].distance2_q12, distance2(&in.point, &found[k].leaf));
        }
    }
}

/* --- errors ---------------------------------------------------------------------------------- */

static void fails(oct9_nearest_input_t in, oct9_status_t status)
{
    in.found = found;
    query_paint(&out, sizeof out);
    query_paint(found, sizeof found);
    CHECK_EQ(oct9_nearest_find(&world_map, &in, &out), status);
    CHECK_EQ(oct9_nearest_begin(&scratch, &world_map, &in), status);
    CHECK(query_painted(&out, sizeof out));
    CHECK(query_painted(found, sizeof found));
}

static void errors(void)
{
    query_room();
    fails((oct9_nearest_input_t){ .range_q6 = 32768, .capacity = 1 }, OCT9_ERR_ARGUMENT);
    fails((oct9_nearest_input_t){ .range_q6 = 65535, .capacity = 1 }, OCT9_ERR_ARGUMENT);
    fails((oct9_nearest_input_t){ .range_q6 = 9 }, OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++)
        fails((oct9_nearest_input_t){ .capacity = 1, .rules = query_bad_rules[i].rules },
              query_bad_rules[i].status);
    const oct9_nearest_input_t good = { .range_q6 = 32767, .capacity = 1, .found = found };
    CHECK_EQ(oct9_nearest_begin(&scratch, &world_map, &good), OCT9_OK);
    CHECK_EQ(oct9_nearest_run(&scratch, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&out, sizeof out));
    const uint16_t count = out.count;
    CHECK_EQ(oct9_nearest_run(&scratch, 1, &out), OCT9_AGAIN);
    CHECK_EQ(out.count, count);
    CHECK_EQ(out.leaves + out.nodes, 1);
}

GOLDEN_SUITE(near)
{
    RUN(distances);
    RUN(six_faces);
    RUN(k_nearest);
    RUN(rules);
    RUN(random_questions);
    RUN(all_leaves);
    RUN(errors);
}
