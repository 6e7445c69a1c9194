/* SPDX-License-Identifier: MIT */
/* A map made of scans by the library's own layer, as a robot makes it. */
#ifndef OCT9_TOOLS_MAPPING_H
#define OCT9_TOOLS_MAPPING_H

#include "oct9/scan.h"
#include "tools/source/flight.h"
#include "tools/source/scans.h"

/* Of the flights, as examples/tof_mapper has it: the sensor's range; and the height below which the
 * drone stands, takes off or lands, when its estimate of its place is worth nothing. */
enum { MAPPING_NEAREST_MM = 50, MAPPING_FARTHEST_MM = 4000, MAPPING_LEAST_HEIGHT_MM = 200 };

/* Zero at first, then set up by mapping_open. Read the counters. */
typedef struct {
    oct9_occupancy_t occupancy;
    oct9_frame_t frame;
    double range_m; /* beams that are longer only clear so far */
    size_t scans;   /* those with a beam that was good */
    size_t skipped; /* a flight's frames on the ground or without a pose */
    size_t beams;   /* that went into the map */
    size_t refused; /* readings of nonsense, or beyond the cube's reach */
    oct9_block_t *pool;
    oct9_beam_t *list;
} mapping_t;

/* Makes an unknown map in a pool of `blocks` blocks. False: there is not enough memory. */
bool mapping_open(mapping_t *mapping, const oct9_frame_t *frame, uint32_t blocks, double range_m);
void mapping_close(mapping_t *mapping);

/* Where the beam to a point ends, in metres, and what it meets there. */
oct9_met_t mapping_end(double end[3], const scans_point_t *from, const scans_point_t *point,
                       double range_m);

/* Returns whether a frame is to be mapped. */
bool mapping_flies(const flight_frame_t *frame);

/* Add all that a file holds. False: an error was printed; `path` is named there. */
bool mapping_add_scans(mapping_t *mapping, const scans_t *scans, const char *path);
bool mapping_add_flight(mapping_t *mapping, const flight_t *flight, const char *path);

#endif
