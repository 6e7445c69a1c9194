/* SPDX-License-Identifier: MIT */
/* A map made of scans by the library's own layer. */
#include "tools/source/mapping.h"
#include "oct9/sensor.h"
#include "oct9/scan.h"
#include "tools/fail.h"
#include "tools/progress.h"

#include <math.h>
#include <stdlib.h>

bool mapping_open(mapping_t *mapping, const oct9_frame_t *frame, uint32_t blocks, double range_m)
{
    static const oct9_model_t model = OCT9_MODEL_DEFAULT;
    mapping->frame = *frame;
    mapping->range_m = range_m;
    mapping->pool = malloc(blocks * sizeof *mapping->pool);
    mapping->list = malloc(OCT9_BEAMS_MAX * sizeof *mapping->list);
    return mapping->pool && mapping->list &&
           oct9_occupancy_init(&mapping->occupancy, mapping->pool, blocks, &model, NULL) == OCT9_OK;
}

void mapping_close(mapping_t *mapping)
{
    free(mapping->pool);
    free(mapping->list);
    mapping->pool = NULL;
    mapping->list = NULL;
}

oct9_met_t mapping_end(double end[3], const scans_point_t *from, const scans_point_t *point,
                       double range_m)
{
    double delta[3], length = 0;
    for (unsigned a = 0; a < 3; a++) {
        delta[a] = (double)point->at[a] - (double)from->at[a];
        length = hypot(length, delta[a]);
    }
    for (unsigned a = 0; a < 3; a++)
        end[a] = length <= range_m ? (double)point->at[a]
                                   : (double)from->at[a] + delta[a] / length * range_m;
    return length <= range_m ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
}

/* The sub-cell that a place lies in, or, with `more` = 0.5, the nearest point; false: it cannot be
 * written. */
static bool sub_cell(const oct9_frame_t *frame, const double metres[3], double more,
                     oct9_point_t *point)
{
    const int32_t origin_mm[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    int16_t *const to[3] = { &point->x, &point->y, &point->z };
    for (unsigned a = 0; a < 3; a++) {
        const double um = metres[a] * 1e6 - origin_mm[a] * 1e3;
        const double q6 = floor(um * OCT9_CELL_Q6 / frame->cell_um + more) + OCT9_LOW_Q6;
        if (!(q6 >= INT16_MIN && q6 <= INT16_MAX))
            return false;
        *to[a] = (int16_t)q6;
    }
    return true;
}

/* Runs one scan of the first `count` beams of the list. */
static bool run(mapping_t *mapping, const oct9_point_t *origin, uint32_t count, const char *path)
{
    oct9_scan_t scan;
    oct9_status_t status = oct9_scan_begin(&scan, &mapping->occupancy, origin, mapping->list,
                                           count);
    while (status == OCT9_OK && (status = oct9_scan_run(&scan, UINT32_MAX)) == OCT9_AGAIN)
        status = OCT9_OK;
    if (status != OCT9_OK)
        return fail(path, "scan %zu: %s", mapping->scans + 1, oct9_status_text(status));
    mapping->beams += count;
    return true;
}

static bool inside(const oct9_point_t *point)
{
    const int16_t at[3] = { point->x, point->y, point->z };
    for (unsigned a = 0; a < 3; a++)
        if (at[a] < OCT9_LOW_Q6 || at[a] >= OCT9_HIGH_Q6)
            return false;
    return true;
}

/* --- scans of points --------------------------------------------------------------------- */

/* Makes a beam of a point; false: it ends where it begins, or cannot be written. */
static bool beam_of(const mapping_t *mapping, const scans_point_t *from, const scans_point_t *point,
                    oct9_beam_t *beam)
{
    double end[3];
    bool apart = false;
    for (unsigned a = 0; a < 3; a++)
        apart = apart || fabs((double)point->at[a] - (double)from->at[a]) > 0;
    beam->met = (uint8_t)mapping_end(end, from, point, mapping->range_m);
    return apart && sub_cell(&mapping->frame, end, 0, &beam->end);
}

static bool add_points(mapping_t *mapping, const oct9_point_t *origin, const scans_point_t *from,
                       const scans_point_t *points, size_t count, const char *path)
{
    uint32_t beams = 0;
    for (size_t i = 0; i < count; i++)
        beams += beam_of(mapping, from, &points[i], &mapping->list[beams]);
    mapping->refused += count - beams;
    return beams == 0 || run(mapping, origin, beams, path);
}

/* A scan of more beams than the library takes at once goes in equal parts, of this length. */
static size_t part_of(size_t count)
{
    const size_t parts = (count + OCT9_BEAMS_MAX - 1) / OCT9_BEAMS_MAX;
    return parts > 1 ? (count + parts - 1) / parts : count;
}

static bool add_scan(mapping_t *mapping, const scan_t *scan, const scans_point_t *points,
                     const char *path)
{
    const double from[3] = { (double)scan->from.at[0], (double)scan->from.at[1],
                             (double)scan->from.at[2] };
    const size_t part = part_of(scan->count), before = mapping->beams;
    oct9_point_t origin;
    if (!sub_cell(&mapping->frame, from, 0, &origin) || !inside(&origin)) {
        mapping->refused += scan->count;
        return true;
    }
    for (size_t at = 0; at < scan->count; at += part) {
        const size_t rest = scan->count - at;
        if (!add_points(mapping, &origin, &scan->from, points + at, rest < part ? rest : part,
                        path))
            return false;
    }
    mapping->scans += mapping->beams > before;
    return true;
}

bool mapping_add_scans(mapping_t *mapping, const scans_t *scans, const char *path)
{
    mapping->refused += scans->refused;
    for (size_t i = 0; i < scans->scan_count; i++) {
        const scan_t *scan = &scans->scans[i];
        progress_show("mapping", i, scans->scan_count);
        if (!add_scan(mapping, scan, scans->points + scan->first, path))
            return false;
    }
    progress_end();
    return true;
}

/* --- flights ----------------------------------------------------------------------------- */

bool mapping_flies(const flight_frame_t *frame)
{
    return frame->pose.place_m[2] * 1e3 >= MAPPING_LEAST_HEIGHT_MM;
}

/* As examples/tof_mapper does it, except for the place, which is not rounded to millimetres first.
 * What has no target is left out: a third of the zones that look at a panel say so. */
static bool add_frame(mapping_t *mapping, const flight_frame_t *frame, const oct9_range_t *range,
                      const char *path)
{
    oct9_beams_t list;
    oct9_pose_t pose = { .rotation = frame->rotation };
    uint8_t zones[FLIGHT_ZONES];
    for (unsigned i = 0; i < FLIGHT_ZONES; i++)
        zones[i] = frame->zone[i] == FLIGHT_TARGET ? OCT9_ZONE_HIT : OCT9_ZONE_NONE;
    if (!sub_cell(&mapping->frame, frame->pose.place_m, 0.5, &pose.place) || !inside(&pose.place)) {
        mapping->refused += FLIGHT_ZONES;
        return true;
    }
    oct9_status_t status = oct9_scan_beams_begin(&list, &mapping->frame, &pose, range,
                                                 mapping->list, FLIGHT_ZONES);
    if (status == OCT9_OK)
        status = oct9_scan_beams_zones(&list, oct9_sensor_vl53l5cx_8x8.directions,
                                       frame->distance_mm, zones, FLIGHT_ZONES);
    if (status != OCT9_OK)
        return fail(path, "the frame at %lu ms: %s", (unsigned long)frame->time_ms,
                    oct9_status_text(status));
    mapping->refused += list.refused;
    mapping->scans += list.count > 0;
    return list.count == 0 || run(mapping, &list.origin, list.count, path);
}

bool mapping_add_flight(mapping_t *mapping, const flight_t *flight, const char *path)
{
    const double range_mm = fmin(mapping->range_m * 1e3, MAPPING_FARTHEST_MM);
    const oct9_range_t range = { MAPPING_NEAREST_MM, (int16_t)range_mm };
    mapping->skipped += flight->skipped;
    for (size_t i = 0; i < flight->count; i++) {
        progress_show("mapping", i, flight->count);
        if (!mapping_flies(&flight->frames[i]))
            mapping->skipped++;
        else if (!add_frame(mapping, &flight->frames[i], &range, path))
            return false;
    }
    progress_end();
    return true;
}
