/* SPDX-License-Identifier: MIT */
/* Casts through a real building against brute force: 20,000 rays at 5 m and at 20 m, unknown
 * space passing and blocking. OctoMap reads the map, a dense array holds it, and each ray's
 * finest cells are looked up one after the other at exact times.
 *
 * test_geb079_rays IMAGE BT: the image that `oct9 bake` made of the .bt file at its own cell. */
#include "tests/shared/oracle.hpp"
#include "tests/shared/random.hpp"

#include "oct9/cast.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" {
#include "tests/test.h"
}

#if __has_include(<octomap/octomap.h>)

#include <octomap/octomap.h>

using namespace oracle;

static const unsigned rays_count = 20000;
static const uint64_t rays_seed = 20240607;

static const char *image_path, *bt_path;

/* ---- The map: the image as the library sees it, and a dense array as OctoMap does. ---- */

using Cell = std::array<int64_t, 3>;

struct Building {
    std::vector<uint32_t> bytes; /* words, so that they are aligned */
    oct9_image_t image = {};
    std::vector<uint8_t> states;  /* x fastest, then y, then z */
    std::vector<Cell> free_cells; /* in z, y, x order */
    size_t occupied = 0, outside = 0;
};

static Building building;

static bool inside_cube(const Cell &cell)
{
    for (int64_t c : cell)
        if (c < 0 || c >= OCT9_CELLS)
            return false;
    return true;
}

static uint8_t &state_at(const Cell &cell)
{
    return building
        .states[static_cast<size_t>((cell[2] * OCT9_CELLS + cell[1]) * OCT9_CELLS + cell[0])];
}

static bool open_image(void)
{
    std::ifstream file(image_path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                                  std::istreambuf_iterator<char>());

    building.bytes.assign(bytes.size() / 4 + 1, 0);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char *>(building.bytes.data()));
    return oct9_image_open(&building.image, building.bytes.data(), bytes.size()) == OCT9_OK;
}

/* The cube's low corner in OctoMap's keys; the frame must lie on whole cells. */
static bool corner_key(int64_t corner[3])
{
    const oct9_frame_t &frame = building.image.frame;
    const int32_t origin[3] = { frame.origin_mm.x, frame.origin_mm.y, frame.origin_mm.z };

    for (int axis = 0; axis < 3; axis++) {
        const int64_t um = static_cast<int64_t>(origin[axis]) * 1000;
        if (um % frame.cell_um != 0)
            return false;
        corner[axis] = 32768 + um / frame.cell_um;
    }
    return true;
}

static bool read_cells(void)
{
    octomap::OcTree tree(0.1);
    int64_t corner[3];

    if (!tree.readBinary(bt_path) || !corner_key(corner))
        return false;
    if (std::llround(tree.getResolution() * 1e6) != building.image.frame.cell_um)
        return false;
    tree.expand(); /* every leaf becomes a finest cell */
    building.states.assign(static_cast<size_t>(OCT9_CELLS) * OCT9_CELLS * OCT9_CELLS, OCT9_UNKNOWN);
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
        const octomap::OcTreeKey key = leaf.getKey();
        const Cell cell = { key[0] - corner[0], key[1] - corner[1], key[2] - corner[2] };
        const bool occupied = tree.isNodeOccupied(*leaf);
        if (!inside_cube(cell)) {
            building.outside++;
            continue;
        }
        state_at(cell) = occupied ? OCT9_OCCUPIED : OCT9_FREE;
        building.occupied += occupied ? 1 : 0;
    }
    return true;
}

static void list_free_cells(void)
{
    for (int64_t z = 0; z < OCT9_CELLS; z++)
        for (int64_t y = 0; y < OCT9_CELLS; y++)
            for (int64_t x = 0; x < OCT9_CELLS; x++)
                if (state_at({ x, y, z }) == OCT9_FREE)
                    building.free_cells.push_back({ x, y, z });
}

/* ---- The rays: from a free cell's centre to the centre of another cell. ---- */

struct Ray {
    Cell origin, delta; /* in cells */
};

static bool draw_direction(Random &random, double direction[3])
{
    double square = 0;

    for (int axis = 0; axis < 3; axis++) {
        direction[axis] = static_cast<double>(random.u32() >> 11) - 1048576.0;
        square += direction[axis] * direction[axis];
    }
    return square > 0 && square <= 1048576.0 * 1048576.0;
}

static Ray draw_ray(Random &random, double range_cells)
{
    double v[3];
    Ray ray = {};

    ray.origin =
        building.free_cells[random.below(static_cast<uint32_t>(building.free_cells.size()))];
    while (!draw_direction(random, v))
        continue;
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (size_t axis = 0; axis < 3; axis++)
        ray.delta[axis] = std::llround(v[axis] * range_cells / length);
    return ray;
}

/* Rays are shorter than the 256 cells that a point may lie outside the cube. */
static Segment segment_of(const Ray &ray)
{
    Segment s = {};

    for (size_t axis = 0; axis < 3; axis++) {
        s.from[axis] = CELL_LOW(ray.origin[axis]) + OCT9_CELL_Q6 / 2;
        s.to[axis] = s.from[axis] + ray.delta[axis] * OCT9_CELL_Q6;
        CHECK(s.to[axis] >= INT16_MIN && s.to[axis] <= INT16_MAX);
    }
    return s;
}

/* ---- Brute force and the library. ---- */

struct CellHit {
    bool hit;
    Cell cell;
    Entry entry;
    unsigned cells; /* looked at, the one hit included */
};

static CellHit brute_force(const Segment &s, oct9_policy_t unknown)
{
    Cell last = { -1, -1, -1 };
    CellHit out = { false, last, { { 1, 1 }, OCT9_FACE_NONE }, 0 };

    for (const Time &t : sample_times(s, 1)) {
        const Cell cell = cell_at(s, t);
        if (cell == last || !inside_cube(cell))
            continue;
        last = cell;
        out.cells++;
        const uint8_t state = state_at(cell);
        if (state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && unknown == OCT9_BLOCKS)) {
            const std::array<int, 3> corner = { static_cast<int>(cell[0]),
                                                static_cast<int>(cell[1]),
                                                static_cast<int>(cell[2]) };
            out.hit = true;
            out.cell = cell;
            out.entry = entry_into(s, corner, 1);
            return out;
        }
    }
    return out;
}

static oct9_cast_output_t library_cast(const Segment &s, oct9_policy_t unknown)
{
    const oct9_map_t map = oct9_map_of_image(&building.image);
    oct9_cast_input_t input = {};
    oct9_cast_output_t output = {};

    input.from = { static_cast<int16_t>(s.from[0]), static_cast<int16_t>(s.from[1]),
                   static_cast<int16_t>(s.from[2]) };
    input.to = { static_cast<int16_t>(s.to[0]), static_cast<int16_t>(s.to[1]),
                 static_cast<int16_t>(s.to[2]) };
    input.rules.unknown = unknown;
    input.rules.outside = OCT9_FREE;
    CHECK(oct9_cast_ray(&map, &input, &output) == OCT9_OK);
    return output;
}

static bool leaf_contains(const oct9_leaf_t &leaf, const Cell &cell)
{
    const int64_t lo[3] = { leaf.corner.x, leaf.corner.y, leaf.corner.z };

    for (size_t axis = 0; axis < 3; axis++)
        if (cell[axis] < lo[axis] || cell[axis] >= lo[axis] + oct9_leaf_size(&leaf))
            return false;
    return true;
}

/* The hit leaf holds the cell and is entered with it, by one of the leaf's faces: on an edge the
 * cell may cross a plane that lies inside the leaf. */
static bool hit_agrees(const Segment &s, const oct9_cast_output_t &output, const CellHit &expected)
{
    const oct9_leaf_t &leaf = output.leaf;
    const Entry entry = entry_into(s, { leaf.corner.x, leaf.corner.y, leaf.corner.z },
                                   oct9_leaf_size(&leaf));

    return leaf_contains(leaf, expected.cell) && leaf.state == state_at(expected.cell) &&
           entry.time == expected.entry.time && output.face == entry.face;
}

static bool agree(const Segment &s, const oct9_cast_output_t &output, const CellHit &expected)
{
    const Time fraction = { output.fraction.num, output.fraction.den };

    if (output.hit != (expected.hit ? OCT9_HIT_LEAF : OCT9_HIT_NONE))
        return false;
    if (output.fraction.den == 0 || !(fraction == expected.entry.time))
        return false;
    return !expected.hit || hit_agrees(s, output, expected);
}

static void compare_rays(double range_m, oct9_policy_t unknown)
{
    const double cell_m = building.image.frame.cell_um / 1e6;
    unsigned differences = 0, hits = 0;
    unsigned long cells = 0, leaves = 0;
    Random random(rays_seed);

    for (unsigned i = 0; i < rays_count; i++) {
        const Ray ray = draw_ray(random, range_m / cell_m);
        const Segment s = segment_of(ray);
        const CellHit expected = brute_force(s, unknown);
        const oct9_cast_output_t output = library_cast(s, unknown);

        hits += expected.hit ? 1 : 0;
        cells += expected.cells;
        leaves += output.leaves;
        if (!agree(s, output, expected) && differences++ < 5)
            std::printf("  ray %u differs: hit %d at %u/%u by face %d, should be %d at %" PRId64
                        "/%" PRId64 "\n",
                        i, output.hit, output.fraction.num, output.fraction.den, output.face,
                        expected.hit, expected.entry.time.num, expected.entry.time.den);
    }
    std::printf("%g m, unknown %s: %u rays, %u hits, %u differences; "
                "%.1f cells and %.1f leaves a ray\n",
                range_m, unknown == OCT9_PASSES ? "passes" : "blocks", rays_count, hits,
                differences, static_cast<double>(cells) / rays_count,
                static_cast<double>(leaves) / rays_count);
    CHECK_EQ(differences, 0);
    CHECK(hits > 0);
}

static void building_loads(void)
{
    const bool loaded = open_image() && read_cells();

    CHECK(loaded);
    if (!loaded)
        return;
    list_free_cells();
    CHECK_EQ(building.outside, 0);
    std::printf("%zu occupied cells, %zu free\n", building.occupied, building.free_cells.size());
}

static void rays_5_m_unknown_passes(void)
{
    compare_rays(5.0, OCT9_PASSES);
}
static void rays_5_m_unknown_blocks(void)
{
    compare_rays(5.0, OCT9_BLOCKS);
}
static void rays_20_m_unknown_passes(void)
{
    compare_rays(20.0, OCT9_PASSES);
}
static void rays_20_m_unknown_blocks(void)
{
    compare_rays(20.0, OCT9_BLOCKS);
}

int main(int argc, char **argv)
{
    image_path = argc > 1 ? argv[1] : "";
    bt_path = argc > 2 ? argv[2] : "";
    if (!std::ifstream(image_path) || !std::ifstream(bt_path)) {
        std::printf("skipped: no image or no .bt file (test_geb079_rays IMAGE BT)\n");
        return 0;
    }
    RUN(building_loads);
    if (!building.free_cells.empty()) {
        RUN(rays_5_m_unknown_passes);
        RUN(rays_5_m_unknown_blocks);
        RUN(rays_20_m_unknown_passes);
        RUN(rays_20_m_unknown_blocks);
    }
    return test_end();
}

#else

int main()
{
    std::printf("skipped: built without liboctomap\n");
    return 0;
}

#endif
