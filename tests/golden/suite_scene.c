/* SPDX-License-Identifier: MIT */
/* Scenes: answers told by hand, a tree of lists against one list of all, slices against the whole,
 * every error. */
#include "tests/golden/query.h"
#include "tests/golden/scene_parts.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

oct9_primitive_t scene_primitives[PRIMITIVES];

uint32_t scene_lists[LISTS];

uint16_t scene_indices[INDICES];

uint8_t scene_seen[(PRIMITIVES + 7) / 8];

oct9_scene_t scene;

oct9_scene_hit_t scene_hits[HITS];

oct9_scene_near_t scene_found[HITS];

oct9_scene_output_t scene_out;

scene_scratch_t scene_scratch;

oct9_scene_config_t scene_config_of(uint32_t count)
{
    return (oct9_scene_config_t){ .primitives = scene_primitives,
                                  .primitive_count = count,
                                  .blocks = world_pool,
                                  .block_count = BLOCKS,
                                  .lists = scene_lists,
                                  .list_count = LISTS,
                                  .indices = scene_indices,
                                  .index_count = INDICES,
                                  .few = 4,
                                  .least_level = 3 };
}

/* One primitive in a leaf, down to the cells. */
static oct9_scene_config_t finest_of(uint32_t count)
{
    oct9_scene_config_t config = scene_config_of(count);
    config.few = 1;
    config.least_level = 0;
    return config;
}

oct9_point_t scene_point(int x, int y, int z)
{
    return (oct9_point_t){ (int16_t)x, (int16_t)y, (int16_t)z };
}

/* --- by hand --------------------------------------------------------------------------------- */

void scene_put(unsigned i, oct9_primitive_kind_t kind, oct9_point_t a, oct9_point_t b,
               oct9_point_t c, uint16_t radius)
{
    oct9_primitive_t *p = &scene_primitives[i];
    p->a = a;
    p->b = b;
    p->c = c;
    p->radius_q6 = radius;
    p->id = (uint16_t)(100 + i);
    p->category = (uint16_t)(i < SAIL ? 1u << i : 0);
    p->kind = (uint16_t)kind;
}

void scene_put_row(void)
{
    const oct9_point_t none = scene_point(-1, -1, -1);
    scene_put(BALL, OCT9_PRIMITIVE_SPHERE, scene_point(1000, 1000, 1000), none, none, 100);
    scene_put(BLOCK, OCT9_PRIMITIVE_BOX, scene_point(2000, 900, 900), scene_point(2200, 1100, 1100),
              none, 9999);
    scene_put(PILLAR, OCT9_PRIMITIVE_CAPSULE, scene_point(3000, 1000, 500),
              scene_point(3000, 1000, 1500), none, 50);
    scene_put(SAIL, OCT9_PRIMITIVE_TRIANGLE, scene_point(4000, 500, 500),
              scene_point(4000, 1500, 500), scene_point(4000, 500, 1500), 9999);
    scene_put(DOT, OCT9_PRIMITIVE_SPHERE, scene_point(5000, 1000, 1000), none, none, 0);
    scene_put(SAME_DOT, OCT9_PRIMITIVE_BOX, scene_point(5000, 1000, 1000),
              scene_point(5000, 1000, 1000), none, 0);
    scene_put(PANE, OCT9_PRIMITIVE_BOX, scene_point(6000, 900, 900), scene_point(6000, 1100, 1100),
              none, 0);
    scene_put(NEEDLE, OCT9_PRIMITIVE_TRIANGLE, scene_point(7000, 1000, 1000),
              scene_point(7000, 1000, 1400), scene_point(7000, 1000, 1200), 0);
}

void scene_build_row(void)
{
    const oct9_scene_config_t config = finest_of(HAND);
    scene_put_row();
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
}

unsigned scene_go(oct9_point_t from, oct9_point_t to, uint16_t radius, uint16_t ignored,
                  uint16_t capacity)
{
    const oct9_scene_cast_input_t in = { .motion = { from, to, radius, ignored },
                                         .capacity = capacity,
                                         .hits = scene_hits };
    CHECK_EQ(oct9_scene_cast(&scene, &in, &scene_out), OCT9_OK);
    return scene_out.count;
}

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

bool scene_hit_is(unsigned i, unsigned index, unsigned num)
{
    return scene_hits[i].index == index && scene_hits[i].contact.num == num;
}

/* From x = 0 to 10000: one at x is touched after x / 10000 of the way, and not yet at the greatest
 * 65535th below that: 65535 * x / 10000, rounded up, less 1. */
static void a_line_through_all(void)
{
    scene_build_row();
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 0, HITS),
             HAND);
    CHECK(scene_hit_is(0, BALL, 5898));    /* at 900: 5898.15 */
    CHECK(scene_hit_is(1, BLOCK, 13106));  /* at 2000: 13107 */
    CHECK(scene_hit_is(2, PILLAR, 19332)); /* at 2950: 19332.825 */
    CHECK(scene_hit_is(3, SAIL, 26213));   /* at 4000, on its long side: 26214 */
    CHECK(scene_hit_is(4, DOT, 32767));    /* at 5000: 32767.5 */
    CHECK(scene_hit_is(5, SAME_DOT, 32767));
    CHECK(scene_hit_is(6, PANE, 39320));   /* at 6000: 39321 */
    CHECK(scene_hit_is(7, NEEDLE, 45874)); /* at 7000, at its end: 45874.5 */
    for (unsigned i = 0; i < HAND; i++)
        CHECK(normal_is(&scene_hits[i].contact, -OCT9_ONE_Q14, 0, 0));
    CHECK(query_point_is(&scene_hits[0].contact.at, 899, 1000, 1000));
    CHECK(point_is(&scene_hits[0].contact.point, scene_point(900, 1000, 1000)));
    CHECK(query_point_is(&scene_hits[1].contact.at, 1999, 1000, 1000));
    CHECK(point_is(&scene_hits[3].contact.point, scene_point(4000, 1000, 1000)));

    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 0, 3),
             3); /* the first ones */
    CHECK(scene_hit_is(0, BALL, 5898) && scene_hit_is(1, BLOCK, 13106) &&
          scene_hit_is(2, PILLAR, 19332));
    CHECK_EQ(scene_go(scene_point(10000, 1000, 1000), scene_point(0, 1000, 1000), 0, 0, 1), 1);
    CHECK(scene_hit_is(0, NEEDLE, 19660)); /* 0.3: 19660.5 */
    CHECK(normal_is(&scene_hits[0].contact, OCT9_ONE_Q14, 0, 0));
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 30, 0, 1), 1);
    CHECK(scene_hit_is(0, BALL, 5701)); /* at 870: 5701.545 */
}

static void categories(void)
{
    scene_build_row();
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(scene_hit_is(0, BLOCK, 13106));
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 3, 1), 1);
    CHECK(scene_hit_is(0, PILLAR, 19332));
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 65535, 1), 1);
    CHECK(scene_hit_is(0, SAIL, 26213)); /* of no category */
    scene_primitives[BALL].category = 5; /* one of two is ignored */
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(scene_hit_is(0, BALL, 5898));
}

static void touches_at_rest(void)
{
    scene_build_row();
    oct9_point_t p = scene_point(1000, 1000, 1130);
    CHECK_EQ(scene_go(p, p, 30, 0, HITS), 1);
    CHECK(scene_hit_is(0, BALL, 0));
    CHECK(query_point_is(&scene_hits[0].contact.at, 1000, 1000, 1130));
    CHECK(point_is(&scene_hits[0].contact.point, scene_point(1000, 1000, 1100)));
    CHECK(normal_is(&scene_hits[0].contact, 0, 0, OCT9_ONE_Q14));
    CHECK_EQ(scene_go(p, p, 29, 0, HITS), 0);
    p = scene_point(2220, 1130, 1160); /* 20, 30, 60 from a corner: 70 */
    CHECK_EQ(scene_go(p, p, 70, 0, HITS), 1);
    CHECK(scene_hit_is(0, BLOCK, 0));
    CHECK(point_is(&scene_hits[0].contact.point, scene_point(2200, 1100, 1100)));
    CHECK(normal_is(&scene_hits[0].contact, 4681, 7022, 14043));
    CHECK_EQ(scene_go(p, p, 69, 0, HITS), 0);
    p = scene_point(3090, 1120, 1000); /* 90, 120 from the axis: 150 */
    CHECK_EQ(scene_go(p, p, 100, 0, HITS), 1);
    CHECK(scene_hit_is(0, PILLAR, 0));
    CHECK(normal_is(&scene_hits[0].contact, 9830, 13107, 0));
    CHECK_EQ(scene_go(p, p, 99, 0, HITS), 0);
    p = scene_point(2100, 1000, 1000); /* inside */
    CHECK_EQ(scene_go(p, p, 0, 0, HITS), 1);
    CHECK(scene_hit_is(0, BLOCK, 0));
    CHECK(normal_is(&scene_hits[0].contact, 0, 0, 0));
    CHECK_EQ(scene_go(scene_point(2100, 1000, 1000), scene_point(2900, 1000, 1000), 0, 0, HITS), 1);
    CHECK(scene_hit_is(0, BLOCK, 0)); /* and out of it */
}

/* Along y = 1100 a line only touches the ball, the block and the pane. */
static void grazes(void)
{
    scene_build_row();
    CHECK_EQ(scene_go(scene_point(0, 1100, 1000), scene_point(10000, 1100, 1000), 0, 0, HITS), 3);
    CHECK(scene_hit_is(0, BALL, 6553)); /* at 1000: 6553.5; the centre is then at 999.924 */
    CHECK(normal_is(&scene_hits[0].contact, -12, OCT9_ONE_Q14, 0));
    CHECK(scene_hit_is(1, BLOCK, 13106) && scene_hit_is(2, PANE, 39320));
    CHECK_EQ(scene_go(scene_point(0, 1101, 1000), scene_point(10000, 1101, 1000), 0, 0, HITS), 0);
    CHECK_EQ(scene_go(scene_point(0, 1130, 1000), scene_point(10000, 1130, 1000), 30, 0, 1), 1);
    CHECK(scene_hit_is(0, BALL, 6553));
    CHECK_EQ(scene_go(scene_point(4000, 0, 1501), scene_point(4000, 1000, 1501), 0, 0, HITS), 0);
    CHECK_EQ(scene_go(scene_point(4000, 0, 1500), scene_point(4000, 1000, 1500), 0, 0, HITS), 1);
    CHECK(scene_hit_is(0, SAIL, 32767)); /* its corner, in its plane */
    CHECK_EQ(scene_go(scene_point(2500, 1050, 1000), scene_point(3500, 1050, 1000), 0, 0, HITS), 1);
    CHECK(scene_hit_is(0, PILLAR, 32767));
    CHECK_EQ(scene_go(scene_point(2500, 1051, 1000), scene_point(3500, 1051, 1000), 0, 0, HITS), 0);
    CHECK_EQ(scene_go(scene_point(3500, 1000, 470), scene_point(4500, 1000, 470), 30, 0, HITS), 1);
    CHECK(scene_hit_is(0, SAIL, 32767)); /* an edge, square to its plane */
    CHECK_EQ(scene_go(scene_point(3500, 1000, 469), scene_point(4500, 1000, 469), 30, 0, HITS), 0);
    CHECK_EQ(scene_go(scene_point(4500, 470, 1000), scene_point(3500, 470, 1000), 30, 0, HITS), 1);
    CHECK(scene_hit_is(0, SAIL, 32767));
    CHECK_EQ(scene_go(scene_point(4500, 469, 1000), scene_point(3500, 469, 1000), 30, 0, HITS), 0);
}

int scene_next(uint32_t budget, uint16_t *index)
{
    const oct9_search_t *search = &scene_scratch.find.visit.search;
    const uint32_t before = search->nodes + search->leaves;
    const int status = oct9_scene_find_next(&scene_scratch.find, budget, index);
    CHECK(search->nodes + search->leaves - before <= budget);
    return status;
}

uint32_t scene_found_bits(uint32_t budget)
{
    uint32_t bits = 0;
    uint16_t index = 0;
    int status;
    while ((status = scene_next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK_EQ(status, 1);
        CHECK(index < 32 && !(bits >> index & 1u));
        bits |= 1u << index;
    }
    return bits;
}

uint32_t scene_in_box(oct9_point_t lo, oct9_point_t hi, uint16_t ignored)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = lo, .hi = hi };
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &box, ignored, scene_seen),
             OCT9_OK);
    return scene_found_bits(UINT32_MAX);
}

uint32_t scene_in_sphere(oct9_point_t centre, uint16_t radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = centre,
                                 .radius_q6 = radius };
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &ball, 0, scene_seen), OCT9_OK);
    return scene_found_bits(UINT32_MAX);
}

static void boxes_and_balls(void)
{
    scene_build_row();
    CHECK_EQ(scene_in_box(scene_point(-32768, -32768, -32768), scene_point(32767, 32767, 32767), 0),
             255);
    CHECK_EQ(scene_in_box(scene_point(-32768, -32768, -32768), scene_point(32767, 32767, 32767), 3),
             252);
    CHECK_EQ(scene_in_box(scene_point(-500, -500, -500), scene_point(-1, 2000, 2000), 0), 0);
    CHECK_EQ(scene_in_box(scene_point(1100, 1000, 1000), scene_point(1200, 1000, 1000), 0),
             1u << BALL);
    CHECK_EQ(scene_in_box(scene_point(1101, 1000, 1000), scene_point(1200, 1000, 1000), 0), 0);
    CHECK_EQ(scene_in_box(scene_point(3990, 1000, 1000), scene_point(4010, 1100, 1100), 0),
             1u << SAIL);
    CHECK_EQ(scene_in_box(scene_point(3990, 1000, 1001), scene_point(4010, 1100, 1100), 0), 0);
    CHECK_EQ(scene_in_box(scene_point(5000, 1000, 1000), scene_point(5000, 1000, 1000), 0),
             1u << DOT | 1u << SAME_DOT);
    CHECK_EQ(scene_in_box(scene_point(2200, 1100, 1100), scene_point(6000, 1200, 1200), 0),
             1u << BLOCK | 1u << PANE);
    CHECK_EQ(scene_in_sphere(scene_point(1000, 1000, 1200), 100), 1u << BALL);
    CHECK_EQ(scene_in_sphere(scene_point(1000, 1000, 1200), 99), 0);
    CHECK_EQ(scene_in_sphere(scene_point(2220, 1130, 1160), 70), 1u << BLOCK);
    CHECK_EQ(scene_in_sphere(scene_point(2220, 1130, 1160), 69), 0);
    CHECK_EQ(scene_in_sphere(scene_point(5500, 1000, 1000), 500),
             1u << DOT | 1u << SAME_DOT | 1u << PANE);
    CHECK_EQ(scene_in_sphere(scene_point(7000, 1003, 1404), 5), 1u << NEEDLE);
    CHECK_EQ(scene_in_sphere(scene_point(7000, 1003, 1404), 4), 0);
}

/* The first of two octants with a dot each is not looked at: a leaf and a test are all it takes. */
static void looks_where_the_shape_is(void)
{
    const oct9_point_t none = scene_point(0, 0, 0), far = scene_point(30000, 30000, 30000);
    oct9_scene_config_t config = scene_config_of(2);
    uint16_t index = 0;
    config.few = 1;
    scene_put(0, OCT9_PRIMITIVE_SPHERE, scene_point(1000, 1000, 1000), none, none, 0);
    scene_put(1, OCT9_PRIMITIVE_SPHERE, far, none, none, 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    for (unsigned kind = 0; kind < 2; kind++) {
        const oct9_region_t region = { .kind = kind == 0 ? OCT9_REGION_BOX : OCT9_REGION_SPHERE,
                                       .lo = far,
                                       .hi = far,
                                       .centre = far,
                                       .radius_q6 = 9 };
        CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
                 OCT9_OK);
        CHECK_EQ(oct9_scene_find_next(&scene_scratch.find, 2, &index), 1);
        CHECK_EQ(index, 1);
        CHECK_EQ(oct9_scene_find_next(&scene_scratch.find, 1, &index), 0);
    }
}

oct9_frustum_t scene_between(int from_x, int to_x)
{
    oct9_frustum_t frustum;
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i] = (oct9_plane_t){ { 0, 0, 1 }, -32768 };
    frustum.plane[0] = (oct9_plane_t){ { 1, 0, 0 }, from_x };
    frustum.plane[1] = (oct9_plane_t){ { -1, 0, 0 }, -to_x };
    return frustum;
}

static uint32_t in_frustum(int from_x, int to_x)
{
    const oct9_frustum_t frustum = scene_between(from_x, to_x);
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen), OCT9_OK);
    return scene_found_bits(UINT32_MAX);
}

static void frustums(void)
{
    scene_build_row();
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
    scene_build_row();
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &all, 0, scene_seen), OCT9_OK);
    CHECK_EQ(scene_found_bits(UINT32_MAX), 255);
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, NULL, 3, scene_seen), OCT9_OK);
    CHECK_EQ(scene_found_bits(1), 252);
}

unsigned scene_ask_nearest(oct9_point_t p, uint16_t range, uint16_t ignored, uint16_t capacity)
{
    const oct9_scene_nearest_input_t in = { .point = p,
                                            .range_q6 = range,
                                            .ignored = ignored,
                                            .capacity = capacity,
                                            .found = scene_found };
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &scene_out), OCT9_OK);
    return scene_out.count;
}

static bool near_is(unsigned i, unsigned index, uint32_t distance_q14)
{
    return scene_found[i].index == index && scene_found[i].distance_q14 == distance_q14;
}

static void nearest_by_hand(void)
{
    scene_build_row();
    CHECK_EQ(scene_ask_nearest(scene_point(1000, 1000, 1500), 1000, 0, 3), 1);
    CHECK(near_is(0, BALL, 400u * 256));
    CHECK_EQ(scene_ask_nearest(scene_point(1000, 1000, 1500), 400, 0, 3),
             1); /* the range is included */
    CHECK_EQ(scene_ask_nearest(scene_point(1000, 1000, 1500), 399, 0, 3), 0);
    CHECK_EQ(scene_ask_nearest(scene_point(1000, 1000, 1500), 32767, 0, 2), 2);
    CHECK(near_is(1, BLOCK, 275720)); /* 1000 and 400: 1077.0329 */
    CHECK_EQ(scene_ask_nearest(scene_point(2100, 1000, 1000), 0, 0, 2), 1); /* inside */
    CHECK(near_is(0, BLOCK, 0));
    CHECK_EQ(scene_ask_nearest(scene_point(2100, 1000, 1000), 32767, 2, 1), 1);
    CHECK(near_is(0, PILLAR, (uint32_t)850 * 256));
    CHECK_EQ(scene_ask_nearest(scene_point(4000, 1100, 1100), 200, 0, 1),
             1); /* 200 / sqrt(2): 141.421 */
    CHECK(near_is(0, SAIL, 36203));
    CHECK_EQ(scene_ask_nearest(scene_point(4000, 1100, 1100), 142, 0, 1), 1);
    CHECK_EQ(scene_ask_nearest(scene_point(4000, 1100, 1100), 141, 0, 1), 0);
    CHECK_EQ(scene_ask_nearest(scene_point(5000, 1003, 996), 5, 0, 2), 2); /* two at one distance */
    CHECK(near_is(0, DOT, 5 * 256) && near_is(1, SAME_DOT, 5 * 256));
    CHECK_EQ(scene_ask_nearest(scene_point(-32768, 1000, 1000), 32767, 0, 1), 0);
    CHECK_EQ(scene_ask_nearest(scene_point(-30000, 1000, 1000), 30900, 0, 1), 1);
    CHECK(near_is(0, BALL, 30900u * 256u));
}

/* Two dots at one distance, told to 1/256, in leaves of their own: the first by index, though it is
 * farther by less than that, and whichever is come to first. */
static void nearest_of_a_tie(void)
{
    const oct9_point_t none = scene_point(0, 0, 0);
    oct9_scene_config_t config = scene_config_of(2);
    config.few = 1;
    for (unsigned i = 0; i < 2; i++) {
        const bool up = i == 0;
        scene_put(0, OCT9_PRIMITIVE_SPHERE, scene_point(20032, up ? 1 : 512, up ? 512 : 1), none,
                  none, 0);
        scene_put(1, OCT9_PRIMITIVE_SPHERE, scene_point(20032, up ? 512 : 0, up ? 0 : 512), none,
                  none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(scene_ask_nearest(none, 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 5129866)); /* the root of 401543168: 20038.5420 */
    }
}

/* What is farther than the range by less than is told is none, though it would come first by its
 * index, and though the list is full of one that is as far as the range. */
static void nearest_within_the_range(void)
{
    const oct9_point_t none = scene_point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    scene_put(0, OCT9_PRIMITIVE_SPHERE, scene_point(1000, 2000, 1001), none, none, 0);
    scene_put(1, OCT9_PRIMITIVE_SPHERE, scene_point(0, 1000, 1000), none, none, 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(scene_ask_nearest(scene_point(1000, 1000, 1000), 1000, 0, 1), 1);
    CHECK(near_is(0, 1, 256000));
}

/* Where a list is full, leaves are looked at up to a sub-cell beyond its last one. */
static void nothing_beyond_a_full_list(void)
{
    const oct9_point_t none = scene_point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    scene_put(1, OCT9_PRIMITIVE_SPHERE, scene_point(1090, 1000, 1000), none, none,
              0); /* leaf: from 1024 */
    for (int x = 922; x < 924; x++) {
        scene_put(0, OCT9_PRIMITIVE_SPHERE, scene_point(x - 100, 1000, 1000), none, none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(scene_ask_nearest(scene_point(x, 1000, 1000), 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 25600));
        CHECK_EQ(scene_out.tests, x < 923 ? 1 : 2);
    }
}

/* A dot whose leaf is entered two 65535ths behind the last hit of a full list is not looked at. */
static void nothing_behind_a_full_list(void)
{
    const oct9_point_t none = scene_point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    scene_put(1, OCT9_PRIMITIVE_SPHERE, scene_point(100, 100, 100), none, none, 0);
    for (int x = 60; x < 64; x++) {
        scene_put(0, OCT9_PRIMITIVE_SPHERE, scene_point(x, 100, 100), none, none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(scene_go(scene_point(-32768, 100, 100), scene_point(32767, 100, 100), 0, 0, 1), 1);
        CHECK(scene_hit_is(0, 0, (unsigned)(x + 32767)));
        CHECK_EQ(scene_out.tests, 1);
    }
}

/* A sail that is known from the leaf before, and is met behind a pane in the leaf where both are.
 */
static void first_in_the_next_leaf(void)
{
    const oct9_scene_config_t config = finest_of(2);
    scene_put(0, OCT9_PRIMITIVE_TRIANGLE, scene_point(30, 60, 60), scene_point(102, 140, 60),
              scene_point(66, 100, 160), 0);
    scene_put(1, OCT9_PRIMITIVE_BOX, scene_point(65, 95, 95), scene_point(65, 105, 105),
              scene_point(0, 0, 0), 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(scene_go(scene_point(-32768, 100, 100), scene_point(32767, 100, 100), 0, 0, 1), 1);
    CHECK(scene_hit_is(0, 1, 32832));
    CHECK_EQ(scene_go(scene_point(-32768, 100, 100), scene_point(32767, 100, 100), 0, 0, HITS), 2);
    CHECK(scene_hit_is(1, 0, 32833));
}

void suite_scene(void)
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
    scene_random();
    scene_errors();
}
