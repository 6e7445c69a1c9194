/* SPDX-License-Identifier: MIT */
/* Probes: by hand, and against all leaves of the map, looked at one by one. The room is that
 * of query.h. */
#include "oct9/probe.h"
#include "oct9/visit.h"
#include "src/query/rules.h"
#include "tests/golden/model.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { PROBES = 400, NODES = 60 };

/* --- by hand ---------------------------------------------------------------------------------- */

static oct9_probe_point_output_t at;
static oct9_probe_node_t scratch;
static oct9_probe_node_output_t below;

static oct9_hit_t probe_at(oct9_point_t point, oct9_rules_t rules)
{
    const oct9_probe_point_input_t in = { .point = point, .rules = rules };
    CHECK_EQ(oct9_probe_point(&world_map, &in, &at), OCT9_OK);
    return at.hit;
}

static oct9_hit_t probe(int32_t x, oct9_rules_t rules)
{
    return probe_at(world_at(x, 768, 768), rules);
}

static void points(void)
{
    const oct9_rules_t careful = { .unknown = OCT9_BLOCKS };
    const oct9_rules_t easy = { .unknown = OCT9_PASSES };
    const oct9_rules_t glass = { .filter_mask = 4, .filter_value = 4 };
    const oct9_rules_t ghost = { .start_inside = OCT9_PASSES };
    query_room();
    CHECK_EQ(probe(511, careful), OCT9_HIT_NONE);
    CHECK(at.inside && at.leaf.state == OCT9_FREE && at.leaves == 1 && at.nodes <= 9);
    CHECK_EQ(probe(512, careful), OCT9_HIT_LEAF); /* half-open: the low face is its */
    CHECK(at.leaf.corner.x == 8 && at.leaf.level == 3 && at.leaf.payload == 2);
    CHECK_EQ(probe(1023, careful), OCT9_HIT_LEAF);
    CHECK_EQ(probe(1024, careful), OCT9_HIT_NONE);
    CHECK_EQ(probe(4100, careful), OCT9_HIT_LEAF);
    CHECK_EQ(probe(4100, easy), OCT9_HIT_NONE);
    CHECK_EQ(at.leaf.state, OCT9_UNKNOWN);
    CHECK_EQ(probe(600, glass), OCT9_HIT_NONE);
    CHECK_EQ(probe(2100, glass), OCT9_HIT_LEAF);
    CHECK_EQ(probe(2100, ghost), OCT9_HIT_NONE);
    CHECK_EQ(at.leaf.payload, 6);
    CHECK_EQ(probe(-1, ghost), OCT9_HIT_OUTSIDE);
    CHECK(!at.inside && at.leaves == 0 && at.nodes == 0);
    CHECK_EQ(probe(-1, easy), OCT9_HIT_NONE);
    CHECK(!at.inside);
}

/* A low face of the cube is inside, a high one is outside. */
static void six_faces(void)
{
    const oct9_rules_t careful = { .unknown = OCT9_BLOCKS };
    query_room();
    for (unsigned face = 0; face < 6; face++)
        for (int32_t depth = -16383; depth < 3 * 5461; depth += 5461)
            for (int32_t by = -1; by <= 1; by++) {
                const int32_t d = depth + by;
                const bool inside = d > 0 || (d == 0 && (face & 1u) == 0);
                CHECK_EQ(probe_at(world_at_face(face, d < -16383 ? -16383 : d), careful),
                         inside ? OCT9_HIT_NONE : OCT9_HIT_OUTSIDE);
                CHECK_EQ(at.inside, inside);
            }
}

/* States of a node at x, 8, 8 with edges of 8 cells, or of the cube's level at 0, 0, 0. */
static unsigned ask(uint16_t x, uint8_t level, uint16_t mask, uint16_t value)
{
    const uint16_t y = level == OCT9_LEVELS ? 0 : 8;
    const oct9_probe_node_input_t in = { .node = { { x, y, y }, level },
                                         .filter_mask = mask,
                                         .filter_value = value };
    CHECK_EQ(oct9_probe_node(&world_map, &in, &below), OCT9_OK);
    return below.states;
}

static void nodes(void)
{
    query_room();
    CHECK_EQ(ask(0, 9, 0, 0), OCT9_STATES_ALL);
    CHECK_EQ(ask(8, 3, 0, 0), OCT9_STATES_OCCUPIED);
    CHECK_EQ(ask(12, 1, 0, 0), OCT9_STATES_OCCUPIED); /* inside a leaf */
    CHECK_EQ(ask(16, 3, 0, 0), OCT9_STATES_FREE);
    CHECK_EQ(ask(64, 3, 0, 0), OCT9_STATES_UNKNOWN);
    CHECK_EQ(ask(8, 3, 4, 4), OCT9_STATES_FREE); /* the block has not that bit */
    CHECK_EQ(ask(0, 9, 4, 4), OCT9_STATES_ALL);  /* what is unknown stays unknown */
    CHECK_EQ(ask(0, 9, 32767, 9), OCT9_STATES_FREE | OCT9_STATES_UNKNOWN);
    const oct9_node_t corner = { { 12, 12, 12 }, 2 };
    CHECK_EQ(oct9_tree_set_node(&world_tree, &corner, 6), OCT9_OK);
    CHECK_EQ(ask(8, 3, 0, 0), OCT9_STATES_OCCUPIED);
    CHECK_EQ(ask(8, 3, 4, 0), OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    const oct9_probe_node_input_t around = { .node = { { 0, 0, 0 }, 4 } };
    CHECK_EQ(oct9_probe_node(&world_map, &around, &below), OCT9_OK);
    CHECK_EQ(below.states, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
}

/* --- at random -------------------------------------------------------------------------------- */

static uint32_t add_point_output(uint32_t digest, const oct9_probe_point_output_t *o)
{
    digest = digest_add(digest, (uint32_t)o->hit << 1 | o->inside);
    if (o->inside)
        digest = query_add_leaf(digest, &o->leaf);
    return digest_add(digest_add(digest, o->leaves), o->nodes);
}

static bool within(int16_t x)
{
    return OCT9_LOW_Q6 <= x && x < OCT9_HIGH_Q6;
}

static void random_points(void)
{
    random_t random = { 112 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < PROBES; i++) {
        oct9_probe_point_input_t in = { .point = world_point(&random) };
        oct9_probe_point_output_t o[2];
        in.rules = query_rules(&random);
        for (unsigned m = 0; m < 2; m++)
            CHECK_EQ(oct9_probe_point(&maps[m], &in, &o[m]), OCT9_OK);
        CHECK_EQ(add_point_output(0, &o[0]), add_point_output(0, &o[1]));
        digest = add_point_output(digest, &o[0]);
        const bool blocks = o[0].inside &&
                            oct9_rules_block(&in.rules, (oct9_state_t)o[0].leaf.state,
                                             o[0].leaf.payload);
        CHECK_EQ(o[0].inside, within(in.point.x) && within(in.point.y) && within(in.point.z));
        CHECK_EQ(o[0].hit, !o[0].inside && oct9_rules_outside_blocks(&in.rules) ? OCT9_HIT_OUTSIDE
                           : blocks && in.rules.start_inside == OCT9_BLOCKS     ? OCT9_HIT_LEAF
                                                                                : OCT9_HIT_NONE);
    }
    TEST_DIGEST("point", digest);
}

static oct9_probe_node_input_t random_node(random_t *random)
{
    oct9_probe_node_input_t in = { .node.level = (uint8_t)random_below(random, 10) };
    const uint32_t mask = 511u & ~((1u << in.node.level) - 1u);
    in.node.corner.x = (uint16_t)(random_u32(random) & mask);
    in.node.corner.y = (uint16_t)(random_u32(random) & mask);
    in.node.corner.z = (uint16_t)(random_u32(random) & mask);
    if (random_below(random, 2)) {
        in.filter_mask = (uint16_t)random_below(random, 4);
        in.filter_value = (uint16_t)(OCT9_OCCUPIED & in.filter_mask);
    }
    return in;
}

/* The states of all leaves in the node. */
static unsigned look_at_all(const oct9_map_t *map, const oct9_probe_node_input_t *in)
{
    const oct9_box_t box = model_node_box(&in->node);
    const oct9_region_t region = oct9_region_of_box(&box);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    unsigned states = 0;
    CHECK_EQ(oct9_visit_begin(&visit, map, &region, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        states |= leaf.state != OCT9_OCCUPIED ||
                          (leaf.payload & in->filter_mask) == in->filter_value
                    ? 1u << leaf.state
                    : OCT9_STATES_FREE;
    return states;
}

static uint32_t add_below(uint32_t digest, const oct9_probe_node_output_t *o)
{
    return digest_add(digest_add(digest_add(digest, o->states), o->leaves), o->nodes);
}

static void below_in_slices(const oct9_map_t *map, const oct9_probe_node_input_t *in,
                            uint32_t budget)
{
    oct9_probe_node_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_probe_node_begin(&scratch, map, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_probe_node_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_probe_node_run(&scratch, budget, &o), OCT9_OK); /* and says so again */
    CHECK_EQ(add_below(0, &o), add_below(0, &below));
}

static void random_nodes(void)
{
    random_t random = { 113 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < NODES; i++) {
        const oct9_probe_node_input_t in = random_node(&random);
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_probe_node(&maps[m], &in, &below), OCT9_OK);
            CHECK_EQ(below.states, look_at_all(&maps[m], &in));
            digest = add_below(digest, &below);
            below_in_slices(&maps[m], &in, query_budgets[i % QUERY_BUDGETS]);
        }
    }
    TEST_DIGEST("below", digest);
}

/* --- errors ---------------------------------------------------------------------------------- */

static void below_fails(oct9_probe_node_input_t in, oct9_status_t status)
{
    query_paint(&below, sizeof below);
    CHECK_EQ(oct9_probe_node(&world_map, &in, &below), status);
    CHECK_EQ(oct9_probe_node_begin(&scratch, &world_map, &in), status);
    CHECK(query_painted(&below, sizeof below));
}

static void errors(void)
{
    query_room();
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        const oct9_probe_point_input_t in = { .rules = query_bad_rules[i].rules };
        query_paint(&at, sizeof at);
        CHECK_EQ(oct9_probe_point(&world_map, &in, &at), query_bad_rules[i].status);
        CHECK(query_painted(&at, sizeof at));
    }
    below_fails((oct9_probe_node_input_t){ .node.level = 10 }, OCT9_ERR_ARGUMENT);
    below_fails((oct9_probe_node_input_t){ .node = { { 0, 512, 0 }, 9 } }, OCT9_ERR_OUTSIDE);
    below_fails((oct9_probe_node_input_t){ .node = { { 0, 0, 4 }, 3 } }, OCT9_ERR_ARGUMENT);
    below_fails((oct9_probe_node_input_t){ .filter_mask = 2, .filter_value = 3 },
                OCT9_ERR_ARGUMENT);
    below_fails((oct9_probe_node_input_t){ .filter_mask = 65535, .filter_value = 32768 },
                OCT9_ERR_ARGUMENT);
    const oct9_probe_node_input_t good = { .node.level = 9 };
    CHECK_EQ(oct9_probe_node_begin(&scratch, &world_map, &good), OCT9_OK);
    CHECK_EQ(oct9_probe_node_run(&scratch, 0, &below), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&below, sizeof below));
    const uint8_t states = below.states;
    CHECK_EQ(oct9_probe_node_run(&scratch, 1, &below), OCT9_AGAIN);
    CHECK(below.states == states && below.leaves + below.nodes == 1);
}

GOLDEN_SUITE(probe)
{
    RUN(points);
    RUN(six_faces);
    RUN(nodes);
    RUN(random_points);
    RUN(random_nodes);
    RUN(errors);
}
