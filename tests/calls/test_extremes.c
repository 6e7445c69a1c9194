/* SPDX-License-Identifier: MIT */
/* Extreme numbers: every query with coordinates, radii, extents, rotations, planes and rules from
 * the ends of their types, under the sanitizers. An input is refused iff it is bad by the headers,
 * and then the output is not touched; otherwise the output must be possible at all. */
#include "oct9/cast.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "oct9/probe.h"
#include "oct9/visit.h"
#include "tests/shared/from_low.h"
#include "tests/golden/query.h"
#include "tests/test.h"

#include <stdio.h>

enum { SEED = 141, CALLS = 200000, POINTS = 4, FOUND = 4, LEAVES = 50 };

static random_t r = { SEED };

/* --- numbers --------------------------------------------------------------------------------- */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define PICK(array) ((array)[random_below(&r, COUNT(array))])

static bool one_in(uint32_t n)
{
    return random_below(&r, n) == 0;
}

static int16_t coordinate(void)
{
    static const int16_t ends[] = {
        INT16_MIN,         INT16_MIN + 1,     OCT9_LOW_Q6 - 1,  OCT9_LOW_Q6,  OCT9_LOW_Q6 + 1,
        OCT9_LOW_Q6 + 63,  OCT9_LOW_Q6 + 64,  OCT9_LOW_Q6 + 65, -1,           0,
        OCT9_HIGH_Q6 - 65, OCT9_HIGH_Q6 - 64, OCT9_HIGH_Q6 - 1, OCT9_HIGH_Q6, OCT9_HIGH_Q6 + 1,
        INT16_MAX - 1,     INT16_MAX
    };
    return one_in(4) ? (int16_t)random_u32(&r) : PICK(ends);
}

static oct9_point_t point(void)
{
    oct9_point_t p;
    p.x = coordinate();
    p.y = coordinate();
    p.z = coordinate();
    return p;
}

static uint16_t length(void)
{
    static const uint16_t ends[] = { 0, 1, 63, 64, 65, 32766, 32767, 32768, 65534, 65535 };
    return one_in(4) ? (uint16_t)random_below(&r, 32768) : PICK(ends);
}

static uint16_t half_edge(void)
{
    static const uint16_t ends[] = { 1, 63, 64, 65, 4095, 4096 };
    return one_in(16) ? length() : one_in(3) ? (uint16_t)random_below(&r, 4097) : PICK(ends);
}

static int32_t offset(void)
{
    static const int32_t ends[] = { INT32_MIN, INT32_MIN + 1, -1,       0, 1, 63, 64,
                                    65,        INT32_MAX - 1, INT32_MAX };
    return one_in(2) ? (int32_t)random_u32(&r) : PICK(ends);
}

static oct9_rotation_t rotation(void)
{
    static const int16_t units[][4] = { { 16384, 0, 0, 0 },         { 16511, 0, 0, 0 },
                                        { 16256, 0, 0, 0 },         { 11585, 11585, 0, 0 },
                                        { 8192, 8192, 8192, 8192 }, { 15137, 6270, 0, 0 },
                                        { 16383, 1, 1, 1 },         { 9459, 9459, 9459, 1 } };
    const int16_t *unit = PICK(units);
    int16_t q[4];
    const uint32_t turn = random_below(&r, 4), signs = random_u32(&r);
    for (unsigned i = 0; i < 4; i++) {
        const int16_t size = unit[(i + turn) % 4];
        q[i] = one_in(64) ? coordinate() : (int16_t)(signs >> i & 1u ? -size : size);
    }
    return (oct9_rotation_t){ q[0], q[1], q[2], q[3] };
}

static oct9_pose_t pose(void)
{
    oct9_pose_t p;
    p.place = point();
    p.rotation = rotation();
    return p;
}

static oct9_rules_t rules(void)
{
    static const unsigned enums[] = { 0, 1, 2, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };
    oct9_rules_t out = query_rules(&r);
    if (one_in(32))
        out.unknown = (oct9_policy_t)PICK(enums);
    if (one_in(32))
        out.outside = (oct9_state_t)PICK(enums);
    if (one_in(32))
        out.start_inside = (oct9_policy_t)PICK(enums);
    if (one_in(16))
        out.filter_mask = length();
    if (one_in(32))
        out.filter_value = length();
    return out;
}

/* --- statuses -------------------------------------------------------------------------------- */

/* A set of statuses. */
static uint64_t when(bool bad, oct9_status_t status)
{
    return bad ? 1ull << -(int)status : 0;
}

/* No payload that an obstacle of the map may have matches. */
static uint64_t bad_filter(const oct9_map_t *map, uint16_t mask, uint16_t value)
{
    unsigned payload = map->tree ? map->tree->thresholds.occupied_from : 2;
    const unsigned last = map->tree ? 32767 : 2;
    while (payload <= last && (payload & mask) != value)
        payload++;
    return when(payload > last, OCT9_ERR_ARGUMENT);
}

static uint64_t bad_rules(const oct9_map_t *map, const oct9_rules_t *in)
{
    return when((unsigned)in->unknown > 1 || (unsigned)in->start_inside > 2 ||
                    (unsigned)in->outside > 2,
                OCT9_ERR_ARGUMENT) |
           bad_filter(map, in->filter_mask, in->filter_value);
}

static uint64_t bad_rotation(const oct9_rotation_t *q)
{
    const int64_t unit = 1 << 28;
    const int64_t square = (int64_t)q->w * q->w + (int64_t)q->x * q->x + (int64_t)q->y * q->y +
                           (int64_t)q->z * q->z;
    return when(64 * square < 63 * unit || 64 * square > 65 * unit, OCT9_ERR_ARGUMENT);
}

static uint32_t answered, refused;

/* The status is one of `bad`, and then the output is as it was painted; or `bad` is empty. */
static bool good(oct9_status_t status, uint64_t bad, const void *output, size_t size)
{
    if (status == OCT9_OK) {
        answered++;
        CHECK_EQ(bad, 0);
        return bad == 0;
    }
    refused++;
    CHECK(bad >> -(int)status & 1u);
    CHECK(query_painted(output, size));
    return false;
}

/* --- what is possible ------------------------------------------------------------------------ */

static bool is_between(int32_t x, int32_t a, int32_t b)
{
    return a < b ? a <= x && x <= b : b <= x && x <= a;
}

static void check_motion(uint32_t num, uint32_t den, const oct9_point_t *at,
                         const oct9_point_t *from, const oct9_point_t *to, oct9_hit_t hit)
{
    CHECK(num <= den && den >= 1 && den <= 65535);
    CHECK(is_between(at->x, from->x, to->x));
    CHECK(is_between(at->y, from->y, to->y));
    CHECK(is_between(at->z, from->z, to->z));
    if (hit == OCT9_HIT_NONE)
        CHECK(num == 1 && den == 1 && query_point_is(at, to->x, to->y, to->z));
}

static bool blocks(const oct9_rules_t *in, unsigned state, uint16_t payload)
{
    if (state == OCT9_UNKNOWN)
        return in->unknown == OCT9_BLOCKS;
    return state == OCT9_OCCUPIED && (payload & in->filter_mask) == in->filter_value;
}

static bool outside_blocks(const oct9_rules_t *in)
{
    return in->outside == OCT9_OCCUPIED ||
           (in->outside == OCT9_UNKNOWN && in->unknown == OCT9_BLOCKS);
}

static void check_leaf(const oct9_map_t *map, const oct9_leaf_t *leaf)
{
    oct9_leaf_t located;
    CHECK_EQ(oct9_map_locate(map, leaf->corner, &located), OCT9_OK);
    CHECK(query_leaf_is(leaf, &located));
}

static void check_hit(const oct9_map_t *map, const oct9_rules_t *in, oct9_hit_t hit,
                      const oct9_leaf_t *leaf)
{
    CHECK(hit == OCT9_HIT_NONE || hit == OCT9_HIT_LEAF || hit == OCT9_HIT_OUTSIDE);
    CHECK(hit != OCT9_HIT_OUTSIDE || outside_blocks(in));
    if (hit != OCT9_HIT_LEAF)
        return;
    check_leaf(map, leaf);
    CHECK(blocks(in, leaf->state, leaf->payload));
}

/* How far x is from the leaf's faces on an axis. */
static int64_t apart(int32_t x, uint16_t corner, uint8_t level)
{
    const int32_t low = CELL_LOW(corner), high = low + (64 << level);
    return x < low ? low - x : x > high ? x - high : 0;
}

static int64_t apart2(const oct9_point_t *p, const oct9_leaf_t *leaf)
{
    const int64_t x = apart(p->x, leaf->corner.x, leaf->level);
    const int64_t y = apart(p->y, leaf->corner.y, leaf->level);
    const int64_t z = apart(p->z, leaf->corner.z, leaf->level);
    return x * x + y * y + z * z;
}

static int64_t distance2(const oct9_point_t *a, const oct9_point_t *b)
{
    const int64_t x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
    return x * x + y * y + z * z;
}

/* `nearest` is the leaf's point that is nearest to p. */
static void check_nearest(const oct9_point_t *nearest, const oct9_point_t *p,
                          const oct9_leaf_t *leaf)
{
    CHECK_EQ(apart2(nearest, leaf), 0);
    CHECK_EQ(distance2(nearest, p), apart2(p, leaf));
}

/* --- queries --------------------------------------------------------------------------------- */

static void try_cast(const oct9_map_t *map)
{
    const oct9_point_t from = point(), to = point();
    const oct9_cast_input_t in = { .from = from, .to = to, .rules = rules() };
    oct9_cast_output_t out;
    query_paint(&out, sizeof out);
    if (!good(oct9_cast_ray(map, &in, &out), bad_rules(map, &in.rules), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    check_motion(out.fraction.num, out.fraction.den, &out.point, &from, &to, out.hit);
    CHECK(out.leaves <= 3 * 511 + 1);
    if (out.hit == OCT9_HIT_LEAF)
        CHECK(apart2(&out.point, &out.leaf) <= 3 && out.face <= OCT9_FACE_NONE);
}

/* The place that is returned lies on each axis at most one sub-cell before that of the fraction,
 * and that one before the contact. */
static void check_sphere(const oct9_map_t *map, const oct9_sphere_input_t *in,
                         const oct9_sweep_output_t *out)
{
    const int64_t reach = in->motion.radius_q6 + 4;
    check_hit(map, &in->rules, out->hit, &out->leaf);
    check_motion(out->fraction.num, out->fraction.den, &out->at, &in->motion.from, &in->motion.to,
                 out->hit);
    if (out->hit != OCT9_HIT_LEAF)
        return;
    CHECK_EQ(out->fraction.den, 65535);
    check_nearest(&out->nearest, &out->at, &out->leaf);
    CHECK(apart2(&out->at, &out->leaf) <= reach * reach);
}

static void try_sphere(const oct9_map_t *map)
{
    oct9_sphere_input_t in = { .motion.from = point() };
    oct9_sweep_output_t out;
    in.motion.to = one_in(4) ? in.motion.from : point();
    in.motion.radius_q6 = length();
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (good(oct9_sweep_sphere(map, &in, &out),
             bad_rules(map, &in.rules) | when(in.motion.radius_q6 > 32767, OCT9_ERR_ARGUMENT), &out,
             sizeof out))
        check_sphere(map, &in, &out);
}

/* The box's low face is at x, that of its start at lo; it comes as near to the leaf as 1. */
static bool reaches(int32_t x, int32_t lo, int32_t hi, uint16_t corner, uint8_t level)
{
    const int32_t low = CELL_LOW(corner), high = low + (64 << level);
    return x <= high + 1 && x + hi - lo >= low - 1;
}

static void try_box(const oct9_map_t *map)
{
    oct9_box_input_t in = { .lo = point() };
    oct9_sweep_output_t out;
    in.hi = point();
    in.to = one_in(4) ? in.lo : point();
    in.rules = rules();
    const oct9_point_t *lo = &in.lo, *hi = &in.hi;
    const bool empty = hi->x <= lo->x || hi->y <= lo->y || hi->z <= lo->z;
    query_paint(&out, sizeof out);
    if (!good(oct9_sweep_box(map, &in, &out),
              bad_rules(map, &in.rules) | when(empty, OCT9_ERR_ARGUMENT), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    check_motion(out.fraction.num, out.fraction.den, &out.at, &in.lo, &in.to, out.hit);
    if (out.hit != OCT9_HIT_LEAF)
        return;
    const oct9_leaf_t *leaf = &out.leaf;
    check_nearest(&out.nearest, &out.at, leaf);
    CHECK(reaches(out.at.x, lo->x, hi->x, leaf->corner.x, leaf->level));
    CHECK(reaches(out.at.y, lo->y, hi->y, leaf->corner.y, leaf->level));
    CHECK(reaches(out.at.z, lo->z, hi->z, leaf->corner.z, leaf->level));
}

static int64_t root(int64_t square)
{
    int64_t x = 0;
    for (int64_t bit = 1ll << 17; bit > 0; bit /= 2)
        if ((x + bit) * (x + bit) <= square)
            x += bit;
    return x;
}

static void try_path(const oct9_map_t *map)
{
    oct9_point_t points[POINTS];
    oct9_path_input_t in = { .points = points };
    oct9_path_output_t out;
    for (unsigned i = 0; i < POINTS; i++)
        points[i] = point();
    in.count = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, POINTS));
    in.radius_q6 = length();
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_sweep_path(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.radius_q6 > 32767, OCT9_ERR_ARGUMENT) |
                  when(in.count == 0, OCT9_ERR_ARGUMENT),
              &out, sizeof out))
        return;
    const unsigned segment = out.segment, segments = in.count > 1 ? in.count - 1u : 1u;
    CHECK(segment < segments);
    if (segment >= segments)
        return;
    CHECK(out.sweep.hit != OCT9_HIT_NONE || segment == segments - 1);
    const oct9_sphere_input_t sphere = {
        .motion = { points[segment], points[segment + (in.count > 1 ? 1u : 0u)], in.radius_q6 },
        .rules = in.rules
    };
    check_sphere(map, &sphere, &out.sweep);
    int64_t sum = root(distance2(&points[segment], &out.sweep.at));
    for (unsigned i = 0; i < segment; i++)
        sum += root(distance2(&points[i], &points[i + 1]));
    /* Each root here is less than 1 too short, each there at most 2. */
    CHECK((int64_t)out.clear_q6 <= sum + segment + 1);
    CHECK((int64_t)out.clear_q6 >= sum - 2 * (segment + 1));
}

static void try_nearest(const oct9_map_t *map)
{
    oct9_near_t found[FOUND];
    oct9_nearest_input_t in = { .point = point(), .found = found };
    oct9_nearest_output_t out;
    in.range_q6 = length();
    in.capacity = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, FOUND));
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_nearest_find(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.range_q6 > 32767, OCT9_ERR_ARGUMENT) |
                  when(in.capacity == 0, OCT9_ERR_ARGUMENT),
              &out, sizeof out))
        return;
    CHECK(out.count <= in.capacity);
    for (unsigned i = 0; i < out.count && i < in.capacity; i++) {
        const oct9_near_t *f = &found[i];
        check_hit(map, &in.rules, OCT9_HIT_LEAF, &f->leaf);
        check_nearest(&f->nearest, &in.point, &f->leaf);
        CHECK_EQ(f->distance2_q12, apart2(&in.point, &f->leaf));
        CHECK(f->distance2_q12 <= (uint32_t)in.range_q6 * in.range_q6);
        CHECK(i == 0 || found[i - 1].distance2_q12 <= f->distance2_q12);
        CHECK(f->distance2_q12 != 0 || in.rules.start_inside != OCT9_PASSES);
    }
}

static void try_obb(const oct9_map_t *map)
{
    oct9_obb_input_t in = { .from = pose() };
    oct9_obb_output_t out;
    bool bad_half = false;
    in.to = one_in(2) ? in.from : pose();
    for (unsigned a = 0; a < 3; a++) {
        in.half_q6[a] = half_edge();
        bad_half = bad_half || in.half_q6[a] == 0 || in.half_q6[a] > OCT9_OBB_HALF_MAX;
    }
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_obb_sweep(map, &in, &out),
              bad_rules(map, &in.rules) | when(bad_half, OCT9_ERR_ARGUMENT) |
                  bad_rotation(&in.from.rotation) | bad_rotation(&in.to.rotation),
              &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    CHECK(out.fraction.num <= out.fraction.den && out.fraction.den <= 65535);
    CHECK(out.fraction.den == (out.hit == OCT9_HIT_NONE ? 1 : 65535));
    CHECK(out.hit != OCT9_HIT_NONE || out.fraction.num == 1);
}

/* The bits of a leaf's corner interleaved: its place in the order. */
static uint32_t morton(const oct9_leaf_t *leaf)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < 9; i++)
        code |= (leaf->corner.x >> i & 1u) << 3 * i | (leaf->corner.y >> i & 1u) << (3 * i + 1) |
                (leaf->corner.z >> i & 1u) << (3 * i + 2);
    return code;
}

/* The first leaves of a visit are of its states, and in order. */
static void check_visit(oct9_visit_t *visit, const oct9_map_t *map, unsigned states)
{
    oct9_leaf_t leaf;
    int64_t last = -1;
    for (unsigned i = 0; i < LEAVES && oct9_visit_next(visit, UINT32_MAX, &leaf) == 1; i++) {
        check_leaf(map, &leaf);
        CHECK(states >> leaf.state & 1u);
        CHECK(morton(&leaf) > last);
        last = morton(&leaf);
    }
}

static unsigned some_states(void)
{
    static const unsigned ends[] = { 0, 8, 9, 15, 0x80000000, UINT32_MAX };
    return one_in(16) ? PICK(ends) : 1 + random_below(&r, 7);
}

static uint64_t bad_states(unsigned states)
{
    return when(states == 0 || states > 7, OCT9_ERR_ARGUMENT);
}

/* A visit has no output to be left alone. */
static void check_begun(oct9_status_t status, uint64_t bad, oct9_visit_t *visit,
                        const oct9_map_t *map, unsigned states)
{
    if (good(status, bad, NULL, 0))
        check_visit(visit, map, states);
}

static void try_visit_box(const oct9_map_t *map)
{
    oct9_visit_t visit;
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = point(), .hi = point() };
    const unsigned states = some_states();
    const bool bad = box.lo.x > box.hi.x || box.lo.y > box.hi.y || box.lo.z > box.hi.z;
    check_begun(oct9_visit_begin(&visit, map, &box, states),
                when(bad, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map, states);
}

static void try_visit_sphere(const oct9_map_t *map)
{
    oct9_visit_t visit;
    const oct9_region_t sphere = { .kind = OCT9_REGION_SPHERE,
                                   .centre = point(),
                                   .radius_q6 = length() };
    const unsigned states = some_states();
    check_begun(oct9_visit_begin(&visit, map, &sphere, states),
                when(sphere.radius_q6 > 32767, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map,
                states);
}

static int16_t normal(void)
{
    static const int16_t ends[] = { -OCT9_ONE_Q14,    -OCT9_ONE_Q14 + 1, -1, 0, 0, 1,
                                    OCT9_ONE_Q14 - 1, OCT9_ONE_Q14 };
    return one_in(64) ? coordinate() : PICK(ends);
}

static void try_visit_frustum(const oct9_map_t *map)
{
    oct9_visit_t visit;
    oct9_frustum_t frustum;
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    const unsigned states = some_states();
    bool bad = false;
    for (unsigned i = 0; i < 6; i++) {
        int any = 0;
        for (unsigned a = 0; a < 3; a++) {
            const int16_t n = frustum.plane[i].normal[a] = normal();
            bad = bad || n < -OCT9_ONE_Q14 || n > OCT9_ONE_Q14;
            any = any || n != 0;
        }
        bad = bad || !any;
        frustum.plane[i].offset = one_in(3) ? offset() : INT32_MIN;
    }
    check_begun(oct9_visit_begin(&visit, map, &region, states),
                when(bad, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map, states);
}

static void try_point(const oct9_map_t *map)
{
    const oct9_point_t p = point();
    const oct9_probe_point_input_t in = { .point = p, .rules = rules() };
    oct9_probe_point_output_t out;
    query_paint(&out, sizeof out);
    if (!good(oct9_probe_point(map, &in, &out), bad_rules(map, &in.rules), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    CHECK_EQ(out.inside, is_inside(p));
    CHECK(out.hit != OCT9_HIT_LEAF || out.inside);
    CHECK(out.hit != OCT9_HIT_OUTSIDE || !out.inside);
    CHECK(out.nodes <= 9 && out.leaves == out.inside);
    if (out.inside)
        CHECK_EQ(apart2(&p, &out.leaf), 0);
}

static uint16_t cell(void)
{
    static const uint16_t ends[] = { 0, 1, 2, 63, 64, 65, 255, 256, 510, 511, 512 };
    return one_in(16) ? length() : PICK(ends);
}

static void try_below(const oct9_map_t *map)
{
    static const uint8_t levels[] = { 0, 1, 2, 8, 9, 10, 31, 32, 127, 255 };
    oct9_probe_node_input_t in = { .node.level = one_in(4) ? PICK(levels)
                                                           : (uint8_t)random_below(&r, 10) };
    oct9_probe_node_output_t out;
    in.node.corner.x = cell();
    in.node.corner.y = cell();
    in.node.corner.z = cell();
    if (one_in(4)) {
        in.filter_mask = length();
        in.filter_value = length() & in.filter_mask;
    }
    const unsigned level = in.node.level, size = level < 10 ? 1u << level : 1;
    const oct9_cell_t *c = &in.node.corner;
    query_paint(&out, sizeof out);
    if (!good(
            oct9_probe_node(map, &in, &out),
            when(level > 9, OCT9_ERR_ARGUMENT) |
                when(c->x > 511 || c->y > 511 || c->z > 511, OCT9_ERR_OUTSIDE) |
                when(c->x % size != 0 || c->y % size != 0 || c->z % size != 0, OCT9_ERR_ARGUMENT) |
                bad_filter(map, in.filter_mask, in.filter_value),
            &out, sizeof out))
        return;
    CHECK(out.states >= 1 && out.states <= 7);
}

static void try_fan(const oct9_map_t *map)
{
    oct9_point_t to[POINTS];
    oct9_fan_hit_t hits[POINTS];
    oct9_fan_input_t in = { .from = point(), .to = to, .hits = hits };
    oct9_fan_output_t out;
    for (unsigned i = 0; i < POINTS; i++)
        to[i] = point();
    in.count = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, POINTS));
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_cast_fan(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.count == 0, OCT9_ERR_ARGUMENT), &out, sizeof out))
        return;
    CHECK_EQ(out.count, in.count);
    for (unsigned i = 0; i < in.count; i++) {
        const oct9_fan_hit_t *h = &hits[i];
        check_motion(h->num, h->den, &h->point, &in.from, &to[i], (oct9_hit_t)h->hit);
        CHECK(h->hit != OCT9_HIT_OUTSIDE || outside_blocks(&in.rules));
        CHECK(h->hit != OCT9_HIT_LEAF || blocks(&in.rules, h->state, h->payload));
        CHECK(h->level <= 9 && h->face <= OCT9_FACE_NONE);
    }
}

static void all_queries(void)
{
    static void (*const tries[])(const oct9_map_t *map) = {
        try_cast,      try_sphere,       try_box,           try_path,  try_nearest, try_obb,
        try_visit_box, try_visit_sphere, try_visit_frustum, try_point, try_below,   try_fan
    };
    oct9_map_t maps[2];
    query_world(maps);
    for (uint32_t i = 0; i < CALLS; i++)
        tries[i % COUNT(tries)](&maps[i / COUNT(tries) % 2]);
    CHECK(answered > CALLS / 4 && refused > CALLS / 16);
    printf("extremes: seed %d, %u answered, %u refused\n", SEED, answered, refused);
}

int main(void)
{
    RUN(all_queries);
    return test_end();
}
