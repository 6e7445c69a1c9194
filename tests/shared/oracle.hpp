/* SPDX-License-Identifier: MIT */
/* The oracle of the walk's contract, in exact rational arithmetic and by another method than
 * stepping: all times at which the segment can change cells are listed and sorted, and the
 * segment's point is looked up at each of them and midway between each two.
 *
 * It is slow and it is meant to be plain. A time is a fraction of the segment from A to B. */
#ifndef OCT9_TEST_ORACLE_HPP
#define OCT9_TEST_ORACLE_HPP

#include "model.hpp"
#include "oct9/walk.h"

#include <array>
#include <cstdint>
#include <vector>

namespace oracle {

struct Time {
    int64_t num, den; /* den > 0 */
};

bool operator<(const Time &a, const Time &b);
bool operator==(const Time &a, const Time &b);

struct Segment {
    std::array<int64_t, 3> from, to; /* in sub-cells */
};

Segment segment_between(const oct9_point_t &from, const oct9_point_t &to);

/* When and how a cube of cells is entered. */
struct Entry {
    Time time;        /* the infimum of the times spent inside */
    oct9_face_t face; /* the first of x, y, z of those it is entered by */
};

/* The times in [0, 1] at which an axis meets a plane that is a multiple of `spacing` cells,
 * 0 and 1, and the midpoints in between: ascending, each once. Between two neighbours the
 * segment crosses no such plane. */
std::vector<Time> sample_times(const Segment &s, int spacing);

/* The cell that the segment's point at a time lies in, by floor; it may lie outside the cube. */
std::array<int64_t, 3> cell_at(const Segment &s, const Time &t);

/* The entry into the cells [corner, corner + size), which the segment must meet. */
Entry entry_into(const Segment &s, const std::array<int, 3> &corner, int size);

/* A stay in a leaf, or outside the cube, where leaf is NULL and face is OCT9_FACE_NONE. */
struct Visit {
    const Node *leaf;
    Entry entry;
};

/* Everything that the segment's points lie in, in order, the parts outside included. */
std::vector<Visit> visits(const Model &model, const Segment &s);

} // namespace oracle

#endif
