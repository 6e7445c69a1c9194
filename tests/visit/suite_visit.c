/* SPDX-License-Identifier: MIT */
/* Visits: by hand, and against all leaves of the map, looked at one by one. The room is that
 * of query.h. */
#include "oct9/visit.h"
#include "tests/golden/model.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { ROUNDS = 4 };

static oct9_visit_t visit;
static oct9_leaf_t leaf;

/* A plane where points count from the cube's low corner. */
static oct9_plane_t plane(int16_t x, int16_t y, int16_t z, int32_t offset)
{
    return (oct9_plane_t){ { x, y, z }, offset + OCT9_LOW_Q6 * ((int32_t)x + y + z) };
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* The payloads of what is still to be visited, as decimal digits in order: 26 is a leaf of payload
 * 2 and then one of 6. */
static uint32_t payloads(void)
{
    uint32_t digits = 0;
    int status;
    while ((status = oct9_visit_next(&visit, UINT32_MAX, &leaf)) > 0)
        digits = digits * 10 + leaf.payload;
    CHECK_EQ(status, 0);
    CHECK_EQ(oct9_visit_next(&visit, 1, &leaf), 0); /* and that again */
    return digits;
}

static uint32_t in_box(oct9_box_t box, unsigned states)
{
    const oct9_region_t region = oct9_region_of_box(&box);
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &region, states), OCT9_OK);
    return payloads();
}

static uint32_t in_sphere(oct9_point_t centre, uint16_t radius, unsigned states)
{
    const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                   .centre = centre,
                                   .radius_q6 = radius };
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &region, states), OCT9_OK);
    return payloads();
}

static uint32_t in_frustum(const oct9_frustum_t *frustum)
{
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = frustum };
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &region, OCT9_STATES_OCCUPIED), OCT9_OK);
    return payloads();
}

static void boxes(void)
{
    query_room();
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
    CHECK_EQ(payloads(), 26); /* block and glass, in that order */
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, NULL, OCT9_STATES_UNKNOWN), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&visit, UINT32_MAX, &leaf), 1);
    CHECK(leaf.corner.x == 64 && leaf.corner.y == 8 && leaf.corner.z == 8 && leaf.level == 3);
    CHECK_EQ(leaf.state, OCT9_UNKNOWN);
    CHECK_EQ(oct9_visit_next(&visit, UINT32_MAX, &leaf), 0);

    CHECK_EQ(in_box((oct9_box_t){ { 8, 8, 8 }, { 9, 9, 9 } }, OCT9_STATES_ALL), 2);
    CHECK_EQ(in_box((oct9_box_t){ { 7, 8, 8 }, { 9, 9, 9 } }, OCT9_STATES_ALL), 12);
    CHECK_EQ(in_box((oct9_box_t){ { 15, 8, 8 }, { 33, 9, 9 } }, OCT9_STATES_OCCUPIED), 26);
    CHECK_EQ(in_box((oct9_box_t){ { 16, 8, 8 }, { 32, 9, 9 } }, OCT9_STATES_OCCUPIED), 0);
    CHECK_EQ(in_box((oct9_box_t){ { 8, 8, 8 }, { 9, 9, 9 } }, OCT9_STATES_FREE), 0);
}

static void spheres(void)
{
    query_room();
    CHECK_EQ(in_sphere(world_at(500, 768, 768), 12, OCT9_STATES_OCCUPIED), 2);
    CHECK_EQ(in_sphere(world_at(500, 768, 768), 11, OCT9_STATES_OCCUPIED), 0);
    CHECK_EQ(in_sphere(world_at(482, 472, 768), 50, OCT9_STATES_OCCUPIED), 2);
    CHECK_EQ(in_sphere(world_at(482, 472, 768), 49, OCT9_STATES_OCCUPIED), 0);
    CHECK_EQ(in_sphere(world_at(1024, 768, 768), 0, OCT9_STATES_OCCUPIED), 2);
    CHECK_EQ(in_sphere(world_at(768, 768, 768), 0, OCT9_STATES_ALL), 2);
    CHECK_EQ(in_sphere(world_at(1536, 768, 768), 512, OCT9_STATES_OCCUPIED), 26);
    CHECK_EQ(in_sphere(world_at(-100, 768, 768), 612, OCT9_STATES_OCCUPIED), 2);
    CHECK_EQ(in_sphere(world_at(-100, 768, 768), 99, OCT9_STATES_ALL), 0);
}

/* At each face, of a cube of one leaf: spheres touch it from outside; of the faces themselves a box
 * meets the low ones. */
static void six_faces(void)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    query_room();
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 5), OCT9_OK);
    for (unsigned face = 0; face < 6; face++) {
        CHECK_EQ(in_sphere(world_at_face(face, -100), 99, OCT9_STATES_ALL), 0);
        CHECK_EQ(in_sphere(world_at_face(face, -100), 100, OCT9_STATES_ALL), 5);
        CHECK_EQ(in_sphere(world_at_face(face, -16383), 16382, OCT9_STATES_ALL), 0);
        CHECK_EQ(in_sphere(world_at_face(face, -16383), 16383, OCT9_STATES_ALL), 5);
        for (int32_t depth = -1; depth <= 1; depth++) {
            const oct9_point_t at = world_at_face(face, depth);
            const oct9_region_t dot = { .kind = OCT9_REGION_BOX, .lo = at, .hi = at };
            CHECK_EQ(oct9_visit_begin(&visit, &world_map, &dot, OCT9_STATES_ALL), OCT9_OK);
            CHECK_EQ(payloads(), depth > 0 || (depth == 0 && (face & 1u) == 0) ? 5 : 0);
        }
    }
}

static void frustums(void)
{
    oct9_frustum_t frustum = { { /* 700 to 2100, 600 to 700 */
                                 plane(1, 0, 0, 700), plane(-1, 0, 0, -2100), plane(0, 1, 0, 600),
                                 plane(0, -1, 0, -700), plane(0, 0, 1, 600),
                                 plane(0, 0, -1, -700) } };
    query_room();
    CHECK_EQ(in_frustum(&frustum), 26);
    frustum.plane[0] = plane(1, 0, 0, 1024); /* the block's face counts */
    CHECK_EQ(in_frustum(&frustum), 26);
    frustum.plane[0] = plane(OCT9_ONE_Q14, 0, 0, (int32_t)1024 * OCT9_ONE_Q14 + 1);
    CHECK_EQ(in_frustum(&frustum), 6);
    frustum.plane[1] = plane(-1, 0, 0, -2047);
    CHECK_EQ(in_frustum(&frustum), 0);
    frustum.plane[0] = plane(1, 1, 0, 2048); /* through the block's edge */
    CHECK_EQ(in_frustum(&frustum), 2);
    frustum.plane[0] = plane(1, 1, 0, 2049);
    CHECK_EQ(in_frustum(&frustum), 0);
    frustum.plane[0].offset = INT32_MIN;
    CHECK_EQ(in_frustum(&frustum), 2);
    frustum.plane[0].offset = INT32_MAX;
    CHECK_EQ(in_frustum(&frustum), 0);
}

/* --- at random -------------------------------------------------------------------------------- */

typedef struct {
    oct9_box_t box;
    oct9_point_t centre;
    uint16_t radius;
    oct9_frustum_t frustum;
    unsigned states;
} shapes_t;

enum { BOX, SPHERE, FRUSTUM, KINDS };

static oct9_plane_t random_plane(random_t *random)
{
    const uint32_t bits = random_u32(random);
    oct9_plane_t p = { .offset = (int32_t)bits >> random_below(random, 24) };
    for (unsigned a = 0; a < 3; a++)
        p.normal[a] = (int16_t)((int32_t)random_below(random, 2u * OCT9_ONE_Q14 + 1) -
                                OCT9_ONE_Q14);
    p.normal[random_below(random, 3)] = OCT9_ONE_Q14; /* not all zero */
    return p;
}

static shapes_t random_shapes(random_t *random)
{
    shapes_t s;
    s.box = model_random_box(random, OCT9_CELLS);
    s.centre = world_point(random);
    s.radius = query_radius(random);
    s.states = 1u + (unsigned)random_below(random, 7);
    for (unsigned i = 0; i < 6; i++)
        s.frustum.plane[i] = random_plane(random);
    return s;
}

static oct9_status_t begin(const shapes_t *s, unsigned kind, const oct9_map_t *map)
{
    static oct9_region_t region;
    region = oct9_region_of_box(&s->box);
    if (kind != BOX) {
        region.kind = kind == SPHERE ? OCT9_REGION_SPHERE : OCT9_REGION_FRUSTUM;
        region.centre = s->centre;
        region.radius_q6 = s->radius;
        region.frustum = &s->frustum;
    }
    return oct9_visit_begin(&visit, map, &region, s->states);
}

/* A leaf's low and high faces. */
static void faces(const oct9_leaf_t *l, int32_t low[3], int32_t high[3])
{
    low[0] = AT((int32_t)l->corner.x * 64);
    low[1] = AT((int32_t)l->corner.y * 64);
    low[2] = AT((int32_t)l->corner.z * 64);
    for (unsigned a = 0; a < 3; a++)
        high[a] = low[a] + ((int32_t)64 << l->level);
}

static bool meets_sphere(const shapes_t *s, const oct9_leaf_t *l)
{
    const int32_t centre[3] = { s->centre.x, s->centre.y, s->centre.z };
    int32_t low[3], high[3];
    int64_t sum = 0;
    faces(l, low, high);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t below = low[a] - centre[a], above = centre[a] - high[a];
        const int32_t apart = below > 0 ? below : above > 0 ? above : 0;
        sum += (int64_t)apart * apart;
    }
    return sum <= (int64_t)s->radius * s->radius;
}

static bool meets_frustum(const shapes_t *s, const oct9_leaf_t *l)
{
    int32_t low[3], high[3];
    faces(l, low, high);
    for (unsigned i = 0; i < 6; i++) {
        const oct9_plane_t *p = &s->frustum.plane[i];
        int32_t most = 0; /* of all corners; up to 3 * 2^14 * 2^15 */
        for (unsigned a = 0; a < 3; a++)
            most += p->normal[a] * (p->normal[a] > 0 ? high[a] : low[a]);
        if (most < p->offset)
            return false;
    }
    return true;
}

static bool meets(const shapes_t *s, unsigned kind, const oct9_leaf_t *l)
{
    if (!(s->states >> l->state & 1u))
        return false;
    return kind == BOX    ? model_common_volume(l, &s->box) != 0
         : kind == SPHERE ? meets_sphere(s, l)
                          : meets_frustum(s, l);
}

/* The next leaf, by slices. */
static int next(uint32_t budget, oct9_leaf_t *l)
{
    int status;
    while ((status = oct9_visit_next(&visit, budget, l)) == OCT9_AGAIN)
        ;
    return status;
}

/* The leaves of a visit are those of the whole map that meet the shape, in the same order. */
static uint32_t check_visit(uint32_t digest, const shapes_t *s, unsigned kind,
                            const oct9_map_t *map, uint32_t budget)
{
    oct9_visit_t all;
    oct9_leaf_t expected;
    CHECK_EQ(begin(s, kind, map), OCT9_OK);
    CHECK_EQ(oct9_visit_begin(&all, map, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&all, UINT32_MAX, &expected) > 0) {
        if (!meets(s, kind, &expected))
            continue;
        CHECK_EQ(next(budget, &leaf), 1);
        CHECK(query_leaf_is(&leaf, &expected));
        digest = query_add_leaf(digest, &leaf);
    }
    CHECK_EQ(next(budget, &leaf), 0);
    return digest;
}

static void random_visits(void)
{
    random_t random = { 111 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const shapes_t s = random_shapes(&random);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            const uint32_t budget = query_budgets[i % QUERY_BUDGETS];
            const uint32_t tree = check_visit(0, &s, kind, &maps[0], budget);
            CHECK_EQ(check_visit(0, &s, kind, &maps[1], budget), tree);
            digest = digest_add(digest, tree);
        }
    }
    TEST_DIGEST("visit", digest);
}

/* --- errors ---------------------------------------------------------------------------------- */

static void errors(void)
{
    static const oct9_region_t bad_boxes[] = {
        { .kind = OCT9_REGION_BOX, .lo = { 5, 5, 5 }, .hi = { 4, 9, 9 } },
        { .kind = OCT9_REGION_BOX, .lo = { 5, 5, 5 }, .hi = { 9, 4, 9 } },
        { .kind = OCT9_REGION_BOX, .lo = { -9, -9, -1 }, .hi = { 1, 1, -2 } }
    };
    static const unsigned bad_states[] = { 0, 8, 15, ~0u };
    static const int16_t bad_normals[] = { 0, OCT9_ONE_Q14 + 1, -OCT9_ONE_Q14 - 1, INT16_MIN };
    oct9_region_t sphere = { .kind = OCT9_REGION_SPHERE, .radius_q6 = 9 };
    oct9_frustum_t frustum;
    const oct9_region_t seen = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    const oct9_region_t no_kind = { .kind = (oct9_region_kind_t)4 };
    query_room();
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &no_kind, 1), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i] = plane(0, -OCT9_ONE_Q14, 1, 0);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_visit_begin(&visit, &world_map, &bad_boxes[i], 1), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned states = bad_states[i];
        CHECK_EQ(oct9_visit_begin(&visit, &world_map, NULL, states), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_visit_begin(&visit, &world_map, &sphere, states), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_visit_begin(&visit, &world_map, &seen, states), OCT9_ERR_ARGUMENT);
    }
    sphere.radius_q6 = 32768;
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &sphere, 1), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned k = 0; k < 4; k++) {
            frustum.plane[i] = plane(0, 0, bad_normals[k], 0);
            CHECK_EQ(oct9_visit_begin(&visit, &world_map, &seen, 1), OCT9_ERR_ARGUMENT);
        }
        frustum.plane[i] = plane(1, 0, 0, 0);
    }
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
    query_paint(&leaf, sizeof leaf);
    CHECK_EQ(oct9_visit_next(&visit, 0, &leaf), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&leaf, sizeof leaf));
    CHECK_EQ(oct9_visit_next(&visit, 1, &leaf), OCT9_AGAIN);
    CHECK_EQ(payloads(), 26);
}

GOLDEN_SUITE(visit)
{
    RUN(boxes);
    RUN(spheres);
    RUN(six_faces);
    RUN(frustums);
    RUN(random_visits);
    RUN(errors);
}
