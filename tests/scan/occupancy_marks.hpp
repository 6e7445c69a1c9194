/* SPDX-License-Identifier: MIT */
/* What a scan says, by brute force: each beam's cells from the oracle's sorted times, gathered,
 * and every one of them updated once. And how many blocks a tree needs for it. */
#ifndef OCT9_TEST_OCCUPANCY_MARKS_HPP
#define OCT9_TEST_OCCUPANCY_MARKS_HPP

#include "occupancy_looks.hpp"
#include "occupancy_tree.hpp"
#include "tests/shared/oracle.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace oracle {

/* Cells by Morton code, in order. */
struct Marks {
    std::vector<uint32_t> hit, passed; /* none is in both */
};

inline bool in_cube(const std::array<int64_t, 3> &cell)
{
    return std::all_of(cell.begin(), cell.end(),
                       [](int64_t c) { return c >= 0 && c < OCT9_CELLS; });
}

inline uint32_t code_of(const std::array<int64_t, 3> &cell)
{
    return morton_of({ static_cast<uint16_t>(cell[0]), static_cast<uint16_t>(cell[1]),
                       static_cast<uint16_t>(cell[2]) });
}

/* The cell of a point of the cube. */
inline uint32_t code_of(const oct9_point_t &point)
{
    return code_of(cell_at(segment_between(point, point), { 0, 1 }));
}

/* The cells of {A + t (B - A) : 0 <= t <= 1} that lie in the cube. */
inline void add_cells(std::vector<uint32_t> &codes, const Segment &segment)
{
    std::array<int64_t, 3> last = { -1, -1, -1 };

    for (const Time &time : sample_times(segment, 1)) {
        const std::array<int64_t, 3> cell = cell_at(segment, time);
        if (cell == last || !in_cube(cell))
            continue;
        codes.push_back(code_of(cell));
        last = cell;
    }
}

inline void sort_once(std::vector<uint32_t> &codes)
{
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

inline Marks marks_of(const Look &look)
{
    std::vector<uint32_t> met;
    Marks marks;

    for (const oct9_beam_t &beam : look.beams) {
        const Segment segment = segment_between(look.origin, beam.end);
        const std::array<int64_t, 3> end = cell_at(segment, { 1, 1 });
        if (beam.met == OCT9_BEAM_HIT && in_cube(end))
            marks.hit.push_back(code_of(end));
        add_cells(met, segment);
    }
    sort_once(marks.hit);
    sort_once(met);
    std::set_difference(met.begin(), met.end(), marks.hit.begin(), marks.hit.end(),
                        std::back_inserter(marks.passed));
    return marks;
}

struct CellChange {
    uint32_t code;
    Belief before, after;
};

using CellChanges = std::vector<CellChange>;

inline void add_changes(CellChanges &changes, const std::vector<uint32_t> &codes,
                        const Beliefs &beliefs, const oct9_model_t &model, bool hit)
{
    for (uint32_t code : codes) {
        const Belief before = beliefs.at(code), after = updated(before, model, hit);
        if (before != after)
            changes.push_back({ code, before, after });
    }
}

/* The cells that a scan changes, in Morton order. */
inline CellChanges changes_of(const Marks &marks, const Beliefs &beliefs, const oct9_model_t &model)
{
    CellChanges changes;

    add_changes(changes, marks.hit, beliefs, model, true);
    add_changes(changes, marks.passed, beliefs, model, false);
    std::sort(changes.begin(), changes.end(),
              [](const CellChange &a, const CellChange &b) { return a.code < b.code; });
    return changes;
}

inline void apply(const CellChanges &changes, Beliefs &beliefs)
{
    for (const CellChange &change : changes)
        beliefs.set(change.code, change.after);
}

/* Scans are applied tile by tile, 8 x 8 x 8 cells at once. */
constexpr unsigned TILE_LEVEL = 3;

/* Nodes of a level that are leaves, or lie in one, and must be split: as their cells will differ,
 * or as they are larger than a tile and change at all. */
inline uint32_t splits_at(const Leaves &leaves, const CellChanges &changes, unsigned level)
{
    uint32_t splits = 0;

    for (size_t first = 0, next; first < changes.size(); first = next) {
        const CellChange &change = changes[first];
        const uint32_t node = change.code / cells_in(level);
        bool alike = true;
        for (next = first; next < changes.size(); next++) {
            if (changes[next].code / cells_in(level) != node)
                break;
            alike = alike && changes[next].after == change.after;
        }
        const bool whole = alike && next - first == cells_in(level) && level <= TILE_LEVEL;
        splits += leaf_around(leaves, change.code).level >= level && !whole ? 1u : 0u;
    }
    return splits;
}

/* How many blocks the leaves take that must be split: one for each node that becomes inner. */
inline uint32_t blocks_needed(const Leaves &leaves, const CellChanges &changes)
{
    uint32_t blocks = 0;

    for (unsigned level = 1; level <= OCT9_LEVELS; level++)
        blocks += splits_at(leaves, changes, level);
    return blocks;
}

} // namespace oracle

#endif
