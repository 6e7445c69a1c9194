/* SPDX-License-Identifier: MIT */
/* A point set and the list of what must be in it: random changes, each checked against what it must
 * return, and the set against its definition. */
#ifndef OCT9_TEST_POINTS_WORLD_HPP
#define OCT9_TEST_POINTS_WORLD_HPP

#include "tests/shared/outside_counts.hpp"
#include "points_cases.hpp"

namespace oracle {

/* What was done, so that it can be printed at the end. */
struct Tally {
    uint64_t changes, moves, refused, stayed, boxes, balls, frusta, nearest_ones, k_nearest,
        found_in_all, sliced;
};

inline Tally tally;
inline OutsideCounts outside_asked; /* centres of balls, and points to be near to */

/* ---- A world: a set, and the list of what must be in it. ---- */

struct Sizes {
    unsigned capacity, least_level;
    uint32_t blocks, buckets;
};

inline Sizes random_sizes(Random &random)
{
    static const unsigned capacities[] = { 1, 2, 3, 4, 8, 15, 16, 254, 255 };
    Sizes sizes;

    sizes.capacity = random.chance(70) ? capacities[random.below(9)] : 1 + random.below(255);
    sizes.least_level = random.chance(50) ? 0 : random.below(9);
    sizes.blocks = random.chance(50) ? 3000 : 1 + random.below(40);
    sizes.buckets = random.chance(50) ? 40 + 12000 / sizes.capacity : 1 + random.below(40);
    return sizes;
}

struct World {
    Random random;
    std::optional<PointSource> source;
    const Sizes sizes;
    PointSet set;
    Census census;
    std::vector<Entry> known; /* in no order */
    uint32_t failed = 0, blocks_peak = 0, buckets_peak = 0;

    explicit World(uint64_t seed) : World(Random(seed), nullptr) {}
    World(uint64_t seed, const Sizes &some) : World(Random(seed), &some) {}

private:
    World(const Random &seeded, const Sizes *some)
        : random(seeded), sizes(some != nullptr ? *some : random_sizes(random)),
          set(sizes.blocks, sizes.buckets, sizes.capacity, sizes.least_level),
          census(sizes.capacity, sizes.least_level)
    {
        source.emplace(random);
    }
};

/* The whole set against its definition. */
inline std::string shape_differs(World &world)
{
    const oct9_points_t &set = world.set.set;
    const PointLeaves leaves(set);
    std::vector<Entry> known = world.known;

    std::sort(known.begin(), known.end());
    if (!leaves.wrong.empty())
        return leaves.wrong;
    if (leaves.all != known)
        return "not the points that were inserted";
    return "";
}

inline std::string counters_differ(const World &world)
{
    const oct9_points_t &set = world.set.set;
    const Need &need = world.census.need();

    if (set.count != world.known.size())
        return "count " + std::to_string(set.count);
    if (set.tree.used != need.blocks || set.used != need.buckets)
        return "blocks " + std::to_string(set.tree.used) + " buckets " + std::to_string(set.used) +
               ", should be " + std::to_string(need.blocks) + " " + std::to_string(need.buckets);
    if (set.tree.peak != world.blocks_peak || set.peak != world.buckets_peak)
        return "peaks " + std::to_string(set.tree.peak) + " " + std::to_string(set.peak) +
               ", should be " + std::to_string(world.blocks_peak) + " " +
               std::to_string(world.buckets_peak);
    return set.failed == world.failed ? "" : "failed " + std::to_string(set.failed);
}

/* ---- Changes. ---- */

/* Inserts where it must succeed; else the status must be that of a pool that is too small. */
inline std::string insert(World &world, const Entry &e)
{
    const oct9_point_t point = point_of(e);
    const oct9_status_t status = oct9_points_insert(&world.set.set, &point, id_of(e));

    tally.changes++;
    if (!in_cube(point))
        return status == OCT9_ERR_OUTSIDE ? "" : "outside: status " + std::to_string(status);
    world.census.change(e, 1);
    const Need need = world.census.need();
    const bool blocks = need.blocks > world.sizes.blocks;
    const bool buckets = need.buckets > world.sizes.buckets;
    if (!blocks && !buckets) {
        world.known.push_back(e);
        world.blocks_peak = std::max(world.blocks_peak, need.blocks);
        world.buckets_peak = std::max(world.buckets_peak, need.buckets);
        return status == OCT9_OK ? "" : "insert: status " + std::to_string(status);
    }
    world.census.change(e, -1);
    world.failed++;
    tally.refused++;
    const bool right = (blocks && status == OCT9_ERR_POOL_FULL) ||
                       (buckets && status == OCT9_ERR_BUCKETS_FULL);
    return right ? "" : "a full pool: status " + std::to_string(status);
}

inline std::string remove(World &world, const Entry &e)
{
    const oct9_point_t point = point_of(e);
    const auto at = std::find(world.known.begin(), world.known.end(), e);
    const oct9_status_t status = oct9_points_remove(&world.set.set, &point, id_of(e));

    tally.changes++;
    if (!in_cube(point))
        return status == OCT9_ERR_OUTSIDE ? "" : "outside: status " + std::to_string(status);
    if (at == world.known.end())
        return status == OCT9_ERR_NOT_FOUND ? "" : "not there: status " + std::to_string(status);
    world.census.change(e, -1);
    *at = world.known.back();
    world.known.pop_back();
    return status == OCT9_OK ? "" : "remove: status " + std::to_string(status);
}

inline Entry outside(Random &random, Entry e)
{
    const unsigned axis = random.below(3);

    if (random.chance(50))
        e[axis] = random.chance(30) ? OCT9_LOW_Q6 - 1 : random.between(-32768, OCT9_LOW_Q6 - 1);
    else
        e[axis] = random.chance(30) ? OCT9_HIGH_Q6 : random.between(OCT9_HIGH_Q6, 32767);
    return e;
}

/* One that is in the set; of equal points often one of another id. */
inline Entry known_or_nearly(World &world)
{
    Entry e = world.known[world.random.below(static_cast<uint32_t>(world.known.size()))];

    if (world.random.chance(10))
        e[3] ^= 1;
    if (world.random.chance(5))
        e[world.random.below(3)] ^= 1;
    return e;
}

/* Near the old place, so that it often stays in its leaf, or anywhere; seldom outside. */
inline Entry new_place(World &world, Entry e)
{
    Random &random = world.random;
    const Entry other = world.source->next();
    const int spread = 1 << random.below(13);

    if (random.chance(3))
        return outside(random, e);
    for (unsigned axis = 0; axis < 3; axis++)
        e[axis] = std::clamp(e[axis] + random.between(-spread, spread), OCT9_LOW_Q6,
                             OCT9_HIGH_Q6 - 1);
    return random.chance(50) ? e : Entry{ other[0], other[1], other[2], e[3] };
}

/* A point that moves is removed and inserted anew, or else all is as before. */
inline std::string move(World &world, const Entry &from, const Entry &to)
{
    const oct9_point_t old_point = point_of(from), new_point = point_of(to);
    const auto at = std::find(world.known.begin(), world.known.end(), from);
    const oct9_status_t status = oct9_points_move(&world.set.set, &old_point, id_of(from),
                                                  &new_point);

    tally.changes++;
    tally.moves++;
    if (!in_cube(old_point) || !in_cube(new_point))
        return status == OCT9_ERR_OUTSIDE ? "" : "move outside: status " + std::to_string(status);
    if (at == world.known.end())
        return status == OCT9_ERR_NOT_FOUND ? "" : "not there: status " + std::to_string(status);
    world.census.change(from, -1);
    world.census.change(to, 1);
    const Need need = world.census.need();
    const bool blocks = need.blocks > world.sizes.blocks;
    const bool buckets = need.buckets > world.sizes.buckets;
    if (!blocks && !buckets) {
        *at = to;
        world.blocks_peak = std::max(world.blocks_peak, need.blocks);
        world.buckets_peak = std::max(world.buckets_peak, need.buckets);
        return status == OCT9_OK ? "" : "move: status " + std::to_string(status);
    }
    world.census.change(to, -1);
    world.census.change(from, 1);
    world.failed++;
    tally.refused++;
    tally.stayed++;
    const bool right = (blocks && status == OCT9_ERR_POOL_FULL) ||
                       (buckets && status == OCT9_ERR_BUCKETS_FULL);
    return right ? "" : "a move into a full pool: status " + std::to_string(status);
}

inline std::string change(World &world, unsigned growth)
{
    Random &random = world.random;

    if (random.chance(2))
        return random.chance(50) ? insert(world, outside(random, world.source->next()))
                                 : remove(world, outside(random, world.source->next()));
    if (world.known.empty() || random.chance(growth))
        return insert(world, world.source->next());
    if (random.chance(40)) {
        const Entry from = random.chance(3) ? world.source->next() : known_or_nearly(world);
        return move(world, from, new_place(world, from));
    }
    return remove(world, random.chance(5) ? world.source->next() : known_or_nearly(world));
}

inline std::string history(World &world)
{
    const bool each = world.random.chance(25), check = world.random.chance(25);
    const unsigned steps = world.random.chance(5) ? 1500 : world.random.below(each ? 150 : 300);
    std::string text;

    for (unsigned step = 0; step < steps && text.empty(); step++) {
        text = change(world, step / 40 % 3 == 2 ? 25 : 75);
        if (text.empty())
            text = counters_differ(world);
        if (text.empty() && each)
            text = shape_differs(world);
        if (text.empty() && check && world.set.check() != OCT9_OK)
            text = "oct9_points_check";
        if (!text.empty())
            text = "step " + std::to_string(step) + ": " + text;
    }
    if (text.empty() && world.set.check() != OCT9_OK)
        text = "oct9_points_check";
    return text.empty() ? shape_differs(world) : text;
}

} // namespace oracle

#endif
