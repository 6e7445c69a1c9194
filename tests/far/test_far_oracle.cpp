/* SPDX-License-Identifier: MIT */
/* Far rays and spheres against brute force, in worlds of up to 40 tiles.
 *
 * A ray is followed through the cells of one grid, from plane to plane, in integers of 128 bits;
 * the answer is to be equal. A sphere is compared with the distance of its centre, in floating
 * point, from boxes that hold all that blocks: it must not be clear longer than the true one, nor
 * be blocked before one that is larger by all that rounding may add.
 *
 * Usage: test_far_oracle, and SEED, CASES (of each) from the environment. */
#include "far_world.hpp"

#include "oct9/far.h"

#include <cinttypes>
#include <cmath>

using namespace oracle;

namespace {

using Wide = __int128;
using Real = long double;
using Vector = std::array<Real, 3>;

uint64_t seed, cases;

/* --- the question ----------------------------------------------------------------------------- */

struct Question {
    oct9_far_input_t input = {};
    const char *kind = "";
};

oct9_mm_t mm_of(const FarWorld &world, const std::array<double, 3> &cells)
{
    return { world.mm(0, cells[0]), world.mm(1, cells[1]), world.mm(2, cells[2]) };
}

/* A place among the tiles, or a tile beyond them; on a cell's corner, often. */
std::array<double, 3> somewhere(Random &random, const FarWorld &world)
{
    std::array<double, 3> place = {};
    for (size_t a = 0; a < 3; a++) {
        const int beyond = random.chance(10) ? OCT9_CELLS : 0;
        place[a] = OCT9_CELLS * world.lowest[a] +
                   random.between(-beyond, OCT9_CELLS * world.size[a] + beyond);
        if (random.chance(50))
            place[a] += random.below(1000) / 1000.0;
    }
    return place;
}

/* From a cell's corner to another one, by a few whole numbers: through corners and edges. */
void through_corners(Random &random, const Patch &patch, std::array<double, 3> &from,
                     std::array<double, 3> &to)
{
    const int before = random.between(0, 900), behind = random.between(0, 900);
    for (size_t a = 0; a < 3; a++) {
        const int by = random.between(-2, 2), at = patch.origin[a] + random.between(0, patch_edge);
        from[a] = at - by * (random.chance(20) ? 0 : before);
        to[a] = at + by * behind;
    }
}

/* Through a patch, most often. */
Question question(Random &random, const FarWorld &world)
{
    Question asked;
    std::array<double, 3> from = somewhere(random, world), to = somewhere(random, world);
    const Patch &patch =
        world.grid.patches[random.below(static_cast<uint32_t>(world.grid.patches.size()))];
    const bool aimed = random.chance(85);
    for (size_t a = 0; a < 3 && aimed; a++) {
        const double by = patch.origin[a] + random.between(0, patch_edge) - from[a];
        to[a] = from[a] + by * (random.chance(50) ? 1.0 : 1.3);
    }
    for (size_t a = 0; a < 3; a++)
        if (random.chance(15))
            to[a] = from[a];
    if (random.chance(10)) /* a diagonal */
        for (size_t a = 0; a < 3; a++)
            to[a] = from[a] + (to[0] - from[0]) * (random.chance(50) ? 1 : -1);
    if (random.chance(30))
        through_corners(random, patch, from, to);
    asked.input.from_mm = mm_of(world, from);
    asked.input.to_mm = mm_of(world, to);
    asked.input.radius_mm = static_cast<int32_t>(random.below(random.chance(10) ? 60 : 8) *
                                                 world.cell_um / 1000);
    asked.input.rules.unknown = random.chance(60) ? OCT9_PASSES : OCT9_BLOCKS;
    asked.input.rules.start_inside = random.chance(60) ? OCT9_BLOCKS
                                   : random.chance(50) ? OCT9_PASSES
                                                       : OCT9_LEAVES;
    return asked;
}

bool blocks(const Question &asked, uint8_t state)
{
    return state == OCT9_OCCUPIED ||
           (state == OCT9_UNKNOWN && asked.input.rules.unknown == OCT9_BLOCKS);
}

oct9_status_t answer(Random &random, FarWorld &world, const Question &asked, bool ray,
                     oct9_far_output_t *output)
{
    static oct9_far_t far;
    oct9_status_t status = ray ? oct9_far_ray_begin(&far, &world.world, &asked.input)
                               : oct9_far_sphere_begin(&far, &world.world, &asked.input);
    if (status != OCT9_OK)
        return status;
    do
        status = oct9_far_run(&far, random.chance(50) ? random.below(40) + 1 : UINT32_MAX, output);
    while (status == OCT9_AGAIN);
    return status;
}

void report(const FarWorld &world, const Question &asked, const oct9_far_output_t &output,
            const char *what, uint64_t number)
{
    const oct9_far_input_t &in = asked.input;
    std::printf("case %" PRIu64 ": %s; cells of %u um, %d %d %d tiles from %d %d %d, origin %d %d "
                "%d\n  from %d %d %d to %d %d %d radius %d unknown %d inside %d: hit %d, %u / %u\n",
                number, what, world.cell_um, world.size[0], world.size[1], world.size[2],
                world.lowest[0], world.lowest[1], world.lowest[2], world.origin_mm.x,
                world.origin_mm.y, world.origin_mm.z, in.from_mm.x, in.from_mm.y, in.from_mm.z,
                in.to_mm.x, in.to_mm.y, in.to_mm.z, in.radius_mm, in.rules.unknown,
                in.rules.start_inside, output.hit, output.num, output.den);
}

/* --- rays ------------------------------------------------------------------------------------- */

Wide floor_of(Wide a, Wide b)
{
    return a / b - (a % b < 0);
}

/* The nearest sub-cell, half up. */
int64_t sub_cell(const FarWorld &world, int32_t mm, int32_t origin)
{
    const Wide um64 = (Wide{ mm } - origin) * 64000;
    return static_cast<int64_t>(floor_of(2 * um64 + world.cell_um, Wide{ 2 } * world.cell_um));
}

struct Time {
    Wide num, den;
    bool operator<(const Time &other) const { return num * other.den < other.num * den; }
    bool operator==(const Time &other) const { return num * other.den == other.num * den; }
};

struct Ray {
    std::array<int64_t, 3> from, by;

    Cell at(const Time &time) const
    {
        Cell cell = {};
        for (size_t a = 0; a < 3; a++)
            cell[a] = static_cast<int>(
                floor_of(Wide{ from[a] } * time.den + Wide{ by[a] } * time.num, 64 * time.den));
        return cell;
    }
    /* The times at which it is on a plane between cells, and both ends. */
    std::vector<Time> planes() const
    {
        std::vector<Time> times = { { 0, 1 }, { 1, 1 } };
        for (size_t a = 0; a < 3; a++) {
            const int64_t to = from[a] + by[a], low = std::min(from[a], to);
            const int64_t high = std::max(from[a], to);
            for (int64_t plane = 64 * static_cast<int64_t>(floor_of(low, 64)); plane <= high;
                 plane += 64)
                if (plane >= low && by[a] != 0)
                    times.push_back(by[a] > 0 ? Time{ plane - from[a], by[a] }
                                              : Time{ from[a] - plane, -by[a] });
        }
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }
};

/* The first cell that blocks, and when. */
bool first_cell(const FarWorld &world, const Question &asked, const Ray &ray, Cell *cell,
                Time *time)
{
    const Block start = world.leaf_of(ray.at({ 0, 1 }));
    const auto meets = [&](const Cell &at) {
        bool in_start = asked.input.rules.start_inside == OCT9_PASSES;
        for (size_t a = 0; a < 3; a++)
            in_start = in_start && at[a] >= start.lo[a] && at[a] < start.hi[a];
        *cell = at;
        return !in_start && blocks(asked, world.grid.at(at));
    };
    const std::vector<Time> times = ray.planes();
    for (size_t i = 0; i < times.size(); i++) {
        *time = times[i];
        if (meets(ray.at(times[i])))
            return true;
        if (i + 1 < times.size()) {
            const Time &next = times[i + 1];
            if (meets(ray.at(
                    { time->num * next.den + next.num * time->den, 2 * time->den * next.den })))
                return true;
        }
    }
    return false;
}

/* Each coordinate is from + part of the segment, rounded toward `from`. */
bool stops_there(const oct9_far_input_t &in, const oct9_far_output_t &output)
{
    const auto good = [&](int32_t from, int32_t to, int32_t stop) {
        const Wide by = (Wide{ to } - from) * output.num / output.den; /* toward 0 */
        return Wide{ stop } - from == by;
    };
    return good(in.from_mm.x, in.to_mm.x, output.stop_mm.x) &&
           good(in.from_mm.y, in.to_mm.y, output.stop_mm.y) &&
           good(in.from_mm.z, in.to_mm.z, output.stop_mm.z);
}

bool leaf_is(const FarWorld &world, const oct9_leaf_t &leaf, const Block &block)
{
    const int corner[3] = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
    for (size_t a = 0; a < 3; a++)
        if (256 * world.world.half[a] + corner[a] != block.lo[a])
            return false;
    return 1 << leaf.level == block.hi[0] - block.lo[0] && leaf.state == block.state;
}

const char *wrong_ray(const FarWorld &world, const Question &asked, oct9_status_t status,
                      const oct9_far_output_t &output)
{
    const oct9_far_input_t &in = asked.input;
    Ray ray = {};
    ray.from = { sub_cell(world, in.from_mm.x, world.origin_mm.x),
                 sub_cell(world, in.from_mm.y, world.origin_mm.y),
                 sub_cell(world, in.from_mm.z, world.origin_mm.z) };
    ray.by = { sub_cell(world, in.to_mm.x, world.origin_mm.x) - ray.from[0],
               sub_cell(world, in.to_mm.y, world.origin_mm.y) - ray.from[1],
               sub_cell(world, in.to_mm.z, world.origin_mm.z) - ray.from[2] };
    Cell cell = {};
    Time time = {};
    const bool hit = first_cell(world, asked, ray, &cell, &time);
    if (status != OCT9_OK)
        return "it failed";
    if (hit != (output.hit == OCT9_HIT_LEAF))
        return hit ? "clear, but something blocks" : "blocked, but all is clear";
    if (!(Time{ output.num, output.den } == (hit ? time : Time{ 1, 1 })))
        return "the fraction";
    if (hit && !leaf_is(world, output.leaf, world.leaf_of(cell)))
        return "the leaf";
    return stops_there(in, output) ? nullptr : "where it stops";
}

/* --- spheres ---------------------------------------------------------------------------------- */

/* The segment of a centre, in cells. */
struct Segment {
    Vector from, by;
};

Segment segment_of(const FarWorld &world, const oct9_far_input_t &in)
{
    const auto cells = [&](int32_t mm, int32_t origin) {
        return (Real(mm) - origin) * 1000 / world.cell_um;
    };
    const oct9_mm_t &o = world.origin_mm, &f = in.from_mm, &t = in.to_mm;
    Segment segment = { { cells(f.x, o.x), cells(f.y, o.y), cells(f.z, o.z) }, {} };
    const Vector to = { cells(t.x, o.x), cells(t.y, o.y), cells(t.z, o.z) };
    for (size_t a = 0; a < 3; a++)
        segment.by[a] = to[a] - segment.from[a];
    return segment;
}

Real distance2(const Segment &segment, Real time, const Block &block)
{
    Real sum = 0;
    for (size_t a = 0; a < 3; a++) {
        const Real at = segment.from[a] + time * segment.by[a];
        const Real by = at < block.lo[a] ? block.lo[a] - at
                      : at > block.hi[a] ? at - block.hi[a]
                                         : 0;
        sum += by * by;
    }
    return sum;
}

/* True if it may come so near: by the ball about the block. */
bool may_come_near(const Segment &segment, const Block &block, Real radius)
{
    Real length2 = 0, along = 0, apart2 = 0;
    const Real half = Real(block.hi[0] - block.lo[0]) / 2;
    for (size_t a = 0; a < 3; a++) {
        length2 += segment.by[a] * segment.by[a];
        along += segment.by[a] * (block.lo[a] + half - segment.from[a]);
    }
    const Real time = length2 > 0 ? std::clamp<Real>(along / length2, 0, 1) : 0;
    for (size_t a = 0; a < 3; a++) {
        const Real by = segment.from[a] + time * segment.by[a] - block.lo[a] - half;
        apart2 += by * by;
    }
    const Real reach = radius + half * 1.7321L;
    return apart2 <= reach * reach;
}

/* The time of the least distance, which is convex. */
Real nearest_time(const Segment &segment, const Block &block)
{
    Real low = 0, high = 1;
    for (int i = 0; i < 150; i++) {
        const Real a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (distance2(segment, a, block) < distance2(segment, b, block))
            high = b;
        else
            low = a;
    }
    return high;
}

/* The first time at which the distance is at most the radius, or 2. */
Real first_time(const Segment &segment, const Block &block, Real radius)
{
    const Real r2 = radius * radius;
    if (!may_come_near(segment, block, radius))
        return 2;
    if (distance2(segment, 0, block) <= r2)
        return 0;
    Real low = 0, high = nearest_time(segment, block);
    if (distance2(segment, high, block) > r2)
        return 2;
    while (high - low > 1e-15L) {
        const Real middle = (low + high) / 2;
        (distance2(segment, middle, block) <= r2 ? high : low) = middle;
        if (middle == low && middle == high)
            break;
    }
    return high;
}

/* What blocks: the tiles' leaves, and the tiles that are not there. */
template <class Each>
void each_block(const FarWorld &world, const Question &asked, const Each &each)
{
    for (const Block &block : world.blocks)
        if (blocks(asked, block.state))
            each(block);
    if (!blocks(asked, world.grid.absent))
        return;
    for (int z = -4; z < world.size[2] + 4; z++)
        for (int y = -4; y < world.size[1] + 4; y++)
            for (int x = -4; x < world.size[0] + 4; x++) {
                const Cell place = sum(world.lowest, { x, y, z });
                if (world.grid.around.find(place) != world.grid.around.end())
                    continue;
                const Cell lo = { OCT9_CELLS * place[0], OCT9_CELLS * place[1],
                                  OCT9_CELLS * place[2] };
                each(Block{ lo, sum(lo, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS }),
                            world.grid.absent });
            }
}

/* 2.74 sub-cells by oct9_mm_sphere, 1 and the rounding of the pieces' ends. */
constexpr Real rounding = (2.74L + 1.87L) / 64;

const char *wrong_sphere(const FarWorld &world, const Question &asked, oct9_status_t status,
                         const oct9_far_output_t &output)
{
    const oct9_far_input_t &in = asked.input;
    const Segment segment = segment_of(world, in);
    const Real radius = Real(in.radius_mm) * 1000 / world.cell_um, grown = radius + rounding;
    const bool all_block = in.rules.start_inside == OCT9_BLOCKS;
    Real surely = 2, maybe = 2;
    each_block(world, asked, [&](const Block &block) {
        const Real early = first_time(segment, block, grown);
        maybe = std::min(maybe, early);
        if (all_block || early > 0)
            surely = std::min(surely, first_time(segment, block, radius - 1e-12L));
    });
    if (status != OCT9_OK)
        return "it failed";
    const Real at = output.hit == OCT9_HIT_LEAF ? Real(output.num) / output.den : 2;
    if (at > surely + 1e-12L)
        return "clear, but something blocks";
    if (at < 2 && at + 1.0L / output.den + 1e-9L < maybe)
        return maybe > 1 ? "blocked, but all is clear" : "blocked too early";
    return stops_there(in, output) ? nullptr : "where it stops";
}

/* A radius with which it just touches something, or nearly so. */
void graze(Random &random, const FarWorld &world, Question &asked)
{
    if (world.blocks.empty())
        return;
    const Segment segment = segment_of(world, asked.input);
    const Block &block = world.blocks[random.below(static_cast<uint32_t>(world.blocks.size()))];
    const Real time = nearest_time(segment, block);
    const Real mm = std::sqrt(distance2(segment, time, block)) * world.cell_um / 1000;
    if (mm < 30 * Real(world.cell_um) / 1000)
        asked.input.radius_mm = static_cast<int32_t>(std::ceil(mm)) - random.chance(20);
    if (asked.input.radius_mm < 0)
        asked.input.radius_mm = 0;
}

/* --- both ------------------------------------------------------------------------------------- */

using Judge = const char *(*)(const FarWorld &, const Question &, oct9_status_t,
                              const oct9_far_output_t &);

void ask_all(uint64_t first_seed, bool ray, Judge judge)
{
    constexpr uint64_t per_world = 25;
    uint64_t hits = 0, wrong = 0;
    std::unique_ptr<FarWorld> world;
    for (uint64_t i = 0; i < cases; i++) {
        Random random(first_seed * 1000003 + i);
        if (i % per_world == 0)
            world = std::make_unique<FarWorld>(random);
        Question asked = question(random, *world);
        if (!ray && random.chance(40))
            graze(random, *world, asked);
        oct9_far_output_t output = {};
        const oct9_status_t status = answer(random, *world, asked, ray, &output);
        const char *const what = judge(*world, asked, status, output);
        hits += output.hit == OCT9_HIT_LEAF;
        if (what && wrong++ < 5)
            report(*world, asked, output, what, i);
    }
    CHECK_EQ(wrong, 0);
    CHECK(hits > cases / 10 && hits < cases);
}

void rays()
{
    ask_all(seed, true, wrong_ray);
}

void spheres()
{
    ask_all(seed + 1000, false, wrong_sphere);
}

} // namespace

int main()
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 1500);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(rays);
    RUN(spheres);
    return test_end();
}
