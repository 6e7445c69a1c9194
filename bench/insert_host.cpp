// SPDX-License-Identifier: MIT
// oct9's scans beside OctoMap's insertPointCloud, on the same recorded points in the same run.
//   insert_host SCANS CELL_MM                  times both in turn
//   insert_host SCANS CELL_MM oct9|octomap     one insertion, to be counted by callgrind
// Each insertion is into an empty map. OctoMap is given a scan in one piece, oct9 in as many as its
// beams need.
#include "bench/pin.hpp"
#include "oct9/mm.h"
#include "oct9/scan.h"
#include "tests/scan/recorded_scan.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int rounds = 15;
constexpr oct9_model_t model = OCT9_MODEL_DEFAULT;

OCT9_POOL(, pool, OCT9_BLOCKS_MAX);

struct Part {
    const recorded::Scan *scan;
    size_t first;                         // of the scan's points
    std::vector<oct9_reading_t> readings; // them, in the sensor's axes, in millimetres
    oct9_point_t origin;
    std::vector<oct9_beam_t> beams;
};

struct Work {
    std::vector<recorded::Scan> scans;
    recorded::Place place;
    std::vector<Part> parts;
    size_t rays;
};

// ---- What oct9 is given: readings in millimetres, or points in metres. ----

int16_t millimetres(float metres)
{
    return static_cast<int16_t>(std::lround(metres * 1000));
}

oct9_reading_t reading_of(const octomap::point3d &p)
{
    return { millimetres(p.x()), millimetres(p.y()), millimetres(p.z()) };
}

bool load(Work &work, const char *path, unsigned cell_mm)
{
    work.scans = recorded::read(path);
    work.rays = 0;
    if (work.scans.empty() || !recorded::place_about(work.scans, cell_mm, work.place))
        return false;
    for (const recorded::Scan &scan : work.scans) {
        const size_t size = scan.points.size(), pieces = size / OCT9_BEAMS_MAX + 1;
        for (size_t i = 0; i < pieces; i++) {
            Part part{ &scan, size * i / pieces, {}, {}, {} };
            for (size_t k = part.first; k < size * (i + 1) / pieces; k++)
                part.readings.push_back(
                    reading_of(scan.readings.getPoint(static_cast<unsigned>(k))));
            part.beams.resize(part.readings.size());
            work.parts.push_back(part);
        }
        work.rays += size;
    }
    return true;
}

// From the world's axes in metres, as OctoMap is given them: three products and floors a point.
void beams_of_points(Work &work)
{
    const double scale = 1000.0 / work.place.cell_mm * OCT9_CELL_Q6;
    std::array<double, 3> corner;
    for (unsigned a = 0; a < 3; a++)
        corner[a] = static_cast<double>(work.place.corner[a] * OCT9_CELL_Q6 - OCT9_LOW_Q6);
    const auto point_of = [&](const octomap::point3d &p) -> oct9_point_t {
        return { static_cast<int16_t>(std::floor(static_cast<double>(p.x()) * scale - corner[0])),
                 static_cast<int16_t>(std::floor(static_cast<double>(p.y()) * scale - corner[1])),
                 static_cast<int16_t>(std::floor(static_cast<double>(p.z()) * scale - corner[2])) };
    };
    for (Part &part : work.parts) {
        auto point = part.scan->points.begin() + static_cast<std::ptrdiff_t>(part.first);
        part.origin = point_of(part.scan->origin);
        for (oct9_beam_t &beam : part.beams) {
            beam.end = point_of(*point++);
            beam.met = OCT9_BEAM_HIT;
        }
    }
}

int16_t q14(double value)
{
    return static_cast<int16_t>(std::lround(value * OCT9_ONE_Q14));
}

// From the sensor's axes in millimetres and its pose, by the library.
void beams_of_readings(Work &work)
{
    const auto cell_mm = static_cast<int32_t>(work.place.cell_mm);
    const auto &c = work.place.corner;
    const oct9_frame_t frame = OCT9_FRAME(
        static_cast<int32_t>(c[0]) * cell_mm, static_cast<int32_t>(c[1]) * cell_mm,
        static_cast<int32_t>(c[2]) * cell_mm, work.place.cell_mm * 1000);
    const oct9_range_t range{ 1, 32767 };
    for (Part &part : work.parts) {
        const octomap::point3d at = part.scan->pose.trans();
        const octomath::Quaternion turn = part.scan->pose.rot();
        const oct9_mm_t mm{ millimetres(at.x()), millimetres(at.y()), millimetres(at.z()) };
        oct9_pose_t pose{ {}, { q14(turn.u()), q14(turn.x()), q14(turn.y()), q14(turn.z()) } };
        oct9_beams_t list;
        bool good = oct9_mm_place(&frame, &mm, &pose.place) == OCT9_OK &&
                    oct9_scan_beams_begin(&list, &frame, &pose, &range, part.beams.data(),
                                          static_cast<uint32_t>(part.beams.size())) == OCT9_OK;
        for (size_t i = 0; good && i < part.readings.size(); i++)
            good = oct9_scan_beams_point(&list, &part.readings[i]) == OCT9_OK;
        if (!good || list.count != part.beams.size())
            std::exit(1);
    }
}

} // namespace

// What is counted: one insertion into an empty map, beams prepared beforehand.
extern "C" __attribute__((noinline)) bool counted_oct9(oct9_occupancy_t *occupancy,
                                                       std::vector<Part> &parts)
{
    oct9_scan_t scan;
    for (Part &part : parts) {
        const auto count = static_cast<uint32_t>(part.beams.size());
        if (oct9_scan_begin(&scan, occupancy, &part.origin, part.beams.data(), count) != OCT9_OK ||
            oct9_scan_run(&scan, UINT32_MAX) != OCT9_OK)
            return false;
    }
    return true;
}

extern "C" __attribute__((noinline)) void counted_octomap(octomap::OcTree &tree,
                                                          const std::vector<recorded::Scan> &scans)
{
    for (const recorded::Scan &scan : scans)
        tree.insertPointCloud(scan.points, scan.origin);
}

namespace {

double now()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Of this thread's own time: a pass may be so long that others come between, or too short for it.
template <typename F> double nanoseconds(F &&pass)
{
    const double begin = now();
    pass();
    return now() - begin;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
    return values[rounds / 2];
}

void begin_map(oct9_occupancy_t &occupancy)
{
    if (oct9_occupancy_init(&occupancy, pool, OCT9_BLOCKS_MAX, &model, NULL) != OCT9_OK)
        std::exit(1);
}

// A pool that is too small would coarsen: that is other work than OctoMap's.
void insert(oct9_occupancy_t &occupancy, Work &work)
{
    if (!counted_oct9(&occupancy, work.parts) || occupancy.merged + occupancy.grown != 0)
        std::exit(1);
}

// Prints: row RAYS, nanoseconds a ray of OctoMap and of oct9, how many times faster; nanoseconds a
// ray of making beams of points and of readings; the pool's peak in bytes, OctoMap's bytes.
void measure(Work &work)
{
    const auto rays = static_cast<double>(work.rays);
    std::vector<double> theirs, ours, ratios, of_points, of_readings;
    oct9_occupancy_t occupancy;
    size_t octomap_bytes = 0;
    for (int i = 0; i < rounds; i++) {
        octomap::OcTree tree(work.place.cell_mm / 1000.0);
        theirs.push_back(nanoseconds([&] { counted_octomap(tree, work.scans); }) / rays);
        octomap_bytes = tree.memoryUsage();
        begin_map(occupancy);
        of_readings.push_back(nanoseconds([&] { beams_of_readings(work); }) / rays);
        of_points.push_back(nanoseconds([&] { beams_of_points(work); }) / rays);
        ours.push_back(nanoseconds([&] { insert(occupancy, work); }) / rays);
        ratios.push_back(theirs.back() / ours.back());
    }
    std::printf("row %zu %.0f %.0f %.1f %.0f %.0f %u %zu\n", work.rays, median(theirs),
                median(ours), median(ratios), median(of_points), median(of_readings),
                occupancy.tree.peak * 16u, octomap_bytes);
}

} // namespace

int main(int argc, char **argv)
{
    Work work;
    if (argc < 3 || !load(work, argv[1], static_cast<unsigned>(std::atoi(argv[2])))) {
        std::fprintf(stderr, "insert_host: cannot load the scans\n");
        return 1;
    }
    if (argc == 4) {
        oct9_occupancy_t occupancy;
        octomap::OcTree tree(work.place.cell_mm / 1000.0);
        beams_of_points(work);
        begin_map(occupancy);
        if (std::strcmp(argv[3], "oct9") == 0)
            insert(occupancy, work);
        else
            counted_octomap(tree, work.scans);
        return 0;
    }
    pin();
    measure(work);
    return 0;
}
