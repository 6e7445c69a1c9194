/* SPDX-License-Identifier: MIT */
/* What a path must return: sweeps composed by hand, and the length by exact roots. */
#ifndef OCT9_TEST_SHAPE_PATH_HPP
#define OCT9_TEST_SHAPE_PATH_HPP

#include "tests/shared/report.hpp"
#include "shape_contact.hpp"

#include "oct9/sweep.h"

namespace oracle {
/* A path composed by hand: a sweep for each segment until one is blocked. */
struct Composed {
    oct9_sweep_output_t sweep;
    unsigned segment = 0;
    uint32_t leaves = 0, nodes = 0;
};

inline Composed compose(const oct9_map_t &map, const oct9_path_input_t &path)
{
    const unsigned segments = path.count > 1 ? path.count - 1u : 1u;
    Composed out;

    for (out.segment = 0;; out.segment++) {
        oct9_sphere_input_t sphere = { { path.points[out.segment],
                                         path.points[std::min(out.segment + 1, path.count - 1u)],
                                         path.radius_q6 },
                                       path.rules,
                                       false };
        if (out.segment > 0 && path.rules.start_inside == OCT9_PASSES)
            sphere.rules.start_inside = OCT9_BLOCKS;
        CHECK(oct9_sweep_sphere(&map, &sphere, &out.sweep) == OCT9_OK);
        out.leaves += out.sweep.leaves;
        out.nodes += out.sweep.nodes;
        if (out.sweep.hit != OCT9_HIT_NONE || out.segment + 1 == segments)
            return out;
    }
}

/* The square root in 2^-24ths, rounded down, of less than 2^36. */
inline int64_t root_q24(int64_t x)
{
    const Wide square = static_cast<Wide>(x) << 48;
    int64_t root = 0;

    for (int64_t bit = int64_t{ 1 } << 42; bit != 0; bit >>= 1)
        if (static_cast<Wide>(root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

inline int64_t length2(const Triple &step)
{
    return step[0] * step[0] + step[1] * step[1] + step[2] * step[2];
}

/* Lengths in 2^-24ths: that of the whole segments; of the last one up to the fraction that was
 * returned, and up to the point. Each at most one too short for each segment. */
struct Lengths {
    int64_t whole = 0, fraction, point;
};

inline Lengths lengths_of(const oct9_path_input_t &path, const Composed &composed)
{
    const oct9_point_t &from = path.points[composed.segment];
    const oct9_point_t &to = path.points[std::min(composed.segment + 1, path.count - 1u)];
    const oct9_fraction_t &f = composed.sweep.fraction;
    Lengths out;

    for (unsigned i = 0; i < composed.segment; i++)
        out.whole += root_q24(length2(move_between(path.points[i], path.points[i + 1]).step));
    out.fraction = root_q24(length2(move_between(from, to).step)) * f.num / f.den;
    out.point = root_q24(length2(move_between(from, composed.sweep.at).step));
    return out;
}

/* No longer than the path up to the fraction that was returned; for each segment at most 2
 * sub-cells too short, for the last one as it goes up to the point that was returned. */
inline std::string length_differs(const oct9_path_input_t &path, const Composed &composed,
                                  uint32_t clear_q6)
{
    const Lengths lengths = lengths_of(path, composed);
    const int64_t is = static_cast<int64_t>(clear_q6) << 24, segments = composed.segment + 1;
    const int64_t most = lengths.whole + lengths.fraction + segments + 1;
    const int64_t least = lengths.whole + lengths.point - segments * (int64_t{ 2 } << 24);

    if (is > most || is < least)
        return difference("clear_q6", std::to_string(clear_q6),
                          std::to_string(least >> 24) + " to " + std::to_string(most >> 24));
    return "";
}

} // namespace oracle

#endif
