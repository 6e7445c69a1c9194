/* SPDX-License-Identifier: MIT */
/* Point sets against lists of points that are looked at one by one: what each change returns, the
 * shape after it, and every query, in one call and in slices; Morton codes bit by bit.
 *
 * SEED, WORLDS (sets), QUERIES (of each family in each set), LONG (changes of the long run) come
 * from the environment. */
#include "tests/shared/check_none.hpp"
#include "points_queries.hpp"

#include <cstdio>
#include <cstring>

extern "C" {
#include "src/number/morton.h"
#include "tests/test.h"
}

using namespace oracle;

static unsigned long long number(uint64_t x)
{
    return x;
}

/* ---- Building at once. ---- */

static std::vector<oct9_entry_t> sorted_by_code(World &world)
{
    std::vector<Entry> order = world.known;
    std::vector<oct9_entry_t> out;

    for (size_t i = order.size(); i > 1; i--)
        std::swap(order[i - 1], order[world.random.below(static_cast<uint32_t>(i))]);
    std::stable_sort(order.begin(), order.end(),
                     [](const Entry &a, const Entry &b) { return code_of(a) < code_of(b); });
    for (const Entry &e : order)
        out.push_back(as_entry(e));
    return out;
}

/* A build into an empty set that is refused leaves it empty. */
static std::string refused_build(PointSet &set, const std::vector<oct9_entry_t> &entries,
                                 oct9_status_t should)
{
    const oct9_status_t status = oct9_points_build(&set.set, entries.data(),
                                                   static_cast<uint32_t>(entries.size()));

    if (status != should)
        return "build returns " + std::to_string(status) + ", should be " + std::to_string(should);
    if (set.set.count != 0 || set.set.used != 0 || set.set.tree.used != 0 || set.check() != OCT9_OK)
        return "a build that failed left something behind";
    return "";
}

static std::string too_small(World &world, const std::vector<oct9_entry_t> &entries)
{
    const Need &need = world.census.need();
    std::string text;

    if (need.blocks > 1) {
        PointSet set(need.blocks - 1, need.buckets, world.sizes.capacity, world.sizes.least_level);
        text = refused_build(set, entries, OCT9_ERR_POOL_FULL);
        if (text.empty() && set.set.failed != 1)
            text = "build: failed is not counted";
    }
    if (text.empty() && need.buckets > 1) {
        PointSet set(std::max(1u, need.blocks), need.buckets - 1, world.sizes.capacity,
                     world.sizes.least_level);
        text = refused_build(set, entries, OCT9_ERR_BUCKETS_FULL);
    }
    return text;
}

/* Out of order, or with a point outside. */
static std::string bad_input(World &world, PointSet &set, std::vector<oct9_entry_t> entries)
{
    const size_t at = world.random.below(static_cast<uint32_t>(entries.size()));
    std::vector<oct9_entry_t> order = entries;
    std::string text;

    if (code_of(entry_of(order.front())) != code_of(entry_of(order.back()))) {
        std::swap(order.front(), order.back());
        text = refused_build(set, order, OCT9_ERR_ARGUMENT);
    }
    entries[at] = as_entry(outside(world.random, entry_of(entries[at])));
    return text.empty() ? refused_build(set, entries, OCT9_ERR_OUTSIDE) : text;
}

static std::string build(World &world, const PointLeaves &inserted)
{
    const std::vector<oct9_entry_t> entries = sorted_by_code(world);
    const uint32_t count = static_cast<uint32_t>(entries.size());
    const Need &need = world.census.need();
    PointSet set(std::max(1u, need.blocks), std::max(1u, need.buckets), world.sizes.capacity,
                 world.sizes.least_level);
    std::string text;

    if (count > 0)
        text = bad_input(world, set, entries);
    if (text.empty())
        text = too_small(world, entries);
    if (!text.empty())
        return text;
    if (oct9_points_build(&set.set, entries.data(), count) != OCT9_OK)
        return "build is refused";
    const PointLeaves built(set.set);
    if (!built.wrong.empty())
        return "build: " + built.wrong;
    if (!(built.leaves == inserted.leaves) || set.check() != OCT9_OK)
        return "build: another shape than by insertion";
    if (set.set.peak != need.buckets || set.set.tree.peak != need.blocks)
        return "build: peaks";
    if (count > 0 && oct9_points_build(&set.set, entries.data(), count) != OCT9_ERR_ARGUMENT)
        return "build into a set that holds points";
    return PointLeaves(set.set).leaves == built.leaves ? "" : "a refused build changed the set";
}

/* ---- All of a world. ---- */

static std::string remove_all(World &world)
{
    std::string text;

    while (!world.known.empty() && text.empty()) {
        const uint32_t count = static_cast<uint32_t>(world.known.size());
        text = remove(world, world.known[world.random.below(count)]);
        if (text.empty())
            text = counters_differ(world);
    }
    return text.empty() && world.set.check() != OCT9_OK ? "oct9_points_check" : text;
}

static void sets_and_queries(void)
{
    const uint64_t worlds = setting("WORLDS", 1000), count = setting("QUERIES", 50);

    for (uint64_t i = 0; i < worlds; i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        World world(seed);
        std::string text = history(world);

        if (text.empty()) {
            const PointLeaves leaves(world.set.set);
            text = queries(world, leaves, count);
            if (text.empty())
                text = build(world, leaves);
        }
        check_none(text.empty() ? remove_all(world) : text, seed, "a set");
    }
    CHECK(tally.refused > 0 && tally.stayed > 0 && tally.found_in_all > 0);
}

/* Points come and go; the pools end as those of a set that is built from what is left. */
static void a_long_run_leaves_nothing_behind(void)
{
    const uint64_t seed = setting("SEED", 1) + 1000000, steps = setting("LONG", 100000);
    World world(seed, { 4, 1, 500, 700 });
    std::string text;

    for (uint64_t step = 0; step < steps && text.empty(); step++) {
        if (step % 1000 == 0)
            world.source.emplace(world.random);
        text = change(world, step / 5000 % 2 == 0 ? 70 : 40);
        if (text.empty())
            text = counters_differ(world);
        if (text.empty() && step % 500 == 0)
            text = shape_differs(world);
    }
    if (text.empty())
        text = build(world, PointLeaves(world.set.set));
    check_none(text.empty() ? remove_all(world) : text, seed, "the long run");
}

/* ---- Limits and mistakes. ---- */

/* Sizes above these are refused before memory is touched. */
constexpr uint32_t blocks_most = OCT9_BLOCKS_MAX, buckets_most = 32767;

static oct9_status_t init(uint32_t blocks, uint32_t buckets, unsigned capacity, unsigned level)
{
    std::vector<oct9_points_block_t> block(std::clamp(blocks, 1u, blocks_most));
    std::vector<oct9_bucket_t> bucket(std::clamp(buckets, 1u, buckets_most));
    std::vector<oct9_entry_t> entry(bucket.size() * std::max(1u, capacity));
    const oct9_points_config_t config = { block.data(),
                                          blocks,
                                          bucket.data(),
                                          entry.data(),
                                          buckets,
                                          static_cast<uint8_t>(capacity),
                                          static_cast<uint8_t>(level) };
    oct9_points_t set, before;

    std::memset(&set, 0x5A, sizeof set);
    std::memcpy(&before, &set, sizeof set);
    const oct9_status_t status = oct9_points_init(&set, &config);
    CHECK(status == OCT9_OK || std::memcmp(&set, &before, sizeof set) == 0);
    if (status == OCT9_OK)
        CHECK(set.count == 0 && set.failed == 0 && set.used == 0 && set.peak == 0 &&
              set.tree.used == 0 && set.tree.peak == 0 && set.bucket_count == buckets &&
              set.tree.capacity == blocks);
    return status;
}

static void bad_sizes_are_refused(void)
{
    CHECK_EQ(init(1, 1, 1, 0), OCT9_OK);
    CHECK_EQ(init(1, 1, 255, 8), OCT9_OK);
    CHECK_EQ(init(blocks_most, buckets_most, 1, 0), OCT9_OK);
    CHECK_EQ(init(0, 1, 1, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(OCT9_POINTS_BLOCKS_MAX + 1, 1, 1, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 0, 1, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, OCT9_BUCKETS_MAX + 1, 1, 0), OCT9_ERR_ARGUMENT);
    if (!OCT9_POINTS_WIDE) {
        CHECK_EQ(init(1, 65536, 1, 0), OCT9_ERR_ARGUMENT);
        CHECK_EQ(init(1, 65537, 1, 0), OCT9_ERR_ARGUMENT);
        CHECK_EQ(init(65537, 1, 1, 0), OCT9_ERR_ARGUMENT);
    }
    CHECK_EQ(init(1, 1, 0, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 1, 1, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 1, 1, 255), OCT9_ERR_ARGUMENT);
}

/* Bytes that a call which fails must not have written. */
template <typename T> class Untouched {
public:
    explicit Untouched(T &value) : value_(value)
    {
        std::memset(&value, 0x5A, sizeof value);
        std::memcpy(bytes_, &value, sizeof value);
    }
    ~Untouched() { CHECK(std::memcmp(bytes_, &value_, sizeof value_) == 0); }

private:
    T &value_;
    unsigned char bytes_[sizeof(T)];
};

static oct9_status_t begin_box(oct9_points_find_t &find, const oct9_points_t &set,
                               const oct9_point_t &lo, const oct9_point_t &hi)
{
    const oct9_region_t box = { OCT9_REGION_BOX, lo, hi, {}, 0, nullptr };

    return oct9_points_find_begin(&find, &set, &box);
}

static void mistakes_change_nothing(void)
{
    PointSet set(8, 8, 4, 0);
    const oct9_point_t a = { 1, 2, 3 }, b = { 1, 2, 2 }, c = { 0, 2, 3 }, d = { 1, 1, 3 };
    oct9_points_find_t find;
    oct9_points_nearest_output_t output;
    oct9_near_point_t near;
    oct9_entry_t entry;
    const oct9_points_nearest_input_t input = { a, 65535, 0, &near };

    CHECK_EQ(oct9_points_insert(&set.set, &a, 7), OCT9_OK);
    for (const oct9_point_t *hi : { &b, &c, &d })
        CHECK_EQ(begin_box(find, set.set, a, *hi), OCT9_ERR_ARGUMENT);
    for (uint16_t radius : { uint16_t{ 32768 }, uint16_t{ 65535 } }) {
        const oct9_region_t ball = { OCT9_REGION_SPHERE, {}, {}, a, radius, nullptr };
        CHECK_EQ(oct9_points_find_begin(&find, &set.set, &ball), OCT9_ERR_ARGUMENT);
    }
    CHECK_EQ(oct9_points_find_begin(&find, &set.set, nullptr), OCT9_OK);
    {
        const Untouched<oct9_entry_t> same(entry);
        CHECK_EQ(oct9_points_find_next(&find, 0, &entry, 1), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_points_find_next(&find, 1, &entry, 0), OCT9_ERR_ARGUMENT);
    }
    {
        const Untouched<oct9_near_point_t> same(near);
        const Untouched<oct9_points_nearest_output_t> same_output(output);
        CHECK_EQ(oct9_points_nearest(&set.set, &input, &output), OCT9_ERR_ARGUMENT);
    }
}

static Entry anywhere(Random &random)
{
    Entry e = { 0, 0, 0, 0 };

    for (size_t axis = 0; axis < 3; axis++)
        e[axis] = random.between(OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1);
    return e;
}

#if !OCT9_POINTS_WIDE
/* All 32,767 buckets, to the last of them, and back. */
static void every_bucket_can_be_used(void)
{
    Random random(setting("SEED", 1));
    PointSet set(OCT9_BLOCKS_MAX, OCT9_BUCKETS_MAX, 1, 0);
    Census census(1, 0);
    std::vector<Entry> known;
    bool full = false;

    for (unsigned i = 0; i < 200000 && !(full && known.size() == 40); i++) {
        const bool more = known.empty() || !full;
        const Entry e = more ? anywhere(random) : known.back();
        const oct9_point_t point = point_of(e);
        census.change(e, more ? 1 : -1);
        const bool fits = census.need().blocks <= OCT9_BLOCKS_MAX &&
                          census.need().buckets <= OCT9_BUCKETS_MAX;
        const oct9_status_t status = more ? oct9_points_insert(&set.set, &point, 0)
                                          : oct9_points_remove(&set.set, &point, 0);
        CHECK_EQ(status == OCT9_OK, fits);
        if (!fits) {
            census.change(e, -1);
            full = true;
            CHECK_EQ(set.set.used, OCT9_BUCKETS_MAX);
        } else if (more) {
            known.push_back(e);
        } else {
            known.pop_back();
        }
        if (i % 8192 == 0 || !fits)
            CHECK_EQ(set.check(), OCT9_OK);
    }
    CHECK(full);
    CHECK_EQ(set.set.tree.used, census.need().blocks);
    CHECK_EQ(set.check(), OCT9_OK);
}

/* All 32,768 blocks: pairs of cells side by side, each of which has a separate branch. */
static void every_block_can_be_used(void)
{
    PointSet set(OCT9_BLOCKS_MAX, OCT9_BUCKETS_MAX, 1, 0);
    Census census(1, 0);
    uint32_t taken = 0, full = 0;

    for (uint32_t i = 0; i < 16384 && full == 0; i++)
        for (int side = 0; side < 2 && full == 0; side++) {
            const Entry e = { cube_corner[0] + static_cast<int>(i % 128) * 256 + side * 64,
                              cube_corner[1] + static_cast<int>(i / 128) * 256, cube_corner[2], 0 };
            const oct9_point_t point = point_of(e);
            census.change(e, 1);
            const bool fits = census.need().blocks <= OCT9_BLOCKS_MAX;
            CHECK_EQ(oct9_points_insert(&set.set, &point, 0), fits ? OCT9_OK : OCT9_ERR_POOL_FULL);
            full += !fits;
            taken += fits;
        }
    CHECK(full > 0 && taken > 20000);
    CHECK(set.set.tree.used > OCT9_BLOCKS_MAX - 9);
    CHECK_EQ(set.set.count, taken);
    CHECK_EQ(set.check(), OCT9_OK);
}

#else

/* Two million points in buckets of 8, with ids above 65535, found as brute force finds them. */
static void two_million_points(void)
{
    constexpr uint32_t points = 2000000, far = 0x7FF00000;
    Random random(setting("SEED", 1));
    PointSet set(points, points / 2, 8, 0);
    std::vector<Entry> known;
    std::vector<oct9_entry_t> found(32767);

    CHECK_EQ(set.status, OCT9_OK);
    for (uint32_t i = 0; i < points; i++) {
        Entry e = anywhere(random);
        e[3] = static_cast<int>(far + i % (points - 5));
        const oct9_point_t point = point_of(e);
        CHECK_EQ(oct9_points_insert(&set.set, &point, id_of(e)), OCT9_OK);
        known.push_back(e);
    }
    for (uint32_t i = 0; i < points; i += 20) {
        const oct9_point_t from = point_of(known[i]);
        const int id = known[i][3];
        known[i] = anywhere(random);
        known[i][3] = id;
        const oct9_point_t to = point_of(known[i]);
        CHECK_EQ(oct9_points_move(&set.set, &from, id_of(known[i]), &to), OCT9_OK);
    }
    CHECK(set.set.count == points && set.set.used > 3 * 65536 && set.set.tree.used > 65536);
    CHECK_EQ(set.check(), OCT9_OK);
    for (unsigned asked = 0; asked < 40; asked++) {
        const oct9_point_t centre = point_of(anywhere(random));
        const uint16_t radius = static_cast<uint16_t>(random.below(1500));
        const oct9_region_t ball = { OCT9_REGION_SPHERE, {}, {}, centre, radius, nullptr };
        oct9_points_find_t find;
        oct9_near_point_t near;
        oct9_points_nearest_output_t output;
        const oct9_points_nearest_input_t input = { centre, 65535, 1, &near };
        std::vector<Entry> in, should;
        int64_t least = INT64_MAX;

        for (const Entry &e : known) {
            const int64_t x = e[0] - centre.x, y = e[1] - centre.y, z = e[2] - centre.z;
            const int64_t distance2 = x * x + y * y + z * z;
            least = std::min(least, distance2);
            if (distance2 <= int64_t{ radius } * radius)
                should.push_back(e);
        }
        CHECK_EQ(oct9_points_find_begin(&find, &set.set, &ball), OCT9_OK);
        const int count = oct9_points_find_next(&find, UINT32_MAX, found.data(), 32767);
        for (int i = 0; i < count; i++)
            in.push_back(entry_of(found[static_cast<size_t>(i)]));
        std::sort(in.begin(), in.end());
        std::sort(should.begin(), should.end());
        CHECK(in == should);
        CHECK_EQ(oct9_points_nearest(&set.set, &input, &output), OCT9_OK);
        CHECK_EQ(near.distance2_q12, least);
    }
}

#endif

/* ---- Morton codes. ---- */

static void check_code(uint32_t x, uint32_t y, uint32_t z, uint32_t above)
{
    const oct9_cell_t cell = { static_cast<uint16_t>(x), static_cast<uint16_t>(y),
                               static_cast<uint16_t>(z) };
    const uint32_t code = code_of(x, y, z);
    oct9_cell_t back;

    CHECK_EQ(oct9_morton_encode(&cell), code);
    oct9_morton_decode(code | above << 27, &back);
    CHECK(back.x == x && back.y == y && back.z == z);
}

static void morton_codes_bit_by_bit(void)
{
    Random random(setting("SEED", 1));

    for (uint32_t x = 0; x < 512; x++)
        for (uint32_t y = 0; y < 512; y++) {
            const uint32_t z = random.below(512), above = random.below(32);
            check_code(x, y, z, 0);
            check_code(y, z, x, above);
            check_code(z, x, y, 31);
        }
    for (uint32_t code = 0; code < OCT9_MORTON_END; code += 61) {
        oct9_cell_t cell;
        oct9_morton_decode(code, &cell);
        CHECK(cell.x < 512 && cell.y < 512 && cell.z < 512);
        CHECK_EQ(oct9_morton_encode(&cell), code);
    }
}

int main(void)
{
    std::printf("seed %llu\n", number(setting("SEED", 1)));
    RUN(morton_codes_bit_by_bit);
    RUN(bad_sizes_are_refused);
    RUN(mistakes_change_nothing);
#if OCT9_POINTS_WIDE
    RUN(two_million_points);
#else
    RUN(every_bucket_can_be_used);
    RUN(every_block_can_be_used);
#endif
    RUN(sets_and_queries);
    RUN(a_long_run_leaves_nothing_behind);
    std::printf("%llu changes, %llu of them moves, %llu refused; %llu boxes, %llu balls, %llu "
                "frusta, %llu nearest, "
                "%llu k nearest, %llu points found, %llu times again\n",
                number(tally.changes), number(tally.moves), number(tally.refused),
                number(tally.boxes), number(tally.balls), number(tally.frusta),
                number(tally.nearest_ones), number(tally.k_nearest), number(tally.found_in_all),
                number(tally.sliced));
    outside_asked.check("balls and nearest");
    return test_end();
}
