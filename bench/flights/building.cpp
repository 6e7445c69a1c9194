// SPDX-License-Identifier: MIT
// The building: its cubes come from the library's image once; all else is done here.
#include "world.hpp"

#include "oct9/image.h"
#include "oct9/map.h"
#include "oct9/visit.h"

#include <cstring>
#include <fstream>
#include <iterator>

namespace flights {

constexpr int most_apart = 255;
constexpr double never = 1e18;

size_t Building::index(int x, int y, int z) const
{
    return (static_cast<size_t>(z) * static_cast<size_t>(count_[1]) + static_cast<size_t>(y)) *
               static_cast<size_t>(count_[0]) +
           static_cast<size_t>(x);
}

int Building::apart(int x, int y, int z) const
{
    if (x < 0 || y < 0 || z < 0 || x >= count_[0] || y >= count_[1] || z >= count_[2])
        return 0;
    return apart_[index(x, y, z)];
}

// Distances on the longest axis, from the 26 neighbours, forward and back.
void Building::spread()
{
    for (int pass = 0; pass < 2; pass++) {
        const int step = pass == 0 ? 1 : -1;
        const size_t all = apart_.size();
        for (size_t n = 0; n < all; n++) {
            const size_t at = pass == 0 ? n : all - 1 - n;
            if (apart_[at] == 0)
                continue;
            const int x = static_cast<int>(at % static_cast<size_t>(count_[0]));
            const int y = static_cast<int>(at / static_cast<size_t>(count_[0]) %
                                           static_cast<size_t>(count_[1]));
            const int z = static_cast<int>(at / static_cast<size_t>(count_[0]) /
                                           static_cast<size_t>(count_[1]));
            int best = apart_[at];
            for (int k = 0; k < 13; k++) {
                // The 13 neighbours that come before in this order.
                const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
                best = std::min(best, apart(x + dx * step, y + dy * step, z + dz * step) + 1);
            }
            apart_[at] = static_cast<uint8_t>(std::min(best, most_apart));
        }
    }
}

bool Building::load(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                                  std::istreambuf_iterator<char>());
    std::vector<uint32_t> words(bytes.size() / 4 + 1);
    oct9_image_t image;
    if (bytes.empty())
        return false;
    std::memcpy(words.data(), bytes.data(), bytes.size());
    if (oct9_image_open(&image, words.data(), static_cast<oct9_rom_size_t>(bytes.size())) !=
        OCT9_OK)
        return false;
    const oct9_map_t map = oct9_map_of_image(&image);
    oct9_image_header_t header;
    std::memcpy(&header, words.data(), sizeof header);
    const uint16_t *const extent = header.extent;
    // With a shell of one cube that is not free, so that no ray leaves the array.
    for (int i = 0; i < 3; i++)
        count_[i] = extent[i + 3] - extent[i] + 2;
    cell_ = header.cell_um * 1e-6;
    origin_ = { header.origin_mm[0] * 1e-3 + (extent[0] - 1) * cell_,
                header.origin_mm[1] * 1e-3 + (extent[1] - 1) * cell_,
                header.origin_mm[2] * 1e-3 + (extent[2] - 1) * cell_ };
    apart_.assign(index(0, 0, count_[2]), 0);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    if (oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_FREE) != OCT9_OK)
        return false;
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const int size = 1 << leaf.level;
        for (int k = 0; k < size * size * size; k++) {
            const int x = leaf.corner.x + k % size - extent[0] + 1;
            const int y = leaf.corner.y + k / size % size - extent[1] + 1;
            const int z = leaf.corner.z + k / size / size - extent[2] + 1;
            if (x > 0 && y > 0 && z > 0 && x < count_[0] - 1 && y < count_[1] - 1 &&
                z < count_[2] - 1)
                apart_[index(x, y, z)] = most_apart;
        }
    }
    spread();
    return true;
}

V3 Building::high() const
{
    return { origin_.x + count_[0] * cell_, origin_.y + count_[1] * cell_,
             origin_.z + count_[2] * cell_ };
}

bool Building::free(V3 at) const
{
    const V3 p = (at - origin_) * (1 / cell_);
    return apart(static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                 static_cast<int>(std::floor(p.z))) > 0;
}

double Building::at_least(V3 at) const
{
    const V3 p = (at - origin_) * (1 / cell_);
    return cell_ * (apart(static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)) - 1);
}

double Building::cast(V3 from, V3 d, double most) const
{
    const V3 o = (from - origin_) * (1 / cell_);
    const double from_cells[3] = { o.x, o.y, o.z }, path[3] = { d.x, d.y, d.z };
    double per_cell[3]; // of t; an axis along which the ray does not go is never left
    int up[3];
    for (int i = 0; i < 3; i++) {
        per_cell[i] = std::fabs(path[i]) > 1e-12 ? 1 / path[i] : never;
        up[i] = path[i] > 0 || per_cell[i] == never;
    }
    const double step = 1 / std::max({ std::fabs(d.x), std::fabs(d.y), std::fabs(d.z) });
    double t = 0;
    const double end = most / cell_;
    while (t < end) {
        int at[3];
        for (int i = 0; i < 3; i++) // all are above 0
            at[i] = static_cast<int>(from_cells[i] + path[i] * t);
        const int free_cells = apart_[index(at[0], at[1], at[2])];
        if (free_cells == 0)
            return t * cell_;
        if (free_cells > 1) { // no cube lies nearer than so many, less the part of this one
            t += (free_cells - 1) * step;
            continue;
        }
        double out = far_away; // of this cube
        for (int i = 0; i < 3; i++)
            out = std::min(out, (at[i] + up[i] - from_cells[i]) * per_cell[i]);
        t = std::max(out, t) + 1e-6;
    }
    return far_away;
}

double Building::nearest(V3 at, double within, bool flat, V3 *point) const
{
    const V3 o = (at - origin_) * (1 / cell_);
    const double p[3] = { o.x, o.y, o.z };
    int middle[3];
    for (int i = 0; i < 3; i++)
        middle[i] = static_cast<int>(std::floor(p[i]));
    double best = within / cell_;
    const int reach = static_cast<int>(std::ceil(best));
    if (apart(middle[0], middle[1], middle[2]) - 1 >= best)
        return far_away;
    bool found = false;
    const int rise = flat ? 0 : reach;
    const auto to = [&](int i, int c) { // the nearest of a layer of cubes on an axis
        return std::clamp(p[i], static_cast<double>(c), c + 1.0);
    };
    const auto square_to = [&](int i, int c) { return (to(i, c) - p[i]) * (to(i, c) - p[i]); };
    for (int z = middle[2] - rise; z <= middle[2] + rise; z++) {
        const double high = square_to(2, z);
        for (int y = middle[1] - reach; high < best * best && y <= middle[1] + reach; y++) {
            const double beside = square_to(1, y);
            // As many cubes as a free one is apart from what is not, less one, are free as well.
            for (int x = middle[0] - reach, free; x <= middle[0] + reach; x += std::max(free, 1)) {
                free = apart(x, y, z);
                const double square = square_to(0, x) + beside + high;
                if (free != 0 || square >= best * best)
                    continue;
                best = std::sqrt(square);
                found = true;
                *point = origin_ + V3{ to(0, x), to(1, y), to(2, z) } * cell_;
            }
        }
    }
    return found ? best * cell_ : far_away;
}

} // namespace flights
