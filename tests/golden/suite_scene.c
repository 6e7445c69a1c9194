/* SPDX-License-Identifier: MIT */
/* Scenes: answers told by hand, a tree of lists against one list of all, slices against the whole,
 * every error. */
#include "oct9/image.h"
#include "oct9/scene.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum {
    PRIMITIVES = 256, LISTS = 1200,
    INDICES = 3600, RANDOM = 160, BLOCKS = WORLD_BLOCKS, HITS = 12, CASTS = 60,
    FINDS = 36, NEARESTS = 20, FLAT = 16, SOME = 30
};

static oct9_primitive_t primitives[PRIMITIVES];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static uint8_t seen[(PRIMITIVES + 7) / 8];
static oct9_scene_t scene;
static oct9_scene_hit_t hits[HITS];
static oct9_scene_near_t found[HITS];
static oct9_scene_output_t out;

static union {
    oct9_scene_cast_t cast;
    oct9_scene_find_t find;
    oct9_scene_nearest_t nearest;
} scratch;

static oct9_scene_config_t config_of(uint32_t count)
{
    return (oct9_scene_config_t){
        .primitives = primitives, .primitive_count = count, .blocks = world_pool,
        .block_count = BLOCKS, .lists = lists, .list_count = LISTS, .indices = indices,
        .index_count = INDICES, .few = 4, .least_level = 3
    };
}

/* One primitive in a leaf, down to the cells. */
static oct9_scene_config_t finest_of(uint32_t count)
{
    oct9_scene_config_t config = config_of(count);
    config.few = 1;
    config.least_level = 0;
    return config;
}

static oct9_point_t point(int x, int y, int z)
{
    return (oct9_point_t){ (int16_t)x, (int16_t)y, (int16_t)z };
}

/* --- by hand --------------------------------------------------------------------------------- */

/* In a row along x, at y = z = 1000. */
enum { BALL, BLOCK, PILLAR, SAIL, DOT, SAME_DOT, PANE, NEEDLE, HAND };

static void put(unsigned i, oct9_primitive_kind_t kind, oct9_point_t a, oct9_point_t b,
                oct9_point_t c, uint16_t radius)
{
    oct9_primitive_t *p = &primitives[i];
    p->a = a;
    p->b = b;
    p->c = c;
    p->radius_q6 = radius;
    p->id = (uint16_t)(100 + i);
    p->category = (uint16_t)(i < SAIL ? 1u << i : 0);
    p->kind = (uint16_t)kind;
}

static void put_row(void)
{
    const oct9_point_t none = point(-1, -1, -1);
    put(BALL, OCT9_PRIMITIVE_SPHERE, point(1000, 1000, 1000), none, none, 100);
    put(BLOCK, OCT9_PRIMITIVE_BOX, point(2000, 900, 900), point(2200, 1100, 1100), none, 9999);
    put(PILLAR, OCT9_PRIMITIVE_CAPSULE, point(3000, 1000, 500), point(3000, 1000, 1500), none, 50);
    put(SAIL, OCT9_PRIMITIVE_TRIANGLE, point(4000, 500, 500), point(4000, 1500, 500),
        point(4000, 500, 1500), 9999);
    put(DOT, OCT9_PRIMITIVE_SPHERE, point(5000, 1000, 1000), none, none, 0);
    put(SAME_DOT, OCT9_PRIMITIVE_BOX, point(5000, 1000, 1000), point(5000, 1000, 1000), none, 0);
    put(PANE, OCT9_PRIMITIVE_BOX, point(6000, 900, 900), point(6000, 1100, 1100), none, 0);
    put(NEEDLE, OCT9_PRIMITIVE_TRIANGLE, point(7000, 1000, 1000), point(7000, 1000, 1400),
        point(7000, 1000, 1200), 0);
}

static void build_row(void)
{
    const oct9_scene_config_t config = finest_of(HAND);
    put_row();
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
}

static unsigned go(oct9_point_t from, oct9_point_t to, uint16_t radius, uint16_t ignored,
                   uint16_t capacity)
{
    const oct9_scene_cast_input_t in = { .motion = { from, to, radius, ignored },
                                         .capacity = capacity, .hits = hits };
    CHECK_EQ(oct9_scene_cast(&scene, &in, &out), OCT9_OK);
    return out.count;
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

static bool hit_is(unsigned i, unsigned index, unsigned num)
{
    return hits[i].index == index && hits[i].contact.num == num;
}

/* From x = 0 to 10000: one at x is touched after x / 10000 of the way, and not yet at the greatest
 * 65535th below that: 65535 * x / 10000, rounded up, less 1. */
static void a_line_through_all(void)
{
    build_row();
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, HITS), HAND);
    CHECK(hit_is(0, BALL, 5898));             /* at 900: 5898.15 */
    CHECK(hit_is(1, BLOCK, 13106));           /* at 2000: 13107 */
    CHECK(hit_is(2, PILLAR, 19332));          /* at 2950: 19332.825 */
    CHECK(hit_is(3, SAIL, 26213));            /* at 4000, on its long side: 26214 */
    CHECK(hit_is(4, DOT, 32767));             /* at 5000: 32767.5 */
    CHECK(hit_is(5, SAME_DOT, 32767));
    CHECK(hit_is(6, PANE, 39320));            /* at 6000: 39321 */
    CHECK(hit_is(7, NEEDLE, 45874));          /* at 7000, at its end: 45874.5 */
    for (unsigned i = 0; i < HAND; i++)
        CHECK(normal_is(&hits[i].contact, -OCT9_ONE_Q14, 0, 0));
    CHECK(query_point_is(&hits[0].contact.at, 899, 1000, 1000));
    CHECK(point_is(&hits[0].contact.point, point(900, 1000, 1000)));
    CHECK(query_point_is(&hits[1].contact.at, 1999, 1000, 1000));
    CHECK(point_is(&hits[3].contact.point, point(4000, 1000, 1000)));

    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, 3), 3);   /* the first ones */
    CHECK(hit_is(0, BALL, 5898) && hit_is(1, BLOCK, 13106) && hit_is(2, PILLAR, 19332));
    CHECK_EQ(go(point(10000, 1000, 1000), point(0, 1000, 1000), 0, 0, 1), 1);
    CHECK(hit_is(0, NEEDLE, 19660));          /* 0.3: 19660.5 */
    CHECK(normal_is(&hits[0].contact, OCT9_ONE_Q14, 0, 0));
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 30, 0, 1), 1);
    CHECK(hit_is(0, BALL, 5701));             /* at 870: 5701.545 */
}

static void categories(void)
{
    build_row();
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(hit_is(0, BLOCK, 13106));
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 3, 1), 1);
    CHECK(hit_is(0, PILLAR, 19332));
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 65535, 1), 1);
    CHECK(hit_is(0, SAIL, 26213));            /* of no category */
    primitives[BALL].category = 5;            /* one of two is ignored */
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 1, 1), 1);
    CHECK(hit_is(0, BALL, 5898));
}

static void touches_at_rest(void)
{
    build_row();
    oct9_point_t p = point(1000, 1000, 1130);
    CHECK_EQ(go(p, p, 30, 0, HITS), 1);
    CHECK(hit_is(0, BALL, 0));
    CHECK(query_point_is(&hits[0].contact.at, 1000, 1000, 1130));
    CHECK(point_is(&hits[0].contact.point, point(1000, 1000, 1100)));
    CHECK(normal_is(&hits[0].contact, 0, 0, OCT9_ONE_Q14));
    CHECK_EQ(go(p, p, 29, 0, HITS), 0);
    p = point(2220, 1130, 1160);              /* 20, 30, 60 from a corner: 70 */
    CHECK_EQ(go(p, p, 70, 0, HITS), 1);
    CHECK(hit_is(0, BLOCK, 0));
    CHECK(point_is(&hits[0].contact.point, point(2200, 1100, 1100)));
    CHECK(normal_is(&hits[0].contact, 4681, 7022, 14043));
    CHECK_EQ(go(p, p, 69, 0, HITS), 0);
    p = point(3090, 1120, 1000);              /* 90, 120 from the axis: 150 */
    CHECK_EQ(go(p, p, 100, 0, HITS), 1);
    CHECK(hit_is(0, PILLAR, 0));
    CHECK(normal_is(&hits[0].contact, 9830, 13107, 0));
    CHECK_EQ(go(p, p, 99, 0, HITS), 0);
    p = point(2100, 1000, 1000);              /* inside */
    CHECK_EQ(go(p, p, 0, 0, HITS), 1);
    CHECK(hit_is(0, BLOCK, 0));
    CHECK(normal_is(&hits[0].contact, 0, 0, 0));
    CHECK_EQ(go(point(2100, 1000, 1000), point(2900, 1000, 1000), 0, 0, HITS), 1);
    CHECK(hit_is(0, BLOCK, 0));               /* and out of it */
}

/* Along y = 1100 a line only touches the ball, the block and the pane. */
static void grazes(void)
{
    build_row();
    CHECK_EQ(go(point(0, 1100, 1000), point(10000, 1100, 1000), 0, 0, HITS), 3);
    CHECK(hit_is(0, BALL, 6553));             /* at 1000: 6553.5; the centre is then at 999.924 */
    CHECK(normal_is(&hits[0].contact, -12, OCT9_ONE_Q14, 0));
    CHECK(hit_is(1, BLOCK, 13106) && hit_is(2, PANE, 39320));
    CHECK_EQ(go(point(0, 1101, 1000), point(10000, 1101, 1000), 0, 0, HITS), 0);
    CHECK_EQ(go(point(0, 1130, 1000), point(10000, 1130, 1000), 30, 0, 1), 1);
    CHECK(hit_is(0, BALL, 6553));
    CHECK_EQ(go(point(4000, 0, 1501), point(4000, 1000, 1501), 0, 0, HITS), 0);
    CHECK_EQ(go(point(4000, 0, 1500), point(4000, 1000, 1500), 0, 0, HITS), 1);
    CHECK(hit_is(0, SAIL, 32767));            /* its corner, in its plane */
    CHECK_EQ(go(point(2500, 1050, 1000), point(3500, 1050, 1000), 0, 0, HITS), 1);
    CHECK(hit_is(0, PILLAR, 32767));
    CHECK_EQ(go(point(2500, 1051, 1000), point(3500, 1051, 1000), 0, 0, HITS), 0);
    CHECK_EQ(go(point(3500, 1000, 470), point(4500, 1000, 470), 30, 0, HITS), 1);
    CHECK(hit_is(0, SAIL, 32767));            /* an edge, square to its plane */
    CHECK_EQ(go(point(3500, 1000, 469), point(4500, 1000, 469), 30, 0, HITS), 0);
    CHECK_EQ(go(point(4500, 470, 1000), point(3500, 470, 1000), 30, 0, HITS), 1);
    CHECK(hit_is(0, SAIL, 32767));
    CHECK_EQ(go(point(4500, 469, 1000), point(3500, 469, 1000), 30, 0, HITS), 0);
}

/* The next one; the budget bounds the nodes and leaves that are looked at. */
static int next(uint32_t budget, uint16_t *index)
{
    const oct9_search_t *search = &scratch.find.visit.search;
    const uint32_t before = search->nodes + search->leaves;
    const int status = oct9_scene_find_next(&scratch.find, budget, index);
    CHECK(search->nodes + search->leaves - before <= budget);
    return status;
}

/* What a search finds, as bits by index. */
static uint32_t found_bits(uint32_t budget)
{
    uint32_t bits = 0;
    uint16_t index = 0;
    int status;
    while ((status = next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK_EQ(status, 1);
        CHECK(index < 32 && !(bits >> index & 1u));
        bits |= 1u << index;
    }
    return bits;
}

static uint32_t in_box(oct9_point_t lo, oct9_point_t hi, uint16_t ignored)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = lo, .hi = hi };
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &box, ignored, seen), OCT9_OK);
    return found_bits(UINT32_MAX);
}

static uint32_t in_sphere(oct9_point_t centre, uint16_t radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE, .centre = centre,
                                 .radius_q6 = radius };
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &ball, 0, seen), OCT9_OK);
    return found_bits(UINT32_MAX);
}

static void boxes_and_balls(void)
{
    build_row();
    CHECK_EQ(in_box(point(-32768, -32768, -32768), point(32767, 32767, 32767), 0), 255);
    CHECK_EQ(in_box(point(-32768, -32768, -32768), point(32767, 32767, 32767), 3), 252);
    CHECK_EQ(in_box(point(-500, -500, -500), point(-1, 2000, 2000), 0), 0);
    CHECK_EQ(in_box(point(1100, 1000, 1000), point(1200, 1000, 1000), 0), 1u << BALL);
    CHECK_EQ(in_box(point(1101, 1000, 1000), point(1200, 1000, 1000), 0), 0);
    CHECK_EQ(in_box(point(3990, 1000, 1000), point(4010, 1100, 1100), 0), 1u << SAIL);
    CHECK_EQ(in_box(point(3990, 1000, 1001), point(4010, 1100, 1100), 0), 0);
    CHECK_EQ(in_box(point(5000, 1000, 1000), point(5000, 1000, 1000), 0),
             1u << DOT | 1u << SAME_DOT);
    CHECK_EQ(in_box(point(2200, 1100, 1100), point(6000, 1200, 1200), 0),
             1u << BLOCK | 1u << PANE);
    CHECK_EQ(in_sphere(point(1000, 1000, 1200), 100), 1u << BALL);
    CHECK_EQ(in_sphere(point(1000, 1000, 1200), 99), 0);
    CHECK_EQ(in_sphere(point(2220, 1130, 1160), 70), 1u << BLOCK);
    CHECK_EQ(in_sphere(point(2220, 1130, 1160), 69), 0);
    CHECK_EQ(in_sphere(point(5500, 1000, 1000), 500), 1u << DOT | 1u << SAME_DOT | 1u << PANE);
    CHECK_EQ(in_sphere(point(7000, 1003, 1404), 5), 1u << NEEDLE);
    CHECK_EQ(in_sphere(point(7000, 1003, 1404), 4), 0);
}

/* The first of two octants with a dot each is not looked at: a leaf and a test are all it takes. */
static void looks_where_the_shape_is(void)
{
    const oct9_point_t none = point(0, 0, 0), far = point(30000, 30000, 30000);
    oct9_scene_config_t config = config_of(2);
    uint16_t index = 0;
    config.few = 1;
    put(0, OCT9_PRIMITIVE_SPHERE, point(1000, 1000, 1000), none, none, 0);
    put(1, OCT9_PRIMITIVE_SPHERE, far, none, none, 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    for (unsigned kind = 0; kind < 2; kind++) {
        const oct9_region_t region = { .kind = kind == 0 ? OCT9_REGION_BOX : OCT9_REGION_SPHERE,
                                       .lo = far, .hi = far, .centre = far, .radius_q6 = 9 };
        CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_OK);
        CHECK_EQ(oct9_scene_find_next(&scratch.find, 2, &index), 1);
        CHECK_EQ(index, 1);
        CHECK_EQ(oct9_scene_find_next(&scratch.find, 1, &index), 0);
    }
}

/* All planes but the first two let all pass. */
static oct9_frustum_t between(int from_x, int to_x)
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
    const oct9_frustum_t frustum = between(from_x, to_x);
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_OK);
    return found_bits(UINT32_MAX);
}

static void frustums(void)
{
    build_row();
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
    build_row();
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &all, 0, seen), OCT9_OK);
    CHECK_EQ(found_bits(UINT32_MAX), 255);
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, NULL, 3, seen), OCT9_OK);
    CHECK_EQ(found_bits(1), 252);
}

static unsigned ask_nearest(oct9_point_t p, uint16_t range, uint16_t ignored, uint16_t capacity)
{
    const oct9_scene_nearest_input_t in = { .point = p, .range_q6 = range, .ignored = ignored,
                                            .capacity = capacity, .found = found };
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &out), OCT9_OK);
    return out.count;
}

static bool near_is(unsigned i, unsigned index, uint32_t distance_q14)
{
    return found[i].index == index && found[i].distance_q14 == distance_q14;
}

static void nearest_by_hand(void)
{
    build_row();
    CHECK_EQ(ask_nearest(point(1000, 1000, 1500), 1000, 0, 3), 1);
    CHECK(near_is(0, BALL, 400u * 256));
    CHECK_EQ(ask_nearest(point(1000, 1000, 1500), 400, 0, 3), 1);     /* the range is included */
    CHECK_EQ(ask_nearest(point(1000, 1000, 1500), 399, 0, 3), 0);
    CHECK_EQ(ask_nearest(point(1000, 1000, 1500), 32767, 0, 2), 2);
    CHECK(near_is(1, BLOCK, 275720));         /* 1000 and 400: 1077.0329 */
    CHECK_EQ(ask_nearest(point(2100, 1000, 1000), 0, 0, 2), 1);       /* inside */
    CHECK(near_is(0, BLOCK, 0));
    CHECK_EQ(ask_nearest(point(2100, 1000, 1000), 32767, 2, 1), 1);
    CHECK(near_is(0, PILLAR, (uint32_t)850 * 256));
    CHECK_EQ(ask_nearest(point(4000, 1100, 1100), 200, 0, 1), 1);     /* 200 / sqrt(2): 141.421 */
    CHECK(near_is(0, SAIL, 36203));
    CHECK_EQ(ask_nearest(point(4000, 1100, 1100), 142, 0, 1), 1);
    CHECK_EQ(ask_nearest(point(4000, 1100, 1100), 141, 0, 1), 0);
    CHECK_EQ(ask_nearest(point(5000, 1003, 996), 5, 0, 2), 2);        /* two at one distance */
    CHECK(near_is(0, DOT, 5 * 256) && near_is(1, SAME_DOT, 5 * 256));
    CHECK_EQ(ask_nearest(point(-32768, 1000, 1000), 32767, 0, 1), 0);
    CHECK_EQ(ask_nearest(point(-30000, 1000, 1000), 30900, 0, 1), 1);
    CHECK(near_is(0, BALL, 30900u * 256u));
}

/* Two dots at one distance, told to 1/256, in leaves of their own: the first by index, though it is
 * farther by less than that, and whichever is come to first. */
static void nearest_of_a_tie(void)
{
    const oct9_point_t none = point(0, 0, 0);
    oct9_scene_config_t config = config_of(2);
    config.few = 1;
    for (unsigned i = 0; i < 2; i++) {
        const bool up = i == 0;
        put(0, OCT9_PRIMITIVE_SPHERE, point(20032, up ? 1 : 512, up ? 512 : 1), none, none, 0);
        put(1, OCT9_PRIMITIVE_SPHERE, point(20032, up ? 512 : 0, up ? 0 : 512), none, none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(ask_nearest(none, 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 5129866));        /* the root of 401543168: 20038.5420 */
    }
}

/* What is farther than the range by less than is told is none, though it would come first by its
 * index, and though the list is full of one that is as far as the range. */
static void nearest_within_the_range(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    put(0, OCT9_PRIMITIVE_SPHERE, point(1000, 2000, 1001), none, none, 0);
    put(1, OCT9_PRIMITIVE_SPHERE, point(0, 1000, 1000), none, none, 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(ask_nearest(point(1000, 1000, 1000), 1000, 0, 1), 1);
    CHECK(near_is(0, 1, 256000));
}

/* Where a list is full, leaves are looked at up to a sub-cell beyond its last one. */
static void nothing_beyond_a_full_list(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    put(1, OCT9_PRIMITIVE_SPHERE, point(1090, 1000, 1000), none, none, 0);   /* leaf: from 1024 */
    for (int x = 922; x < 924; x++) {
        put(0, OCT9_PRIMITIVE_SPHERE, point(x - 100, 1000, 1000), none, none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(ask_nearest(point(x, 1000, 1000), 32767, 0, 1), 1);
        CHECK(near_is(0, 0, 25600));
        CHECK_EQ(out.tests, x < 923 ? 1 : 2);
    }
}

/* A dot whose leaf is entered two 65535ths behind the last hit of a full list is not looked at. */
static void nothing_behind_a_full_list(void)
{
    const oct9_point_t none = point(0, 0, 0);
    const oct9_scene_config_t config = finest_of(2);
    put(1, OCT9_PRIMITIVE_SPHERE, point(100, 100, 100), none, none, 0);
    for (int x = 60; x < 64; x++) {
        put(0, OCT9_PRIMITIVE_SPHERE, point(x, 100, 100), none, none, 0);
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
        CHECK_EQ(go(point(-32768, 100, 100), point(32767, 100, 100), 0, 0, 1), 1);
        CHECK(hit_is(0, 0, (unsigned)(x + 32767)));
        CHECK_EQ(out.tests, 1);
    }
}

/* A sail that is known from the leaf before, and is met behind a pane in the leaf where both are. */
static void first_in_the_next_leaf(void)
{
    const oct9_scene_config_t config = finest_of(2);
    put(0, OCT9_PRIMITIVE_TRIANGLE, point(30, 60, 60), point(102, 140, 60), point(66, 100, 160), 0);
    put(1, OCT9_PRIMITIVE_BOX, point(65, 95, 95), point(65, 105, 105), point(0, 0, 0), 0);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(go(point(-32768, 100, 100), point(32767, 100, 100), 0, 0, 1), 1);
    CHECK(hit_is(0, 1, 32832));
    CHECK_EQ(go(point(-32768, 100, 100), point(32767, 100, 100), 0, 0, HITS), 2);
    CHECK(hit_is(1, 0, 32833));
}

/* --- at random ------------------------------------------------------------------------------- */

static int16_t within(int32_t at, int32_t margin)
{
    const int32_t most = 32767 - margin;
    return (int16_t)(at < margin ? margin : at > most ? most : at);
}

/* Up to `reach` away on each axis, or not at all; not nearer to the rim than the margin. */
static oct9_point_t beside(random_t *random, const oct9_point_t *p, uint32_t reach, int32_t margin)
{
    int32_t by[3] = { 0, 0, 0 };
    for (unsigned a = 0; a < 3; a++)
        if (random_below(random, 4) != 0)
            by[a] = (int32_t)random_below(random, 2 * reach + 1) - (int32_t)reach;
    return point(within(p->x + by[0], margin), within(p->y + by[1], margin),
                 within(p->z + by[2], margin));
}

static void order(int16_t *a, int16_t *b)
{
    const int16_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/* One of five is no larger than a point or a line; one of eight is large. */
static void random_primitive(random_t *random, unsigned i)
{
    oct9_primitive_t *p = &primitives[i];
    const oct9_point_t middle = point(16000, 16000, 16000);
    const uint32_t reach = random_below(random, 8) == 0 ? 6000 : 600;
    const uint16_t radius = (uint16_t)(random_below(random, 5) ? random_below(random, 400) : 0);
    put(i, (oct9_primitive_kind_t)(i % 4), beside(random, &middle, 16384, radius), middle, middle,
        radius);
    p->b = beside(random, &p->a, random_below(random, 5) ? reach : 0, radius);
    p->c = random_below(random, 5) ? beside(random, &p->b, reach, radius) : p->b;
    p->category = (uint16_t)random_below(random, 16);
    if (p->kind == OCT9_PRIMITIVE_BOX) {
        order(&p->a.x, &p->b.x);
        order(&p->a.y, &p->b.y);
        order(&p->a.z, &p->b.z);
    }
}

static void random_primitives(void)
{
    random_t random = { 151 };
    for (unsigned i = 0; i < RANDOM; i++)
        random_primitive(&random, i);
}

/* A scene of one list, that of the whole cube: it asks all primitives. What the other one left of
 * the arrays is room enough. */
static oct9_scene_t flat;

static void build_flat(void)
{
    oct9_scene_config_t config = config_of(RANDOM);
    config.blocks = &world_pool[BLOCKS];
    config.block_count = 1;
    config.lists = &lists[LISTS - 1];
    config.list_count = 1;
    config.indices = &indices[INDICES - RANDOM - 1];
    config.index_count = RANDOM + 1;
    config.few = 255;
    CHECK(scene.index_count < INDICES - RANDOM - 1 && scene.list_count < LISTS - 1);
    CHECK_EQ(oct9_scene_build(&flat, &config), OCT9_OK);
    CHECK_EQ(flat.tree.used, 0);
    CHECK_EQ(flat.list_count, 1);
}

/* Both scenes serve the three tests that follow. */
static void the_tree(void)
{
    uint32_t digest = DIGEST_BEGIN;
    const oct9_scene_config_t config = config_of(RANDOM);
    random_primitives();
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    build_flat();
    digest = digest_add(digest, scene.tree.root);
    for (unsigned i = 0; i < scene.tree.used; i++)
        for (unsigned c = 0; c < 8; c++)
            digest = digest_add(digest, scene.tree.pool[i].slot[c]);
    for (unsigned i = 0; i < scene.list_count; i++)
        digest = digest_add(digest, scene.lists[i]);
    for (unsigned i = 0; i < scene.index_count; i++)
        digest = digest_add(digest, scene.indices[i]);
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
    digest = digest_add(digest, out.count);
    for (unsigned i = 0; i < out.count; i++)
        digest = add_contact(digest_add(digest, hits[i].index), &hits[i].contact);
    return digest;
}

static uint32_t add_found(uint32_t digest)
{
    digest = digest_add(digest, out.count);
    for (unsigned i = 0; i < out.count; i++)
        digest = digest_add(digest_add(digest, found[i].index), found[i].distance_q14);
    return digest;
}

static uint32_t add_work(uint32_t digest)
{
    return digest_add(digest_add(digest_add(digest, out.leaves), out.nodes), out.tests);
}

/* A place near one of the primitives, or anywhere. */
static oct9_point_t somewhere(random_t *random)
{
    const oct9_primitive_t *p = &primitives[random_below(random, RANDOM)];
    return random_below(random, 4) ? beside(random, &p->a, 1000, 0) : world_point(random);
}

/* A line, a sphere at rest, a swept one. */
static oct9_motion_t random_motion(random_t *random, unsigned i)
{
    oct9_motion_t motion = { .from = somewhere(random) };
    motion.to = i % 3 == 1 ? motion.from : somewhere(random);
    motion.radius_q6 = (uint16_t)(i % 3 == 0 ? 0 : random_below(random, 400));
    motion.ignored = (uint16_t)(i % 4 ? 0 : random_below(random, 16));
    return motion;
}

static void cast_in_slices(const oct9_scene_cast_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_cast_begin(&scratch.cast, &scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_cast_run(&scratch.cast, budget, &out);
        CHECK(out.leaves + out.nodes + out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&scratch.cast, budget, &out), OCT9_OK);   /* and says so again */
}

static void random_casts(void)
{
    random_t random = { 152 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < CASTS; i++) {
        const oct9_scene_cast_input_t in = {
            .motion = random_motion(&random, i), .hits = hits,
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, HITS))
        };
        CHECK_EQ(oct9_scene_cast(&scene, &in, &out), OCT9_OK);
        const uint32_t answer = add_hits(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        cast_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_hits(0)), whole);
        if (i % FLAT != 0)
            continue;
        CHECK_EQ(oct9_scene_cast(&flat, &in, &out), OCT9_OK);
        CHECK_EQ(add_hits(0), answer);
    }
    TEST_DIGEST("scene cast", digest);
}

static void nearest_in_slices(const oct9_scene_nearest_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_nearest_begin(&scratch.nearest, &scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_nearest_run(&scratch.nearest, budget, &out);
        CHECK(out.leaves + out.nodes + out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&scratch.nearest, budget, &out), OCT9_OK);
}

static void random_nearests(void)
{
    random_t random = { 153 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < NEARESTS; i++) {
        const oct9_scene_nearest_input_t in = {
            .point = somewhere(&random), .range_q6 = query_radius(&random), .found = found,
            .ignored = (uint16_t)(i % 4 ? 0 : random_below(&random, 16)),
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, HITS))
        };
        CHECK_EQ(oct9_scene_nearest(&scene, &in, &out), OCT9_OK);
        const uint32_t answer = add_found(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        nearest_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_found(0)), whole);
        if (i % FLAT != 0)
            continue;
        CHECK_EQ(oct9_scene_nearest(&flat, &in, &out), OCT9_OK);
        CHECK_EQ(add_found(0), answer);
    }
    TEST_DIGEST("scene nearest", digest);
}

/* All that is found, as bits; each once. */
typedef struct {
    uint8_t bits[(RANDOM + 7) / 8];
} set_t;

static void take_all(set_t *set, uint32_t budget)
{
    uint16_t index = 0;
    int status;
    for (unsigned i = 0; i < sizeof set->bits; i++)
        set->bits[i] = 0;
    while ((status = next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK(status == 1 && index < RANDOM && !((unsigned)set->bits[index / 8] >> index % 8 & 1u));
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
    r->hi = beside(random, &r->lo, 2000, 0);
    order(&r->lo.x, &r->hi.x);
    order(&r->lo.y, &r->hi.y);
    order(&r->lo.z, &r->hi.z);
    r->centre = r->lo;
    r->radius_q6 = (uint16_t)(query_radius(random) / 8u);
    s.ignored = (uint16_t)(random_below(random, 4) ? 0 : random_below(random, 16));
    s.frustum = between(r->lo.x, r->hi.x);
    for (unsigned a = 0; a < 3; a++)
        s.frustum.plane[2].normal[a] = (int16_t)((int32_t)random_below(random, 201) - 100);
    s.frustum.plane[2].normal[2] |= 1;
    s.frustum.plane[2].offset = (int32_t)random_below(random, 1000000);
    return s;
}

static oct9_status_t begin(const oct9_scene_t *in, shapes_t *s, unsigned kind)
{
    s->region.kind = kind == BOX ? OCT9_REGION_BOX : kind == SPHERE ? OCT9_REGION_SPHERE
                                                                   : OCT9_REGION_FRUSTUM;
    s->region.frustum = &s->frustum;
    return oct9_scene_find_begin(&scratch.find, in, &s->region, s->ignored, seen);
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
        CHECK_EQ(begin(&scene, &s, kind), OCT9_OK);
        take_all(&whole, UINT32_MAX);
        CHECK_EQ(begin(&scene, &s, kind), OCT9_OK);
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

/* --- errors ---------------------------------------------------------------------------------- */

static void fails(const oct9_scene_config_t *config, oct9_status_t status)
{
    oct9_scene_t painted;
    query_paint(&painted, sizeof painted);
    CHECK_EQ(oct9_scene_build(&painted, config), status);
    CHECK(query_painted(&painted, sizeof painted));
}

static void bad_numbers(void)
{
    oct9_scene_config_t config = config_of(HAND);
    put_row();
    config.few = 0;
    fails(&config, OCT9_ERR_CAPACITY);
    config = config_of(OCT9_PRIMITIVES_MAX + 1);
    fails(&config, OCT9_ERR_CAPACITY);
    config = config_of(HAND);
    config.block_count = 0;
    fails(&config, OCT9_ERR_POOL_SIZE);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    fails(&config, OCT9_ERR_POOL_SIZE);
    config = config_of(HAND);
    config.least_level = 10;
    fails(&config, OCT9_ERR_LEVEL);
}

static void bad_primitives(void)
{
    const oct9_scene_config_t config = config_of(HAND);
    put_row();
    primitives[NEEDLE].kind = 4;
    fails(&config, OCT9_ERR_PRIMITIVE);
    primitives[NEEDLE].a.x = -1;              /* outside too, but the kind comes first */
    fails(&config, OCT9_ERR_PRIMITIVE);
    primitives[BALL].a.x = 99;                /* and the first primitive before all others */
    fails(&config, OCT9_ERR_OUTSIDE);
    put_row();
    primitives[BALL].a.x = 99;
    fails(&config, OCT9_ERR_OUTSIDE);
    primitives[BALL].a.x = 32667;             /* 32767 belongs to the cube */
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    primitives[BALL].a.x = 32668;
    fails(&config, OCT9_ERR_OUTSIDE);
    put_row();
    primitives[BLOCK].b.z = 899;
    fails(&config, OCT9_ERR_PRIMITIVE);
    put_row();
    primitives[PILLAR].b.y = 49;
    fails(&config, OCT9_ERR_OUTSIDE);
    put_row();
    primitives[SAIL].c.z = -1;
    fails(&config, OCT9_ERR_OUTSIDE);
    put_row();
    primitives[PANE].a.x = -1;
    fails(&config, OCT9_ERR_OUTSIDE);
}

static void full_arrays(void)
{
    oct9_scene_config_t config = config_of(SOME);
    random_primitives();
    query_paint(&scene, sizeof scene);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    const uint32_t blocks = scene.tree.used, list_count = scene.list_count;
    const uint32_t index_count = scene.index_count;
    CHECK(scene.tree.capacity == blocks && scene.tree.peak == blocks && scene.tree.failed == 0);
    config.block_count = blocks - 1;
    fails(&config, OCT9_ERR_POOL_FULL);
    config.block_count = blocks;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    config.list_count = list_count - 1;
    fails(&config, OCT9_ERR_LISTS_FULL);
    config.list_count = list_count;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    config.index_count = index_count - 1;
    fails(&config, OCT9_ERR_INDICES_FULL);
    config.index_count = 0;
    fails(&config, OCT9_ERR_INDICES_FULL);

    config = config_of(0);                    /* nothing needs nothing */
    config.list_count = config.index_count = 0;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(go(point(0, 0, 0), point(32767, 32767, 32767), 32767, 0, HITS), 0);
    CHECK_EQ(ask_nearest(point(0, 0, 0), 32767, 0, 1), 0);
    CHECK_EQ(in_box(point(0, 0, 0), point(32767, 32767, 32767), 0), 0);
}

/* 256 dots in one cell, and 255. */
static void full_lists(void)
{
    const oct9_point_t none = point(0, 0, 0);
    oct9_node_t full = { { 9, 9, 9 }, 9 };
    oct9_scene_config_t config = config_of(PRIMITIVES);
    config.full = &full;
    for (unsigned i = 0; i < PRIMITIVES; i++)
        put(i, OCT9_PRIMITIVE_SPHERE, point(64 * 300 + 5, 64 * 200 + 9, 64 * 100 + 7), none, none,
            0);
    fails(&config, OCT9_ERR_LIST_FULL);
    CHECK(full.corner.x == 296 && full.corner.y == 200 && full.corner.z == 96 && full.level == 3);
    config.full = NULL;
    config.least_level = 7;
    fails(&config, OCT9_ERR_LIST_FULL);
    config.primitive_count = 255;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(scene.tree.used, 2);
    CHECK_EQ(scene.list_count, 1);
    CHECK_EQ(scene.lists[0], 255);
}

static void bad_casts(void)
{
    oct9_scene_cast_input_t in = { .motion = { .radius_q6 = 32768 }, .capacity = 1, .hits = hits };
    build_row();
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_scene_cast(&scene, &in, &out), OCT9_ERR_RADIUS);
    CHECK_EQ(oct9_scene_cast_begin(&scratch.cast, &scene, &in), OCT9_ERR_RADIUS);
    in.motion.radius_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_cast(&scene, &in, &out), OCT9_ERR_CAPACITY);
    CHECK_EQ(oct9_scene_cast_begin(&scratch.cast, &scene, &in), OCT9_ERR_CAPACITY);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_cast_begin(&scratch.cast, &scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&scratch.cast, 0, &out), OCT9_ERR_BUDGET);
    CHECK(query_painted(&out, sizeof out));
    CHECK_EQ(oct9_scene_cast_run(&scratch.cast, 1, &out), OCT9_AGAIN);
    CHECK_EQ(out.leaves + out.nodes, 1);
    CHECK(query_painted(&out.count, sizeof out.count));
}

static void bad_nearests(void)
{
    oct9_scene_nearest_input_t in = { .range_q6 = 32768, .capacity = 1, .found = found };
    build_row();
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &out), OCT9_ERR_RADIUS);
    CHECK_EQ(oct9_scene_nearest_begin(&scratch.nearest, &scene, &in), OCT9_ERR_RADIUS);
    in.range_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &out), OCT9_ERR_CAPACITY);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_nearest_begin(&scratch.nearest, &scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&scratch.nearest, 0, &out), OCT9_ERR_BUDGET);
    CHECK(query_painted(&out, sizeof out));
    CHECK_EQ(oct9_scene_nearest_run(&scratch.nearest, 1, &out), OCT9_AGAIN);
    CHECK_EQ(out.leaves + out.nodes, 1);
}

static void bad_finds(void)
{
    oct9_frustum_t frustum = between(0, 9);
    const oct9_region_t dot = { .kind = OCT9_REGION_BOX, .lo = point(5, 5, 5),
                                .hi = point(5, 5, 5) };
    oct9_region_t region = dot;
    uint16_t index = 0x5A5A;
    build_row();
    region.hi = point(9, 4, 9);
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    region.radius_q6 = 32768;
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    region.frustum = &frustum;
    frustum.plane[5].normal[2] = 0;
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_ERR_PLANE);
    frustum.plane[5].normal[2] = OCT9_ONE_Q14 + 1;
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_ERR_POLICY);
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &dot, 0, seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&scratch.find, 0, &index), OCT9_ERR_BUDGET);
    region.kind = OCT9_REGION_SPHERE;
    region.centre = point(5, 5, 5);
    region.radius_q6 = 32767;
    CHECK_EQ(oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&scratch.find, 1, &index), OCT9_AGAIN);
    CHECK_EQ(index, 0x5A5A);
    CHECK_EQ(found_bits(1), 255);
}

/* --- the image ------------------------------------------------------------------------------- */

enum { IMAGE_WORDS = 800, WORD = 4 };

/* The row as an image, made here: the machine's byte order is the image's. */
static union {
    oct9_scene_header_t header;
    uint32_t words[IMAGE_WORDS];
    unsigned char bytes[IMAGE_WORDS * WORD];
} image;

static unsigned char *append(unsigned char *at, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++)
        *at++ = bytes[i];
    return at;
}

static void seal(void)
{
    const size_t behind = offsetof(oct9_scene_header_t, version);
    image.header.crc = oct9_rom_crc32(0, oct9_rom_of_ram(image.bytes + behind),
                                  (size_t)(image.header.bytes - behind));
}

static void make_image(void)
{
    build_row();
    for (unsigned i = 0; i < IMAGE_WORDS; i++)
        image.words[i] = 0;
    unsigned char *at = image.bytes + sizeof image.header;
    at = append(at, scene.lists, scene.list_count * sizeof *scene.lists);
    at = append(at, scene.tree.pool, scene.tree.used * sizeof(oct9_block_t));
    at = append(at, scene.indices, (size_t)(scene.index_count * sizeof *scene.indices));
    at = append(at, primitives, HAND * sizeof *primitives);
    image.header = (oct9_scene_header_t){
        .magic = OCT9_SCENE_MAGIC, .version = OCT9_SCENE_VERSION,
        .bytes = (uint32_t)(at - image.bytes + 3) / WORD * WORD, .origin_mm = { -1000, 2000, 5 },
        .cell_um = 4000, .root = scene.tree.root, .primitive_count = HAND,
        .block_count = scene.tree.used, .list_count = scene.list_count,
        .index_count = scene.index_count
    };
    seal();
}

static oct9_primitive_t *image_primitive(unsigned i)
{
    unsigned char *at = image.bytes + sizeof image.header;
    at += image.header.list_count * WORD + image.header.block_count * sizeof(oct9_block_t) +
          image.header.index_count * 2;
    return (oct9_primitive_t *)(void *)at + i;
}

static oct9_status_t open_image(size_t size)
{
    return oct9_scene_open(&scene, image.bytes, size, NULL);
}

static void from_an_image(void)
{
    oct9_frame_t frame;
    make_image();
    CHECK(image.header.bytes <= sizeof image);
    CHECK_EQ(oct9_scene_open(&scene, image.bytes, (size_t)image.header.bytes, &frame), OCT9_OK);
    CHECK(frame.origin_mm.x == -1000 && frame.origin_mm.y == 2000 && frame.origin_mm.z == 5);
    CHECK_EQ(frame.cell_um, 4000);
    primitives[BALL].a.x = 0;                 /* nothing is left there */
    world_pool[0].slot[0] = indices[0] = 0;
    lists[0] = 0;
    CHECK_EQ(go(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, HITS), HAND);
    CHECK(hit_is(0, BALL, 5898) && hit_is(7, NEEDLE, 45874));
    CHECK_EQ(scene.primitives[hits[2].index].id, 100 + PILLAR);
    CHECK_EQ(in_sphere(point(5500, 1000, 1000), 500), 1u << DOT | 1u << SAME_DOT | 1u << PANE);
}

/* A word of the header that is wrong, with a CRC that is right. */
static void wrong_word(uint32_t *word, uint32_t value, oct9_status_t status)
{
    const uint32_t before = *word;
    *word = value;
    seal();
    CHECK_EQ(open_image(sizeof image), status);
    *word = before;
    seal();
    CHECK_EQ(open_image(sizeof image), OCT9_OK);
}

static void wrong_half(uint16_t *half, uint16_t value, oct9_status_t status)
{
    const uint16_t before = *half;
    *half = value;
    seal();
    CHECK_EQ(open_image(sizeof image), status);
    *half = before;
    seal();
}

static void bad_images(void)
{
    make_image();
    oct9_scene_header_t *h = &image.header;
    CHECK_EQ(oct9_scene_open(&scene, image.bytes + 2, sizeof image - 2, NULL),
             OCT9_ERR_IMAGE_ALIGN);
    CHECK_EQ(open_image(sizeof *h - 1), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(open_image((size_t)(h->bytes - 1)), OCT9_ERR_IMAGE_SHORT);
    wrong_word(&h->magic, 0x6f633973u, OCT9_ERR_IMAGE_ENDIAN);
    wrong_word(&h->magic, OCT9_IMAGE_MAGIC, OCT9_ERR_IMAGE_MAGIC);
    wrong_word(&h->version, 2, OCT9_ERR_IMAGE_VERSION);
    wrong_word(&h->primitive_count, HAND + 2, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->block_count, h->block_count - 1, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->list_count, 0xFFFFFFFFu, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->index_count, h->index_count + 4, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->cell_um, 0, OCT9_ERR_FRAME);
    wrong_word(&h->cell_um, OCT9_CELL_UM_MAX + 1, OCT9_ERR_FRAME);
    wrong_word(&h->root, h->block_count, OCT9_ERR_IMAGE_INDEX);
    image.bytes[sizeof *h] ^= 1;
    CHECK_EQ(open_image(sizeof image), OCT9_ERR_IMAGE_CRC);
    image.bytes[sizeof *h] ^= 1;
    uint32_t *list = &image.words[sizeof *h / WORD];
    wrong_word(list, h->index_count << 8 | 1u, OCT9_ERR_IMAGE_INDEX);
    wrong_half(&image_primitive(0)->kind, 4, OCT9_ERR_PRIMITIVE);
    wrong_half((uint16_t *)(void *)&image_primitive(SAIL)->a.x, 65535, OCT9_ERR_OUTSIDE);
    wrong_half((uint16_t *)(void *)image_primitive(0) - 1, HAND, OCT9_ERR_IMAGE_INDEX);
    uint16_t *slot = (uint16_t *)(void *)(list + h->list_count);
    wrong_half(slot, (uint16_t)(OCT9_SLOT_LEAF | (h->list_count + 1)), OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, (uint16_t)h->block_count, OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, 0, OCT9_ERR_IMAGE_INDEX);
    CHECK_EQ(open_image(sizeof image), OCT9_OK);
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
    RUN(the_tree);
    RUN(random_casts);
    RUN(random_nearests);
    RUN(random_finds);
    RUN(bad_numbers);
    RUN(bad_primitives);
    RUN(full_arrays);
    RUN(full_lists);
    RUN(bad_casts);
    RUN(bad_nearests);
    RUN(bad_finds);
    RUN(from_an_image);
    RUN(bad_images);
}
