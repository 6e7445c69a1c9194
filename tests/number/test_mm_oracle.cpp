/* SPDX-License-Identifier: MIT */
/* Shapes in millimetres, through the library's conversions and queries, against exact geometry in
 * micrometres: never clear where the true shape meets a block, never blocked where the true shape,
 * grown by what oct9/mm.h says, does not.
 *
 * Half of the shapes are shifted until the next millimetre would change the true answer. */
#include "tests/shared/check_none.hpp"
#include "mm_world.hpp"

#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "oct9/points.h"

#include <cinttypes>
#include <cmath>
#include <string>
#include <vector>

using namespace mm_exact;
using oracle::Random;

enum { SHAPES_A_WORLD = 100, POINTS_MOST = 4 };

static uint64_t count, first_seed, met, cleared, near_ones;

/* ---- What all shapes share. ---- */

/* Shifts a shape to where one millimetre more, or less, changes the true answer. */
template <typename Shape> static void bring_near(Random &random, const World &world, Shape &shape)
{
    oct9_mm_t by;
    int32_t low = 0, high = static_cast<int32_t>(8 * world.frame.cell_um / 1000 + 1);
    const bool here = shape.meets(world);
    int tries = 0;
    do {
        if (tries++ == 8)
            return;
        by = { random.between(-1, 1), random.between(-1, 1), random.between(-1, 1) };
    } while (shape.shifted(by, high).meets(world) == here);
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        (shape.shifted(by, middle).meets(world) == here ? low : high) = middle;
    }
    shape = shape.shifted(by, random.chance(50) ? low : high);
    near_ones++;
}

/* Back to millimetres: never more than the part of the straight line, less than 2 mm below it. */
static std::string length_differs(const oct9_mm_t &from, const oct9_mm_t &to, const Part &part)
{
    const int64_t delta[3] = { int64_t{ to.x } - from.x, int64_t{ to.y } - from.y,
                               int64_t{ to.z } - from.z };
    const Wide square = Wide{ delta[0] } * delta[0] + Wide{ delta[1] } * delta[1] +
                        Wide{ delta[2] } * delta[2];
    const uint32_t num = static_cast<uint32_t>(part.num), den = static_cast<uint32_t>(part.den);
    int32_t mm;
    oct9_mm_t stop;
    if (oct9_mm_of_drive(&from, &to, num, den, &mm) != OCT9_OK ||
        oct9_mm_of_stop(&from, &to, num, den, &stop) != OCT9_OK)
        return "no length or stop";
    const Wide whole = square * part.num * part.num, wide_mm = mm, above = wide_mm + 2;
    if (wide_mm * wide_mm * part.den * part.den > whole)
        return "drives too far: " + std::to_string(mm);
    if (above * above * part.den * part.den <= whole)
        return "drives too short: " + std::to_string(mm);
    const int64_t by[3] = { int64_t{ stop.x } - from.x, int64_t{ stop.y } - from.y,
                            int64_t{ stop.z } - from.z };
    for (size_t a = 0; a < 3; a++) {
        const int64_t far = std::abs(by[a]) * part.den, should = std::abs(delta[a]) * part.num;
        if (by[a] * delta[a] < 0 || far > should || far + part.den <= should)
            return "stops elsewhere";
    }
    return "";
}

/* What the library says of a shape that it was asked about. */
struct Answer {
    oct9_status_t status;
    bool blocked;
    Part fraction; /* clear up to here */
};

static Part part_of(const oct9_fraction_t &f)
{
    return { static_cast<int64_t>(f.num), static_cast<int64_t>(f.den) };
}

template <typename Shape> static std::string shape_differs(const World &world, const Shape &shape)
{
    const Answer answer = shape.ask(world);
    if (answer.status != OCT9_OK)
        return "status " + std::to_string(answer.status);
    const bool truly = shape.meets(world);
    (answer.blocked ? met : cleared)++;
    if (truly && !answer.blocked)
        return "FALSE CLEAR";
    if (answer.blocked && !shape.grown_meets(world))
        return "blocked by more than it grew";
    return shape.back_differs(world, answer);
}

template <typename Shape> static void ask_all(const char *name, uint64_t shapes, uint64_t salt)
{
    const uint64_t met_before = met, cleared_before = cleared, near_before = near_ones;
    for (uint64_t i = 0; i < shapes; i += SHAPES_A_WORLD) {
        const uint64_t seed = first_seed + salt * 1000000 + i;
        Random random(seed);
        const World world(random);
        for (int k = 0; k < SHAPES_A_WORLD; k++) {
            Shape shape(random, world);
            if (random.chance(50))
                bring_near(random, world, shape);
            oracle::check_none(shape_differs(world, shape), seed, name);
        }
    }
    std::printf(
        "%s: %" PRIu64 " blocked, %" PRIu64 " clear, %" PRIu64 " brought near, seed %" PRIu64 "\n",
        name, met - met_before, cleared - cleared_before, near_ones - near_before, first_seed);
}

template <typename Met> static bool any_block(const World &world, const Met &met_by)
{
    return std::any_of(world.blocks.begin(), world.blocks.end(), met_by);
}

/* ---- Spheres, at rest and moving. ---- */

struct SphereMm {
    oct9_mm_t from, to;
    int32_t radius;

    SphereMm(Random &random, const World &world)
        : from(place(random, world)), to(random.chance(50) ? from : place(random, world)),
          radius(length_mm(random, world, random.chance(50) ? 1 : 4))
    {
    }
    SphereMm shifted(const oct9_mm_t &by, int32_t times) const
    {
        SphereMm s = *this;
        s.from = moved(from, by, times);
        s.to = moved(to, by, times);
        return s;
    }
    Sphere exact(const World &world, int64_t grown) const
    {
        return { um(world, from), um(world, to), int64_t{ radius } * 1000 + grown };
    }
    bool meets(const World &world) const { return meets_grown(world, 0); }
    bool grown_meets(const World &world) const
    {
        return meets_grown(world, sub_cells(world, 2733));
    }
    bool meets_grown(const World &world, int64_t grown) const
    {
        return any_block(world, [&](const Block &block) {
            return mm_exact::meets(exact(world, grown), block, all_of_it, true);
        });
    }
    Answer ask(const World &world) const
    {
        oct9_sphere_input_t input = {};
        oct9_sweep_output_t output = {};
        input.rules = rules();
        oct9_status_t status = oct9_mm_sphere(&world.frame, &from, &to, radius, &input.motion);
        if (status == OCT9_OK)
            status = oct9_sweep_sphere(&world.map, &input, &output);
        return { status, output.hit != OCT9_HIT_NONE, part_of(output.fraction) };
    }
    std::string back_differs(const World &world, const Answer &answer) const
    {
        if (any_block(world, [&](const Block &block) {
                return answer.fraction.num != 0 &&
                       mm_exact::meets(exact(world, 0), block, answer.fraction, false);
            }))
            return "meets something before the fraction";
        return length_differs(from, to, answer.fraction);
    }
};

/* ---- Boxes. ---- */

struct BoxMm {
    oct9_mm_t lo, hi, to;

    BoxMm(Random &random, const World &world)
        : lo(place(random, world)), hi(lo), to(random.chance(50) ? lo : place(random, world))
    {
        for (int32_t *h : { &hi.x, &hi.y, &hi.z })
            *h += 1 + length_mm(random, world, 3);
    }
    BoxMm shifted(const oct9_mm_t &by, int32_t times) const
    {
        BoxMm b = *this;
        for (oct9_mm_t *mm : { &b.lo, &b.hi, &b.to })
            *mm = moved(*mm, by, times);
        return b;
    }
    bool meets(const World &world) const { return meets_grown(world, 0, 0, all_of_it); }
    bool grown_meets(const World &world) const
    {
        const bool rests = lo.x == to.x && lo.y == to.y && lo.z == to.z;
        return meets_grown(world, sub_cells(world, 1000), sub_cells(world, rests ? 1000 : 2000),
                           all_of_it);
    }
    bool meets_grown(const World &world, int64_t below, int64_t above, const Part &within) const
    {
        Box box = { um(world, lo), um(world, hi), um(world, to) };
        for (size_t a = 0; a < 3; a++) {
            box.lo[a] -= below;
            box.to[a] -= below;
            box.hi[a] += above;
        }
        return any_block(world,
                         [&](const Block &block) { return mm_exact::meets(box, block, within); });
    }
    Answer ask(const World &world) const
    {
        oct9_box_input_t input = {};
        oct9_sweep_output_t output = {};
        input.rules = rules();
        oct9_status_t status = oct9_mm_box(&world.frame, &lo, &hi, &to, &input.lo, &input.hi,
                                           &input.to);
        if (status == OCT9_OK)
            status = oct9_sweep_box(&world.map, &input, &output);
        return { status, output.hit != OCT9_HIT_NONE, part_of(output.fraction) };
    }
    std::string back_differs(const World &world, const Answer &answer) const
    {
        if (answer.fraction.num != 0 && answer.blocked && meets_grown(world, 0, 0, answer.fraction))
            return "meets something before the fraction";
        return length_differs(lo, to, answer.fraction);
    }
};

/* ---- Oriented boxes. ---- */

static oct9_rotation_t rotation(Random &random)
{
    static const oct9_rotation_t known[] = { OCT9_ROTATION_NONE,
                                             { 11585, 0, 0, 11585 },
                                             { 15137, 0, 0, 6270 },
                                             { 8192, 8192, 8192, 8192 } };
    if (random.chance(30))
        return known[random.below(4)];
    for (;;) {
        double q[4], square = 0;
        for (double &part : q) {
            part = random.between(-1000, 1000);
            square += part * part;
        }
        if (square < 1e4 || square > 1e6)
            continue;
        int16_t out[4];
        for (size_t i = 0; i < 4; i++)
            out[i] = static_cast<int16_t>(std::lround(q[i] / std::sqrt(square) * 16384));
        return { out[0], out[1], out[2], out[3] };
    }
}

/* Straight on with one rotation; or turning, of which only both ends are exact. */
struct ObbMm {
    oct9_mm_t from, to;
    int32_t half[3];
    oct9_rotation_t begins, ends;
    bool turns;

    ObbMm(Random &random, const World &world)
        : from(place(random, world)), to(random.chance(50) ? from : place(random, world)),
          begins(rotation(random)), ends(begins), turns(random.chance(15))
    {
        for (int32_t &h : half)
            h = 1 + length_mm(random, world, random.chance(50) ? 1 : 4);
        if (turns)
            ends = rotation(random);
    }
    ObbMm shifted(const oct9_mm_t &by, int32_t times) const
    {
        ObbMm b = *this;
        b.from = moved(from, by, times);
        b.to = moved(to, by, times);
        return b;
    }
    bool meets(const World &world) const
    {
        return turns ? stands(world, from, begins) || stands(world, to, ends)
                     : meets_grown(world, 0, all_of_it);
    }
    bool stands(const World &world, const oct9_mm_t &at, const oct9_rotation_t &turned) const
    {
        ObbMm still = *this;
        still.from = still.to = at;
        still.begins = turned;
        return still.meets_grown(world, 0, all_of_it);
    }
    /* Moving, obb.h adds a sub-cell, on each face as much. What a turn adds is not judged here. */
    bool grown_meets(const World &world) const
    {
        const bool rests = from.x == to.x && from.y == to.y && from.z == to.z;
        return turns || meets_grown(world, sub_cells(world, rests ? 2733 : 3733), all_of_it);
    }
    bool meets_grown(const World &world, int64_t grown, const Part &within) const
    {
        const Turned box = { um(world, from),
                             um(world, to),
                             { half[0] * INT64_C(1000) + grown, half[1] * INT64_C(1000) + grown,
                               half[2] * INT64_C(1000) + grown },
                             begins };
        return any_block(world,
                         [&](const Block &block) { return mm_exact::meets(box, block, within); });
    }
    Answer ask(const World &world) const
    {
        oct9_obb_input_t input = {};
        oct9_obb_output_t output = {};
        input.rules = rules();
        input.from.rotation = begins;
        input.to.rotation = ends;
        oct9_status_t status = oct9_mm_obb(&world.frame, &from, &to, half, &input.from.place,
                                           &input.to.place, input.half_q6);
        if (status == OCT9_OK)
            status = oct9_obb_sweep(&world.map, &input, &output);
        return { status, output.hit != OCT9_HIT_NONE, part_of(output.fraction) };
    }
    std::string back_differs(const World &world, const Answer &answer) const
    {
        if (!turns && answer.fraction.num != 0 && answer.blocked &&
            meets_grown(world, 0, answer.fraction))
            return "meets something before the fraction";
        return length_differs(from, to, answer.fraction);
    }
};

/* ---- Paths. ---- */

struct PathMm {
    std::vector<oct9_mm_t> places;
    int32_t radius;
    mutable size_t segment = 0; /* of the answer */

    PathMm(Random &random, const World &world) : radius(length_mm(random, world, 2))
    {
        for (int i = random.between(1, POINTS_MOST); i > 0; i--)
            places.push_back(place(random, world));
    }
    PathMm shifted(const oct9_mm_t &by, int32_t times) const
    {
        PathMm p = *this;
        for (oct9_mm_t &mm : p.places)
            mm = moved(mm, by, times);
        return p;
    }
    const oct9_mm_t &end(size_t i) const { return places[std::min(i + 1, places.size() - 1)]; }
    bool segment_meets(const World &world, size_t i, int64_t grown, const Part &within,
                       bool or_equal) const
    {
        const Sphere s = { um(world, places[i]), um(world, end(i)),
                           int64_t{ radius } * 1000 + grown };
        return any_block(
            world, [&](const Block &block) { return mm_exact::meets(s, block, within, or_equal); });
    }
    bool meets(const World &world) const { return meets_grown(world, 0); }
    bool grown_meets(const World &world) const
    {
        return meets_grown(world, sub_cells(world, 2733));
    }
    bool meets_grown(const World &world, int64_t grown) const
    {
        for (size_t i = 0; i < places.size(); i++)
            if (segment_meets(world, i, grown, all_of_it, true))
                return true;
        return false;
    }
    Answer ask(const World &world) const
    {
        oct9_point_t points[POINTS_MOST];
        oct9_path_input_t input = {};
        oct9_path_output_t output = {};
        input.points = points;
        input.count = static_cast<uint16_t>(places.size());
        input.rules = rules();
        oct9_status_t status = oct9_mm_path(&world.frame, places.data(), input.count, radius,
                                            points, &input.radius_q6);
        if (status == OCT9_OK)
            status = oct9_sweep_path(&world.map, &input, &output);
        segment = output.segment;
        return { status, output.sweep.hit != OCT9_HIT_NONE, part_of(output.sweep.fraction) };
    }
    std::string back_differs(const World &world, const Answer &answer) const
    {
        for (size_t i = 0; i < segment; i++)
            if (segment_meets(world, i, 0, all_of_it, true))
                return "meets something on a segment before";
        if (answer.fraction.num != 0 && segment_meets(world, segment, 0, answer.fraction, false))
            return "meets something before the fraction";
        return length_differs(places[segment], end(segment), answer.fraction);
    }
};

/* ---- Distances. ---- */

static Wide squared_distance(const World &world, const oct9_mm_t &mm)
{
    const Triple at = um(world, mm);
    Wide least = -1;
    for (const Block &block : world.blocks) {
        Wide sum = 0;
        for (size_t a = 0; a < 3; a++) {
            const Wide by = std::max({ block.lo[a] - at[a], at[a] - block.hi[a], int64_t{ 0 } });
            sum += by * by;
        }
        least = least < 0 || sum < least ? sum : least;
    }
    return least;
}

static std::string distance_differs(const World &world, const oct9_mm_t &at, int32_t range)
{
    oct9_near_t near;
    oct9_nearest_input_t input = {};
    oct9_nearest_output_t output;
    const Wide square = squared_distance(world, at), beyond = Wide{ range } * 1000;
    int32_t mm;
    input.capacity = 1;
    input.found = &near;
    input.rules = rules();
    oct9_motion_t ball;
    if (oct9_mm_sphere(&world.frame, &at, &at, range, &ball) != OCT9_OK)
        return "fails";
    input.point = ball.from;
    input.range_q6 = ball.radius_q6;
    if (oct9_nearest_find(&world.map, &input, &output) != OCT9_OK)
        return "fails";
    if (output.count == 0)
        return square <= beyond * beyond ? "something is nearer than the range" : "";
    if (oct9_mm_of_distance(&world.frame, oct9_point_isqrt(near.distance2_q12), &mm) != OCT9_OK)
        return "no distance";
    const Wide least = Wide{ mm } * 1000, most = least + 1000 + sub_cells(world, 2867);
    if (least * least > square)
        return "too far: " + std::to_string(mm);
    return most * most <= square ? "too near: " + std::to_string(mm) : "";
}

static void spheres()
{
    ask_all<SphereMm>("spheres and capsules", count * 2 / 5, 1);
}
static void boxes()
{
    ask_all<BoxMm>("boxes", count / 5, 2);
}
static void oriented_boxes()
{
    ask_all<ObbMm>("oriented boxes", count / 5, 3);
}
static void paths()
{
    ask_all<PathMm>("paths", count / 5, 4);
}

static void distances()
{
    for (uint64_t i = 0; i < count / 5; i += SHAPES_A_WORLD) {
        const uint64_t seed = first_seed + 5000000 + i;
        Random random(seed);
        const World world(random);
        for (int k = 0; k < SHAPES_A_WORLD; k++)
            oracle::check_none(
                distance_differs(world, place(random, world), length_mm(random, world, 8)), seed,
                "distance");
    }
}

/* ---- Landmarks: points that were rounded themselves. ---- */

static uint64_t missed_as_it_is;

/* The landmark alone in a set: the squared distance to it, or -1 if it is not within the range. */
static int64_t found_landmark(const oct9_point_t &landmark, const oct9_point_t &from,
                              uint16_t range_q6)
{
    oct9_block_t block[1];
    oct9_bucket_t bucket[1];
    oct9_entry_t entry[1];
    oct9_points_t points;
    oct9_near_point_t near;
    oct9_points_nearest_output_t output;
    const oct9_points_config_t config = { block, 1, bucket, entry, 1, 1, 0 };
    const oct9_points_nearest_input_t input = { from, range_q6, 1, &near };
    CHECK_EQ(oct9_points_init(&points, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&points, &landmark, 1), OCT9_OK);
    CHECK_EQ(oct9_points_nearest(&points, &input, &output), OCT9_OK);
    return output.count == 0 ? -1 : int64_t{ near.distance2_q12 };
}

/* With the least range in mm that holds it, and with one more sub-cell, as oct9/mm.h says. */
static std::string landmark_differs(const World &world, const oct9_mm_t &landmark,
                                    const oct9_mm_t &from)
{
    const Triple to = um(world, landmark), at = um(world, from);
    Wide square = 0;
    for (size_t a = 0; a < 3; a++)
        square += Wide{ to[a] - at[a] } * (to[a] - at[a]);
    int32_t range = static_cast<int32_t>(std::sqrt(static_cast<double>(square)) / 1000);
    range += Wide{ range } * range * 1000000 < square;
    oct9_point_t rounded;
    oct9_motion_t ball;
    int32_t mm;
    if (oct9_mm_place(&world.frame, &landmark, &rounded) != OCT9_OK ||
        oct9_mm_sphere(&world.frame, &from, &from, range, &ball) != OCT9_OK)
        return "fails";
    missed_as_it_is += found_landmark(rounded, ball.from, ball.radius_q6) < 0;
    const int64_t distance2 = found_landmark(rounded, ball.from,
                                             static_cast<uint16_t>(ball.radius_q6 + 1));
    if (distance2 < 0)
        return "is not within the range";
    const uint16_t distance = oct9_point_isqrt(static_cast<uint32_t>(distance2));
    if (oct9_mm_of_distance(&world.frame, distance == 0 ? 0 : static_cast<uint16_t>(distance - 1),
                            &mm) != OCT9_OK)
        return "no distance";
    return Wide{ mm } * mm * 1000000 > square ? "too far: " + std::to_string(mm) : "";
}

/* The nearest point is in the cube, as it must be in a set of points. */
static oct9_mm_t landmark_place(Random &random, const World &world)
{
    const int64_t cell = world.frame.cell_um;

    for (;;) {
        const oct9_mm_t mm = place(random, world);
        const Triple at = um(world, mm);
        if (std::all_of(at.begin(), at.end(), [&](int64_t c) {
                return c >= 0 && 128 * c < (128 * OCT9_CELLS - 1) * cell;
            }))
            return mm;
    }
}

static void landmarks()
{
    for (uint64_t i = 0; i < count / 5; i += SHAPES_A_WORLD) {
        const uint64_t seed = first_seed + 6000000 + i;
        Random random(seed);
        const World world(random);
        for (int k = 0; k < SHAPES_A_WORLD; k++)
            oracle::check_none(
                landmark_differs(world, landmark_place(random, world), place(random, world)), seed,
                "landmark");
    }
    CHECK(missed_as_it_is > 0);
    printf("of landmarks %" PRIu64 " would be missed without the sub-cell\n", missed_as_it_is);
}

int main()
{
    count = oracle::setting("COUNT", 1000000);
    first_seed = oracle::setting("SEED", 1);
    RUN(spheres);
    RUN(boxes);
    RUN(oriented_boxes);
    RUN(paths);
    RUN(distances);
    RUN(landmarks);
    return test_end();
}
