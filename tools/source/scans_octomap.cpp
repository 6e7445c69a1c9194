/* SPDX-License-Identifier: MIT */
/* OctoMap's scan graphs, read by liboctomap. */
#include "tools/fail.h"
#include "tools/silence.hpp"
#include "tools/source/scans.h"

#include <octomap/ScanGraph.h>

#include <cstdint>
#include <exception>
#include <new>
#include <sstream>
#include <string>

namespace {

scans_point_t point_of(const octomap::point3d &p)
{
    return { { p.x(), p.y(), p.z() } };
}

/* Turned and moved as insertPointCloud does it. */
bool deliver(const octomap::ScanNode &node, const char *path, scans_t *scans)
{
    const scans_point_t from = point_of(node.pose.trans());
    if (!scans_begin(scans, path, &from))
        return false;
    for (const octomap::point3d &seen : *node.scan) {
        const scans_point_t point = point_of(node.pose.transform(seen));
        if (!scans_add(scans, path, &point))
            return false;
    }
    return true;
}

bool read_node(octomap::ScanNode *node, std::istream &stream)
{
    const Silence silence;
    node->readBinary(stream);
    return stream.good();
}

/* The scans alone: nobody asks for the edges between them. */
bool read_scans(std::istream &stream, const char *path, scans_t *scans)
{
    uint32_t count = 0;
    stream.read(reinterpret_cast<char *>(&count), sizeof count);
    for (uint32_t i = 0; i < count; i++) {
        octomap::ScanNode node;
        if (!read_node(&node, stream))
            return fail(path, "OctoMap cannot read it");
        if (!deliver(node, path, scans))
            return false;
    }
    return true;
}

bool read_graph(const bytes_t &bytes, const char *path, scans_t *scans)
{
    try {
        std::istringstream stream(std::string(bytes.data, bytes.size));
        return read_scans(stream, path, scans);
    } catch (const std::bad_alloc &) {
        return fail(path, "out of memory");
    } catch (const std::exception &) {
        return fail(path, "OctoMap cannot read it");
    }
}

} // namespace

extern "C" bool scans_read_graph(scans_t *scans, const char *path)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return false;
    const bool good = graph_scan(&bytes, path) && read_graph(bytes, path, scans);
    bytes_free(&bytes);
    return good;
}
