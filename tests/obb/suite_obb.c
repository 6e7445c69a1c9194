/* SPDX-License-Identifier: MIT */
/* Poses and oriented boxes: angles worked out by hand, against boxes and spheres where they must
 * agree, slices against the whole, tree against image. The room is that of query.h. */
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { MATRICES = 60, OBBS = 32, UPRIGHT = 32, BALLS = 40, ONE = OCT9_ONE_Q14 };

static const oct9_rotation_t none = OCT9_ROTATION_NONE;
static const oct9_rotation_t none_too = { -ONE, 0, 0, 0 }; /* the same, with signs turned */
static const oct9_rotation_t z45 = { 15137, 0, 0, 6270 };  /* cos, sin of 22.5 degrees */
static const oct9_rotation_t z90 = { 11585, 0, 0, 11585 }; /* exactly: a quotient of 1 */
static const oct9_rotation_t z180 = { 0, 0, 0, ONE };

/* --- poses ----------------------------------------------------------------------------------- */

static oct9_status_t length_is(int32_t w, int32_t x, int32_t y, int32_t z)
{
    const oct9_rotation_t r = { (int16_t)w, (int16_t)x, (int16_t)y, (int16_t)z };
    return oct9_pose_check(&r);
}

static void unit_quaternions(void)
{
    CHECK_EQ(oct9_pose_check(&none), OCT9_OK);
    CHECK_EQ(oct9_pose_check(&z45), OCT9_OK);
    CHECK_EQ(oct9_pose_check(&z90), OCT9_OK);
    CHECK_EQ(length_is(0, 0, -ONE, 0), OCT9_OK);
    CHECK_EQ(length_is(8192, -8192, 8192, -8192), OCT9_OK);
    CHECK_EQ(length_is(16511, 0, 0, 0), OCT9_OK); /* its square: 1 + 1/64, less a bit */
    CHECK_EQ(length_is(16512, 0, 0, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(length_is(0, 16256, 0, 0), OCT9_OK); /* 1 - 1/64, and a bit more */
    CHECK_EQ(length_is(0, 16255, 0, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(length_is(0, 0, 0, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(length_is(-32768, 0, 0, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(length_is(32767, 32767, 32767, 32767), OCT9_ERR_ARGUMENT);
    CHECK_EQ(length_is(-32768, -32768, -32768, -32768), OCT9_ERR_ARGUMENT);
}

static void matrices_by_hand(void)
{
    oct9_matrix_t m;
    oct9_pose_matrix(&none, &m);
    for (unsigned i = 0; i < 9; i++)
        CHECK_EQ(m.m[i / 3][i % 3], i / 3 == i % 3 ? (int32_t)1 << 28 : 0);
    CHECK_EQ(m.scale, (int32_t)1 << 28);
    oct9_pose_matrix(&z90, &m); /* the body's x axis points to the map's y */
    const int32_t s = (int32_t)2 * 11585 * 11585;
    CHECK_EQ(m.scale, s);
    CHECK(m.m[0][0] == 0 && m.m[1][0] == s && m.m[2][0] == 0);
    CHECK(m.m[0][1] == -s && m.m[1][1] == 0 && m.m[2][1] == 0);
    CHECK(m.m[0][2] == 0 && m.m[1][2] == 0 && m.m[2][2] == s);
}

static int64_t dot(const oct9_matrix_t *m, unsigned a, unsigned b)
{
    int64_t sum = 0;
    for (unsigned row = 0; row < 3; row++)
        sum += (int64_t)m->m[row][a] * m->m[row][b];
    return sum;
}

/* Columns are at right angles and of one length, without any rounding. */
static void random_matrices(void)
{
    random_t random = { 131 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < MATRICES; i++) {
        const oct9_rotation_t r = query_rotation(&random);
        oct9_matrix_t m;
        oct9_pose_matrix(&r, &m);
        CHECK_EQ(m.scale,
                 (int32_t)r.w * r.w + (int32_t)r.x * r.x + (int32_t)r.y * r.y + (int32_t)r.z * r.z);
        for (unsigned k = 0; k < 3; k++) {
            CHECK_EQ(dot(&m, k, k), (int64_t)m.scale * m.scale);
            CHECK_EQ(dot(&m, k, (k + 1) % 3), 0);
        }
        for (unsigned k = 0; k < 9; k++)
            digest = digest_add(digest, (uint32_t)m.m[k / 3][k % 3]);
    }
    TEST_DIGEST("matrix", digest);
}

/* --- boxes by hand --------------------------------------------------------------------------- */

static oct9_obb_t scratch;
static oct9_obb_output_t out;

static oct9_hit_t go(const oct9_obb_input_t *in)
{
    CHECK_EQ(oct9_obb_sweep(&world_map, in, &out), OCT9_OK);
    CHECK(out.hit != OCT9_HIT_NONE || (out.fraction.num == 1 && out.fraction.den == 1));
    return out.hit;
}

/* A box at rest at y = z = 768. */
static oct9_hit_t stand(int32_t x, const oct9_rotation_t *rotation, uint16_t half_x,
                        uint16_t half_y)
{
    const oct9_pose_t pose = { world_at(x, 768, 768), *rotation };
    const oct9_obb_input_t in = { .from = pose, .to = pose, .half_q6 = { half_x, half_y, 50 } };
    return go(&in);
}

static void at_right_angles(void)
{
    query_room();
    CHECK_EQ(stand(312, &none, 200, 50), OCT9_HIT_NONE); /* touches the block's face */
    CHECK_EQ(out.leaves, 1);                             /* and does not look into it */
    CHECK_EQ(stand(313, &none, 200, 50), OCT9_HIT_LEAF);
    CHECK(out.fraction.num == 0 && out.leaf.corner.x == 8 && out.leaf.payload == 2);
    CHECK_EQ(stand(1224, &none_too, 200, 50), OCT9_HIT_NONE);
    CHECK_EQ(stand(1223, &none_too, 200, 50), OCT9_HIT_LEAF);
    CHECK_EQ(stand(462, &z90, 200, 50), OCT9_HIT_NONE); /* turned, it is 50 long in x */
    CHECK_EQ(stand(463, &z90, 200, 50), OCT9_HIT_LEAF);
    CHECK_EQ(stand(312, &z180, 200, 50), OCT9_HIT_NONE);
    CHECK_EQ(stand(313, &z180, 200, 50), OCT9_HIT_LEAF);
    CHECK_EQ(stand(768, &z45, 1, 1), OCT9_HIT_LEAF); /* inside */
}

/* A square turned by 45 degrees reaches half * sqrt(2) along x: 141.4 for 100. */
static void at_45_degrees(void)
{
    query_room();
    CHECK_EQ(stand(370, &z45, 100, 100), OCT9_HIT_NONE);
    CHECK_EQ(stand(371, &z45, 100, 100), OCT9_HIT_LEAF);
    CHECK_EQ(stand(1166, &z45, 100, 100), OCT9_HIT_NONE);
    CHECK_EQ(stand(1165, &z45, 100, 100), OCT9_HIT_LEAF);

    /* Its side faces the edge x = y = 512, 100 away: 71 * sqrt(2) = 100.4, 70 * sqrt(2) = 99. */
    oct9_pose_t pose = { POINT(512 - 71, 512 - 71, 768), z45 };
    oct9_obb_input_t in = { .from = pose, .to = pose, .half_q6 = { 100, 100, 50 } };
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.place.x = in.to.place.x = in.from.place.y = in.to.place.y = AT(512 - 70);
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
}

/* The contact is in 65535ths, never behind the true one nor `slack` before it. */
static bool contact_is(uint32_t num, uint32_t den, uint32_t slack)
{
    const uint32_t k = out.fraction.num;
    return out.fraction.den == 65535 && k * den <= num * 65535 &&
           (num - slack) * 65535 <= (k + 1) * den;
}

static void goes_straight(void)
{
    query_room();
    oct9_obb_input_t in = { .from = { POINT(212, 768, 768), none },
                            .to = { POINT(1212, 768, 768), none },
                            .half_q6 = { 200, 50, 50 } };
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* touches with its place at 312 */
    CHECK(contact_is(100, 1000, 2));
    in.from.rotation = in.to.rotation = z90;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* and turned at 462 */
    CHECK(contact_is(250, 1000, 2));
    in.from.rotation = none;
    in.to.rotation = none_too; /* not a turn at all */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(contact_is(100, 1000, 2));
    in.to.place.x = AT(310); /* stops 2 before the block */
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.place.y = in.to.place.y = AT(512 - 52);
    in.to.place.x = AT(3000); /* goes by 2 beside it */
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
}

/* From 0 to 90 degrees on the spot, 130 from the edge x = y = 512 on each axis: only in between
 * does the bar, 200 long and 20 wide to either side, come to the block. Its corner gets there after
 * asin(130 / 201) - atan(20 / 200) = 34.59 degrees: 0.3843 of the turn. */
static void turns_on_the_spot(void)
{
    oct9_obb_input_t in = { .from = { POINT(382, 382, 768), none },
                            .to = { POINT(382, 382, 768), z90 },
                            .half_q6 = { 200, 20, 50 } };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK_EQ(out.leaf.payload, 2);
    CHECK(contact_is(3844, 10000, 150));
    in.from.rotation = none_too; /* the shorter turn is the same */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(contact_is(3844, 10000, 150));
    in.from.rotation = z90;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.rotation = in.to.rotation = none;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.rotation = in.to.rotation = z45;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* the middle of the turn */
    in.from.rotation = z90;
    in.to.rotation = z180; /* from 90 to 180 degrees: away from the block */
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.rotation = none; /* half a turn goes as its signs say: 34.59 degrees */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(contact_is(1922, 10000, 150));
    in.to.rotation.z = -ONE; /* or 34.59 behind a right angle */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(contact_is(6922, 10000, 150));
}

/* At the start of a long motion the place is exact: the box touches the block and is not inside, so
 * that the block stops it though what it starts in passes. */
static void starts_where_it_is(void)
{
    oct9_obb_input_t in = { .from = { POINT(1224, 768, 768), none },
                            .to = { POINT(-16384, 768, 768), none },
                            .half_q6 = { 200, 50, 50 },
                            .rules = { .outside = OCT9_FREE, .start_inside = OCT9_PASSES } };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(out.fraction.num == 0 && out.leaf.payload == 2);
    in.from.place.x = AT(312);
    in.to.place.x = AT(49151);
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(out.fraction.num == 0 && out.leaf.payload == 2);
}

static void rules_and_rims(void)
{
    oct9_obb_input_t in = { .from = { POINT(768, 768, 768), none },
                            .to = { POINT(3000, 768, 768), none },
                            .half_q6 = { 50, 50, 50 },
                            .rules = { .start_inside = OCT9_PASSES } };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* out of the block and on to the glass */
    CHECK_EQ(out.leaf.payload, 6);
    in.rules.filter_mask = 4;
    CHECK_EQ(go(&in), OCT9_HIT_NONE); /* all but the glass */
    in.to = in.from;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    in.from.place.x = in.to.place.x = AT(4352); /* in the fog */
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);

    in.rules.outside = OCT9_OCCUPIED;
    in.from.place.y = in.to.place.y = AT(50); /* flush with the rim */
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.place.y = in.to.place.y = AT(49);
    CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);
    CHECK_EQ(out.fraction.num, 0);
    in.from.place.y = in.to.place.y = AT(32718);
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.from.place.y = in.to.place.y = AT(32719);
    CHECK_EQ(go(&in), OCT9_HIT_OUTSIDE);
    in.rules.outside = OCT9_FREE;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
}

static oct9_hit_t from_to(unsigned face, int32_t depth, int32_t to, const oct9_rotation_t *rotation,
                          oct9_state_t outside)
{
    const oct9_obb_input_t in = { .from = { world_at_face(face, depth), *rotation },
                                  .to = { world_at_face(face, to), *rotation },
                                  .half_q6 = { 50, 50, 50 },
                                  .rules = { .outside = outside } };
    return go(&in);
}

/* Out of a free cube and into an occupied one; turned by 45 degrees it is 70.7 to the side. */
static void six_faces(void)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    query_room();
    for (unsigned face = 0; face < 6; face++) {
        const int32_t wide = face / 2 < 2 ? 71 : 50;
        CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
        CHECK_EQ(from_to(face, 50, 50, &none, OCT9_OCCUPIED), OCT9_HIT_NONE);
        CHECK_EQ(from_to(face, 49, 49, &none, OCT9_OCCUPIED), OCT9_HIT_OUTSIDE);
        CHECK_EQ(from_to(face, wide, wide, &z45, OCT9_OCCUPIED), OCT9_HIT_NONE);
        CHECK_EQ(from_to(face, wide - 1, wide - 1, &z45, OCT9_OCCUPIED), OCT9_HIT_OUTSIDE);
        CHECK_EQ(from_to(face, 500, -500, &none, OCT9_OCCUPIED), OCT9_HIT_OUTSIDE);
        CHECK(contact_is(450, 1000, 2));
        CHECK_EQ(from_to(face, 500, -16383, &none, OCT9_OCCUPIED), OCT9_HIT_OUTSIDE);
        CHECK(contact_is(450, 16883, 2));
        CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
        CHECK_EQ(from_to(face, -50, -50, &none, OCT9_FREE), OCT9_HIT_NONE);
        CHECK_EQ(from_to(face, -49, -49, &none, OCT9_FREE), OCT9_HIT_LEAF);
        CHECK_EQ(from_to(face, -550, 450, &none, OCT9_FREE), OCT9_HIT_LEAF);
        CHECK(contact_is(500, 1000, 2));
    }
}

/* --- at random ------------------------------------------------------------------------------- */

/* What tree and image must agree on. */
static uint32_t add_answer(uint32_t digest, const oct9_obb_output_t *o)
{
    return query_add_fraction(digest_add(digest, o->hit), &o->fraction);
}

/* How much is visited is no part of what a check answers. */
static uint32_t add_leaf(uint32_t digest, const oct9_obb_output_t *o)
{
    digest = add_answer(digest, o);
    return o->hit == OCT9_HIT_LEAF ? query_add_leaf(digest, &o->leaf) : digest;
}

static uint32_t add_all(uint32_t digest, const oct9_obb_output_t *o)
{
    return digest_add(digest_add(add_leaf(digest, o), o->leaves), o->nodes);
}

static void check_slices(const oct9_map_t *map, const oct9_obb_input_t *in,
                         const oct9_obb_output_t *whole, uint32_t budget)
{
    oct9_obb_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_obb_begin(&scratch, map, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_obb_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_obb_run(&scratch, budget, &o), OCT9_OK); /* and says so again */
    CHECK_EQ(add_all(0, &o), add_all(0, whole));
}

static void random_halves(random_t *random, uint16_t half[3])
{
    const uint32_t most = 16u << random_below(random, 9);
    for (unsigned a = 0; a < 3; a++)
        half[a] = (uint16_t)(1 + random_below(random, most));
}

static void random_obbs(void)
{
    random_t random = { 132 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < OBBS; i++) {
        oct9_obb_input_t in = { .from.place = world_point(&random) };
        oct9_obb_output_t o[2];
        in.from.rotation = query_rotation(&random);
        in.to = in.from;
        if (i % 4 != 0)
            in.to.place = query_step(&random, &in.from.place);
        if (i % 8 > 2)
            in.to.rotation = query_rotation(&random);
        random_halves(&random, in.half_q6);
        in.rules = query_rules(&random);
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_obb_sweep(&maps[m], &in, &o[m]), OCT9_OK);
            check_slices(&maps[m], &in, &o[m], query_budgets[i / 8 % QUERY_BUDGETS]);
            digest = add_leaf(digest, &o[m]);
        }
        CHECK_EQ(add_answer(0, &o[0]), add_answer(0, &o[1]));
    }
    TEST_DIGEST("obb", digest);
}

static bool fits(int32_t place, int32_t half)
{
    return place - half >= INT16_MIN && place + half <= INT16_MAX;
}

static oct9_point_t moved(const oct9_point_t *p, int32_t x, int32_t y, int32_t z)
{
    return (oct9_point_t){ (int16_t)(p->x + x), (int16_t)(p->y + y), (int16_t)(p->z + z) };
}

/* An upright box and the same turned by 90 degrees: at rest the box's sweep says the same; in
 * motion "clear" is never false, and a contact never behind the true one. */
static void upright(void)
{
    random_t random = { 133 };
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < UPRIGHT; i++) {
        const bool turned = i & 1u, rests = i & 2u;
        oct9_obb_input_t in = { .from = { world_point(&random), turned ? z90 : none } };
        oct9_sweep_output_t exact;
        in.to = in.from;
        if (!rests)
            in.to.place = query_step(&random, &in.from.place);
        random_halves(&random, in.half_q6);
        in.rules = query_rules(&random);
        const uint16_t hx = in.half_q6[turned], hy = in.half_q6[!turned], hz = in.half_q6[2];
        const oct9_point_t *from = &in.from.place, *to = &in.to.place;
        if (!fits(from->x, hx) || !fits(from->y, hy) || !fits(from->z, hz) || !fits(to->x, hx) ||
            !fits(to->y, hy) || !fits(to->z, hz))
            continue;
        const oct9_box_input_t box = { .lo = moved(from, -hx, -hy, -hz),
                                       .rules = in.rules,
                                       .hi = moved(from, hx, hy, hz),
                                       .to = moved(to, -hx, -hy, -hz) };
        CHECK_EQ(oct9_sweep_box(&world_map, &box, &exact), OCT9_OK);
        (void)go(&in);
        if (rests)
            CHECK_EQ(out.hit == OCT9_HIT_NONE, exact.hit == OCT9_HIT_NONE);
        if (exact.hit != OCT9_HIT_NONE)
            CHECK(out.hit != OCT9_HIT_NONE &&
                  out.fraction.num * exact.fraction.den <= exact.fraction.num * out.fraction.den);
    }
}

/* At rest, however turned: a ball within the box that is blocked blocks it, and it is not blocked
 * without the ball around it. */
static void between_balls(void)
{
    random_t random = { 134 };
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < BALLS; i++) {
        oct9_obb_input_t in = { .from.place = world_point(&random) };
        oct9_sphere_input_t ball = { .motion = { .from = in.from.place, .to = in.from.place } };
        oct9_sweep_output_t inner, outer;
        in.from.rotation = query_rotation(&random);
        in.to = in.from;
        random_halves(&random, in.half_q6);
        in.rules = ball.rules = query_rules(&random);
        const uint32_t a = in.half_q6[0], b = in.half_q6[1], c = in.half_q6[2];
        const uint32_t least = a < b ? (a < c ? a : c) : (b < c ? b : c);
        ball.motion.radius_q6 = (uint16_t)(least - 1);
        CHECK_EQ(oct9_sweep_sphere(&world_map, &ball, &inner), OCT9_OK);
        ball.motion.radius_q6 = (uint16_t)(oct9_point_isqrt(a * a + b * b + c * c) + 1u);
        CHECK_EQ(oct9_sweep_sphere(&world_map, &ball, &outer), OCT9_OK);
        const bool blocked = go(&in) != OCT9_HIT_NONE;
        CHECK(blocked || inner.hit == OCT9_HIT_NONE);
        CHECK(!blocked || outer.hit != OCT9_HIT_NONE);
    }
}

/* --- errors ---------------------------------------------------------------------------------- */

static oct9_obb_input_t good_input(void)
{
    return (oct9_obb_input_t){ .from.rotation = none,
                               .to.rotation = none,
                               .half_q6 = { 1, OCT9_OBB_HALF_MAX, 1 } };
}

static void fails(const oct9_obb_input_t *in, oct9_status_t status)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_obb_sweep(&world_map, in, &out), status);
    CHECK_EQ(oct9_obb_begin(&scratch, &world_map, in), status);
    CHECK(query_painted(&out, sizeof out));
}

static void errors(void)
{
    static const uint16_t bad_halves[] = { 0, OCT9_OBB_HALF_MAX + 1, 32768, 65535 };
    query_room();
    for (unsigned a = 0; a < 3; a++)
        for (unsigned i = 0; i < 4; i++) {
            oct9_obb_input_t in = good_input();
            in.half_q6[a] = bad_halves[i];
            fails(&in, OCT9_ERR_ARGUMENT);
        }
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        oct9_obb_input_t in = good_input();
        in.rules = query_bad_rules[i].rules;
        fails(&in, query_bad_rules[i].status);
    }
    oct9_obb_input_t in = good_input();
    in.from.rotation.w = 0;
    fails(&in, OCT9_ERR_ARGUMENT);
    in = good_input();
    in.to.rotation.z = INT16_MIN;
    fails(&in, OCT9_ERR_ARGUMENT);
}

static void budgets(void)
{
    oct9_obb_input_t in = good_input();
    oct9_obb_output_t paint;
    query_room();
    in.rules.outside = OCT9_FREE;
    query_paint(&out, sizeof out);
    query_paint(&paint, sizeof paint);
    CHECK_EQ(oct9_obb_begin(&scratch, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_obb_run(&scratch, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&out, sizeof out));
    CHECK_EQ(oct9_obb_run(&scratch, 1, &out), OCT9_AGAIN);
    CHECK_EQ(out.leaves + out.nodes, 1);
    out.leaves = paint.leaves;
    out.nodes = paint.nodes;
    CHECK(query_painted(&out, sizeof out));
}

GOLDEN_SUITE(obb)
{
    RUN(unit_quaternions);
    RUN(matrices_by_hand);
    RUN(random_matrices);
    RUN(at_right_angles);
    RUN(at_45_degrees);
    RUN(goes_straight);
    RUN(turns_on_the_spot);
    RUN(starts_where_it_is);
    RUN(rules_and_rims);
    RUN(six_faces);
    RUN(random_obbs);
    RUN(upright);
    RUN(between_balls);
    RUN(errors);
    RUN(budgets);
}
