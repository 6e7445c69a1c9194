/* SPDX-License-Identifier: MIT */
/* Every query of a point set, in one call or in slices, against all points looked at one by one. */
#ifndef OCT9_TEST_POINTS_QUERIES_HPP
#define OCT9_TEST_POINTS_QUERIES_HPP

#include "points_world.hpp"

#include <functional>

namespace oracle {

/* ---- Searches for all in a shape. ---- */

inline uint32_t some_budget(Random &random)
{
    static const uint32_t some[] = { 1, 2, 7, UINT32_MAX };

    return some[random.below(4)];
}

inline uint16_t some_capacity(Random &random)
{
    static const uint16_t some[] = { 1, 3, 64, 500 };

    return some[random.below(4)];
}

/* What is found, sorted, or what is wrong with how it came. */
struct Found {
    std::vector<Entry> entries;
    std::string wrong;
};

/* Nodes and leaves as the search counts them. */
inline uint64_t visited(const oct9_points_find_t &find)
{
    return uint64_t{ find.leaves } + find.nodes;
}

/* What a search has to visit from here down. Of a node's children it visits those that `near` says,
 * and goes into those of them that meet the shape; in a leaf it visits each bucket. */
struct Visits {
    uint64_t nodes = 0, leaves = 0;
};

using NodeTest = std::function<bool(const std::array<int, 3> &corner, int size)>;

inline void add_visits(const oct9_points_t &set, oct9_points_index_t slot,
                       const std::array<int, 3> &corner, int size, const NodeTest &near,
                       const NodeTest &meets, Visits &visits)
{
    if (slot >= leaf_bit) {
        for (uint32_t b = slot - leaf_bit; b != 0; b = set.buckets[b - 1].next + 1u) {
            if (b > set.bucket_count)
                break;
            visits.leaves++;
        }
        return;
    }
    for (unsigned child = 0; child < 8; child++) {
        const oct9_points_index_t below = set.tree.pool[slot].slot[child];
        const int half = size / 2;
        const std::array<int, 3> at = { corner[0] + ((child & 1) != 0 ? half : 0),
                                        corner[1] + ((child & 2) != 0 ? half : 0),
                                        corner[2] + ((child & 4) != 0 ? half : 0) };
        if (!near(at, half))
            continue;
        visits.nodes += below < leaf_bit;
        visits.leaves += below == leaf_bit || (below > leaf_bit && !meets(at, half));
        if (meets(at, half))
            add_visits(set, below, at, half, near, meets, visits);
    }
}

/* The cube itself is no visit, but as a leaf it has a bucket that is one. */
inline std::string visits_differ(const oct9_points_t &set, const NodeTest &near,
                                 const NodeTest &meets, uint32_t nodes, uint32_t leaves)
{
    Visits should;

    add_visits(set, set.tree.root, cube_corner, OCT9_CUBE_Q6, near, meets, should);
    return should.nodes == nodes && should.leaves == leaves
             ? ""
             : "visits " + std::to_string(nodes) + " nodes and " + std::to_string(leaves) +
                   " leaves, should be " + std::to_string(should.nodes) + " and " +
                   std::to_string(should.leaves);
}

/* The same for a search in a shape. One that is not near the cube visits nothing. */
inline std::string find_visits_differ(const oct9_points_find_t &find, const oct9_points_t &set,
                                      const NodeTest &near, const NodeTest &meets)
{
    if (near(cube_corner, OCT9_CUBE_Q6))
        return visits_differ(set, near, meets, find.nodes, find.leaves);
    return visited(find) == 0 ? "" : "visits something though it is far from the cube";
}

inline bool node_meets_box(const std::array<int, 3> &corner, int size, const Entry &lo,
                           const Entry &hi)
{
    for (unsigned a = 0; a < 3; a++)
        if (corner[a] > hi[a] || corner[a] + size - 1 < lo[a])
            return false;
    return true;
}

/* From a point to the nearest sub-cell of a node, squared. */
inline int64_t node_distance2(const std::array<int, 3> &corner, int size, const oct9_point_t &p)
{
    const Entry at = entry_of(p, 0);
    int64_t sum = 0;

    for (unsigned a = 0; a < 3; a++) {
        const int64_t gap = std::max({ corner[a] - at[a], 0, at[a] - (corner[a] + size - 1) });
        sum += gap * gap;
    }
    return sum;
}

/* What a call returns must go with the work that it did; `ended`: it found less than there was room
 * for before its budget was used up, so that none may follow. */
inline std::string call_differs(int count, uint64_t spent, uint32_t budget, uint16_t capacity,
                                bool &ended)
{
    if (count > capacity || (count < 0 && count != OCT9_AGAIN))
        return "next returns " + std::to_string(count);
    if (spent > budget || (count == OCT9_AGAIN && spent < budget))
        return "visits " + std::to_string(spent) + ", returns " + std::to_string(count);
    if (ended && count != 0)
        return "goes on after a call that had budget left";
    ended = count < capacity && spent < budget;
    return "";
}

inline Found find_all(oct9_points_find_t &find, const PointLeaves &leaves, uint32_t budget,
                      uint16_t capacity)
{
    std::vector<oct9_entry_t> room(capacity);
    size_t leaf = 0;
    bool ended = false;
    Found found;
    int count;

    do {
        const uint64_t before = visited(find);
        count = oct9_points_find_next(&find, budget, room.data(), capacity);
        tally.sliced += count == OCT9_AGAIN;
        found.wrong = call_differs(count, visited(find) - before, budget, capacity, ended);
        if (find.nodes > leaves.nodes || find.leaves > leaves.visits)
            found.wrong = "visits " + std::to_string(find.nodes) + " nodes of " +
                          std::to_string(leaves.nodes) + ", " + std::to_string(find.leaves) +
                          " leaves of " + std::to_string(leaves.visits);
        for (int i = 0; i < count && found.wrong.empty(); i++) {
            const Entry e = entry_of(room[static_cast<size_t>(i)]);
            const size_t in = leaves.leaf_of(e);
            if (in < leaf)
                found.wrong = "not in the order of codes";
            leaf = in;
            found.entries.push_back(e);
        }
    } while (count != 0 && found.wrong.empty());
    if (found.wrong.empty() && oct9_points_find_next(&find, budget, room.data(), capacity) != 0)
        found.wrong = "goes on after the end";
    const uint32_t root = leaves.nodes == 0; /* which counts as no visit */
    if (found.entries.size() == leaves.all.size() && find.leaves + root < leaves.buckets)
        found.wrong = "counts " + std::to_string(find.leaves) + " leaves, had to visit " +
                      std::to_string(leaves.buckets);
    std::sort(found.entries.begin(), found.entries.end());
    return found;
}

template <typename Holds>
std::string find_differs(const World &world, const Found &found, const Holds &holds)
{
    std::vector<Entry> should;

    for (const Entry &e : world.known)
        if (holds(e))
            should.push_back(e);
    std::sort(should.begin(), should.end());
    tally.found_in_all += should.size();
    if (!found.wrong.empty())
        return found.wrong;
    return found.entries == should ? ""
                                   : "finds " + std::to_string(found.entries.size()) +
                                         " points, should be " + std::to_string(should.size());
}

inline std::string box(World &world, const PointLeaves &leaves)
{
    const uint32_t budget = some_budget(world.random);
    const uint16_t capacity = some_capacity(world.random);
    oct9_points_find_t find;
    oct9_point_t lo, hi;

    random_box(world.random, world.known, lo, hi);
    tally.boxes++;
    const oct9_region_t region = { OCT9_REGION_BOX, lo, hi, {}, 0, nullptr };
    if (oct9_points_find_begin(&find, &world.set.set, &region) != OCT9_OK)
        return "box is refused";
    std::string text = find_differs(world, find_all(find, leaves, budget, capacity),
                                    [&](const Entry &e) {
                                        return e[0] >= lo.x && e[0] <= hi.x && e[1] >= lo.y &&
                                               e[1] <= hi.y && e[2] >= lo.z && e[2] <= hi.z;
                                    });
    const NodeTest meets = [&](const std::array<int, 3> &corner, int size) {
        return node_meets_box(corner, size, entry_of(lo, 0), entry_of(hi, 0));
    };
    if (text.empty())
        text = find_visits_differ(find, world.set.set, meets, meets);
    return text.empty() ? ""
                        : "box: " + text + ", budget " + std::to_string(budget) + ", capacity " +
                              std::to_string(capacity);
}

inline int64_t distance2(const Entry &e, const oct9_point_t &p)
{
    const int64_t x = e[0] - p.x, y = e[1] - p.y, z = e[2] - p.z;

    return x * x + y * y + z * z;
}

inline std::string ball(World &world, const PointLeaves &leaves)
{
    const PointBall asked = random_ball(world.random, world.known, 32767);
    const uint32_t budget = some_budget(world.random);
    const uint16_t capacity = some_capacity(world.random);
    const oct9_region_t region = {
        OCT9_REGION_SPHERE, {}, {}, asked.centre, static_cast<uint16_t>(asked.radius), nullptr
    };
    oct9_points_find_t find;

    tally.balls++;
    outside_asked.count(asked.centre);
    if (oct9_points_find_begin(&find, &world.set.set, &region) != OCT9_OK)
        return "ball is refused";
    std::string text = find_differs(
        world, find_all(find, leaves, budget, capacity), [&](const Entry &e) {
            return distance2(e, asked.centre) <= int64_t{ asked.radius } * asked.radius;
        });
    const auto [cx, cy, cz] = asked.centre;
    const int r = static_cast<int>(asked.radius);
    const NodeTest near = [&](const std::array<int, 3> &corner, int size) {
        return node_meets_box(corner, size, { cx - r, cy - r, cz - r, 0 },
                              { cx + r, cy + r, cz + r, 0 });
    };
    const NodeTest meets = [&](const std::array<int, 3> &corner, int size) {
        return node_distance2(corner, size, asked.centre) <= int64_t{ r } * r;
    };
    if (text.empty())
        text = find_visits_differ(find, world.set.set, near, meets);
    return text.empty() ? ""
                        : "ball of " + std::to_string(asked.radius) + ": " + text + ", budget " +
                              std::to_string(budget) + ", capacity " + std::to_string(capacity);
}

inline int64_t along(const oct9_plane_t &plane, const Entry &e)
{
    return int64_t{ plane.normal[0] } * e[0] + int64_t{ plane.normal[1] } * e[1] +
           int64_t{ plane.normal[2] } * e[2];
}

/* Planes through points, or beside them by the least that there is, with one point in between. */
inline oct9_frustum_t random_frustum(Random &random, const std::vector<Entry> &known)
{
    const Entry inside = known[random.below(static_cast<uint32_t>(known.size()))];
    oct9_frustum_t frustum;

    for (oct9_plane_t &plane : frustum.plane) {
        const int most = random.chance(50) ? 2 : 16383;
        const Entry &on = known[random.below(static_cast<uint32_t>(known.size()))];
        for (int16_t &n : plane.normal)
            n = static_cast<int16_t>(random.between(-most, most));
        plane.normal[random.below(3)] |= 1;
        if (along(plane, inside) < along(plane, on))
            for (int16_t &n : plane.normal)
                n = static_cast<int16_t>(-n);
        plane.offset = static_cast<int32_t>(along(plane, on)) + random.between(-1, 1);
    }
    return frustum;
}

inline bool in_frustum(const oct9_frustum_t &frustum, const Entry &e)
{
    return std::all_of(frustum.plane, frustum.plane + 6,
                       [&](const oct9_plane_t &plane) { return along(plane, e) >= plane.offset; });
}

inline bool node_in_frustum(const oct9_frustum_t &frustum, const std::array<int, 3> &corner,
                            int size)
{
    return std::all_of(frustum.plane, frustum.plane + 6, [&](const oct9_plane_t &plane) {
        Entry inmost = { corner[0], corner[1], corner[2], 0 };
        for (size_t a = 0; a < 3; a++)
            if (plane.normal[a] > 0)
                inmost[a] += size - 1;
        return along(plane, inmost) >= plane.offset;
    });
}

/* A frustum, or everywhere. */
inline std::string frustum(World &world, const PointLeaves &leaves)
{
    if (world.known.empty())
        return "";
    const oct9_frustum_t asked = random_frustum(world.random, world.known);
    const bool everywhere = world.random.chance(10);
    const uint32_t budget = some_budget(world.random);
    const uint16_t capacity = some_capacity(world.random);
    const oct9_region_t region = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &asked };
    oct9_points_find_t find;

    tally.frusta++;
    if (oct9_points_find_begin(&find, &world.set.set, everywhere ? nullptr : &region) != OCT9_OK)
        return "frustum is refused";
    std::string text = find_differs(
        world, find_all(find, leaves, budget, capacity),
        [&](const Entry &e) { return everywhere || in_frustum(asked, e); });
    const NodeTest near = [](const std::array<int, 3> &, int) { return true; };
    const NodeTest meets = [&](const std::array<int, 3> &corner, int size) {
        return everywhere || node_in_frustum(asked, corner, size);
    };
    if (text.empty())
        text = find_visits_differ(find, world.set.set, near, meets);
    return text.empty() ? ""
                        : "frustum: " + text + ", budget " + std::to_string(budget) +
                              ", capacity " + std::to_string(capacity);
}

/* ---- The nearest ones. ---- */

using Near = std::pair<int64_t, Entry>;

/* The distances must be the smallest; and each point one of those that there are, as often. */
inline std::string nearest_differs(const World &world, const oct9_points_nearest_input_t &input,
                                   const oct9_points_nearest_output_t &output)
{
    std::vector<Near> should, is;

    for (const Entry &e : world.known) {
        const int64_t d2 = distance2(e, input.point);
        if (d2 <= int64_t{ input.range_q6 } * input.range_q6)
            should.push_back({ d2, e });
    }
    std::sort(should.begin(), should.end());
    if (output.count != std::min<size_t>(should.size(), input.capacity))
        return std::to_string(output.count) + " found of " + std::to_string(should.size());
    for (size_t i = 0; i < output.count; i++) {
        is.push_back({ input.found[i].distance2_q12, entry_of(input.found[i].entry) });
        if (is[i].first != should[i].first)
            return "distance " + std::to_string(i);
    }
    std::sort(is.begin(), is.end());
    tally.found_in_all += is.size();
    return std::includes(should.begin(), should.end(), is.begin(), is.end())
             ? ""
             : "a point that is not there, or twice";
}

inline std::string nearest(World &world, const PointLeaves &leaves, uint16_t capacity)
{
    Random &random = world.random;
    const PointBall asked = random_ball(random, world.known, 65535);
    std::vector<oct9_near_point_t> found(capacity);
    const oct9_points_nearest_input_t input = {
        asked.centre, static_cast<uint16_t>(random.chance(50) ? asked.radius : 65535), capacity,
        found.data()
    };
    oct9_points_nearest_output_t output = {};

    outside_asked.count(asked.centre);
    if (oct9_points_nearest(&world.set.set, &input, &output) != OCT9_OK)
        return "nearest is refused";
    std::string text = nearest_differs(world, input, output);
    if (text.empty() && (output.nodes > leaves.nodes || output.leaves > leaves.visits))
        text = "visits " + std::to_string(output.nodes) + " nodes of " +
               std::to_string(leaves.nodes) + ", " + std::to_string(output.leaves) + " leaves of " +
               std::to_string(leaves.visits);
    return text.empty()
             ? ""
             : "nearest " + std::to_string(capacity) + " of (" + std::to_string(input.point.x) +
                   " " + std::to_string(input.point.y) + " " + std::to_string(input.point.z) +
                   ") within " + std::to_string(input.range_q6) + ": " + text;
}

/* With room for more than there are, the range stays what it is. */
inline std::string all_within(World &world)
{
    const PointBall asked = random_ball(world.random, world.known, 65535);
    const uint16_t capacity = static_cast<uint16_t>(world.known.size() + 1);
    std::vector<oct9_near_point_t> found(capacity);
    const oct9_points_nearest_input_t input = { asked.centre, static_cast<uint16_t>(asked.radius),
                                                capacity, found.data() };
    oct9_points_nearest_output_t output = {};
    const NodeTest meets = [&](const std::array<int, 3> &corner, int size) {
        return node_distance2(corner, size, asked.centre) <= int64_t{ asked.radius } * asked.radius;
    };

    if (oct9_points_nearest(&world.set.set, &input, &output) != OCT9_OK)
        return "nearest is refused";
    const std::string text = nearest_differs(world, input, output);
    return text.empty() ? visits_differ(world.set.set, meets, meets, output.nodes, output.leaves)
                        : text;
}

/* ---- All of them. ---- */

inline std::string queries(World &world, const PointLeaves &leaves, uint64_t count)
{
    std::string text;

    for (uint64_t i = 0; i < count && text.empty(); i++) {
        text = box(world, leaves);
        if (text.empty())
            text = ball(world, leaves);
        if (text.empty())
            text = frustum(world, leaves);
        if (text.empty())
            text = all_within(world);
        if (text.empty())
            text = nearest(world, leaves, 1);
        if (text.empty())
            text = nearest(world, leaves, static_cast<uint16_t>(2 + world.random.below(40)));
        tally.nearest_ones++;
        tally.k_nearest++;
    }
    return text;
}

} // namespace oracle

#endif
