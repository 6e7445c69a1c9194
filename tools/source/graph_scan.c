/* SPDX-License-Identifier: MIT */
/* Reads an OctoMap scan graph before OctoMap does, which takes memory for as many points as a count
 * says.
 *
 *   count; for each scan: count, its points, its pose (place, rotation), its number
 *   count; for each edge between scans: two numbers, a pose, a weight
 *
 * Counts and numbers are 32 bits; a vector is its length in 32 bits, then doubles. */
#include "tools/fail.h"
#include "tools/source/scans.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const char *path;
    const bytes_t *bytes;
    size_t at;            /* the next byte */
    uint32_t scan, scans; /* where we are, for errors; from 1 */
} graph_t;

static bool take(graph_t *graph, void *into, size_t size)
{
    if (graph->bytes->size - graph->at < size)
        return graph->scan > 0 ? fail(graph->path, "is cut off: scan %lu of %lu is not all there",
                                      (unsigned long)graph->scan, (unsigned long)graph->scans)
                               : fail(graph->path, "is cut off");
    memcpy(into, graph->bytes->data + graph->at, size);
    graph->at += size;
    return true;
}

static bool take_vector(graph_t *graph, double *into, uint32_t length)
{
    uint32_t said = 0;
    if (!take(graph, &said, sizeof said) || !take(graph, into, length * sizeof *into))
        return false;
    return said == length ||
           fail(graph->path, "scan %lu: a vector of %lu numbers instead of %lu",
                (unsigned long)graph->scan, (unsigned long)said, (unsigned long)length);
}

static bool take_points(graph_t *graph)
{
    uint32_t count;
    double point[3];
    if (!take(graph, &count, sizeof count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!take_vector(graph, point, 3))
            return false;
    return true;
}

/* A rotation is a unit quaternion, except for its rounding. */
static bool take_pose(graph_t *graph)
{
    double place[3], rotation[4], square = 0;
    if (!take_vector(graph, place, 3) || !take_vector(graph, rotation, 4))
        return false;
    for (unsigned i = 0; i < 4; i++)
        square += rotation[i] * rotation[i];
    bool good = fabs(square - 1) < 1e-3;
    for (unsigned a = 0; a < 3; a++)
        good = good && fabs(place[a]) <= SCANS_FARTHEST_M;
    return good || fail(graph->path,
                        "scan %lu: the sensor is nowhere or beyond 1000 km, or its "
                        "rotation is none",
                        (unsigned long)graph->scan);
}

static bool take_scans(graph_t *graph)
{
    uint32_t number;
    if (!take(graph, &graph->scans, sizeof graph->scans))
        return false;
    for (uint32_t i = 0; i < graph->scans; i++) {
        graph->scan = i + 1;
        if (!take_points(graph) || !take_pose(graph) || !take(graph, &number, sizeof number))
            return false;
    }
    graph->scan = 0;
    return true;
}

/* What is behind the scans must be as long as the edges, which nobody asks for. */
static bool skip_edges(graph_t *graph)
{
    enum { VECTOR = 4 + 3 * 8, POSE = VECTOR + 4 + 4 * 8, EDGE = 2 * 4 + POSE + 8 };
    uint32_t edges;
    if (!take(graph, &edges, sizeof edges))
        return false;
    const uint64_t rest = graph->bytes->size - graph->at, wanted = (uint64_t)edges * EDGE;
    if (rest < wanted)
        return fail(graph->path, "is cut off: the edges are not all there");
    return rest == wanted || fail(graph->path, "goes on behind its end: it is damaged");
}

bool graph_scan(const bytes_t *bytes, const char *path)
{
    graph_t graph = { .path = path, .bytes = bytes };
    return take_scans(&graph) && skip_edges(&graph);
}
