/* SPDX-License-Identifier: MIT */
/* Recorded scans inserted by this library and by OctoMap's insertPointCloud, compared cell by cell.
 *
 * Between the two maps lie two steps, and each is looked at alone: the segments' ends are rounded
 * down to 1/64 cell (this library), and their cells are found by steps of doubles (OctoMap).
 * So a cell that only one of the maps calls free must have one of four causes:
 *   rounded, only here    the rounded segments cross it, the true ones do not
 *   rounded, only there   the reverse
 *   stepped, only here    true segments cross it, OctoMap's steps leave it out
 *   stepped, only there   OctoMap's steps enter it, no true segment does
 * What segments cross is worked out exactly (exact_cells.hpp); OctoMap's steps are its own.
 *
 * test_insert_octomap GRAPH DAT: OctoMap's spherical_scan.graph and scan.dat. */
#include "exact_cells.hpp"
#include "tests/shared/from_low.h"

#include "oct9/visit.h"

#include <cinttypes>
#include <cstdio>
#include <fstream>

extern "C" {
#include "tests/test.h"
}

#if __has_include(<octomap/octomap.h>)

#include "recorded_scan.hpp"

using recorded::Cell;

static const char *graph_path, *dat_path;
static oct9_block_t pool[OCT9_BLOCKS_MAX];

/* A scan in OctoMap's terms, in floats, and in this library's. */
struct Part {
    octomap::point3d origin;
    octomap::Pointcloud points;
    oct9_point_t from;
    std::vector<oct9_beam_t> beams;
};

/* All that is known of each cell, a bit for each source. */
enum : uint8_t {
    CROSSED = 1, /* by a true segment */
    CROSSED_ROUNDED = 2,
    STEPPED = 4, /* by OctoMap */
    ENDED = 8,
    FREE_HERE = 16,
    OCCUPIED_HERE = 32,
    FREE_THERE = 64,
    OCCUPIED_THERE = 128
};

struct Case {
    const char *name;
    uint32_t blocks; /* of the pool */
    recorded::Place place;
    std::vector<Part> parts;
    std::vector<uint8_t> known; /* of each cell of the cube, x fastest */
    unsigned long erring;       /* rays that OctoMap steps through other cells */
};

static bool inside_cube(const Cell &cell)
{
    for (int64_t c : cell)
        if (c < 0 || c >= OCT9_CELLS)
            return false;
    return true;
}

static void know(Case &c, const Cell &cell, uint8_t what)
{
    static const int64_t edge = OCT9_CELLS;
    const bool inside = inside_cube(cell);

    CHECK(inside);
    if (inside)
        c.known[static_cast<size_t>((cell[2] * edge + cell[1]) * edge + cell[0])] |= what;
}

/* ---- The scans, for both. ---- */

/* In cells of the cube, exactly. */
static exact::Place true_place(const Case &c, const octomap::point3d &point)
{
    exact::Place place = {};

    for (unsigned axis = 0; axis < 3; axis++) {
        CHECK(exact::coordinate(point(axis), c.place.cell_mm, place[axis]));
        place[axis] -= c.place.corner[axis] * exact::cell;
    }
    return place;
}

static oct9_point_t rounded(const exact::Place &place)
{
    const auto sub_cells = [&](size_t axis) {
        return static_cast<int>(exact::floor_to(place[axis], 6));
    };

    return point_from_low(sub_cells(0), sub_cells(1), sub_cells(2));
}

static exact::Place place_of(const oct9_point_t &point)
{
    static const int64_t sub_cell = exact::cell / OCT9_CELL_Q6;

    return { (point.x - OCT9_LOW_Q6) * sub_cell, (point.y - OCT9_LOW_Q6) * sub_cell,
             (point.z - OCT9_LOW_Q6) * sub_cell };
}

/* A scan of more beams than one may have becomes two, for OctoMap too. */
static void add_parts(Case &c, const recorded::Scan &scan)
{
    const size_t parts = scan.points.size() / OCT9_BEAMS_MAX + 1;
    const size_t each = scan.points.size() / parts + 1;

    for (size_t i = 0; i < scan.points.size(); i++) {
        if (i % each == 0)
            c.parts.push_back({ scan.origin, {}, rounded(true_place(c, scan.origin)), {} });
        const octomap::point3d point = scan.points.getPoint(static_cast<unsigned>(i));
        oct9_beam_t beam = {};
        beam.end = rounded(true_place(c, point));
        beam.met = OCT9_BEAM_HIT;
        c.parts.back().points.push_back(point);
        c.parts.back().beams.push_back(beam);
    }
}

static bool load(Case &c, const char *path, unsigned cell_mm)
{
    const std::vector<recorded::Scan> scans = recorded::read(path);

    if (scans.empty() || !recorded::place_about(scans, cell_mm, c.place))
        return false;
    for (const recorded::Scan &scan : scans)
        add_parts(c, scan);
    c.known.assign(static_cast<size_t>(OCT9_CELLS) * OCT9_CELLS * OCT9_CELLS, 0);
    return true;
}

/* ---- What segments cross, and where OctoMap steps. ---- */

static Cell cell_of(const Case &c, const octomap::OcTreeKey &key)
{
    return { key[0] - 32768 - c.place.corner[0], key[1] - 32768 - c.place.corner[1],
             key[2] - 32768 - c.place.corner[2] };
}

/* A tree for its cells alone, and room for a ray's keys: 600 KB, not to be made for each ray. */
struct Stepper {
    octomap::OcTree tree;
    octomap::KeyRay keys;
};

static void know_segment(Case &c, Stepper &stepper, const Part &part, size_t number)
{
    const octomap::point3d end = part.points.getPoint(static_cast<unsigned>(number));
    std::vector<Cell> crossed, stepped;

    exact::cells_between(place_of(part.from), place_of(part.beams[number].end),
                         [&](const Cell &cell) { know(c, cell, CROSSED_ROUNDED); });
    exact::cells_between(true_place(c, part.origin), true_place(c, end),
                         [&](const Cell &cell) { crossed.push_back(cell); });
    CHECK(stepper.tree.computeRayKeys(part.origin, end, stepper.keys));
    for (const octomap::OcTreeKey &key : stepper.keys)
        stepped.push_back(cell_of(c, key));
    for (const Cell &cell : crossed)
        know(c, cell, CROSSED);
    for (const Cell &cell : stepped)
        know(c, cell, STEPPED);
    know(c, crossed.back(), ENDED);
    crossed.pop_back(); /* OctoMap leaves the end to itself */
    c.erring += stepped != crossed;
}

static void know_segments(Case &c)
{
    Stepper stepper = { octomap::OcTree(c.place.cell_mm / 1000.0), {} };

    for (const Part &part : c.parts)
        for (size_t i = 0; i < part.beams.size(); i++)
            know_segment(c, stepper, part, i);
}

/* ---- The maps. ---- */

static void insert_here(Case &c)
{
    static const oct9_model_t model = OCT9_MODEL_DEFAULT;
    oct9_occupancy_t occupancy;
    oct9_scan_t scan;

    CHECK_EQ(oct9_occupancy_init(&occupancy, pool, c.blocks, &model, NULL), OCT9_OK);
    for (Part &part : c.parts) {
        const auto count = static_cast<uint32_t>(part.beams.size());
        CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &part.from, part.beams.data(), count), OCT9_OK);
        CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
    }
    CHECK_EQ(occupancy.merged + occupancy.grown, 0);

    const oct9_map_t map = oct9_map_of_tree(&occupancy.tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED),
             OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const uint8_t what = leaf.state == OCT9_FREE ? FREE_HERE : OCCUPIED_HERE;
        const unsigned size = oct9_leaf_size(&leaf);
        for (unsigned i = 0; i < size * size * size; i++)
            know(c,
                 { leaf.corner.x + i % size, leaf.corner.y + i / size % size,
                   leaf.corner.z + i / size / size },
                 what);
    }
}

static void insert_there(Case &c)
{
    octomap::OcTree tree(c.place.cell_mm / 1000.0);

    for (const Part &part : c.parts)
        tree.insertPointCloud(part.points, part.origin);
    tree.expand(); /* every leaf becomes a finest cell */
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf)
        know(c, cell_of(c, leaf.getKey()),
             tree.isNodeOccupied(*leaf) ? OCCUPIED_THERE : FREE_THERE);
}

/* ---- The comparison. ---- */

struct Counts {
    unsigned long ended, occupied, free_here, free_there;
    unsigned long rounded_here, rounded_there, stepped_here, stepped_there;
    unsigned long occupied_differ, unexplained;
};

/* Both maps are what they ought to be by their own segments. */
static bool as_expected(uint8_t known)
{
    const bool ended = known & ENDED;
    const bool free_here = !ended && (known & CROSSED_ROUNDED);
    const bool free_there = !ended && (known & STEPPED);

    return ended == !!(known & OCCUPIED_HERE) && ended == !!(known & OCCUPIED_THERE) &&
           free_here == !!(known & FREE_HERE) && free_there == !!(known & FREE_THERE);
}

static void count_cell(Counts &counts, uint8_t known)
{
    const bool here = known & FREE_HERE, there = known & FREE_THERE, crossed = known & CROSSED;

    counts.ended += !!(known & ENDED);
    counts.occupied += !!(known & OCCUPIED_HERE);
    counts.occupied_differ += !(known & OCCUPIED_HERE) != !(known & OCCUPIED_THERE);
    counts.free_here += here;
    counts.free_there += there;
    counts.rounded_here += here && !there && !crossed;
    counts.stepped_here += here && !there && crossed;
    counts.rounded_there += there && !here && crossed;
    counts.stepped_there += there && !here && !crossed;
    counts.unexplained += !as_expected(known);
}

static void print_counts(const Case &c, const Counts &n, unsigned long differ)
{
    size_t beams = 0;

    for (const Part &part : c.parts)
        beams += part.beams.size();
    std::printf("%s at %u mm in a pool of %u bytes: %zu beams, %lu cells with ends, %lu occupied\n",
                c.name, c.place.cell_mm, c.blocks * 16, beams, n.ended, n.occupied);
    std::printf("| free cells | here | in OctoMap |\n|---|---:|---:|\n");
    std::printf("| all | %lu | %lu |\n", n.free_here, n.free_there);
    std::printf("| only there, as ends are rounded to 1/64 cell | %lu | %lu |\n", n.rounded_here,
                n.rounded_there);
    std::printf("| only there, as OctoMap's steps err | %lu | %lu |\n", n.stepped_here,
                n.stepped_there);
    std::printf("differ: %lu, %.3f %%; unexplained: %lu\n", differ,
                100.0 * static_cast<double>(differ) / static_cast<double>(n.free_there),
                n.unexplained);
    std::printf("OctoMap's steps err on %lu rays; others may cross the same cells\n", c.erring);
}

static void compare(const char *name, const char *path, unsigned cell_mm, uint32_t blocks)
{
    Case c = { name, blocks, {}, {}, {}, 0 };
    Counts counts = {};
    const bool loaded = load(c, path, cell_mm);

    CHECK(loaded);
    if (!loaded)
        return;
    know_segments(c);
    insert_here(c);
    insert_there(c);
    for (uint8_t known : c.known)
        count_cell(counts, known);
    const unsigned long differ = counts.rounded_here + counts.rounded_there + counts.stepped_here +
                                 counts.stepped_there;
    print_counts(c, counts, differ);
    CHECK(counts.ended > 0);
    CHECK_EQ(counts.occupied, counts.ended);
    CHECK_EQ(counts.occupied_differ, 0);
    CHECK_EQ(counts.unexplained, 0);
    CHECK(differ * 100 < counts.free_there);
}

static void spherical_scan(void)
{
    compare("spherical_scan", graph_path, 100, 24 * 1024 / 16);
}
static void scan_dat(void)
{
    compare("scan.dat", dat_path, 160, OCT9_BLOCKS_MAX);
}

int main(int argc, char **argv)
{
    graph_path = argc > 1 ? argv[1] : "";
    dat_path = argc > 2 ? argv[2] : "";
    if (!std::ifstream(graph_path) || !std::ifstream(dat_path)) {
        std::printf("skipped: no scans (test_insert_octomap GRAPH DAT)\n");
        return 0;
    }
    RUN(spherical_scan);
    RUN(scan_dat);
    return test_end();
}

#else

int main()
{
    std::printf("skipped: built without liboctomap\n");
    return 0;
}

#endif
