/* SPDX-License-Identifier: MIT */
/* Random maps: a shape first, then payloads that do not merge. */
#include "generate.hpp"

#include <algorithm>

namespace oracle {

static const size_t most_inner = 30000; /* a tree's pool has room for 32,768 */

static bool contains(const Node &node, const std::array<int, 3> &cell)
{
    for (size_t axis = 0; axis < 3; axis++)
        if (cell[axis] < node.corner[axis] || cell[axis] >= node.corner[axis] + node.size)
            return false;
    return true;
}

/* Splits until the leaf that a cell lies in is no larger than `size`. */
static void refine(Model &model, const std::array<int, 3> &cell, int size)
{
    size_t i = 0;

    while (model.node(i).size > size && model.inner_count() < most_inner) {
        if (model.node(i).is_leaf())
            model.split(i);
        size_t child = static_cast<size_t>(model.node(i).first_child);
        while (!contains(model.node(child), cell))
            child++;
        i = child;
    }
}

static std::array<int, 3> random_cell(Random &random)
{
    return { random.between(0, 511), random.between(0, 511), random.between(0, 511) };
}

static void shape_subdivided(Model &model, Random &random)
{
    const unsigned percent = 10 + random.below(90);
    const size_t limit = 1 + random.below(random.chance(70) ? 1000 : 20000);

    model.split(0);
    for (size_t i = 1; i < model.nodes().size() && model.inner_count() < limit; i++)
        if (model.node(i).size > 1 && random.chance(percent))
            model.split(i);
}

static void shape_scattered(Model &model, Random &random)
{
    const unsigned count = 1 + random.below(60);

    for (unsigned i = 0; i < count; i++)
        refine(model, random_cell(random), 1 << random.below(9));
}

/* The finest cells along a line from anywhere to anywhere. */
static void shape_curve(Model &model, Random &random)
{
    const std::array<int, 3> a = random_cell(random), b = random_cell(random);

    for (int i = 0; i <= 512; i++)
        refine(model,
               { a[0] + (b[0] - a[0]) * i / 512, a[1] + (b[1] - a[1]) * i / 512,
                 a[2] + (b[2] - a[2]) * i / 512 },
               1);
}

/* A tilted plane through the cube, coarse, and a window of it at full depth. */
static void shape_surface(Model &model, Random &random)
{
    const int slope_x = random.between(-8, 8), slope_y = random.between(-8, 8);
    const int base = random.between(0, 511), swap = random.between(0, 2);
    const int coarse = 4 << random.below(3);
    const int window = random.between(0, 448);

    const auto at = [&](int x, int y, int size) {
        const int z = base + (slope_x * (x - 256) + slope_y * (y - 256)) / 8;
        std::array<int, 3> cell = { x, y, std::clamp(z, 0, 511) };
        std::swap(cell[2], cell[static_cast<size_t>(swap)]);
        refine(model, cell, size);
    };
    for (int y = 0; y < 512; y += coarse)
        for (int x = 0; x < 512; x += coarse)
            at(x, y, coarse);
    for (int y = window; y < window + 64; y++)
        for (int x = window; x < window + 64; x++)
            at(x, y, 1);
}

/* A box in which no cell is merged, half of the time across planes of high levels. */
static void shape_block(Model &model, Random &random)
{
    const int edge = random.between(2, 32);
    std::array<int, 3> lo = {};

    for (int &c : lo)
        c = random.chance(50) ? 256 - edge / 2 : random.between(0, 512 - edge);
    for (int z = 0; z < edge; z++)
        for (int y = 0; y < edge; y++)
            for (int x = 0; x < edge; x++)
                refine(model, { lo[0] + x, lo[1] + y, lo[2] + z }, 1);
}

static void random_shape(Model &model, Random &random)
{
    switch (random.below(16)) {
    case 0: return; /* the cube is one leaf */
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: return shape_subdivided(model, random);
    case 6:
    case 7:
    case 8: return shape_scattered(model, random);
    case 9:
    case 10:
    case 11: return shape_curve(model, random);
    case 12:
    case 13: return shape_surface(model, random);
    default: return shape_block(model, random);
    }
}

/* Chooses payloads so that all three states occur in any proportion. */
class Palette {
public:
    Palette(Random &random, Payloads payloads) : random_(random)
    {
        const unsigned shares[4] = { 0, 2, 10, 50 };

        if (payloads == Payloads::wide) {
            thresholds_.free_below = static_cast<uint16_t>(1 + random.below(20000));
            thresholds_.occupied_from = static_cast<uint16_t>(
                thresholds_.free_below + random.below(32768u - thresholds_.free_below));
            wide_ = true;
        }
        occupied_percent_ = shares[random.below(4)];
        unknown_percent_ = random.chance(50) ? 100 * random.below(2) : random.below(100);
    }

    const oct9_thresholds_t &thresholds() const { return thresholds_; }

    uint16_t draw()
    {
        if (random_.chance(occupied_percent_))
            return wide_ ? between(thresholds_.occupied_from, OCT9_PAYLOAD_MAX) : uint16_t{ 2 };
        if (random_.chance(unknown_percent_))
            return wide_ ? between(thresholds_.free_below, thresholds_.occupied_from - 1u)
                         : uint16_t{ 0 };
        return wide_ ? between(0, thresholds_.free_below - 1u) : uint16_t{ 1 };
    }

    /* A payload that is not `other`, and not occupied if it can be helped. */
    uint16_t draw_other(uint16_t other) { return other != 0 ? uint16_t{ 0 } : uint16_t{ 1 }; }

private:
    uint16_t between(unsigned lo, unsigned hi)
    {
        return static_cast<uint16_t>(hi < lo ? lo : lo + random_.below(hi - lo + 1));
    }

    Random &random_;
    oct9_thresholds_t thresholds_ = OCT9_THRESHOLDS_DEFAULT;
    bool wide_ = false;
    unsigned occupied_percent_, unknown_percent_;
};

static void random_payloads(Model &model, Random &random, Payloads payloads)
{
    Palette palette(random, payloads);

    model.thresholds = palette.thresholds();
    for (size_t i = 0; i < model.nodes().size(); i++)
        if (model.node(i).is_leaf())
            model.set_payload(i, palette.draw());
    for (size_t i = 0; i < model.nodes().size(); i++)
        if (!model.node(i).is_leaf() && model.children_equal(i)) {
            const size_t child = static_cast<size_t>(model.node(i).first_child) + random.below(8);
            model.set_payload(child, palette.draw_other(model.node(child).payload));
        }
}

Model random_model(Random &random, Payloads payloads)
{
    Model model;

    random_shape(model, random);
    random_payloads(model, random, payloads);
    return model;
}

} // namespace oracle
