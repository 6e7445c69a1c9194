/* SPDX-License-Identifier: MIT */
/* Rules, and fans: by hand, and each against the casts that it is made of. The room is that of
 * query.h. */
#include "oct9/cast.h"
#include "src/query/rules.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { RAYS = 24, FANS = 30 };

static oct9_cast_output_t hit;

/* --- rules ----------------------------------------------------------------------------------- */

static void rules_by_hand(void)
{
    const oct9_rules_t careful = { .unknown = OCT9_BLOCKS };
    const oct9_rules_t easy = { .unknown = OCT9_PASSES };
    const oct9_rules_t odd = { .filter_mask = 5, .filter_value = 1 };
    query_room();
    CHECK_EQ(oct9_rules_check(&careful, &world_map), OCT9_OK);
    CHECK_EQ(oct9_rules_check(&odd, &world_map), OCT9_OK);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++)
        CHECK_EQ(oct9_rules_check(&query_bad_rules[i].rules, &world_map),
                 query_bad_rules[i].status);

    CHECK(oct9_rules_block(&careful, OCT9_OCCUPIED, 2));
    CHECK(oct9_rules_block(&careful, OCT9_UNKNOWN, 0));
    CHECK(!oct9_rules_block(&careful, OCT9_FREE, 1));
    CHECK(oct9_rules_block(&easy, OCT9_OCCUPIED, 2));
    CHECK(!oct9_rules_block(&easy, OCT9_UNKNOWN, 0));
    CHECK(oct9_rules_block(&odd, OCT9_OCCUPIED, 0x7FFB)); /* bit 0 set, bit 2 not */
    CHECK(!oct9_rules_block(&odd, OCT9_OCCUPIED, 0x7FFA));
    CHECK(oct9_rules_block(&odd, OCT9_UNKNOWN, 5)); /* no filter is for what is unknown */
}

static void outside_by_hand(void)
{
    static const bool blocks[2][3] = { { true, false, true }, { false, false, true } };
    for (unsigned unknown = 0; unknown < 2; unknown++)
        for (unsigned state = 0; state < 3; state++) {
            const oct9_rules_t rules = { .unknown = (oct9_policy_t)unknown,
                                         .outside = (oct9_state_t)state };
            CHECK_EQ(oct9_rules_outside_blocks(&rules), blocks[unknown][state]);
        }
}

/* --- fans ------------------------------------------------------------------------------------ */

static oct9_fan_output_t out;
static oct9_fan_hit_t hits[RAYS];

static uint32_t add_hit(uint32_t digest, const oct9_fan_hit_t *h)
{
    digest = digest_add(digest, (uint32_t)h->num << 16 | h->den);
    digest = query_add_point(digest, &h->point);
    digest = digest_add(digest, (uint32_t)h->hit << 8 | h->face);
    if (h->hit == OCT9_HIT_LEAF)
        digest = digest_add(digest,
                            (uint32_t)h->payload << 16 | (uint32_t)h->level << 8 | h->state);
    return digest;
}

static uint32_t add_all(uint32_t digest, const oct9_fan_output_t *o, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        digest = add_hit(digest, &hits[i]);
    return digest_add(digest_add(digest, o->leaves), o->nodes);
}

static void fan_by_hand(void)
{
    static const oct9_point_t to[] = { POINT(1068, 768, 768), POINT(68, 1768, 768),
                                       POINT(-32, 768, 768), POINT(68, 768, 768),
                                       POINT(68, 768, 32800) };
    const oct9_fan_input_t in = { .from = POINT(68, 768, 768), .to = to, .count = 5, .hits = hits };
    query_room();
    query_paint(hits, sizeof hits);
    CHECK_EQ(oct9_cast_fan(&world_map, &in, &out), OCT9_OK);
    CHECK(hits[0].hit == OCT9_HIT_LEAF && hits[0].num == 444 && hits[0].den == 1000);
    CHECK(hits[0].payload == 2 && hits[0].level == 3 && hits[0].state == OCT9_OCCUPIED);
    CHECK(hits[0].face == OCT9_FACE_X_LOW && query_point_at(&hits[0].point, 512, 768, 768));
    CHECK(hits[1].hit == OCT9_HIT_NONE && hits[1].num == hits[1].den);
    CHECK(query_point_at(&hits[1].point, 68, 1768, 768));
    CHECK(hits[2].hit == OCT9_HIT_OUTSIDE && query_point_at(&hits[2].point, 0, 768, 768));
    CHECK(hits[3].hit == OCT9_HIT_NONE && query_point_at(&hits[3].point, 68, 768, 768));
    CHECK(hits[4].hit == OCT9_HIT_OUTSIDE && query_point_at(&hits[4].point, 68, 768, 32768));
    for (unsigned i = 1; i < 5; i++)
        CHECK((hits[i].payload | hits[i].level | hits[i].state) == 0);
}

/* A ray of a fan is a separate cast. Returns the leaves that it visits. */
static uint32_t check_ray(const oct9_map_t *map, const oct9_fan_input_t *in, unsigned i)
{
    const oct9_cast_input_t ray = { .from = in->from, .to = in->to[i], .rules = in->rules };
    const oct9_fan_hit_t *h = &hits[i];
    CHECK_EQ(oct9_cast_ray(map, &ray, &hit), OCT9_OK);
    CHECK_EQ(h->hit, hit.hit);
    CHECK_EQ(h->face, hit.face);
    CHECK(h->num == hit.fraction.num && h->den == hit.fraction.den);
    CHECK(query_point_is(&h->point, hit.point.x, hit.point.y, hit.point.z));
    if (hit.hit == OCT9_HIT_LEAF)
        CHECK(h->payload == hit.leaf.payload && h->level == hit.leaf.level &&
              h->state == hit.leaf.state);
    return hit.leaves;
}

static void check_fan(const oct9_map_t *map, const oct9_fan_input_t *in)
{
    uint32_t leaves = 0;
    CHECK_EQ(oct9_cast_fan(map, in, &out), OCT9_OK);
    for (unsigned i = 0; i < in->count; i++)
        leaves += check_ray(map, in, i);
    CHECK_EQ(out.leaves, leaves);
}

static void random_fans(void)
{
    random_t random = { 122 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < FANS; i++) {
        oct9_point_t to[RAYS];
        oct9_fan_input_t in = { .from = world_point(&random), .to = to, .hits = hits };
        in.count = (uint16_t)(1 + random_below(&random, RAYS));
        in.rules = query_rules(&random);
        for (unsigned r = 0; r < RAYS; r++)
            to[r] = query_step(&random, &in.from);
        for (unsigned m = 0; m < 2; m++) {
            check_fan(&maps[m], &in);
            digest = add_all(digest, &out, in.count);
        }
    }
    TEST_DIGEST("fan", digest);
}

static void fan_fails(oct9_fan_input_t in, oct9_status_t status)
{
    static const oct9_point_t to[2] = { POINT(1, 1, 1), POINT(9, 9, 9) };
    in.to = to;
    in.hits = hits;
    query_paint(&out, sizeof out);
    query_paint(hits, sizeof hits);
    CHECK_EQ(oct9_cast_fan(&world_map, &in, &out), status);
    CHECK(query_painted(&out, sizeof out));
    CHECK(query_painted(hits, sizeof hits));
}

static void fan_errors(void)
{
    query_room();
    fan_fails((oct9_fan_input_t){ .count = 0 }, OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++)
        fan_fails((oct9_fan_input_t){ .count = 2, .rules = query_bad_rules[i].rules },
                  query_bad_rules[i].status);
}

GOLDEN_SUITE(fan)
{
    RUN(rules_by_hand);
    RUN(outside_by_hand);
    RUN(fan_by_hand);
    RUN(random_fans);
    RUN(fan_errors);
}
