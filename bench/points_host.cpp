// SPDX-License-Identifier: MIT
// oct9's point sets beside brute force, PCL's octree and nanoflann's k-d tree, on the same points
// in the same run. Every answer is checked against exact integers.
//   points_host          times all in turn
//   points_host count    one pass of each in the same order, to be counted by callgrind
//   points_host sizes    times brute force, a uniform grid and oct9 over sets of several sizes
#include "bench/players.hpp"
#include "bench/points.hpp"
#include "tests/random.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace {

constexpr uint64_t seed = 20240607;
constexpr uint32_t point_count = 10000; // where it is not said

using Sets = std::vector<std::unique_ptr<PointSet>>;

struct Work {
    Cloud cloud;
    std::vector<oct9_point_t> questions;
    std::vector<uint32_t> marks; // of each id, at random: an answer is the sum of its ids' marks
    Sets sets, builders;         // oct9 is the last of each
};

oct9_point_t random_point(random_t &random)
{
    const auto coordinate = [&] {
        return static_cast<int16_t>(OCT9_LOW_Q6 +
                                    static_cast<int>(random_below(&random, OCT9_CUBE_Q6)));
    };
    const int16_t x = coordinate(), y = coordinate(), z = coordinate();
    return { x, y, z };
}

void add(Sets &sets, std::unique_ptr<PointSet> set)
{
    if (set != nullptr)
        sets.push_back(std::move(set));
}

// A clump for 64 points, small and anywhere; or the whole cube for all.
oct9_point_t random_member(random_t &random, bool clumped, const std::vector<oct9_point_t> &middles)
{
    if (!clumped)
        return random_point(random);
    const oct9_point_t &middle =
        middles[random_below(&random, static_cast<uint32_t>(middles.size()))];
    const auto near = [&](int16_t c) {
        const int at = c + static_cast<int>(random_below(&random, 513)) - 256;
        return static_cast<int16_t>(std::clamp(at, OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1));
    };
    return { near(middle.x), near(middle.y), near(middle.z) };
}

// The questions are asked where points may be; fewer where brute force takes long.
void fill(Work &work, uint32_t count, bool clumped)
{
    random_t random{ seed };
    std::set<std::tuple<int16_t, int16_t, int16_t>> seen;
    std::vector<oct9_point_t> middles;
    for (uint32_t i = 0; clumped && i < 1 + count / 64; i++)
        middles.push_back(random_point(random));
    while (work.cloud.size() < count) {
        const oct9_point_t p = random_member(random, clumped, middles);
        if (seen.emplace(p.x, p.y, p.z).second)
            work.cloud.push_back({ p, static_cast<uint32_t>(work.cloud.size()) });
    }
    for (uint32_t i = 0; i < (count > point_count ? question_count / 10 : question_count); i++)
        work.questions.push_back(random_member(random, clumped, middles));
    for (uint32_t i = 0; i < count; i++)
        work.marks.push_back(random_u32(&random));
}

// Questions far from most points.
void ask_anywhere(Work &work)
{
    random_t random{ seed + 1 };
    for (oct9_point_t &question : work.questions)
        question = random_point(random);
}

void build(Work &work)
{
    for (const Sets *sets : { &work.sets, &work.builders })
        for (const auto &set : *sets)
            set->build(work.cloud);
}

void prepare(Work &work)
{
    fill(work, point_count, false);
    add(work.sets, integer_list());
    add(work.sets, nanoflann_tree());
    add(work.sets, pcl_octree());
    add(work.sets, oct9_inserted());
    add(work.builders, nanoflann_tree());
    add(work.builders, pcl_octree());
    add(work.builders, oct9_built());
    add(work.builders, oct9_inserted());
    build(work);
}

// Indices of 16 bits end before 100,000 points.
void prepare(Work &work, uint32_t count, bool clumped)
{
    fill(work, count, clumped);
    add(work.sets, integer_list());
    add(work.sets, uniform_grid());
    add(work.sets, count > 65536 ? oct9_wide() : oct9_inserted());
    build(work);
}

int64_t distance2(const oct9_point_t &a, const oct9_point_t &b)
{
    const int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// ---- checks: what is asked, and the truth ----

using Ask = std::function<bool(PointSet &, const oct9_point_t &, Ids &)>;
using Value = std::function<double(const Ids &, const oct9_point_t &)>;

// Sums of fewer than 2^20 numbers below 2^32: exact.
double sum_of_marks(const Work &work, const Ids &ids)
{
    return std::accumulate(ids.begin(), ids.end(), 0.0,
                           [&](double sum, uint32_t id) { return sum + work.marks[id]; });
}

// Of equally near points any will do: below 8 * 2^32.
double sum_of_distances(const Work &work, const Ids &ids, const oct9_point_t &at)
{
    return std::accumulate(ids.begin(), ids.end(), 0.0, [&](double sum, uint32_t id) {
        return sum + static_cast<double>(distance2(work.cloud[id].point, at));
    });
}

Check check_of(const Work &work, const std::string &name, const Ask &ask, const Value &value,
               const std::function<double(uint32_t)> &truth)
{
    Check check{ name, static_cast<uint32_t>(work.questions.size()), 0, truth, {} };
    Ids any;
    for (const auto &set : work.sets)
        if (ask(*set, work.questions[0], any))
            check.players.push_back({ set->name(),
                                      [&work, &set, ask, value](Answers &answers) {
                                          Ids ids;
                                          for (size_t i = 0; i < work.questions.size(); i++) {
                                              ask(*set, work.questions[i], ids);
                                              answers[i] = value(ids, work.questions[i]);
                                          }
                                      },
                                      0 });
    return check;
}

template <typename Holds>
Check shape_check(const Work &work, const std::string &name, const Ask &ask, Holds &&holds)
{
    const auto truth = [&work, holds](uint32_t i) {
        Ids ids;
        for (const CloudPoint &entry : work.cloud)
            if (holds(entry.point, work.questions[i]))
                ids.push_back(entry.id);
        return sum_of_marks(work, ids);
    };
    return check_of(
        work, name, ask,
        [&work](const Ids &ids, const oct9_point_t &) { return sum_of_marks(work, ids); }, truth);
}

Check radius_check(const Work &work, const std::string &name, uint16_t length)
{
    return shape_check(
        work, name,
        [=](PointSet &set, const oct9_point_t &at, Ids &ids) {
            return set.radius(at, length, ids);
        },
        [=](const oct9_point_t &p, const oct9_point_t &at) {
            return distance2(p, at) <= static_cast<int64_t>(length) * length;
        });
}

Check box_check(const Work &work, const std::string &name, uint16_t half)
{
    return shape_check(
        work, name,
        [=](PointSet &set, const oct9_point_t &at, Ids &ids) { return set.box(at, half, ids); },
        [=](const oct9_point_t &p, const oct9_point_t &at) {
            return std::abs(p.x - at.x) <= half && std::abs(p.y - at.y) <= half &&
                   std::abs(p.z - at.z) <= half;
        });
}

Check nearest_check(const Work &work, const std::string &name, uint16_t count)
{
    const auto truth = [&work, count](uint32_t i) {
        Answers distances;
        for (const CloudPoint &entry : work.cloud)
            distances.push_back(static_cast<double>(distance2(entry.point, work.questions[i])));
        std::partial_sort(distances.begin(), distances.begin() + count, distances.end());
        return std::accumulate(distances.begin(), distances.begin() + count, 0.0);
    };
    return check_of(
        work, name,
        [=](PointSet &set, const oct9_point_t &at, Ids &ids) {
            return set.nearest(at, count, ids);
        },
        [&work](const Ids &ids, const oct9_point_t &at) { return sum_of_distances(work, ids, at); },
        truth);
}

Check build_check(const Work &work)
{
    Check check{ "build", point_count, 0, [](uint32_t) { return 0; }, {} };
    for (const auto &set : work.builders)
        check.players.push_back(
            { set->name(), [&work, &set](Answers &) { set->build(work.cloud); }, 0 });
    return check;
}

// The sizes of a landmark map, a thinned scan, a scan and a cloud.
int run_sizes()
{
    std::vector<std::unique_ptr<Work>> works;
    std::vector<Check> checks;
    for (const bool clumped : { false, true })
        for (const uint32_t count : { 100u, 1000u, 10000u, 100000u }) {
            works.push_back(std::make_unique<Work>());
            const Work &work = *works.back();
            prepare(*works.back(), count, clumped);
            const std::string name = (clumped ? "clumps/" : "even/") + std::to_string(count) + "/";
            checks.push_back(box_check(work, name + "box", 1000));
            checks.push_back(radius_check(work, name + "sphere", 1000));
            checks.push_back(nearest_check(work, name + "nearest", 1));
            if (clumped) {
                works.push_back(std::make_unique<Work>());
                prepare(*works.back(), count, true);
                ask_anywhere(*works.back());
                checks.push_back(nearest_check(*works.back(), name + "far", 1));
            }
        }
    return run(checks, false);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::string(argv[1]) == "sizes")
        return run_sizes();
    Work work;
    prepare(work);
    // 0.05 and 0.2 of the cube's edge, in sub-cells.
    const std::vector<Check> checks = { radius_check(work, "radius-0.05", 1638),
                                        radius_check(work, "radius-0.2", 6553),
                                        box_check(work, "box-0.1", 1638),
                                        box_check(work, "box-0.4", 6553),
                                        nearest_check(work, "nearest", 1),
                                        nearest_check(work, "nearest-8", 8),
                                        build_check(work) };
    return run(checks, argc == 2);
}
