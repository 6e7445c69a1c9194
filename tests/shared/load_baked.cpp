/* SPDX-License-Identifier: MIT */
/* A model into the tools' grid, and that into an image by the tools' own baker. */
#include "load.hpp"

#include <cstdlib>

extern "C" {
#include "tools/format/bake.h"
}

namespace oracle {

static void fill_cells(grid_t &grid, const Node &leaf)
{
    const unsigned x0 = static_cast<unsigned>(leaf.corner[0]);
    const unsigned y0 = static_cast<unsigned>(leaf.corner[1]);
    const unsigned z0 = static_cast<unsigned>(leaf.corner[2]);
    const unsigned size = static_cast<unsigned>(leaf.size);

    if (leaf.payload == OCT9_UNKNOWN)
        return; /* as a grid begins */
    for (unsigned z = z0; z < z0 + size; z++)
        for (unsigned y = y0; y < y0 + size; y++)
            for (unsigned x = x0; x < x0 + size; x++)
                grid_set(&grid, x, y, z, static_cast<oct9_state_t>(leaf.payload));
}

BakedImage::BakedImage(const Model &model)
{
    static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 100000);
    static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    grid_t grid = grid_new();
    size_t size = 0;

    if (grid.bricks == nullptr)
        return;
    for (const Node &node : model.nodes())
        if (node.is_leaf())
            fill_cells(grid, node);
    ok_ = bake_image(&grid, &frame, extent, &bytes_, &size) &&
          oct9_image_open(&image_, bytes_, size) == OCT9_OK;
    grid_free(&grid);
}

BakedImage::~BakedImage()
{
    std::free(bytes_);
}

} // namespace oracle
