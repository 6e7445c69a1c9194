/* SPDX-License-Identifier: MIT */
/* Filling and clearing of boxes and spheres, against all cells, one by one, in __int128, and
 * refusals against a count of the blocks that are needed. SEED and SHAPES come from the
 * environment. */
#include "tests/shared/from_low.h"
#include "tests/occupancy/furnish.hpp"

#include <cstdio>
#include <functional>
#include <string>

using namespace oracle;

static uint64_t shapes_filled, shapes_refused;

static void check_none(const std::string &text, uint64_t seed)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  seed %llu: %s\n", static_cast<unsigned long long>(seed), text.c_str());
}

static std::string text_at(const char *what, uint32_t code, uint16_t was, uint16_t is)
{
    const std::array<int, 3> cell = cell_of(code);
    char text[160];

    std::snprintf(text, sizeof text, "%s at (%d %d %d): was %d age %d, is %d age %d", what, cell[0],
                  cell[1], cell[2], log_odds_of(was), age_of(was), log_odds_of(is), age_of(is));
    return text;
}

using Wide = __int128;

/* A box of cells, or a sphere: of it the cells whose farthest corner is not beyond the radius. */
struct Shape {
    bool is_box;
    oct9_box_t box;
    oct9_point_t centre;
    uint16_t radius;

    /* The distance on one axis to the farther side of [lo, hi) cells. */
    static Wide distance(int at, int lo, int hi)
    {
        return std::max(std::abs(at - CELL_LOW(lo)), std::abs(at - CELL_LOW(hi)));
    }
    bool in_box(const std::array<int, 3> &lo, int size, bool whole) const
    {
        const int a[3] = { box.lo.x, box.lo.y, box.lo.z }, b[3] = { box.hi.x, box.hi.y, box.hi.z };

        for (size_t axis = 0; axis < 3; axis++)
            if (whole ? lo[axis] < a[axis] || lo[axis] + size > b[axis]
                      : lo[axis] >= b[axis] || lo[axis] + size <= a[axis])
                return false;
        return true;
    }
    std::array<int, 3> middle() const { return { centre.x, centre.y, centre.z }; }

    /* All cells of a node belong to it. */
    bool covers(const std::array<int, 3> &lo, int size) const
    {
        Wide square = 0;

        if (is_box)
            return in_box(lo, size, true);
        for (size_t axis = 0; axis < 3; axis++) {
            const Wide w = distance(middle()[axis], lo[axis], lo[axis] + size);
            square += w * w;
        }
        return square <= Wide{ radius } * radius;
    }
    /* Any does: on each axis every cell is tried. */
    bool meets(const std::array<int, 3> &lo, int size) const
    {
        Wide square = 0;

        if (is_box)
            return in_box(lo, size, false);
        for (size_t axis = 0; axis < 3; axis++) {
            Wide least = distance(middle()[axis], lo[axis], lo[axis] + 1);
            for (int cell = lo[axis] + 1; cell < lo[axis] + size; cell++)
                least = std::min(least, distance(middle()[axis], cell, cell + 1));
            square += least * least;
        }
        return square <= Wide{ radius } * radius;
    }
    /* Cells that may belong to it. */
    void around(std::array<int, 3> &lo, std::array<int, 3> &hi) const
    {
        const int a[3] = { box.lo.x, box.lo.y, box.lo.z }, b[3] = { box.hi.x, box.hi.y, box.hi.z };

        for (size_t axis = 0; axis < 3; axis++) {
            const int from_low = middle()[axis] - OCT9_LOW_Q6;
            const int first = is_box ? a[axis] : (from_low - radius) / 64 - 1;
            const int last = is_box ? b[axis] : (from_low + radius) / 64 + 1;
            lo[axis] = std::clamp(first, 0, 512);
            hi[axis] = std::clamp(last, 0, 512);
        }
    }
};

static std::string text_of(const Shape &shape)
{
    char text[96];

    if (shape.is_box)
        std::snprintf(text, sizeof text, "box (%d %d %d) to (%d %d %d)", shape.box.lo.x,
                      shape.box.lo.y, shape.box.lo.z, shape.box.hi.x, shape.box.hi.y,
                      shape.box.hi.z);
    else
        std::snprintf(text, sizeof text, "sphere (%d %d %d) radius %d", shape.centre.x,
                      shape.centre.y, shape.centre.z, shape.radius);
    return text;
}

/* Near the furnished part of the map; beyond a face of the cube at times. */
static Shape random_shape(Random &random, int at)
{
    Shape shape = {};
    const auto near = [&]() { return std::clamp(at + random.between(-12, 40), 0, 511); };
    const auto above = [&](uint16_t lo) {
        return static_cast<uint16_t>(std::min(512, lo + random.between(1, 24)));
    };

    shape.is_box = random.chance(40);
    shape.box.lo = as_cell({ near(), near(), near() });
    shape.box.hi = { above(shape.box.lo.x), above(shape.box.lo.y), above(shape.box.lo.z) };
    const auto centre = [&]() {
        const int sub = random.chance(30) ? 0 : random.between(0, 63);
        const int beyond = random.between(0, 600);

        if (random.chance(5))
            return static_cast<int16_t>(random.chance(50) ? OCT9_LOW_Q6 - beyond
                                                          : OCT9_HIGH_Q6 + beyond);
        return static_cast<int16_t>(CELL_LOW(at + random.between(-12, 40)) + sub);
    };
    shape.centre = { centre(), centre(), centre() };
    shape.radius = static_cast<uint16_t>(random.below(random.chance(30) ? 200 : 64 * 14));
    return shape;
}

/* Blocks that are made and freed by a fill, as the header counts them. */
class Need {
public:
    uint32_t made = 0, freed = 0;

    Need(const oct9_tree_t &tree, const Shape &shape, uint16_t payload)
        : tree_(tree), shape_(shape), leaf_(static_cast<uint16_t>(payload | OCT9_SLOT_LEAF))
    {
        count(tree.root, { 0, 0, 0 }, OCT9_CELLS);
    }
    bool fits() const { return tree_.used - freed + made <= tree_.capacity; }

private:
    const oct9_tree_t &tree_;
    const Shape &shape_;
    uint16_t leaf_;

    uint32_t blocks(uint16_t slot) const
    {
        uint32_t sum = 1;

        if (slot & OCT9_SLOT_LEAF)
            return 0;
        for (uint16_t child : tree_.pool[slot].slot)
            sum += blocks(child);
        return sum;
    }
    void count(uint16_t slot, const std::array<int, 3> &lo, int size)
    {
        const bool leaf = slot & OCT9_SLOT_LEAF;

        if (slot == leaf_ || !shape_.meets(lo, size))
            return;
        if (shape_.covers(lo, size)) {
            freed += blocks(slot);
            return;
        }
        made += leaf;
        for (int i = 0; i < 8; i++) {
            const int half = size / 2;
            count(leaf ? slot : tree_.pool[slot].slot[i],
                  { lo[0] + (i & 1) * half, lo[1] + (i >> 1 & 1) * half, lo[2] + (i >> 2) * half },
                  half);
        }
    }
};

/* All cells of the shape have the payload, and as many cells changed as had another. */
static std::string fill_differs(const Shape &shape, const LeafList &before, const LeafList &after,
                                uint16_t payload)
{
    std::array<int, 3> lo, hi;
    uint64_t should = 0, changed = 0;

    shape.around(lo, hi);
    for (int z = lo[2]; z < hi[2]; z++)
        for (int y = lo[1]; y < hi[1]; y++)
            for (int x = lo[0]; x < hi[0]; x++) {
                if (!shape.covers({ x, y, z }, 1))
                    continue;
                const uint32_t code = code_of({ x, y, z });
                const uint16_t was = leaf_at(before, code).payload;
                const uint16_t is = leaf_at(after, code).payload;
                should += was != payload;
                if (is != payload)
                    return text_at("not filled", code, was, is);
            }
    side_by_side(before, after, [&](uint32_t, uint32_t count, uint16_t was, uint16_t is) {
        changed += was != is ? count : 0;
    });
    return changed == should
             ? ""
             : std::to_string(changed) + " cells changed, should be " + std::to_string(should);
}

using Fill = std::function<oct9_status_t(OwnedMap &owned, const Shape &shape, uint16_t payload)>;

static oct9_status_t fill_tree(OwnedMap &owned, const Shape &shape, uint16_t payload)
{
    return shape.is_box
             ? oct9_tree_fill_box(&owned.map.tree, &shape.box, payload)
             : oct9_tree_fill_sphere(&owned.map.tree, &shape.centre, shape.radius, payload);
}

static oct9_status_t clear_map(OwnedMap &owned, const Shape &shape, uint16_t)
{
    return shape.is_box ? oct9_occupancy_clear_box(&owned.map, &shape.box)
                        : oct9_occupancy_clear_sphere(&owned.map, &shape.centre, shape.radius);
}

static std::string one_fill(OwnedMap &owned, const Shape &shape, uint16_t payload, const Fill &fill)
{
    const LeafList before = owned.leaves();
    const uint32_t failed = owned.map.tree.failed;
    const Need need(owned.map.tree, shape, payload);
    const bool fits = need.fits();
    const oct9_status_t status = fill(owned, shape, payload);

    (status == OCT9_OK ? shapes_filled : shapes_refused)++;
    if (status != (fits ? OCT9_OK : OCT9_ERR_POOL_FULL))
        return "status " + std::to_string(status) + ", " + std::to_string(need.made) + " made, " +
               std::to_string(need.freed) + " freed";
    if (!owned.good() || owned.map.tree.failed != failed + !fits)
        return "an invariant or counter is broken";
    if (!fits)
        return owned.leaves() == before ? "" : "changed by a call that failed";
    return fill_differs(shape, before, owned.leaves(), payload);
}

/* A small furnished map, in a pool with hardly a block to spare. */
static void fill_shapes(uint64_t salt, oct9_full_t full,
                        const std::function<std::string(OwnedMap &, Random &, int)> &ask)
{
    for (uint64_t i = 0; i < setting("SHAPES", 1500) / 5; i++) {
        const uint64_t seed = setting("SEED", 1) + salt + i;
        Random random(seed);
        const int anywhere = random.between(0, 490), rim = random.chance(50) ? 0 : 492;
        const int at = random.chance(70) ? anywhere : rim, size = random.between(4, 20);
        const uint32_t blocks = 1 + random.below(random.chance(50) ? 100 : 1500);
        OwnedMap owned(blocks, random_model(random, full));
        std::string text;

        oracle::furnish(owned, random, { at, at, at }, { at + size, at + size, at + size },
                        random.between(1, 60), 3);
        for (int k = 0; k < 5 && text.empty(); k++)
            text = ask(owned, random, at);
        check_none(text, seed);
    }
}

static std::string ask_exactly(OwnedMap &owned, Random &random, int at, uint16_t payload,
                               const Fill &fill)
{
    const Shape shape = random_shape(random, at);
    const std::string text = one_fill(owned, shape, payload, fill);

    return text.empty() ? "" : text_of(shape) + ": " + text;
}

static void filling_is_exact(void)
{
    fill_shapes(0, OCT9_REFUSE, [](OwnedMap &owned, Random &random, int at) {
        const uint16_t payload = random.chance(50)
                                   ? furnishing(random, owned.map.model)
                                   : static_cast<uint16_t>(random.below(OCT9_PAYLOAD_MAX + 1));
        return ask_exactly(owned, random, at, payload, fill_tree);
    });
    CHECK(shapes_filled > 0 && shapes_refused > 0);
}

static void clearing_is_exact(void)
{
    fill_shapes(5000, OCT9_REFUSE, [](OwnedMap &owned, Random &random, int at) {
        return ask_exactly(owned, random, at, 0, clear_map);
    });
}

/* Where room is made for it, what lies outside may only grow. */
static std::string clear_in_room(OwnedMap &owned, Random &random, int at)
{
    const Shape shape = random_shape(random, at);
    const LeafList before = owned.leaves();
    const Need need(owned.map.tree, shape, 0);
    const bool fits = need.fits();
    const oct9_status_t status = clear_map(owned, shape, 0);
    const LeafList after = owned.leaves();
    std::string text;

    if (status != OCT9_OK && (fits || status != OCT9_ERR_POOL_FULL))
        return "status " + std::to_string(status);
    if (fits)
        return fill_differs(shape, before, after, 0);
    side_by_side(before, after, [&](uint32_t code, uint32_t count, uint16_t was, uint16_t is) {
        const std::array<int, 3> lo = cell_of(code);
        const int size = 1 << level_of(count);
        const bool cleared = status == OCT9_OK && shape.covers(lo, size);

        if (cleared ? is != 0 : log_odds_of(is) < log_odds_of(was) && !shape.meets(lo, size))
            text = text_of(shape) + ": " + text_at("not so", code, was, is);
    });
    return owned.good() ? text : "an invariant is broken";
}

static void clearing_makes_room(void)
{
    fill_shapes(9000, OCT9_COARSEN, clear_in_room);
}

/* As many cells as all 2^27 of them say, and no leaf with a corner outside. */
static void large_spheres_are_exact(void)
{
    Random random(setting("SEED", 1));

    for (int i = 0; i < 2; i++) {
        Shape shape = {};
        const auto somewhere = [&]() {
            return static_cast<int16_t>(random.between(OCT9_LOW_Q6 - 2000, OCT9_HIGH_Q6 + 2000));
        };
        shape.centre = { somewhere(), somewhere(), somewhere() };
        shape.radius = static_cast<uint16_t>(i == 0 ? 32767 : random.between(2000, 7000));
        OwnedMap owned(OCT9_BLOCKS_MAX, OCT9_MODEL_DEFAULT);
        uint64_t filled = 0, should = 0;

        const bool fits = Need(owned.map.tree, shape, 9).fits();
        CHECK_EQ(fill_tree(owned, shape, 9), fits ? OCT9_OK : OCT9_ERR_POOL_FULL);
        for (const Run &run : owned.leaves()) {
            filled += run.payload == 9 ? run.count : 0;
            CHECK(run.payload == 0 || shape.covers(cell_of(run.first), 1 << level_of(run.count)));
        }
        for (int z = 0; z < 512 && fits; z++)
            for (int y = 0; y < 512; y++)
                for (int x = 0; x < 512; x++)
                    should += shape.covers({ x, y, z }, 1);
        CHECK_EQ(filled, should);
    }
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(filling_is_exact);
    RUN(clearing_is_exact);
    RUN(clearing_makes_room);
    RUN(large_spheres_are_exact);
    std::printf("%llu shapes filled, %llu refused\n",
                static_cast<unsigned long long>(shapes_filled),
                static_cast<unsigned long long>(shapes_refused));
    return test_end();
}
