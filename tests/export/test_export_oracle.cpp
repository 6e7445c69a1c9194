/* SPDX-License-Identifier: MIT */
/* OctoMap's .bt of random maps of all kinds, in random slices, read by liboctomap; and grids of
 * them, cell by cell.
 *
 * What liboctomap read is compared by volume: each of its leaves is of one state in the model, and
 * the leaves of a state have as many cells as the model has. It writes what it read again, and
 * finds nothing to prune: the bytes are the same.
 *
 * Usage: test_export_oracle, and SEED, MAPS (of each kind) from the environment. */
#include "tests/layered/layered_world.hpp"
#include "tests/shared/worlds.hpp"
#include "tests/world/tile_world.hpp"
#include "tools/silence.hpp"

#include "oct9/export.h"
#include "oct9/mm.h"

#include <cinttypes>
#include <cmath>
#include <cstring>

#if __has_include(<octomap/octomap.h>)

#include <octomap/octomap.h>

#include <sstream>

using namespace oracle;

namespace {

uint64_t seed, maps;
uint64_t streams, stream_bytes, leaves_read, unaligned, grids, columns;

using Volumes = std::array<int64_t, 3>; /* cells of each state */

/* ---- The model, asked by boxes of cells. ---- */

/* True if all of the part of the box that is in a node has a state. */
bool all_of_state(const Model &model, const Node &node, const Cell &lo, int size, unsigned state)
{
    for (size_t a = 0; a < 3; a++)
        if (node.corner[a] >= lo[a] + size || lo[a] >= node.corner[a] + node.size)
            return true;
    if (node.is_leaf())
        return model.state(node) == state;
    for (int c = 0; c < 8; c++)
        if (!all_of_state(model, model.node(static_cast<size_t>(node.first_child + c)), lo, size,
                          state))
            return false;
    return true;
}

Volumes volumes_of(const Model &model)
{
    Volumes volumes = {};
    for (const Node &node : model.nodes())
        if (node.is_leaf())
            volumes[model.state(node)] += int64_t{ node.size } * node.size * node.size;
    return volumes;
}

/* ---- Where the map is. ---- */

struct Place {
    oct9_frame_t frame;
    Cell key; /* of the cube's corner, from the world's zero */
    std::array<int64_t, 3> shift_um;
};

int64_t nearest(int64_t um, int64_t cell_um)
{
    const int64_t twice = 2 * um + cell_um, whole = twice / (2 * cell_um);
    return whole - (twice % (2 * cell_um) < 0);
}

/* A corner at a multiple of `unit` cells, not exactly. */
Place random_place(Random &random, int unit)
{
    static const uint32_t cells_um[] = { 50000, 125, 62500, 33333, 1000, 1, 67108863, 100000 };
    const int64_t cell_um = cells_um[random.below(8)];
    Place place = {};
    oct9_mm_t origin = {};
    int32_t *const axes[3] = { &origin.x, &origin.y, &origin.z };
    for (size_t a = 0; a < 3; a++) {
        const int units = random.between(-32768 / unit, 32256 / unit);
        const int64_t um = (random.chance(50) ? random.between(-512 / unit, 2) : units) * unit *
                           cell_um;
        const auto most = static_cast<int>(std::min<int64_t>(cell_um / 2100, 100000));
        int64_t mm = std::llround(static_cast<double>(um) / 1000);
        if (random.chance(50))
            mm += random.between(-most, most);
        mm = std::clamp<int64_t>(mm, INT32_MIN, INT32_MAX);
        int64_t key = nearest(mm * 1000, cell_um);
        if (key < -32768 || key > 32256)
            mm = key = 0;
        *axes[a] = static_cast<int32_t>(mm);
        place.key[a] = static_cast<int>(key);
        place.shift_um[a] = key * cell_um - mm * 1000;
    }
    CHECK_EQ(oct9_mm_frame(&place.frame, &origin, static_cast<uint32_t>(cell_um)), OCT9_OK);
    return place;
}

/* ---- The stream. ---- */

uint32_t visited(const oct9_export_bt_t &bt)
{
    return bt.search.nodes + bt.search.leaves;
}

/* All of it, in slices of a budget and a size up to these. */
std::string stream_of(const oct9_map_t &map, const Place &place, Random &random,
                      uint32_t most_budget, uint32_t most_size)
{
    oct9_export_bt_t bt;
    int32_t shift_um[3];
    std::memset(&bt, 0xA5, sizeof bt);
    CHECK_EQ(oct9_export_bt_begin(&bt, &map, &place.frame, shift_um), OCT9_OK);
    for (size_t a = 0; a < 3; a++)
        CHECK_EQ(shift_um[a], place.shift_um[a]);
    std::string text;
    std::vector<uint8_t> bytes(most_size + 1);
    oct9_status_t status = OCT9_AGAIN;
    while (status == OCT9_AGAIN) {
        const uint32_t budget = most_budget == UINT32_MAX ? most_budget
                                                          : 1 + random.below(most_budget);
        const uint32_t size = 1 + random.below(most_size), before = visited(bt);
        size_t written = SIZE_MAX;
        bytes[size] = 0x5A;
        status = oct9_export_bt_run(&bt, budget, bytes.data(), size, &written);
        CHECK(written <= size && bytes[size] == 0x5A);
        CHECK(visited(bt) - before <= budget);
        text.append(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(written));
    }
    CHECK_EQ(status, OCT9_OK);
    size_t written = SIZE_MAX;
    CHECK_EQ(oct9_export_bt_run(&bt, 1, bytes.data(), 1, &written), OCT9_OK);
    CHECK_EQ(written, 0);
    return text;
}

/* ---- What liboctomap reads. ---- */

/* Each leaf is in the cube, where it is in the world, and of one state in the model. */
Volumes read_volumes(const octomap::OcTree &tree, const Place &place, const Model &model)
{
    Volumes volumes = {};
    const double cell_m = place.frame.cell_um / 1e6;
    const oct9_mm_t &at = place.frame.origin_mm;
    const std::array<int32_t, 3> origin = { at.x, at.y, at.z };
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
        const int size = 1 << (16 - leaf.getDepth());
        const octomap::OcTreeKey low = leaf.getIndexKey();
        const unsigned state = tree.isNodeOccupied(*leaf) ? OCT9_OCCUPIED : OCT9_FREE;
        Cell cell = {};
        for (size_t a = 0; a < 3; a++) {
            cell[a] = low[static_cast<unsigned>(a)] - 32768 - place.key[a];
            const double middle = tree.keyToCoord(leaf.getKey()[static_cast<unsigned>(a)],
                                                  leaf.getDepth());
            const double true_middle = origin[a] / 1e3 + (cell[a] + size / 2.0) * cell_m +
                                       static_cast<double>(place.shift_um[a]) / 1e6;
            CHECK(std::fabs(middle - true_middle) < cell_m * 1e-3);
            CHECK(cell[a] >= 0 && cell[a] + size <= OCT9_CELLS);
        }
        CHECK(all_of_state(model, model.node(0), cell, size, state));
        volumes[state] += int64_t{ size } * size * size;
        leaves_read++;
    }
    return volumes;
}

void check_read(const std::string &text, const Place &place, const Model &model)
{
    octomap::OcTree tree(1);
    std::istringstream in(text);
    const Volumes expected = volumes_of(model);
    bool read;
    {
        const Silence silence;
        read = tree.readBinary(in);
    }
    CHECK(read); /* it compares the number of nodes */
    CHECK_EQ(in.tellg(), static_cast<std::streamoff>(text.size()));
    CHECK(tree.getResolution() == place.frame.cell_um / 1e6);
    const Volumes got = read_volumes(tree, place, model);
    CHECK_EQ(got[OCT9_FREE], expected[OCT9_FREE]);
    CHECK_EQ(got[OCT9_OCCUPIED], expected[OCT9_OCCUPIED]);
    const size_t nodes = tree.size();
    tree.prune();
    CHECK_EQ(tree.size(), nodes);
    std::ostringstream out;
    {
        const Silence silence;
        tree.writeBinaryData(out);
    }
    CHECK(text.size() >= OCT9_EXPORT_BT_HEADER && text.substr(OCT9_EXPORT_BT_HEADER) == out.str());
}

void check_stream(const oct9_map_t &map, const Model &model, Random &random)
{
    static const int units[] = { 512, 256, 256, 64, 16, 8, 4, 2, 1, 1 };
    static const uint32_t budgets[] = { 1, 3, 20, 1000, UINT32_MAX };
    static const uint32_t sizes[] = { 1, 2, 5, 80, 4096 };
    const Place place = random_place(random, units[random.below(10)]);
    const std::string text = stream_of(map, place, random, UINT32_MAX, 1 << 16);
    check_read(text, place, model);
    const std::string sliced = stream_of(map, place, random, budgets[random.below(5)],
                                         sizes[random.below(5)]);
    CHECK(text == sliced);
    streams++;
    stream_bytes += text.size();
    unaligned += place.key[0] % 256 != 0;
}

/* ---- Grids. ---- */

int8_t column_of(const Model &model, int x, int y, const oct9_export_grid_input_t &input)
{
    bool unknown = false;
    for (int z = input.lo.z; z < input.hi.z; z++) {
        const Node *const leaf = model.leaf_at({ x, y, z });
        const unsigned state = leaf ? model.state(*leaf) : OCT9_UNKNOWN;
        if (state == OCT9_OCCUPIED)
            return 100;
        unknown = unknown || state == OCT9_UNKNOWN;
    }
    return unknown ? -1 : 0;
}

/* An edge in the cube, about its rim, or about what is of interest. */
void random_span(Random &random, int about, int32_t *lo, int32_t *hi)
{
    const int places[] = { about, about, about, 0, 512, random.between(-50, 550) };
    const int most = random.chance(20) ? 3 : 40;
    *lo = places[random.below(6)] - random.between(0, most);
    *hi = *lo + random.between(1, most);
}

void check_grid(const oct9_map_t &map, const Model &model, Random &random, const Cell &about)
{
    oct9_export_grid_input_t input = {};
    random_span(random, about[0], &input.lo.x, &input.hi.x);
    random_span(random, about[1], &input.lo.y, &input.hi.y);
    random_span(random, about[2], &input.lo.z, &input.hi.z);
    const int width = input.hi.x - input.lo.x, height = input.hi.y - input.lo.y;
    std::vector<int8_t> data(static_cast<size_t>(width * height) + 1, 55);
    input.data = data.data();
    input.room = static_cast<uint32_t>(width * height);
    oct9_export_grid_t grid;
    std::memset(&grid, 0xA5, sizeof grid);
    CHECK_EQ(oct9_export_grid_begin(&grid, &map, &input), OCT9_OK);
    const uint32_t most = random.chance(50) ? 1 : 300;
    oct9_status_t status;
    do
        status = oct9_export_grid_run(&grid, 1 + random.below(most));
    while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_export_grid_run(&grid, 1), OCT9_OK);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            CHECK_EQ(data[static_cast<size_t>(y * width + x)],
                     column_of(model, input.lo.x + x, input.lo.y + y, input));
    CHECK_EQ(data.back(), 55);
    grids++;
    columns += input.room;
}

/* A cell where something is. */
Cell somewhere(const Model &model, Random &random)
{
    const Node &node = model.node(random.below(static_cast<uint32_t>(model.nodes().size())));
    return node.corner;
}

void check_map(const oct9_map_t &map, const Model &model, Random &random)
{
    check_stream(map, model, random);
    for (int i = 0; i < 20; i++)
        check_grid(map, model, random, somewhere(model, random));
}

/* ---- All kinds. ---- */

void trees()
{
    for_trees(maps, seed,
              [](const oct9_map_t &map, const Model &model, Random &random, const char *,
                 unsigned) { check_map(map, model, random); });
}

void images()
{
    for_images<LoadedImage>(maps, seed + 1000000, "image",
                            [](const oct9_map_t &map, const Model &model, Random &random,
                               const char *, unsigned) { check_map(map, model, random); });
}

template <class World, class Make> void cell_maps(uint64_t first, const Make &make)
{
    for (uint64_t m = 0; m < 4 * maps; m++) {
        Random random(first + m);
        const std::unique_ptr<World> world = make(random, m);
        CHECK(world->ok());
        if (world->ok())
            check_map(world->map(), world->whole(), random);
    }
}

void layered_maps()
{
    cell_maps<LayeredWorld>(seed + 2000000, [](Random &random, uint64_t m) {
        return std::make_unique<LayeredWorld>(
            random, m % 2 ? OCT9_LAYERED_UNION : OCT9_LAYERED_UPPER_FIRST, false);
    });
}

void worlds()
{
    cell_maps<TileWorld>(seed + 3000000, [](Random &random, uint64_t m) {
        return std::make_unique<TileWorld>(random, m % 4 == 0);
    });
}

} // namespace

int main()
{
    seed = setting("SEED", 1);
    maps = setting("MAPS", 15);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(trees);
    RUN(images);
    RUN(layered_maps);
    RUN(worlds);
    std::printf("%" PRIu64 " streams of %" PRIu64 " bytes, %" PRIu64 " not aligned; %" PRIu64
                " leaves read; %" PRIu64 " grids of %" PRIu64 " columns\n",
                streams, stream_bytes, unaligned, leaves_read, grids, columns);
    return test_end();
}

#else

int main()
{
    std::printf("skipped: built without liboctomap\n");
    return 0;
}

#endif
