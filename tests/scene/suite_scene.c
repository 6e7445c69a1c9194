/* SPDX-License-Identifier: MIT */
/* Scenes: answers worked out by hand, a tree of lists against one list of all, slices against the
 * whole. */
#include "tests/golden/query.h"
#include "tests/scene/row.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { CASTS = 60, FINDS = 36, NEARESTS = 20, FLAT = 16 };

/* --- by hand --------------------------------------------------------------------------------- */

static bool near(int32_t a, int32_t b, int32_t by)
{
    return a >= b - by && a <= b + by;
}

static bool point_is(const oct9_point_t *p, oct9_point_t q)
{
    return near(p->x, q.x, 1) && near(p->y, q.y, 1) && near(p->z, q.z, 1);
}

static bool normal_is(const oct9_contact_t *contact, int x, int y, int z)
{
    return near(contact->normal[0], x, 2) && near(contact->normal[1], y, 2) &&
           near(contact->normal[2], z, 2);
}

/* From x = 0 to 10000: one at x is touched after x / 10000 of the motion, and not yet at the
 * greatest 65535th below that: 65535 * x / 10000, rounded up, less 1. */
static void a_line_through_all(void)
{
    row_build();
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, ROW_HITS), HAND);
    CHECK(!row_out.more);
    CHECK(row_hit_is(0, BALL, 5898));    /* at 900: 5898.15 */
    CHECK(row_hit_is(1, BLOCK, 13106));  /* at 2000: 13107 */
    CHECK(row_hit_is(2, PILLAR, 19332)); /* at 2950: 19332.825 */
    CHECK(row_hit_is(3, SAIL, 26213));   /* at 4000, on its long side: 26214 */
    CHECK(row_hit_is(4, DOT, 32767));    /* at 5000: 32767.5 */
    CHECK(row_hit_is(5, SAME_DOT, 32767));
    CHECK(row_hit_is(6, PANE, 39320));   /* at 6000: 39321 */
    CHECK(row_hit_is(7, NEEDLE, 45874)); /* at 7000, at its end: 45874.5 */
    for (unsigned i = 0; i < HAND; i++)
        CHECK(normal_is(&row_hits[i].contact, -OCT9_ONE_Q14, 0, 0));
    CHECK(query_point_at(&row_hits[0].contact.at, 899, 1000, 1000));
    CHECK(point_is(&row_hits[0].contact.point, point(900, 1000, 1000)));
    CHECK(query_point_at(&row_hits[1].contact.at, 1999, 1000, 1000));
    CHECK(point_is(&row_hits[3].contact.point, point(4000, 1000, 1000)));

    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, 3),
             3); /* the first ones */
    CHECK(row_out.more);
    CHECK(row_hit_is(0, BALL, 5898) && row_hit_is(1, BLOCK, 13106) && row_hit_is(2, PILLAR, 19332));
    CHECK_EQ(row_cast(point(10000, 1000, 1000), point(0, 1000, 1000), 0, 0, 1), 1);
    CHECK(row_hit_is(0, NEEDLE, 19660)); /* 0.3: 19660.5 */
    CHECK(!row_out.more);                /* which the first hit does not say */
    CHECK(normal_is(&row_hits[0].contact, OCT9_ONE_Q14, 0, 0));
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 30, 0, 1), 1);
    CHECK(row_hit_is(0, BALL, 5701)); /* at 870: 5701.545 */
}

static void categories(void)
{
    row_build();
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(row_hit_is(0, BLOCK, 13106));
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 3, 1), 1);
    CHECK(row_hit_is(0, PILLAR, 19332));
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 65535, 1), 1);
    CHECK(row_hit_is(0, SAIL, 26213)); /* of no category */
    row_primitives[BALL].category = 5; /* one of two is ignored */
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(row_hit_is(0, BALL, 5898));
}

static void touches_at_rest(void)
{
    row_build();
    oct9_point_t p = point(1000, 1000, 1130);
    CHECK_EQ(row_cast(p, p, 30, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, BALL, 0));
    CHECK(query_point_at(&row_hits[0].contact.at, 1000, 1000, 1130));
    CHECK(point_is(&row_hits[0].contact.point, point(1000, 1000, 1100)));
    CHECK(normal_is(&row_hits[0].contact, 0, 0, OCT9_ONE_Q14));
    CHECK_EQ(row_cast(p, p, 29, 0, ROW_HITS), 0);
    p = point(2220, 1130, 1160); /* 20, 30, 60 from a corner: 70 */
    CHECK_EQ(row_cast(p, p, 70, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, BLOCK, 0));
    CHECK(point_is(&row_hits[0].contact.point, point(2200, 1100, 1100)));
    CHECK(normal_is(&row_hits[0].contact, 4681, 7022, 14043));
    CHECK_EQ(row_cast(p, p, 69, 0, ROW_HITS), 0);
    p = point(3090, 1120, 1000); /* 90, 120 from the axis: 150 */
    CHECK_EQ(row_cast(p, p, 100, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, PILLAR, 0));
    CHECK(normal_is(&row_hits[0].contact, 9830, 13107, 0));
    CHECK_EQ(row_cast(p, p, 99, 0, ROW_HITS), 0);
    p = point(2100, 1000, 1000); /* inside */
    CHECK_EQ(row_cast(p, p, 0, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, BLOCK, 0));
    CHECK(normal_is(&row_hits[0].contact, 0, 0, 0));
    CHECK_EQ(row_cast(point(2100, 1000, 1000), point(2900, 1000, 1000), 0, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, BLOCK, 0)); /* and out of it */
}

/* Along y = 1100 a line only touches the ball, the block and the pane. */
static void grazes(void)
{
    row_build();
    CHECK_EQ(row_cast(point(0, 1100, 1000), point(10000, 1100, 1000), 0, 0, ROW_HITS), 3);
    CHECK(row_hit_is(0, BALL, 6553)); /* at 1000: 6553.5; the centre is then at 999.924 */
    CHECK(normal_is(&row_hits[0].contact, -12, OCT9_ONE_Q14, 0));
    CHECK(row_hit_is(1, BLOCK, 13106) && row_hit_is(2, PANE, 39320));
    CHECK_EQ(row_cast(point(0, 1101, 1000), point(10000, 1101, 1000), 0, 0, ROW_HITS), 0);
    CHECK_EQ(row_cast(point(0, 1130, 1000), point(10000, 1130, 1000), 30, 0, 1), 1);
    CHECK(row_hit_is(0, BALL, 6553));
    CHECK_EQ(row_cast(point(4000, 0, 1501), point(4000, 1000, 1501), 0, 0, ROW_HITS), 0);
    CHECK_EQ(row_cast(point(4000, 0, 1500), point(4000, 1000, 1500), 0, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, SAIL, 32767)); /* its corner, in its plane */
    CHECK_EQ(row_cast(point(2500, 1050, 1000), point(3500, 1050, 1000), 0, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, PILLAR, 32767));
    CHECK_EQ(row_cast(point(2500, 1051, 1000), point(3500, 1051, 1000), 0, 0, ROW_HITS), 0);
    CHECK_EQ(row_cast(point(3500, 1000, 470), point(4500, 1000, 470), 30, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, SAIL, 32767)); /* an edge, square to its plane */
    CHECK_EQ(row_cast(point(3500, 1000, 469), point(4500, 1000, 469), 30, 0, ROW_HITS), 0);
    CHECK_EQ(row_cast(point(4500, 470, 1000), point(3500, 470, 1000), 30, 0, ROW_HITS), 1);
    CHECK(row_hit_is(0, SAIL, 32767));
    CHECK_EQ(row_cast(point(4500, 469, 1000), point(3500, 469, 1000), 30, 0, ROW_HITS), 0);
}

static void boxes_and_balls(void)
{
    row_build();
    CHECK_EQ(row_in_box(point(-16384, -16384, -16384), point(49151, 49151, 49151), 0), 255);
    CHECK_EQ(row_in_box(point(-16384, -16384, -16384), point(49151, 49151, 49151), 3), 252);
    CHECK_EQ(row_in_box(point(-16384, 32768, -16384), point(49151, 49151, 49151), 0), 0);
    CHECK_EQ(row_in_box(point(-500, -500, -500), point(-1, 2000, 2000), 0), 0);
    CHECK_EQ(row_in_box(point(1100, 1000, 1000), point(1200, 1000, 1000), 0), 1u << BALL);
    CHECK_EQ(row_in_box(point(1101, 1000, 1000), point(1200, 1000, 1000), 0), 0);
    CHECK_EQ(row_in_box(point(3990, 1000, 1000), point(4010, 1100, 1100), 0), 1u << SAIL);
    CHECK_EQ(row_in_box(point(3990, 1000, 1001), point(4010, 1100, 1100), 0), 0);
    CHECK_EQ(row_in_box(point(5000, 1000, 1000), point(5000, 1000, 1000), 0),
             1u << DOT | 1u << SAME_DOT);
    CHECK_EQ(row_in_box(point(2200, 1100, 1100), point(6000, 1200, 1200), 0),
             1u << BLOCK | 1u << PANE);
    CHECK_EQ(row_in_sphere(point(1000, 1000, 1200), 100), 1u << BALL);
    CHECK_EQ(row_in_sphere(point(1000, 1000, 1200), 99), 0);
    CHECK_EQ(row_in_sphere(point(2220, 1130, 1160), 70), 1u << BLOCK);
    CHECK_EQ(row_in_sphere(point(2220, 1130, 1160), 69), 0);
    CHECK_EQ(row_in_sphere(point(5500, 1000, 1000), 500), 1u << DOT | 1u << SAME_DOT | 1u << PANE);
    CHECK_EQ(row_in_sphere(point(7000, 1003, 1404), 5), 1u << NEEDLE);
    CHECK_EQ(row_in_sphere(point(7000, 1003, 1404), 4), 0);
}

/* The first of two octants with a dot each is not looked at: a leaf and a test are all it takes. */
static void looks_where_the_shape_is(void)
{
    const oct9_point_t none = point(0, 0, 0), far = point(30000, 30000, 30000);
    oct9_scene_config_t config = row_config(2);
    uint16_t index = 0;
    config.few = 1;
    row_put(0, OCT9_PRIMITIVE_SPHERE, point(1000, 1000, 1000), none, none, 0);
    row_put(1, OCT9_PRIMITIVE_SPHERE, far, none, none, 0);
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    for (unsigned kind = 0; kind < 2; kind++) {
        const oct9_region_t region = { .kind = kind == 0 ? OCT9_REGION_BOX : OCT9_REGION_SPHERE,
                                       .lo = far,
                                       .hi = far,
                                       .centre = far,
                                       .radius_q6 = 9 };
        CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
                 OCT9_OK);
        CHECK_EQ(oct9_scene_find_next(&row_scratch.find, 2, &index), 1);
        CHECK_EQ(index, 1);
        CHECK_EQ(oct9_scene_find_next(&row_scratch.find, 1, &index), 0);
    }
}

static uint32_t in_frustum(int32_t from_x, int32_t to_x)
{
    const oct9_frustum_t frustum = row_between(AT(from_x), AT(to_x));
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen), OCT9_OK);
    return row_found_bits(UINT32_MAX);
}

static void frustums(void)
{
    row_build();
    CHECK_EQ(in_frustum(3500, 5500), 1u << SAIL | 1u << DOT | 1u << SAME_DOT);
    CHECK_EQ(in_frustum(1100, 1999), 1u << BALL);
    CHECK_EQ(in_frustum(1101, 2000), 1u << BLOCK);
    CHECK_EQ(in_frustum(1101, 1999), 0);
    CHECK_EQ(in_frustum(3050, 3900), 1u << PILLAR);
    CHECK_EQ(in_frustum(0, 32767), 255);
}

static void everywhere(void)
{
    const oct9_region_t all = { .kind = OCT9_REGION_ALL };
    row_build();
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &all, 0, row_seen), OCT9_OK);
    CHECK_EQ(row_found_bits(UINT32_MAX), 255);
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, NULL, 3, row_seen), OCT9_OK);
    CHECK_EQ(row_found_bits(1), 252);
}

static bool near_is(unsigned i, unsigned index, uint32_t distance_q14)
{
    return row_found[i].index == index && row_found[i].distance_q14 == distance_q14;
}

static void nearest_by_hand(void)
{
    row_build();
    CHECK_EQ(row_nearest(point(1000, 1000, 1500), 1000, 0, 3), 1);
    CHECK(near_is(0, BALL, 400u * 256));
    CHECK_EQ(row_nearest(point(1000, 1000, 1500), 400, 0, 3), 1); /* the range is included */
    CHECK_EQ(row_nearest(point(1000, 1000, 1500), 399, 0, 3), 0);
    CHECK_EQ(row_nearest(point(1000, 1000, 1500), 32767, 0, 2), 2);
    CHECK(near_is(1, BLOCK, 275720));                           /* 1000 and 400: 1077.0329 */
    CHECK_EQ(row_nearest(point(2100, 1000, 1000), 0, 0, 2), 1); /* inside */
    CHECK(near_is(0, BLOCK, 0));
    CHECK_EQ(row_nearest(point(2100, 1000, 1000), 32767, 2, 1), 1);
    CHECK(near_is(0, PILLAR, (uint32_t)850 * 256));
    CHECK_EQ(row_nearest(point(4000, 1100, 1100), 200, 0, 1), 1); /* 200 / sqrt(2): 141.421 */
    CHECK(near_is(0, SAIL, 36203));
    CHECK_EQ(row_nearest(point(4000, 1100, 1100), 142, 0, 1), 1);
    CHECK_EQ(row_nearest(point(4000, 1100, 1100), 141, 0, 1), 0);
    CHECK_EQ(row_nearest(point(5000, 1003, 996), 5, 0, 2), 2); /* two at one distance */
    CHECK(near_is(0, DOT, 5 * 256) && near_is(1, SAME_DOT, 5 * 256));
    CHECK_EQ(row_nearest(point(-16384, 1000, 1000), 17283, 0, 1), 0);
    CHECK_EQ(row_nearest(point(-16384, 1000, 1000), 17284, 0, 1), 1);
    CHECK(near_is(0, BALL, (uint32_t)17284 * 256));
    CHECK_EQ(row_nearest(point(39768, 1000, 1000), 32767, 0, 1), 0);
    CHECK_EQ(row_nearest(point(39767, 1000, 1000), 32767, 0, 1), 1);
    CHECK(near_is(0, NEEDLE, (uint32_t)32767 * 256));
}

/* Two dots at one distance, which is rounded to 1/256, in separate leaves: the first by index comes
 * first, though it is farther by less than that, and in either order of the visit. */
static void nearest_of_a_tie(void)
{
    const oct9_point_t none = point(0, 0, 0);
    oct9_scene_config_t config = row_config(2);
    config.few = 1;
    for (unsigned i = 0; i < 2; i++) {
        const bool up = i == 0;
        row_put(0, OCT9_PRIMITIVE_SPHERE, point(20032, up ? 1 : 512, up ? 512 : 1), none, none, 0);
        row_put(1, OCT9_PRIMITIVE_SPHERE, point(20032, up ? 512 : 0, up ? 0 : 512), none, none, 0);
        CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
        CHECK_EQ(row_nearest(none, 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 5129866)); /* the root of 401543168: 20038.5420 */
    }
}

/* What is farther than the range by less than 1/256 is not in the list, though its index would put
 * it first, and though the list is full with one that is as far as the range. */
static void nearest_within_the_range(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = row_finest(2);
    row_put(0, OCT9_PRIMITIVE_SPHERE, point(1000, 2000, 1001), none, none, 0);
    row_put(1, OCT9_PRIMITIVE_SPHERE, point(0, 1000, 1000), none, none, 0);
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    CHECK_EQ(row_nearest(point(1000, 1000, 1000), 1000, 0, 1), 1);
    CHECK(near_is(0, 1, 256000));
}

/* Where a list is full, leaves are looked at up to the distance of its last one. */
static void nothing_beyond_a_full_list(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = row_finest(2);
    row_put(1, OCT9_PRIMITIVE_SPHERE, point(1090, 1000, 1000), none, none, 0); /* leaf: from 1024 */
    for (int x = 923; x < 925; x++) {
        row_put(0, OCT9_PRIMITIVE_SPHERE, point(x - 100, 1000, 1000), none, none, 0);
        CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
        CHECK_EQ(row_nearest(point(x, 1000, 1000), 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 25600));
        CHECK_EQ(row_out.tests, x < 924 ? 1 : 2);
    }
}

/* A dot whose leaf is entered two 65535ths behind the last hit of a full list is not looked at. */
static void nothing_behind_a_full_list(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = row_finest(2);
    row_put(1, OCT9_PRIMITIVE_SPHERE, point(100, 100, 100), none, none, 0);
    for (int x = 60; x < 64; x++) {
        row_put(0, OCT9_PRIMITIVE_SPHERE, point(x, 100, 100), none, none, 0);
        CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
        CHECK_EQ(row_cast(point(-16384, 100, 100), point(49151, 100, 100), 0, 0, 1), 1);
        CHECK(row_hit_is(0, 0, (unsigned)(x + 16383)));
        CHECK_EQ(row_out.tests, 1);
    }
}

/* A sail that is known from the leaf before, and is met behind a pane in the leaf where both are.
 */
static void first_in_the_next_leaf(void)
{
    const oct9_scene_config_t config = row_finest(2);
    row_put(0, OCT9_PRIMITIVE_TRIANGLE, point(30, 60, 60), point(102, 140, 60), point(66, 100, 160),
            0);
    row_put(1, OCT9_PRIMITIVE_BOX, point(65, 95, 95), point(65, 105, 105), point(0, 0, 0), 0);
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    CHECK_EQ(row_cast(point(-16384, 100, 100), point(49151, 100, 100), 0, 0, 1), 1);
    CHECK(row_hit_is(0, 1, 16448));
    CHECK_EQ(row_cast(point(-16384, 100, 100), point(49151, 100, 100), 0, 0, ROW_HITS), 2);
    CHECK(row_hit_is(1, 0, 16449));
}

/* --- at random ------------------------------------------------------------------------------- */

/* A scene of one list, that of the whole cube: it asks all primitives. What the other one left of
 * the arrays is room enough. */
static oct9_scene_t flat;

static void build_flat(void)
{
    oct9_scene_config_t config = row_config(ROW_RANDOM);
    config.blocks = &world_pool[WORLD_BLOCKS];
    config.block_count = 1;
    config.lists = &row_lists[ROW_LISTS - 1];
    config.list_count = 1;
    config.indices = &row_indices[ROW_INDICES - ROW_RANDOM - 1];
    config.index_count = ROW_RANDOM + 1;
    config.few = 255;
    CHECK(row_scene.index_count < ROW_INDICES - ROW_RANDOM - 1 &&
          row_scene.list_count < ROW_LISTS - 1);
    CHECK_EQ(oct9_scene_build(&flat, &config), OCT9_OK);
    CHECK_EQ(flat.tree.used, 0);
    CHECK_EQ(flat.list_count, 1);
}

/* Both scenes serve the three tests that follow. */
static void the_tree(void)
{
    uint32_t digest = DIGEST_BEGIN;
    const oct9_scene_config_t config = row_config(ROW_RANDOM);
    row_randomize();
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    build_flat();
    digest = digest_add(digest, row_scene.tree.root);
    for (unsigned i = 0; i < row_scene.tree.used; i++)
        for (unsigned c = 0; c < 8; c++)
            digest = digest_add(digest, row_scene.tree.pool[i].slot[c]);
    for (unsigned i = 0; i < row_scene.list_count; i++)
        digest = digest_add(digest, row_scene.lists[i]);
    for (unsigned i = 0; i < row_scene.index_count; i++)
        digest = digest_add(digest, row_scene.indices[i]);
    TEST_DIGEST("scene", digest);
}

static uint32_t add_contact(uint32_t digest, const oct9_contact_t *contact)
{
    digest = digest_add(digest, contact->num);
    digest = query_add_point(query_add_point(digest, &contact->at), &contact->point);
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)contact->normal[a]);
    return digest;
}

static uint32_t add_hits(uint32_t digest)
{
    digest = digest_add(digest, row_out.count);
    for (unsigned i = 0; i < row_out.count; i++)
        digest = add_contact(digest_add(digest, row_hits[i].index), &row_hits[i].contact);
    return digest;
}

static uint32_t add_found(uint32_t digest)
{
    digest = digest_add(digest, row_out.count);
    for (unsigned i = 0; i < row_out.count; i++)
        digest = digest_add(digest_add(digest, row_found[i].index), row_found[i].distance_q14);
    return digest;
}

static uint32_t add_work(uint32_t digest)
{
    return digest_add(digest_add(digest_add(digest, row_out.leaves), row_out.nodes), row_out.tests);
}

/* A place near one of the primitives, or anywhere. */
static oct9_point_t somewhere(random_t *random)
{
    const oct9_primitive_t *p = &row_primitives[random_below(random, ROW_RANDOM)];
    return random_below(random, 4) ? row_beside(random, &p->a, 1000, 0) : world_point(random);
}

/* A line, a sphere at rest, a swept one. */
static oct9_motion_t random_motion(random_t *random, unsigned i)
{
    oct9_motion_t motion = { .from = somewhere(random) };
    motion.to = i % 3 == 1 ? motion.from : somewhere(random);
    motion.radius_q6 = (uint16_t)(i % 3 == 0 ? 0 : random_below(random, 400));
    return motion;
}

static void cast_in_slices(const oct9_scene_cast_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_cast_begin(&row_scratch.cast, &row_scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_cast_run(&row_scratch.cast, budget, &row_out);
        CHECK(row_out.leaves + row_out.nodes + row_out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&row_scratch.cast, budget, &row_out),
             OCT9_OK); /* and says so again */
}

static void random_casts(void)
{
    random_t random = { 152 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < CASTS; i++) {
        const oct9_motion_t motion = random_motion(&random, i);
        const oct9_scene_cast_input_t in = {
            .motion = motion,
            .ignored = (uint16_t)(i % 4 ? 0 : random_below(&random, 16)),
            .hits = row_hits,
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, ROW_HITS)),
            .any_contact = i % 7u == 6u
        };
        CHECK_EQ(oct9_scene_cast(&row_scene, &in, &row_out), OCT9_OK);
        const uint32_t answer = add_hits(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        cast_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_hits(0)), whole);
        if (i % FLAT != 0 || in.any_contact)
            continue;
        CHECK_EQ(oct9_scene_cast(&flat, &in, &row_out), OCT9_OK);
        CHECK_EQ(add_hits(0), answer);
    }
    TEST_DIGEST("scene cast", digest);
}

static void nearest_in_slices(const oct9_scene_nearest_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_nearest_begin(&row_scratch.nearest, &row_scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_nearest_run(&row_scratch.nearest, budget, &row_out);
        CHECK(row_out.leaves + row_out.nodes + row_out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&row_scratch.nearest, budget, &row_out), OCT9_OK);
}

static void random_nearests(void)
{
    random_t random = { 153 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < NEARESTS; i++) {
        const oct9_scene_nearest_input_t in = {
            .point = somewhere(&random),
            .range_q6 = query_radius(&random),
            .found = row_found,
            .ignored = (uint16_t)(i % 4 ? 0 : random_below(&random, 16)),
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, ROW_HITS))
        };
        CHECK_EQ(oct9_scene_nearest(&row_scene, &in, &row_out), OCT9_OK);
        const uint32_t answer = add_found(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        nearest_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_found(0)), whole);
        if (i % FLAT != 0)
            continue;
        CHECK_EQ(oct9_scene_nearest(&flat, &in, &row_out), OCT9_OK);
        CHECK_EQ(add_found(0), answer);
    }
    TEST_DIGEST("scene nearest", digest);
}

/* All that is found, as bits; each once. */
typedef struct {
    uint8_t bits[(ROW_RANDOM + 7) / 8];
} set_t;

static void take_all(set_t *set, uint32_t budget)
{
    uint16_t index = 0;
    int status;
    for (unsigned i = 0; i < sizeof set->bits; i++)
        set->bits[i] = 0;
    while ((status = row_next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK(status == 1 && index < ROW_RANDOM &&
              !((unsigned)set->bits[index / 8] >> index % 8 & 1u));
        set->bits[index / 8] = (uint8_t)(set->bits[index / 8] | 1u << index % 8);
    }
}

typedef struct {
    oct9_region_t region;
    uint16_t ignored;
    oct9_frustum_t frustum;
} shapes_t;

enum { BOX, SPHERE, FRUSTUM, SHAPES };

static shapes_t random_shapes(random_t *random)
{
    shapes_t s = { .region.lo = somewhere(random) };
    oct9_region_t *r = &s.region;
    r->hi = row_beside(random, &r->lo, 2000, 0);
    row_order(&r->lo.x, &r->hi.x);
    row_order(&r->lo.y, &r->hi.y);
    row_order(&r->lo.z, &r->hi.z);
    r->centre = r->lo;
    r->radius_q6 = (uint16_t)(query_radius(random) / 8u);
    s.ignored = (uint16_t)(random_below(random, 4) ? 0 : random_below(random, 16));
    s.frustum = row_between(r->lo.x, r->hi.x);
    for (unsigned a = 0; a < 3; a++)
        s.frustum.plane[2].normal[a] = (int16_t)((int32_t)random_below(random, 201) - 100);
    s.frustum.plane[2].normal[2] |= 1;
    s.frustum.plane[2].offset = (int32_t)random_below(random, 2000001) - 1000000;
    return s;
}

static oct9_status_t begin(const oct9_scene_t *in, shapes_t *s, unsigned kind)
{
    s->region.kind = kind == BOX    ? OCT9_REGION_BOX
                   : kind == SPHERE ? OCT9_REGION_SPHERE
                                    : OCT9_REGION_FRUSTUM;
    s->region.frustum = &s->frustum;
    return oct9_scene_find_begin(&row_scratch.find, in, &s->region, s->ignored, row_seen);
}

/* What one list of all finds, the tree finds too; the tree's leaves may leave out of a frustum's
 * what is near its edges. */
static void compare(shapes_t *s, unsigned kind, const set_t *tree)
{
    set_t all;
    CHECK_EQ(begin(&flat, s, kind), OCT9_OK);
    take_all(&all, UINT32_MAX);
    for (unsigned i = 0; i < sizeof all.bits; i++)
        CHECK_EQ(tree->bits[i], kind == FRUSTUM ? all.bits[i] & tree->bits[i] : all.bits[i]);
}

static void random_finds(void)
{
    random_t random = { 154 };
    uint32_t digest = DIGEST_BEGIN;
    set_t whole, sliced;
    for (unsigned i = 0; i < FINDS; i++) {
        shapes_t s = random_shapes(&random);
        const unsigned kind = i % SHAPES;
        CHECK_EQ(begin(&row_scene, &s, kind), OCT9_OK);
        take_all(&whole, UINT32_MAX);
        CHECK_EQ(begin(&row_scene, &s, kind), OCT9_OK);
        take_all(&sliced, query_budgets[i % QUERY_BUDGETS]);
        for (unsigned k = 0; k < sizeof whole.bits; k++) {
            CHECK_EQ(whole.bits[k], sliced.bits[k]);
            digest = digest_add(digest, whole.bits[k]);
        }
        if (i % FLAT < SHAPES)
            compare(&s, kind, &whole);
    }
    TEST_DIGEST("scene find", digest);
}

GOLDEN_SUITE(scene)
{
    RUN(a_line_through_all);
    RUN(categories);
    RUN(touches_at_rest);
    RUN(grazes);
    RUN(boxes_and_balls);
    RUN(looks_where_the_shape_is);
    RUN(frustums);
    RUN(everywhere);
    RUN(nearest_by_hand);
    RUN(nearest_of_a_tie);
    RUN(nearest_within_the_range);
    RUN(nothing_beyond_a_full_list);
    RUN(nothing_behind_a_full_list);
    RUN(first_in_the_next_leaf);
    RUN(the_tree);
    RUN(random_casts);
    RUN(random_nearests);
    RUN(random_finds);
}
