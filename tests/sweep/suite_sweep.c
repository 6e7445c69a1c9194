/* SPDX-License-Identifier: MIT */
/* Sweeps of spheres and boxes: contacts worked out by hand, slices against the whole, tree against
 * image. The room is that of query.h. */
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { SWEEPS = 200 };

static oct9_sweep_t scratch;
static oct9_sweep_output_t out;

/* --- spheres by hand ------------------------------------------------------------------------- */

/* A sphere at rest, by the careful rules. */
static oct9_hit_t stand_at(oct9_point_t place, uint16_t radius)
{
    const oct9_sphere_input_t in = { .motion = {
                                         .from = place, .to = place, .radius_q6 = radius } };
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_sweep_sphere(&world_map, &in, &out), OCT9_OK);
    CHECK(out.hit == OCT9_HIT_LEAF || (query_painted(&out.leaf, sizeof out.leaf) &&
                                       query_painted(&out.nearest, sizeof out.nearest)));
    CHECK(query_point_is(&out.at, place.x, place.y, place.z));
    CHECK_EQ(out.fraction.num, out.hit == OCT9_HIT_NONE ? out.fraction.den : 0);
    return out.hit;
}

static oct9_hit_t stand(int32_t x, int32_t y, int32_t z, uint16_t radius)
{
    return stand_at(world_at(x, y, z), radius);
}

static oct9_hit_t go(const oct9_sphere_input_t *in)
{
    CHECK_EQ(oct9_sweep_sphere(&world_map, in, &out), OCT9_OK);
    return out.hit;
}

/* A sphere's contact is in 65535ths, rounded down or one less. */
static bool contact_is(uint32_t num, uint32_t den)
{
    const uint32_t k = out.fraction.num;
    return out.fraction.den == 65535 && k * den <= num * 65535 && num * 65535 <= (k + 1) * den;
}

static void sphere_touches(void)
{
    query_room();
    CHECK_EQ(stand(500, 768, 768, 12), OCT9_HIT_LEAF); /* 12 from the block's face */
    CHECK(out.leaf.corner.x == 8 && out.leaf.level == 3 && out.leaf.payload == 2);
    CHECK(query_point_at(&out.nearest, 512, 768, 768));
    CHECK_EQ(stand(500, 768, 768, 11), OCT9_HIT_NONE);
    CHECK_EQ(stand(1036, 768, 768, 12), OCT9_HIT_LEAF); /* the upper face counts too */
    CHECK_EQ(stand(1036, 768, 768, 11), OCT9_HIT_NONE);
    CHECK_EQ(stand(482, 472, 768, 50), OCT9_HIT_LEAF); /* 30, 40 from an edge: 50 */
    CHECK(query_point_at(&out.nearest, 512, 512, 768));
    CHECK_EQ(stand(482, 472, 768, 49), OCT9_HIT_NONE);
    CHECK_EQ(stand(1044, 482, 1084, 70), OCT9_HIT_LEAF); /* 20, 30, 60 from a corner: 70 */
    CHECK(query_point_at(&out.nearest, 1024, 512, 1024));
    CHECK_EQ(stand(1044, 482, 1084, 69), OCT9_HIT_NONE);
    CHECK_EQ(stand(768, 768, 768, 3), OCT9_HIT_LEAF); /* inside */
    CHECK(query_point_at(&out.nearest, 768, 768, 768));
}

static void point_touches(void)
{
    query_room();
    CHECK_EQ(stand(511, 768, 768, 0), OCT9_HIT_NONE);
    CHECK_EQ(stand(512, 768, 768, 0), OCT9_HIT_LEAF);
    CHECK_EQ(stand(1024, 768, 768, 0), OCT9_HIT_LEAF);
    CHECK_EQ(stand(1025, 768, 768, 0), OCT9_HIT_NONE);
    CHECK_EQ(stand(1024, 1024, 1024, 0), OCT9_HIT_LEAF);
    CHECK_EQ(stand(1024, 1024, 1025, 0), OCT9_HIT_NONE);
}

static void sphere_goes(void)
{
    query_room();
    oct9_sphere_input_t in = {
        .motion = { .from = POINT(112, 768, 768), .to = POINT(1112, 768, 768), .radius_q6 = 100 }
    };
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* touches with its centre at 412 */
    CHECK(contact_is(300, 1000));
    CHECK(query_point_at(&out.at, 411, 768, 768));
    CHECK(query_point_at(&out.nearest, 512, 768, 768));
    in.motion.to.x = AT(412);
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* at the very end */
    CHECK(contact_is(1, 1));
    in.motion.to.x = AT(411);
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.motion.from.x = AT(1511);
    in.motion.to.x = AT(511);
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* and at 1124 when it goes down */
    CHECK(contact_is(387, 1000));
    CHECK(query_point_at(&out.at, 1125, 768, 768));

    const oct9_sphere_input_t past = {
        .motion = { .from = POINT(482, 472, 100), .to = POINT(482, 472, 1500), .radius_q6 = 50 }
    };
    CHECK_EQ(go(&past), OCT9_HIT_LEAF); /* along the edge x = y = 512, from z = 512 on */
    CHECK(contact_is(412, 1400));
    CHECK(query_point_at(&out.nearest, 512, 512, 512));
    in = past;
    in.motion.radius_q6 = 49;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    CHECK(out.fraction.num == 1 && out.fraction.den == 1);
    CHECK(query_point_at(&out.at, 482, 472, 1500));

    const oct9_sphere_input_t across = { .motion = { .from = POINT(412, 612, 768),
                                                     .to = POINT(612, 412, 768) } };
    CHECK_EQ(go(&across), OCT9_HIT_LEAF); /* a point that goes through that edge */
    CHECK(contact_is(1, 2));
    CHECK(query_point_at(&out.at, 511, 513, 768));
    CHECK(query_point_at(&out.nearest, 512, 513, 768));
}

static void sphere_rules(void)
{
    query_room();
    oct9_sphere_input_t in = {
        .motion = { .from = POINT(100, 768, 768), .to = POINT(8100, 768, 768), .radius_q6 = 100 },
        .rules = { .outside = OCT9_FREE }
    };
    in.rules.filter_mask = in.rules.filter_value = 4;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* the glass alone has that bit */
    CHECK_EQ(out.leaf.payload, 6);
    CHECK(contact_is(1848, 8000));
    in.rules.filter_value = 0;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* the block has it not */
    CHECK_EQ(out.leaf.payload, 2);

    in.motion.from.x = AT(3000);
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK_EQ(out.leaf.state, OCT9_UNKNOWN);
    CHECK(contact_is(996, 5100));
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);

    in.rules = (oct9_rules_t){ .start_inside = OCT9_PASSES };
    in.motion.from.x = AT(768); /* out of the block and on to the glass */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK_EQ(out.leaf.corner.x, 32);
    CHECK(contact_is(1180, 7332));
    in.motion.to = in.motion.from;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK_EQ(out.fraction.num, 0);
}

static void sphere_outside(void)
{
    query_room();
    CHECK_EQ(stand(99, 9000, 9000, 99), OCT9_HIT_OUTSIDE);
    CHECK_EQ(stand(100, 9000, 9000, 99), OCT9_HIT_NONE);
    CHECK_EQ(stand(9000, 32668, 9000, 100), OCT9_HIT_OUTSIDE);
    CHECK_EQ(stand(9000, 32668, 9000, 99), OCT9_HIT_NONE);
    CHECK_EQ(stand(9000, 9000, -1, 0), OCT9_HIT_OUTSIDE);
    CHECK_EQ(stand(9000, 9000, 32767, 0), OCT9_HIT_NONE);
    CHECK_EQ(stand(9000, 9000, 32768, 0), OCT9_HIT_OUTSIDE);

    oct9_sphere_input_t in = {
        .motion = { .from = POINT(9000, 1000, 9000), .to = POINT(9000, 0, 9000), .radius_q6 = 100 }
    };
    CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);
    CHECK(contact_is(900, 1000));
    CHECK(query_point_at(&out.at, 9000, 101, 9000));
    in.rules.outside = OCT9_FREE;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.rules.outside = OCT9_UNKNOWN;
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.rules.outside = OCT9_OCCUPIED;
    CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);

    const oct9_sphere_input_t inward = {
        .motion = { .from = POINT(-388, 768, 768), .to = POINT(612, 768, 768), .radius_q6 = 100 },
        .rules = { .outside = OCT9_FREE }
    };
    CHECK_EQ(go(&inward), OCT9_HIT_LEAF);
    CHECK(contact_is(800, 1000));
}

static void fill_cube(uint16_t payload)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, payload), OCT9_OK);
}

/* Out of a free cube, and onto an occupied one from outside. */
static void sphere_at_six_faces(void)
{
    for (unsigned face = 0; face < 6; face++) {
        const oct9_point_t rim = world_at_face(face, 0), touching = world_at_face(face, 101);
        fill_cube(1);
        CHECK_EQ(stand_at(world_at_face(face, 100), 99), OCT9_HIT_NONE);
        CHECK_EQ(stand_at(world_at_face(face, 99), 99), OCT9_HIT_OUTSIDE);
        CHECK_EQ(stand_at(world_at_face(face, 1), 0), OCT9_HIT_NONE);
        CHECK_EQ(stand_at(rim, 0), OCT9_HIT_OUTSIDE);
        CHECK_EQ(stand_at(world_at_face(face, -1), 0), OCT9_HIT_OUTSIDE);
        oct9_sphere_input_t in = {
            .motion = { .from = world_at_face(face, 1000), .to = rim, .radius_q6 = 100 }
        };
        CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);
        CHECK(contact_is(900, 1000));
        CHECK(query_point_is(&out.at, touching.x, touching.y, touching.z));
        in.motion.to = world_at_face(face, -16383);
        CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);
        CHECK(contact_is(900, 17383));
        in.motion.to = touching;
        CHECK_EQ(go(&in), OCT9_HIT_NONE);

        fill_cube(2);
        in.rules.outside = OCT9_FREE;
        in.motion.from = world_at_face(face, -388);
        in.motion.to = world_at_face(face, 612);
        CHECK_EQ(go(&in), OCT9_HIT_LEAF);
        CHECK(contact_is(288, 1000));
        CHECK(query_point_is(&out.nearest, rim.x, rim.y, rim.z));
        in.motion.to = world_at_face(face, -101);
        CHECK_EQ(go(&in), OCT9_HIT_NONE);
    }
}

/* --- boxes by hand --------------------------------------------------------------------------- */

/* A box of 100 sub-cells' edge at rest, by the careful rules. */
static oct9_hit_t put_at(oct9_point_t lo)
{
    const oct9_box_input_t in = { .lo = lo,
                                  .hi = { (int16_t)(lo.x + 100), (int16_t)(lo.y + 100),
                                          (int16_t)(lo.z + 100) },
                                  .to = lo };
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    CHECK(query_point_is(&out.at, lo.x, lo.y, lo.z));
    CHECK_EQ(out.fraction.num, out.hit == OCT9_HIT_NONE ? out.fraction.den : 0);
    return out.hit;
}

static oct9_hit_t put(int32_t x, int32_t y, int32_t z)
{
    return put_at(world_at(x, y, z));
}

/* The same in motion. */
static oct9_hit_t push(oct9_point_t lo, oct9_point_t to)
{
    const oct9_box_input_t in = { .lo = lo,
                                  .to = to,
                                  .hi = { (int16_t)(lo.x + 100), (int16_t)(lo.y + 100),
                                          (int16_t)(lo.z + 100) } };
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    return out.hit;
}

/* A box's contact is exact. */
static bool exactly(uint32_t num, uint32_t den)
{
    return out.fraction.den != 0 && out.fraction.num * den == num * out.fraction.den;
}

static void box_flush(void)
{
    query_room();
    CHECK_EQ(put(412, 700, 700), OCT9_HIT_NONE); /* touches the block's low face */
    CHECK_EQ(put(413, 700, 700), OCT9_HIT_LEAF);
    CHECK(query_point_at(&out.nearest, 512, 700, 700));
    CHECK_EQ(put(1024, 700, 700), OCT9_HIT_NONE); /* and its high face */
    CHECK_EQ(put(1023, 700, 700), OCT9_HIT_LEAF);
    CHECK_EQ(put(412, 412, 700), OCT9_HIT_NONE); /* an edge */
    CHECK_EQ(put(413, 413, 413), OCT9_HIT_LEAF); /* a corner, by one sub-cell */
    CHECK_EQ(put(700, 700, 700), OCT9_HIT_LEAF); /* inside */
    CHECK(query_point_at(&out.nearest, 700, 700, 700));
    CHECK_EQ(put(0, 9000, 32668), OCT9_HIT_NONE); /* flush with the cube's rim */
    CHECK_EQ(put(-1, 9000, 9000), OCT9_HIT_OUTSIDE);
    CHECK_EQ(put(0, 9000, 32669), OCT9_HIT_OUTSIDE);
}

static void box_goes(void)
{
    query_room();
    CHECK_EQ(push(world_at(412, 100, 700), world_at(412, 1100, 700)),
             OCT9_HIT_NONE); /* slides along the block's low face */
    CHECK(out.fraction.num == 1 && out.fraction.den == 1);
    CHECK_EQ(push(world_at(1024, 100, 700), world_at(1024, 1100, 700)),
             OCT9_HIT_NONE); /* and along its high face, in both directions */
    CHECK_EQ(push(world_at(1024, 1100, 700), world_at(1024, 100, 700)), OCT9_HIT_NONE);
    CHECK_EQ(push(world_at(1024, 700, 700), world_at(1524, 700, 700)),
             OCT9_HIT_NONE); /* goes away from it */
    CHECK_EQ(push(world_at(413, 100, 700), world_at(413, 1100, 700)), OCT9_HIT_LEAF);
    CHECK(exactly(312, 1000));
    CHECK(query_point_at(&out.at, 413, 412, 700));
    CHECK(query_point_at(&out.nearest, 512, 512, 700));
    CHECK_EQ(push(world_at(312, 512, 700), world_at(512, 312, 700)),
             OCT9_HIT_NONE); /* its edge goes through the block's edge */
    CHECK_EQ(push(world_at(313, 512, 700), world_at(513, 312, 700)), OCT9_HIT_LEAF);
    CHECK(exactly(99, 200));
    CHECK_EQ(push(world_at(1124, 700, 700), world_at(1024, 700, 700)),
             OCT9_HIT_NONE); /* comes to rest at the block's high face */
    CHECK_EQ(push(world_at(1124, 700, 700), world_at(1023, 700, 700)), OCT9_HIT_LEAF);
    CHECK(exactly(100, 101));
    CHECK(query_point_at(&out.at, 1024, 700, 700));

    CHECK_EQ(push(world_at(9000, 30, 9000), world_at(9000, 0, 9000)), OCT9_HIT_NONE);
    CHECK_EQ(push(world_at(9000, 30, 9000), world_at(9000, -10, 9000)), OCT9_HIT_OUTSIDE);
    CHECK(exactly(30, 40));
    CHECK(query_point_at(&out.at, 9000, 0, 9000));
    CHECK_EQ(push(world_at(32608, 9000, 9000), world_at(32708, 9000, 9000)),
             OCT9_HIT_OUTSIDE); /* its upper end comes to 32768 and beyond */
    CHECK(exactly(60, 100));
}

/* Out of a free cube, and into an occupied one from outside. `flush` is the depth of the box's low
 * corner where its side lies in the cube's face, from within; `off` the same from outside. */
static void box_at_six_faces(void)
{
    for (unsigned face = 0; face < 6; face++) {
        const int32_t flush = face & 1u ? 100 : 0, off = flush - 100;
        const oct9_point_t within = world_at_face(face, flush), outside = world_at_face(face, off);
        fill_cube(1);
        CHECK_EQ(put_at(within), OCT9_HIT_NONE);
        CHECK_EQ(put_at(world_at_face(face, flush - 1)), OCT9_HIT_OUTSIDE);
        CHECK_EQ(put_at(outside), OCT9_HIT_OUTSIDE);
        CHECK_EQ(push(world_at_face(face, flush + 30), within), OCT9_HIT_NONE);
        CHECK_EQ(push(world_at_face(face, flush + 30), world_at_face(face, flush - 10)),
                 OCT9_HIT_OUTSIDE);
        CHECK(exactly(30, 40));
        CHECK(query_point_is(&out.at, within.x, within.y, within.z));

        fill_cube(2);
        oct9_box_input_t in = { .lo = world_at_face(face, off - 300),
                                .to = outside,
                                .rules = { .outside = OCT9_FREE } };
        in.hi.x = (int16_t)(in.lo.x + 100);
        in.hi.y = (int16_t)(in.lo.y + 100);
        in.hi.z = (int16_t)(in.lo.z + 100);
        CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
        CHECK_EQ(out.hit, OCT9_HIT_NONE);
        in.to = world_at_face(face, off + 700);
        CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
        CHECK_EQ(out.hit, OCT9_HIT_LEAF);
        CHECK(exactly(300, 1000));
        CHECK(query_point_is(&out.at, outside.x, outside.y, outside.z));
    }
}

/* A box as large as the cube, and one sub-cell larger on each side. */
static void box_of_the_cube(void)
{
    const oct9_box_input_t cube = { .lo = POINT(0, 0, 0),
                                    .hi = POINT(32768, 32768, 32768),
                                    .to = POINT(0, 0, 0) };
    fill_cube(1);
    CHECK_EQ(oct9_sweep_box(&world_map, &cube, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);
    for (unsigned face = 0; face < 6; face++) {
        oct9_box_input_t in = cube;
        oct9_point_t *corner = face & 1u ? &in.hi : &in.lo;
        int16_t *at = face < 2 ? &corner->x : face < 4 ? &corner->y : &corner->z;
        *at = (int16_t)(*at + (face & 1u ? 1 : -1));
        in.to = in.lo;
        CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
        CHECK_EQ(out.hit, OCT9_HIT_OUTSIDE);
    }
}

static void box_rules(void)
{
    query_room();
    oct9_box_input_t in = { .lo = POINT(700, 700, 700),
                            .hi = POINT(720, 800, 800),
                            .to = POINT(8000, 700, 700),
                            .rules = { .start_inside = OCT9_PASSES } };
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.leaf.payload, 6); /* out of the block and on to the glass */
    CHECK(exactly(2048 - 720, 7300));
    in.rules.filter_mask = 6; /* only payloads 0 and 1 */
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.leaf.state, OCT9_UNKNOWN);
    CHECK(exactly(4096 - 720, 7300));
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);
    in.to = in.lo;
    in.rules = (oct9_rules_t){ .start_inside = OCT9_PASSES };
    CHECK_EQ(oct9_sweep_box(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);
}

/* --- both, at random ------------------------------------------------------------------------- */

/* What tree and image must agree on. */
static uint32_t add_answer(uint32_t digest, const oct9_sweep_output_t *o)
{
    digest = digest_add(digest, o->hit);
    digest = query_add_fraction(digest, &o->fraction);
    return query_add_point(digest, &o->at);
}

static uint32_t add_contact(uint32_t digest, const oct9_sweep_output_t *o)
{
    digest = add_answer(digest, o);
    if (o->hit == OCT9_HIT_LEAF) {
        digest = query_add_leaf(digest, &o->leaf);
        digest = query_add_point(digest, &o->nearest);
    }
    return digest;
}

static uint32_t add_all(uint32_t digest, const oct9_sweep_output_t *o)
{
    return digest_add(digest_add(add_contact(digest, o), o->leaves), o->nodes);
}

/* Goes on after a begin that answered `begun`. */
static void check_slices(oct9_status_t begun, const oct9_sweep_output_t *whole, uint32_t budget)
{
    oct9_sweep_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(begun, OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_sweep_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&scratch, budget, &o), OCT9_OK); /* and says so again */
    CHECK_EQ(add_all(0, &o), add_all(0, whole));
}

static void random_spheres(void)
{
    random_t random = { 81 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < SWEEPS; i++) {
        oct9_sphere_input_t in = { .motion.from = world_point(&random) };
        oct9_sweep_output_t o[2];
        in.motion.to = i % 8 == 0 ? in.motion.from : query_step(&random, &in.motion.from);
        in.motion.radius_q6 = query_radius(&random);
        in.rules = query_rules(&random);
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_sweep_sphere(&maps[m], &in, &o[m]), OCT9_OK);
            check_slices(oct9_sweep_sphere_begin(&scratch, &maps[m], &in), &o[m],
                         query_budgets[i % QUERY_BUDGETS]);
            digest = add_all(digest, &o[m]);
        }
        CHECK_EQ(add_answer(0, &o[0]), add_answer(0, &o[1]));
        in.any_contact = true;
        CHECK_EQ(go(&in) == OCT9_HIT_NONE, o[0].hit == OCT9_HIT_NONE);
    }
    TEST_DIGEST("sphere", digest);
}

static int16_t above(random_t *random, int16_t lo)
{
    const uint32_t room = (uint32_t)((int32_t)INT16_MAX - lo);
    const uint32_t most = (uint32_t)1 << random_below(random, 17);
    return (int16_t)(lo + 1 + (int32_t)random_below(random, room < most ? room : most));
}

static void random_boxes(void)
{
    random_t random = { 82 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < SWEEPS; i++) {
        oct9_box_input_t in = { .lo = world_point(&random) };
        oct9_sweep_output_t o[2];
        in.lo.x = in.lo.x == INT16_MAX ? 0 : in.lo.x;
        in.lo.y = in.lo.y == INT16_MAX ? 0 : in.lo.y;
        in.lo.z = in.lo.z == INT16_MAX ? 0 : in.lo.z;
        in.hi.x = above(&random, in.lo.x);
        in.hi.y = above(&random, in.lo.y);
        in.hi.z = above(&random, in.lo.z);
        in.to = i % 8 == 0 ? in.lo : query_step(&random, &in.lo);
        in.rules = query_rules(&random);
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_sweep_box(&maps[m], &in, &o[m]), OCT9_OK);
            check_slices(oct9_sweep_box_begin(&scratch, &maps[m], &in), &o[m],
                         query_budgets[i % QUERY_BUDGETS]);
            digest = add_all(digest, &o[m]);
        }
        CHECK_EQ(add_answer(0, &o[0]), add_answer(0, &o[1]));
        in.any_contact = true;
        CHECK_EQ(oct9_sweep_box(&maps[0], &in, &o[1]), OCT9_OK);
        CHECK_EQ(o[1].hit == OCT9_HIT_NONE, o[0].hit == OCT9_HIT_NONE);
    }
    TEST_DIGEST("box", digest);
}

/* The motion back meets something iff the motion there does. */
static void there_and_back(void)
{
    random_t random = { 83 };
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < SWEEPS; i++) {
        oct9_sphere_input_t in = { .motion.from = world_point(&random) };
        in.motion.to = query_step(&random, &in.motion.from);
        in.motion.radius_q6 = query_radius(&random);
        in.rules = query_rules(&random);
        in.rules.start_inside = OCT9_BLOCKS;
        const oct9_hit_t there = go(&in);
        const oct9_point_t from = in.motion.from;
        in.motion.from = in.motion.to;
        in.motion.to = from;
        CHECK_EQ(go(&in) == OCT9_HIT_NONE, there == OCT9_HIT_NONE);
    }
}

/* --- errors ---------------------------------------------------------------------------------- */

static void sphere_fails(const oct9_sphere_input_t *in, oct9_status_t status)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_sweep_sphere(&world_map, in, &out), status);
    CHECK_EQ(oct9_sweep_sphere_begin(&scratch, &world_map, in), status);
    CHECK(query_painted(&out, sizeof out));
}

static void box_fails(const oct9_box_input_t *in, oct9_status_t status)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_sweep_box(&world_map, in, &out), status);
    CHECK_EQ(oct9_sweep_box_begin(&scratch, &world_map, in), status);
    CHECK(query_painted(&out, sizeof out));
}

static void errors(void)
{
    query_room();
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        const oct9_sphere_input_t sphere = { .rules = query_bad_rules[i].rules };
        const oct9_box_input_t box = { .hi = POINT(1, 1, 1), .rules = query_bad_rules[i].rules };
        sphere_fails(&sphere, query_bad_rules[i].status);
        box_fails(&box, query_bad_rules[i].status);
    }
    sphere_fails(&(oct9_sphere_input_t){ .motion.radius_q6 = 32768 }, OCT9_ERR_ARGUMENT);
    sphere_fails(&(oct9_sphere_input_t){ .motion.radius_q6 = (uint16_t)-1 }, OCT9_ERR_ARGUMENT);
    box_fails(&(oct9_box_input_t){ .lo = POINT(5, 5, 5), .hi = POINT(5, 9, 9) }, OCT9_ERR_ARGUMENT);
    box_fails(&(oct9_box_input_t){ .lo = POINT(5, 5, 5), .hi = POINT(9, 4, 9) }, OCT9_ERR_ARGUMENT);
    box_fails(&(oct9_box_input_t){ .lo = { 5, 5, INT16_MAX }, .hi = { 9, 9, INT16_MIN } },
              OCT9_ERR_ARGUMENT);
}

/* A budget of 0 does nothing; while it is used up, counts alone are set. */
static void budgets(void)
{
    query_room();
    const oct9_sphere_input_t in = {
        .motion = { .from = POINT(100, 768, 768), .to = POINT(800, 768, 768), .radius_q6 = 32767 },
        .rules = { .outside = OCT9_FREE }
    };
    oct9_sweep_output_t paint;
    query_paint(&out, sizeof out);
    query_paint(&paint, sizeof paint);
    CHECK_EQ(oct9_sweep_sphere_begin(&scratch, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&scratch, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&out, sizeof out));
    CHECK_EQ(oct9_sweep_run(&scratch, 1, &out), OCT9_AGAIN);
    CHECK_EQ(out.leaves + out.nodes, 1);
    out.leaves = paint.leaves;
    out.nodes = paint.nodes;
    CHECK(query_painted(&out, sizeof out));
    CHECK_EQ(oct9_sweep_run(&scratch, UINT32_MAX, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_LEAF);
}

GOLDEN_SUITE(sweep)
{
    RUN(sphere_touches);
    RUN(point_touches);
    RUN(sphere_goes);
    RUN(sphere_rules);
    RUN(sphere_outside);
    RUN(sphere_at_six_faces);
    RUN(box_flush);
    RUN(box_goes);
    RUN(box_at_six_faces);
    RUN(box_of_the_cube);
    RUN(box_rules);
    RUN(random_spheres);
    RUN(random_boxes);
    RUN(there_and_back);
    RUN(errors);
    RUN(budgets);
}
