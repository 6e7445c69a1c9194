/* SPDX-License-Identifier: MIT */
/* Recorded scans, as OctoMap ships them, and a cube that they fit in.
 *
 * A .graph file is OctoMap's own: scans, each in its sensor's axes, with its pose. Any other file
 * is one scan from the origin: three numbers for each point, in metres. */
#ifndef OCT9_TEST_RECORDED_SCAN_HPP
#define OCT9_TEST_RECORDED_SCAN_HPP

#include "oct9/scan.h"

#include <octomap/octomap.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace recorded {

using Cell = std::array<int64_t, 3>;

struct Scan {
    octomap::pose6d pose;
    octomap::Pointcloud readings; /* in the sensor's axes */
    octomap::point3d origin;      /* in the world's axes, and so are the points */
    octomap::Pointcloud points;
};

inline Scan scan_at(const octomap::pose6d &pose, const octomap::Pointcloud &readings)
{
    Scan scan{ pose, readings, pose.trans(), readings };

    scan.points.transform(pose);
    return scan;
}

/* Empty if there is nothing to be read. */
inline std::vector<Scan> read(const std::string &path)
{
    std::vector<Scan> scans;
    std::ifstream file(path, std::ios::binary);

    if (path.size() > 6 && path.compare(path.size() - 6, 6, ".graph") == 0) {
        octomap::ScanGraph graph;
        graph.readBinary(file);
        for (const octomap::ScanNode *node : graph)
            scans.push_back(scan_at(node->pose, *node->scan));
    } else {
        octomap::Pointcloud cloud;
        cloud.read(file);
        if (cloud.size() > 0)
            scans.push_back(scan_at(octomap::pose6d(), cloud));
    }
    return scans;
}

/* Where a cube of cells lies about the scans: its low corner, in cells of the world. OctoMap's own
 * cells lie on the same planes. */
struct Place {
    unsigned cell_mm;
    Cell corner;
};

/* A corner at multiples of 64 cells, so that the scans are near the middle; false iff they do not
 * fit. */
inline bool place_about(const std::vector<Scan> &scans, unsigned cell_mm, Place &place)
{
    const double cells_per_m = 1000.0 / cell_mm;

    place.cell_mm = cell_mm;
    for (unsigned axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (const Scan &scan : scans) {
            low = std::min<double>(low, scan.origin(axis));
            high = std::max<double>(high, scan.origin(axis));
            for (const octomap::point3d &point : scan.points) {
                low = std::min<double>(low, point(axis));
                high = std::max<double>(high, point(axis));
            }
        }
        const double middle = (low + high) / 2 * cells_per_m;
        place.corner[axis] = std::lround((middle - OCT9_CELLS / 2) / 64) * 64;
        const auto first = static_cast<double>(place.corner[axis]);
        if (!(low * cells_per_m >= first && high * cells_per_m < first + OCT9_CELLS))
            return false;
    }
    return true;
}

} // namespace recorded

#endif
