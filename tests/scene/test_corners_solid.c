/* SPDX-License-Identifier: MIT */
/* What no other test reaches in solids, scenes and objects: the ends of numbers, and the largest
 * counts. */
#include "oct9/objects.h"
#include "oct9/scene.h"
#include "src/number/fraction.h"
#include "src/solid/core_point.h"
#include "src/solid/parting.h"
#include "src/solid/solid.h"
#include "src/solid/wide.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <string.h>

/* --- solids ----------------------------------------------------------------------------------- */

__extension__ typedef __int128 exact_t;

static exact_t exact(const oct9_wide_t *a)
{
    return (exact_t)a->high * ((exact_t)1 << 64) + (exact_t)a->low;
}

static oct9_wide_t wide_of(exact_t a)
{
    return (oct9_wide_t){ (uint64_t)a, (int64_t)(a >> 64) };
}

static int compare(exact_t a, exact_t b)
{
    return (a > b) - (a < b);
}

static unsigned bits_of(exact_t a)
{
    unsigned bits = 0;
    while (bits < 127 && (a < 0 ? -a : a) >> bits != 0)
        bits++;
    return bits;
}

/* Numbers of 128 bits against the compiler's, at the ends of words and around 0. */
static void wide_numbers(void)
{
    static const int64_t some[] = { 0,
                                    1,
                                    -1,
                                    2,
                                    -3,
                                    0x7FFFFFFF,
                                    0x80000000,
                                    0xFFFFFFFF,
                                    -0xFFFFFFFF,
                                    0x100000000,
                                    -0x100000001,
                                    (int64_t)1 << 47,
                                    -((int64_t)1 << 61),
                                    INT64_MAX / 2,
                                    -INT64_MAX };
    enum { SOME = sizeof some / sizeof some[0] };
    for (unsigned i = 0; i < SOME * SOME * SOME; i++) {
        const int64_t a = some[i % SOME], b = some[i / SOME % SOME], c = some[i / SOME / SOME];
        const exact_t ab = (exact_t)a * b, bc = (exact_t)b * c;
        const unsigned bits = bits_of(ab);
        oct9_wide_t first, second;
        oct9_wide_product(&first, a, b);
        oct9_wide_product(&second, b, c);
        CHECK(exact(&first) == ab && exact(&second) == bc);
        CHECK_EQ(oct9_wide_sign(&first), compare(ab, 0));
        CHECK_EQ(oct9_wide_compare(&first, &second), compare(ab, bc));
        CHECK_EQ(oct9_wide_bits(&first), bits);
        for (unsigned shift = bits < 64 ? 1 : bits - 63; shift < 64; shift++)
            CHECK_EQ(oct9_wide_shifted(&first, shift), (int64_t)(ab >> shift));
        oct9_wide_negate(&first);
        CHECK(exact(&first) == -ab);
        oct9_wide_determinant(&first, a / 2, b, b, c / 2);
        CHECK(exact(&first) == (exact_t)(a / 2) * b - (exact_t)b * (c / 2));
        first = wide_of(ab / 2);
        second = wide_of(bc / 2);
        oct9_wide_add(&first, &second);
        CHECK(exact(&first) == ab / 2 + bc / 2);
    }
}

/* A triangle with a right angle, 7 above the places: on which of its corners, edges or its face the
 * nearest point lies. What is over an edge counts to the edge, and over a corner to that. */
static void parts_of_a_triangle(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE,
        0,
        { { 0, 0, 7 }, { 1000, 0, 7 }, { 0, 1000, 7 } },
    };
    enum { POINT = OCT9_ON_POINT, EDGE = OCT9_ON_EDGE, FACE = OCT9_ON_FACE };
    static const struct {
        int32_t x, y, near_x, near_y, feature;
    } places[] = {
        { 0, 0, 0, 0, POINT },       { -5, 0, 0, 0, POINT },       { 0, -5, 0, 0, POINT },
        { 1000, 0, 1000, 0, POINT }, { 1000, -5, 1000, 0, POINT }, { 1005, 5, 1000, 0, POINT },
        { 1009, 2, 1000, 0, POINT }, { 0, 1000, 0, 1000, POINT },  { -5, 1000, 0, 1000, POINT },
        { 5, 1005, 0, 1000, POINT }, { 2, 1009, 0, 1000, POINT },  { 500, 0, 500, 0, EDGE },
        { 1, 0, 1, 0, EDGE },        { 999, -9, 999, 0, EDGE },    { 0, 500, 0, 500, EDGE },
        { 0, 1, 0, 1, EDGE },        { -9, 999, 0, 999, EDGE },    { 500, 500, 500, 500, EDGE },
        { 999, 1, 999, 1, EDGE },    { 600, 600, 500, 500, EDGE }, { 1, 999, 1, 999, EDGE },
        { 1, 1, 1, 1, FACE },        { 499, 500, 499, 500, FACE }, { 998, 1, 998, 1, FACE }
    };
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        const oct9_line_t line = { { places[i].x, places[i].y, 0 }, { 0, 0, 0 } };
        const int32_t dx = places[i].x - places[i].near_x, dy = places[i].y - places[i].near_y;
        const uint32_t square = (uint32_t)(dx * dx + dy * dy + 49) << 16;
        oct9_core_point_t nearest;
        oct9_core_point(&solid, &line, 0, 1, &nearest);
        CHECK_EQ(nearest.feature, places[i].feature);
        const uint32_t distance = oct9_core_point_distance(&nearest, OCT9_DISTANCE_END);
        CHECK(distance * distance <= square && (distance + 1) * (distance + 1) > square);
    }
}

/* Faces so far away that the first guess of the distance is one too many or too few, and one whose
 * place is nearer than any guess can say: the length of the gap, times 256, against 128 bits. */
static void distances_to_faces(void)
{
    static const struct {
        int32_t corner[3][3], at[3];
        uint32_t distance;
    } faces[] = {
        { { { 15323, 10807, -15943 }, { -8135, 5156, -14097 }, { 3407, 4947, -1214 } },
          { 9342, -18988, -16044 },
          6960326 },
        { { { -10440, -14317, 8924 }, { -11820, -8727, 16217 }, { 10034, 9502, -9452 } },
          { -29903, 7067, -8534 },
          8057400 },
        { { { 6763, 1458, 13548 }, { 5985, -5295, 12301 }, { 9814, -15110, 8356 } },
          { -4800, 395, -17253 },
          8167650 },
        { { { 14115, 6626, -3607 }, { 10068, -11509, -14566 }, { -8125, -11903, -8435 } },
          { -2930, 10481, -32415 },
          7600439 },
        { { { -6551, 4318, -10580 }, { -16153, -6496, -4327 }, { 6313, 1529, 12794 } },
          { -5463, -216, -704 },
          0 },
    };
    for (unsigned i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        const int32_t(*const c)[3] = faces[i].corner;
        oct9_solid_t solid = { .kind = OCT9_PRIMITIVE_TRIANGLE };
        oct9_line_t line = { { 0, 0, 0 }, { 0, 0, 0 } };
        oct9_core_point_t nearest;
        exact_t height = 0, square = 0;
        memcpy(solid.corner, c, sizeof faces[i].corner);
        memcpy(line.from, faces[i].at, sizeof line.from);
        for (unsigned a = 0; a < 3; a++) {
            const unsigned b = (a + 1) % 3, d = (a + 2) % 3;
            const exact_t normal = (exact_t)(c[1][b] - c[0][b]) * (c[2][d] - c[0][d]) -
                                   (exact_t)(c[1][d] - c[0][d]) * (c[2][b] - c[0][b]);
            height += normal * (faces[i].at[a] - c[0][a]);
            square += normal * normal;
        }
        oct9_core_point(&solid, &line, 0, 1, &nearest);
        CHECK_EQ(nearest.feature, OCT9_ON_FACE);
        const exact_t distance = oct9_core_point_distance(&nearest, OCT9_DISTANCE_END);
        const exact_t all = height * height * 65536;
        CHECK(height != 0 && distance == faces[i].distance);
        CHECK(distance * distance * square <= all &&
              (distance + 1) * (distance + 1) * square > all);
    }
}

/* From a box's corner the place is 3, 4 and 12 away, so 13; beyond the range on one axis alone, and
 * on none, but on all together. */
static void within_a_range(void)
{
    const oct9_solid_t box = { OCT9_PRIMITIVE_BOX, 0, { { 0, 0, 0 }, { 100, 100, 100 } } };
    const oct9_point_t place = { -3, 104, -12 }, aside = { 50, 50, 112 };
    CHECK(oct9_solid_within(&box, &place, 13) && !oct9_solid_within(&box, &place, 12));
    CHECK(!oct9_solid_within(&box, &place, 11));
    CHECK(oct9_solid_within(&box, &aside, 12) && !oct9_solid_within(&box, &aside, 11));
}

/* Of each kind of feature: whether a place is beyond a radius, and whether it comes nearer, goes
 * away or neither. */
static void signs_of_a_place(void)
{
    static const struct {
        oct9_solid_t solid;
        oct9_line_t at;
        uint16_t distance;
    } places[] = {
        { { OCT9_PRIMITIVE_SPHERE, 0, { { 100, 100, 100 } } }, { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_SPHERE, 0, { { 100, 100, 149 } } }, { { 100, 100, 150 }, { 0 } }, 1 },
        { { OCT9_PRIMITIVE_BOX, 0, { { 0, 0, 0 }, { 200, 200, 100 } } },
          { { 100, 100, 150 }, { 0 } },
          50 },
        { { OCT9_PRIMITIVE_CAPSULE, 0, { { 0, 100, 100 }, { 200, 100, 100 } } },
          { { 100, 100, 150 }, { 0 } },
          50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 100 }, { 900, 0, 100 }, { 0, 900, 100 } } },
          { { 100, 100, 150 }, { 0 } },
          50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 200 }, { 900, 0, 200 }, { 0, 900, 200 } } },
          { { 100, 100, 150 }, { 0 } },
          50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 150 }, { 900, 0, 150 }, { 0, 900, 150 } } },
          { { 100, 100, 150 }, { 0 } },
          0 }
    };
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        const oct9_solid_t *solid = &places[i].solid;
        const uint16_t distance = places[i].distance;
        const int away = distance == 0 ? 0 : solid->corner[0][2] > 150 ? -1 : 1;
        oct9_line_t line = places[i].at;
        oct9_core_point_t nearest;
        int32_t unit[3];
        oct9_core_point(solid, &line, 0, 1, &nearest);
        CHECK_EQ(oct9_core_point_distance(&nearest, OCT9_DISTANCE_END), distance * 256u);
        CHECK_EQ(oct9_core_point_beyond(&nearest, distance), 0);
        CHECK_EQ(oct9_core_point_beyond(&nearest, (uint16_t)(distance + 1)), -1);
        if (distance != 0)
            CHECK_EQ(oct9_core_point_beyond(&nearest, (uint16_t)(distance - 1)), 1);
        oct9_core_point_direction(&nearest, unit);
        CHECK(unit[0] == 0 && unit[1] == 0 && unit[2] == away * ((int32_t)1 << 28));
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), 0); /* at rest */
        line.delta[0] = 3;                                   /* past it, at one distance */
        line.delta[1] = -4;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), 0);
        line.delta[2] = 1;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), away);
        line.delta[2] = -1;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), -away);
    }
}

/* As large a triangle as a cube has, farther away than any in a scene: the product of its normal
 * and the gap, times the time's denominator, needs more than 63 bits. */
static void a_large_triangle_far_away(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE,
        0,
        { { 32767, 32767, 0 }, { 0, 32767, 32767 }, { 32767, 0, 32767 } },
    };
    const oct9_line_t line = { { -32768, -32768, -32768 }, { 3, 3, 3 } };
    oct9_core_point_t nearest;
    oct9_core_point(&solid, &line, 1, 65535, &nearest);
    CHECK_EQ(nearest.feature, OCT9_ON_FACE);
    CHECK_EQ(oct9_core_point_beyond(&nearest, 65534), 1);
    oct9_core_point(&solid, &line, 1, 1, &nearest);
    CHECK_EQ(oct9_core_point_beyond(&nearest, 65534), 1);
}

/* A plane that is farther away than any radius, by more than 64 bits hold the square of. */
static void planes_far_and_near(void)
{
    const oct9_solid_t ball = { OCT9_PRIMITIVE_SPHERE, 32767, { { -32768, -32768, -32768 } } };
    oct9_frustum_t frustum;
    memset(&frustum, 0, sizeof frustum);
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i].normal[0] = OCT9_ONE_Q14;
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i].offset = -OCT9_ONE_Q14;
    CHECK(oct9_solid_meets_frustum(&ball, &frustum, 63));
    frustum.plane[5].offset = 0; /* one sub-cell beyond its reach */
    CHECK(!oct9_solid_meets_frustum(&ball, &frustum, 63));
    CHECK(!oct9_solid_meets_frustum(&ball, &frustum, 32));
    CHECK(oct9_solid_meets_frustum(&ball, &frustum, 31)); /* of the others alone */
    for (unsigned a = 0; a < 3; a++)
        frustum.plane[5].normal[a] = OCT9_ONE_Q14;
    frustum.plane[5].offset = INT32_MAX;
    CHECK(!oct9_solid_meets_frustum(&ball, &frustum, 63));
}

/* A line through a triangle at one 65535th: it comes to it at the last that is asked for, and not
 * at the one before. */
static void a_contact_at_the_last_65535th(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE,
        0,
        { { 0, 0, 0 }, { 0, 900, 0 }, { 0, 0, 900 } },
    };
    const oct9_motion_t there = { { -32768, 100, 100 }, { 32767, 100, 100 }, 0 };
    uint16_t num = 0;
    CHECK(oct9_solid_contact(&solid, &there, OCT9_WAY_MAX, NULL, &num));
    CHECK_EQ(num, 32767);
    CHECK(oct9_solid_contact(&solid, &there, 32767, NULL, &num));
    CHECK_EQ(num, 32767);
    CHECK(!oct9_solid_contact(&solid, &there, 32766, NULL, &num));
    CHECK(oct9_solid_contact(&solid, &there, 32767, NULL, NULL));
    CHECK(!oct9_solid_contact(&solid, &there, 32766, NULL, NULL));
}

/* A line that begins a 1000th of a sub-cell before a triangle: within the first 65535th. */
static void a_contact_in_the_first_65535th(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE,
        0,
        { { 0, 1000, 0 }, { 1, 0, 0 }, { 0, 1000, 1000 } },
    };
    const oct9_motion_t there = { { 0, 999, 500 }, { 32767, 999, 500 }, 0 };
    uint16_t num = 9;
    CHECK(oct9_solid_contact(&solid, &there, OCT9_WAY_MAX, NULL, &num));
    CHECK_EQ(num, 0);
}

static int16_t to_axis(int32_t at)
{
    return (int16_t)(at < INT16_MIN ? INT16_MIN : at > INT16_MAX ? INT16_MAX : at);
}

/* True if the plane parts the motion from the solid as a primitive: a box cut to the cube. */
static bool parted_by(const oct9_solid_t *solid, const oct9_parting_t *parting)
{
    oct9_point_t at[3];
    for (unsigned c = 0; c < 3; c++) {
        at[c].x = to_axis(solid->corner[c][0]);
        at[c].y = to_axis(solid->corner[c][1]);
        at[c].z = to_axis(solid->corner[c][2]);
    }
    const oct9_primitive_t primitive = {
        .kind = solid->kind, .radius_q6 = solid->radius_q6, .a = at[0], .b = at[1], .c = at[2]
    };
    return oct9_primitive_parted_by(&primitive, parting);
}

/* A sphere that passes a sub-cell above a face, an edge, a corner, a box and balls: a plane parts
 * them. None does if they are higher, nor does the plane that parted it from one of the others. */
static void planes_that_part(void)
{
    enum { RADIUS = 500, RISE = 40 };
    static const oct9_solid_t flat[] = {
        { OCT9_PRIMITIVE_TRIANGLE, 0, { { -9000, -9000, 0 }, { 9000, -9000, 0 }, { 0, 9000, 0 } } },
        { OCT9_PRIMITIVE_TRIANGLE, 0, { { -9000, 0, 0 }, { 9000, 0, 0 }, { 0, 0, -9000 } } },
        { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 0 }, { 0, 900, -900 }, { 0, -900, -900 } } },
        { OCT9_PRIMITIVE_BOX, 0, { { -65536, -65536, -65536 }, { 65535, 65535, 0 } } },
        { OCT9_PRIMITIVE_CAPSULE, 100, { { -900, 0, -100 }, { 900, 0, -100 } } },
        { OCT9_PRIMITIVE_SPHERE, 32767, { { 0, 0, -32767 } } }
    };
    static const oct9_line_t line = { { -1000, 0, RADIUS + 1 }, { 2000, 0, RISE } };
    static const int32_t middle[3] = { 0, 0, 0 };
    for (unsigned i = 0; i < 36; i++) {
        oct9_solid_t solid = flat[i % 6];
        oct9_parting_t parting;
        const uint16_t first = (uint16_t)(RADIUS + flat[i / 6].radius_q6);
        const oct9_meeting_t clear = { &flat[i / 6], &line, first, OCT9_WAY_MAX, &parting };
        uint32_t from;
        oct9_solid_parting_init(&parting);
        CHECK(!parted_by(&flat[i / 6], &parting));
        CHECK(oct9_solid_parted(&clear, middle, &from));
        CHECK(parted_by(&flat[i / 6], &parting) || flat[i / 6].radius_q6 != 0);
        for (unsigned c = 0; c < 3; c++)
            solid.corner[c][2] += RISE + 1;
        CHECK(!parted_by(&solid, &parting));
        const uint16_t second = (uint16_t)(RADIUS + solid.radius_q6);
        const oct9_meeting_t touching = { &solid, &line, second, OCT9_WAY_MAX, NULL };
        CHECK(!oct9_solid_parted(&touching, middle, &from));
    }
}

/* Triangles that the normal alone parts from a box, by 1 / 3^(1/2), and that touch it. */
static void boxes_and_slanted_triangles(void)
{
    const int32_t low[3] = { 20, 20, 20 }, high[3] = { 30, 30, 30 };
    for (int32_t at = 0; at < 2; at++) {
        const oct9_solid_t below = {
            OCT9_PRIMITIVE_TRIANGLE,
            0,
            { { 19 + at, 20, 20 }, { 20, 19 + at, 20 }, { 20 + at, 20 + at, 19 - at } },
        };
        const oct9_solid_t above = {
            OCT9_PRIMITIVE_TRIANGLE,
            0,
            { { 31 - at, 30, 30 }, { 30, 31 - at, 30 }, { 30 - at, 30 - at, 31 + at } },
        };
        CHECK_EQ(oct9_solid_meets_box(&below, low, high), at);
        CHECK_EQ(oct9_solid_meets_box(&above, low, high), at);
    }
}

/* --- scenes ----------------------------------------------------------------------------------- */

/* As many blocks, lists and primitives as an image may say it has: what is wrong then is what they
 * are. One more is too many. Of 2^24 indices only that they are too many. */
static void images_of_the_largest_counts(void)
{
    enum { MOST = OCT9_PRIMITIVES_MAX, WORDS = (52 + 26 * (MOST + 1)) / 4 + 1 };
    static union {
        oct9_scene_header_t header;
        uint32_t words[WORDS];
    } image;
    oct9_scene_header_t *const h = &image.header;
    oct9_scene_t scene;
    static const struct {
        uint32_t most, bytes;
        oct9_status_t status;
    } kinds[4] = { { OCT9_PRIMITIVES_MAX, 26, OCT9_OK },
                   { OCT9_BLOCKS_MAX, 16, OCT9_ERR_IMAGE_INDEX },
                   { OCT9_LISTS_MAX, 4, OCT9_ERR_IMAGE_INDEX },
                   { OCT9_INDICES_MAX, 2, OCT9_ERR_IMAGE_CRC } };
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned more = 0; more < 2; more++) {
            uint32_t *const counts[4] = { &h->primitive_count, &h->block_count, &h->list_count,
                                          &h->index_count };
            memset(&image, 0, sizeof image);
            h->magic = OCT9_SCENE_MAGIC;
            h->version = OCT9_SCENE_VERSION;
            h->cell_um = 4000;
            h->root = OCT9_SLOT_LEAF;
            *counts[kind] = kinds[kind].most + more;
            h->bytes = (52 + kinds[kind].bytes * *counts[kind] + 3) / 4 * 4;
            if (h->bytes > sizeof image && more == 0)
                continue;
            if (h->bytes <= sizeof image)
                h->crc = oct9_rom_crc32(0, oct9_rom_of_ram(&h->version), h->bytes - 8);
            CHECK_EQ(oct9_scene_open(&scene, &image, h->bytes, NULL),
                     more ? OCT9_ERR_IMAGE_COUNT : kinds[kind].status);
        }
}

/* --- moving objects -------------------------------------------------------------------------- */

enum { EDGE = 6, CROWD = EDGE * EDGE * EDGE + 64, CROWD_NODES = 2048 };
static oct9_object_t objects[CROWD];
static oct9_object_node_t nodes[CROWD_NODES];

static void add(oct9_objects_t *set, int x, int y, int z, unsigned half)
{
    const uint16_t size = (uint16_t)half;
    const oct9_bounds_t bounds = { { (int16_t)x, (int16_t)y, (int16_t)z },
                                   { size, size, size },
                                   OCT9_BOUND_BOX };
    const oct9_objects_add_input_t input = { .bounds = bounds };
    oct9_handle_t handle;
    CHECK(oct9_objects_add(set, &input, &handle) >= 0);
}

static void begin_objects(oct9_objects_t *set)
{
    const oct9_objects_config_t config = { objects, nodes, CROWD, CROWD_NODES, OCT9_LOOSE, 1, 0 };
    CHECK_EQ(oct9_objects_init(set, &config), OCT9_OK);
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

static bool meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const int reach = a->half_q6[0] + b->half_q6[0];
    return apart(a->centre.x, b->centre.x) <= reach && apart(a->centre.y, b->centre.y) <= reach &&
           apart(a->centre.z, b->centre.z) <= reach;
}

/* Each node of a block of them holds a box of its size, and the eight in the middle a point in each
 * corner of each child: so that none may be missed among those near to another. */
static void pairs_in_a_crowd(void)
{
    static oct9_pairs_t pairs;
    for (int size = 128; size <= 512; size *= 2) {
        const int low = FROM_LOW(16384 - EDGE / 2 * size), middle = FROM_LOW(16384 - size);
        oct9_objects_t set;
        oct9_object_pair_t pair;
        uint32_t expected = 0, found = 0;
        begin_objects(&set);
        for (int i = 0; i < EDGE * EDGE * EDGE; i++)
            add(&set, low + size * (i % EDGE) + size / 2, low + size * (i / EDGE % EDGE) + size / 2,
                low + size * (i / EDGE / EDGE) + size / 2, (unsigned)size / 2);
        for (int i = 0; i < 64; i++)
            add(&set, middle + (size - 1) * (i % 4) / 2, middle + (size - 1) * (i / 4 % 4) / 2,
                middle + (size - 1) * (i / 16) / 2, 0);
        CHECK_EQ(oct9_objects_update(&set, UINT32_MAX), OCT9_OK);
        for (unsigned i = 0; i < CROWD; i++)
            for (unsigned j = i + 1; j < CROWD; j++)
                expected += meet(&objects[i].bounds, &objects[j].bounds);
        CHECK_EQ(oct9_objects_pairs_begin(&pairs, &set, OCT9_PAIRS_ALL, 0), OCT9_OK);
        while (oct9_objects_pairs_next(&pairs, UINT32_MAX, &pair, 1) == 1) {
            CHECK(meet(&objects[pair.a.index].bounds, &objects[pair.b.index].bounds));
            found++;
        }
        CHECK_EQ(found, expected);
    }
}

/* An array for more pairs than an int says everywhere is filled up to that many. */
static void more_pairs_than_one_call_finds(void)
{
    enum { BOXES = 257, ALL = BOXES * (BOXES - 1) / 2 };
    static oct9_object_pair_t pairs_found[UINT16_MAX];
    static bool met[BOXES][BOXES];
    static oct9_pairs_t pairs;
    oct9_objects_t set;
    begin_objects(&set);
    for (unsigned i = 0; i < BOXES; i++)
        add(&set, 100, 100, 100, 5);
    CHECK_EQ(oct9_objects_update(&set, UINT32_MAX), OCT9_OK);
    CHECK_EQ(oct9_objects_pairs_begin(&pairs, &set, OCT9_PAIRS_ALL, 0), OCT9_OK);
    for (uint32_t found = 0; found < ALL;) {
        const int count = oct9_objects_pairs_next(&pairs, UINT32_MAX, pairs_found, UINT16_MAX);
        CHECK_EQ(count, found == 0 ? INT16_MAX : ALL - INT16_MAX);
        for (int i = 0; i < count; i++) {
            const uint16_t a = pairs_found[i].a.index, b = pairs_found[i].b.index;
            CHECK(a != b && !met[a][b] && !met[b][a]);
            met[a][b] = true;
        }
        found += (uint32_t)count;
    }
    CHECK_EQ(oct9_objects_pairs_next(&pairs, UINT32_MAX, pairs_found, UINT16_MAX), 0);
}

int main(void)
{
    RUN(wide_numbers);
    RUN(parts_of_a_triangle);
    RUN(distances_to_faces);
    RUN(within_a_range);
    RUN(signs_of_a_place);
    RUN(a_large_triangle_far_away);
    RUN(planes_far_and_near);
    RUN(a_contact_at_the_last_65535th);
    RUN(a_contact_in_the_first_65535th);
    RUN(planes_that_part);
    RUN(boxes_and_slanted_triangles);
    RUN(images_of_the_largest_counts);
    RUN(pairs_in_a_crowd);
    RUN(more_pairs_than_one_call_finds);
    return test_end();
}
