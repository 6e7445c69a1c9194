/* SPDX-License-Identifier: MIT */
/* What range sensors saw, as files hold it: points in the map's axes, in metres, scan by scan. */
#ifndef OCT9_TOOLS_SCANS_H
#define OCT9_TOOLS_SCANS_H

#include "tools/format/bytes.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No coordinate in metres is farther from 0. */
#define SCANS_FARTHEST_M 1e6

/* Single precision, as OctoMap has it: a point on the face of a cell is in the same cell there. */
typedef struct {
    float at[3];
} scans_point_t;

/* One scan: where the sensor was, and which of the points it saw. */
typedef struct {
    scans_point_t from;
    size_t first, count;
} scan_t;

/* All zero before the first reader is called. */
typedef struct {
    scan_t *scans;
    scans_point_t *points;
    size_t scan_count, scan_room, point_count, point_room;
    size_t refused; /* points that are no number or too far */
} scans_t;

/* The readers append what a file holds. False: an error was printed. Call scans_free afterwards in
 * any case. Points that are no number or beyond SCANS_FARTHEST_M are refused and counted; a place
 * of the sensor must be good. */

/* OctoMap's scan graph, read by liboctomap. */
bool scans_read_graph(scans_t *scans, const char *path);

/* Lines "x y z", in metres from the sensor, and what other numbers there are, in each line as many;
 * nan and inf are no reading. A line "NODE x y z roll pitch yaw", in metres and
 * radians, says where it is from there on, and begins a scan. Before the first one it is at 0 0 0.
 * Empty lines and lines that begin with # are skipped. */
bool scans_read_text(scans_t *scans, const char *path);

void scans_free(scans_t *scans);

/* Begin a scan, and add a point to it. False: an error was printed; `path` is named there. */
bool scans_begin(scans_t *scans, const char *path, const scans_point_t *from);
bool scans_add(scans_t *scans, const char *path, const scans_point_t *point);

/* Whether a point's coordinates are numbers and within SCANS_FARTHEST_M. */
bool scans_good(const scans_point_t *point);

/* Whether OctoMap may read a scan graph: all that its counts promise is there, and each pose is
 * one. OctoMap takes memory for what the counts say. False: an error was printed. */
bool graph_scan(const bytes_t *bytes, const char *path);

#ifdef __cplusplus
}
#endif
#endif
