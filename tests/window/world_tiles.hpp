/* SPDX-License-Identifier: MIT */
/* Something about each cell of a world without bounds, kept by tiles of 8 x 8 x 8 cells: a window
 * moves by multiples of these. In a tile cells are in the order of their Morton codes. */
#ifndef OCT9_TEST_WORLD_TILES_HPP
#define OCT9_TEST_WORLD_TILES_HPP

#include "tests/occupancy/leaf_list.hpp"

#include "oct9/occupancy.h"

#include <unordered_map>

namespace oracle {

constexpr uint32_t tile_cells = 512;

/* A tile's place, in tiles. */
using TileKey = std::array<int64_t, 3>;

struct TileHash {
    size_t operator()(const TileKey &key) const
    {
        uint64_t hash = 0;

        for (int64_t c : key)
            hash = (hash ^ static_cast<uint64_t>(c)) * 0x9E3779B97F4A7C15u;
        return static_cast<size_t>(hash ^ hash >> 32);
    }
};

template <class Tile> using Tiles = std::unordered_map<TileKey, Tile, TileHash>;

/* The tile that a cell of the cube lies in; the window is at a multiple of 8. */
inline TileKey tile_of(uint32_t code, const oct9_offset_t &window)
{
    const std::array<int, 3> cell = cell_of(code);

    return { window.x / 8 + cell[0] / 8, window.y / 8 + cell[1] / 8, window.z / 8 + cell[2] / 8 };
}

/* True if a tile lies in the cube now. */
inline bool in_window(const TileKey &key, const oct9_offset_t &window)
{
    const int64_t low[3] = { window.x, window.y, window.z };

    for (size_t axis = 0; axis < 3; axis++)
        if (key[axis] * 8 < low[axis] || key[axis] * 8 >= low[axis] + OCT9_CELLS)
            return false;
    return true;
}

/* The parts of a run of cells of the cube, tile by tile: each(key, first in the tile, count). */
template <class Each>
void by_tiles(uint32_t first, uint32_t count, const oct9_offset_t &window, Each each)
{
    while (count > 0) {
        const uint32_t in_tile = first % tile_cells;
        const uint32_t part = std::min(count, tile_cells - in_tile);

        each(tile_of(first, window), in_tile, part);
        first += part;
        count -= part;
    }
}

/* Forgets what lies outside the window. */
template <class Tile> void keep_in_window(Tiles<Tile> &tiles, const oct9_offset_t &window)
{
    for (auto at = tiles.begin(); at != tiles.end();)
        at = in_window(at->first, window) ? std::next(at) : tiles.erase(at);
}

} // namespace oracle

#endif
