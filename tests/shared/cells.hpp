/* SPDX-License-Identifier: MIT */
/* Maps as functions of cells: no node and no descent. What asks them (cells_cases.hpp and the files
 * that include it) compares each answer of a query with all cells that may matter. */
#ifndef OCT9_TEST_CELLS_HPP
#define OCT9_TEST_CELLS_HPP

#include "tests/shared/load.hpp"

#include <algorithm>
#include <string>

extern "C" {
#include "tests/test.h"
}

namespace oracle {

using Cell = std::array<int, 3>;

constexpr int patch_edge = 24;

/* A map that is one state except for a cube of cells. */
struct Patch {
    Cell origin = {};
    uint8_t around = OCT9_UNKNOWN;
    std::vector<uint8_t> cells = std::vector<uint8_t>(patch_edge * patch_edge * patch_edge);

    static size_t place(const Cell &c)
    {
        return static_cast<size_t>((c[2] * patch_edge + c[1]) * patch_edge + c[0]);
    }
    bool holds(const Cell &cell) const
    {
        for (size_t a = 0; a < 3; a++)
            if (cell[a] < origin[a] || cell[a] >= origin[a] + patch_edge)
                return false;
        return true;
    }
    uint8_t at(const Cell &cell) const
    {
        const Cell c = { cell[0] - origin[0], cell[1] - origin[1], cell[2] - origin[2] };
        return holds(cell) ? cells[place(c)] : around;
    }
};

inline bool in_cube(const Cell &cell)
{
    return std::all_of(cell.begin(), cell.end(), [](int c) { return c >= 0 && c < OCT9_CELLS; });
}

/* Boxes of one state, some as large as a node, and single cells. */
inline Patch random_patch(Random &random, const Cell &origin, bool known_around)
{
    Patch patch;
    patch.origin = origin;
    if (known_around)
        patch.around = static_cast<uint8_t>(random.below(3));
    std::fill(patch.cells.begin(), patch.cells.end(), patch.around);
    for (int i = random.between(0, 12); i > 0; i--) {
        const uint8_t state = static_cast<uint8_t>(random.below(3));
        const int most = random.chance(30) ? 1 : random.chance(50) ? 8 : patch_edge;
        Cell lo = {}, hi = {};
        for (size_t a = 0; a < 3; a++) {
            lo[a] = random.between(0, patch_edge - 1);
            hi[a] = std::min(patch_edge, lo[a] + random.between(1, most));
        }
        for (int z = lo[2]; z < hi[2]; z++)
            for (int y = lo[1]; y < hi[1]; y++)
                for (int x = lo[0]; x < hi[0]; x++)
                    patch.cells[Patch::place({ x, y, z })] = state;
    }
    return patch;
}

/* The model of a function of cells. mixed(corner, size): the node may have several states. */
template <class State, class Mixed>
Model model_of(const State &state, const Mixed &mixed, const std::array<uint16_t, 3> &payload)
{
    Model model;
    for (size_t i = 0; i < model.nodes().size(); i++) {
        const Node node = model.node(i);
        if (node.size > 1 && mixed(node.corner, node.size))
            model.split(i);
        else
            model.set_payload(i, payload[state(node.corner)]);
    }
    return model;
}

/* True if cells from lo to hi have another state than the cell at lo, or than `all` if that is a
 * state. */
template <class State> bool differ(const State &state, const Cell &lo, const Cell &hi, int all = -1)
{
    const int first = all < 0 ? state(lo) : all;
    for (int z = lo[2]; z <= hi[2]; z++)
        for (int y = lo[1]; y <= hi[1]; y++)
            for (int x = lo[0]; x <= hi[0]; x++)
                if (state({ x, y, z }) != first)
                    return true;
    return false;
}

inline Cell last_of(const Cell &corner, int size)
{
    return { corner[0] + size - 1, corner[1] + size - 1, corner[2] + size - 1 };
}

/* True if a node has a cell of the box lo..hi with another state than `all`, which all cells
 * outside of such boxes have. */
template <class State>
bool differ_in(const State &state, const Cell &corner, int size, Cell lo, Cell hi, int all)
{
    const Cell last = last_of(corner, size);
    for (size_t a = 0; a < 3; a++) {
        lo[a] = std::max(lo[a], corner[a]);
        hi[a] = std::min(hi[a], last[a]);
    }
    return differ(state, lo, hi, all);
}

inline Model model_of(const Patch &patch, const std::array<uint16_t, 3> &payload)
{
    const auto state = [&](const Cell &cell) { return patch.at(cell); };
    return model_of(
        state,
        [&](const Cell &corner, int size) {
            return differ_in(state, corner, size, patch.origin, last_of(patch.origin, patch_edge),
                             patch.around) &&
                   (size > patch_edge || differ(state, corner, last_of(corner, size)));
        },
        payload);
}

/* A map and the state of each of its cells. */
class CellMap {
public:
    Cell centre = {}; /* of what is of interest */

    CellMap() = default;
    CellMap(const CellMap &) = delete;
    CellMap &operator=(const CellMap &) = delete;
    virtual ~CellMap() = default;

    virtual bool ok() const = 0;
    virtual oct9_map_t map() const = 0;
    virtual uint8_t state(const Cell &cell) const = 0; /* of a cell of the cube */
    virtual Model whole() const = 0;                   /* the same as one model */
    virtual std::string text() const = 0;              /* what it is, for a report */
};

} // namespace oracle

#endif
