/* SPDX-License-Identifier: MIT */
/* Random segments: anywhere, and where ties and limits are. */
#include "generate.hpp"

#include <algorithm>
#include <array>

namespace oracle {

using Place = std::array<int, 3>;

static int clamp_q6(int c)
{
    return std::clamp(c, -32768, 32767);
}

static oct9_point_t as_point(const Place &p)
{
    return { static_cast<int16_t>(clamp_q6(p[0])), static_cast<int16_t>(clamp_q6(p[1])),
             static_cast<int16_t>(clamp_q6(p[2])) };
}

/* In the cube, or as far beyond its faces as the margin. */
static Place uniform_place(Random &random, int margin)
{
    const int lo = OCT9_LOW_Q6 - margin, hi = OCT9_HIGH_Q6 - 1 + margin;

    return { random.between(lo, hi), random.between(lo, hi), random.between(lo, hi) };
}

/* A coordinate where something may go wrong, except for those of the map's own planes. */
static int awkward_coordinate(Random &random)
{
    static const int beside_a_face[] = { -64, -1, 0, 1, 63, 64 };
    static const int limits[] = { -32768, -32767, 32766, 32767 };
    const int face = random.chance(50) ? OCT9_LOW_Q6 : OCT9_HIGH_Q6;

    switch (random.below(6)) {
    case 0:
        return random.chance(70) ? face + beside_a_face[random.below(6)] : limits[random.below(4)];
    case 1: return CELL_LOW(random.between(0, 512));      /* a lattice plane */
    case 2: return CELL_LOW(random.between(0, 511)) + 32; /* a cell's centre */
    case 3: return CELL_LOW(random.between(0, 512)) + random.between(-1, 1);
    case 4: /* a lattice plane outside */
        return CELL_LOW(random.chance(50) ? random.between(-256, 0) : random.between(512, 767));
    default: return 4096 * random.between(-8, 7); /* planes of large nodes */
    }
}

/* On the planes of a leaf of the map, or a step beside them, or on its centre. */
static int leaf_coordinate(Random &random, const Node &leaf, size_t axis)
{
    const int lo = leaf.low(axis), size = leaf.high(axis) - lo;

    switch (random.below(4)) {
    case 0: return lo;
    case 1: return lo + size;
    case 2: return lo + size / 2;
    default: return lo + (random.chance(50) ? size : 0) + random.between(-1, 1);
    }
}

static const Node &random_leaf(Random &random, const Model &model)
{
    const size_t count = model.nodes().size();
    size_t i = random.below(static_cast<uint32_t>(count));

    while (!model.node(i).is_leaf())
        i = (i + 1) % count;
    return model.node(i);
}

static Place awkward_place(Random &random, const Model &model)
{
    const Node &leaf = random_leaf(random, model);
    const bool on_leaf = random.chance(50);
    Place p = {};

    for (size_t axis = 0; axis < 3; axis++)
        p[axis] = on_leaf ? leaf_coordinate(random, leaf, axis) : awkward_coordinate(random);
    return p;
}

/* As far as the numbers go, a whole multiple of a small direction away from `from`. */
static Place along(Random &random, const Place &from, const Place &direction)
{
    int reach = 65535;

    for (size_t axis = 0; axis < 3; axis++)
        if (direction[axis] > 0)
            reach = std::min(reach, (32767 - from[axis]) / direction[axis]);
        else if (direction[axis] < 0)
            reach = std::min(reach, (from[axis] + 32768) / -direction[axis]);
    int steps = random.chance(30) ? reach : random.between(0, std::max(reach, 0));
    if (random.chance(30))
        steps &= ~63; /* so that lattice points lead to lattice points */
    return { from[0] + steps * direction[0], from[1] + steps * direction[1],
             from[2] + steps * direction[2] };
}

static Place random_direction(Random &random, int most)
{
    return { random.between(-most, most), random.between(-most, most),
             random.between(-most, most) };
}

static Place awkward_other_end(Random &random, const Model &model, const Place &from)
{
    Place to = awkward_place(random, model);

    switch (random.below(8)) {
    case 0: { /* parallel to an axis */
        const size_t axis = random.below(3);
        const int c = to[axis];
        to = from;
        to[axis] = c;
        return to;
    }
    case 1: /* parallel to a plane */ to[random.below(3)] = from[random.below(3)]; return to;
    case 2: /* axes, face diagonals and space diagonals */
        return along(random, from, random_direction(random, 1));
    case 3: /* small rational directions: many exact ties */
        return along(random, from, random_direction(random, 4));
    case 4: /* short */
        for (size_t axis = 0; axis < 3; axis++)
            to[axis] = from[axis] + random.between(-130, 130);
        return to;
    case 5: /* very short, or of no length */
        for (size_t axis = 0; axis < 3; axis++)
            to[axis] = from[axis] + random.between(-1, 1) * (random.chance(70) ? 1 : 0);
        return to;
    default: return to;
    }
}

Ends random_ends(Random &random, const Model &model)
{
    Place from, to;

    switch (random.below(6)) {
    case 0: /* from inside to inside */
        from = uniform_place(random, 0);
        to = uniform_place(random, 0);
        break;
    case 1: /* from anywhere to anywhere */
        from = uniform_place(random, random.chance(50) ? 16384 : 4000);
        to = uniform_place(random, random.chance(50) ? 16384 : 4000);
        break;
    default:
        from = awkward_place(random, model);
        for (int &c : from)
            c = clamp_q6(c);
        to = awkward_other_end(random, model, from);
        if (random.chance(30))
            std::swap(from, to);
        break;
    }
    return { as_point(from), as_point(to) };
}

} // namespace oracle
