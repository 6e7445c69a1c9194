/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/approach.h"

#include "oct9/visit.h"

#include <math.h>
#include <string.h>

/* Near the panel: so far from its middle, sideways, up and down, and along its normal. Its foot is
 * left out, where the floor is. */
#define SIDEWAYS_M 0.35
#define UP_M 0.25
#define ALONG_M 0.5

static bool find_panel(const flight_t *flight, flight_pose_t *panel)
{
    for (size_t i = 0; i < flight->count; i++)
        if (flight->frames[i].has_surface) {
            *panel = flight->frames[i].surface;
            return true;
        }
    return false;
}

void approach_begin(approach_t *approach, const flight_t *flight)
{
    memset(approach, 0, sizeof *approach);
    approach->start_s = -1.0;
    approach->closest_m = HUGE_VAL;
    approach->known = find_panel(flight, &approach->panel) && fit_make(&approach->fit, flight);
}

/* --- the panel in a map ----------------------------------------------------------------- */

static void take_cell(const approach_t *approach, const oct9_frame_t *frame, const unsigned cell[3],
                      panel_error_t *error)
{
    const int32_t low[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    double middle[3], place[3], local[3];
    for (int k = 0; k < 3; k++)
        middle[k] = low[k] / 1e3 + (cell[k] + 0.5) * DRONE_CELL_UM / 1e6;
    fit_apply(&approach->fit, middle, place);
    fit_to_panel(&approach->panel, place, local);
    if (fabs(local[0]) > ALONG_M || fabs(local[1]) > SIDEWAYS_M || fabs(local[2]) > UP_M)
        return;
    error->cells++;
    error->error += fabs(local[0]);
    error->bias += local[0];
}

static void take_leaf(const approach_t *approach, const oct9_frame_t *frame,
                      const oct9_leaf_t *leaf, panel_error_t *error)
{
    const unsigned size = oct9_leaf_size(leaf);
    for (unsigned i = 0; i < size * size * size; i++) {
        const unsigned cell[3] = { leaf->corner.x + i % size, leaf->corner.y + i / size % size,
                                   leaf->corner.z + i / size / size };
        take_cell(approach, frame, cell, error);
    }
}

static void measure(const approach_t *approach, const oct9_tree_t *tree, const oct9_frame_t *frame,
                    panel_error_t *error)
{
    const oct9_map_t map = oct9_map_of_tree(tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    memset(error, 0, sizeof *error);
    (void)oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        take_leaf(approach, frame, &leaf, error);
    if (error->cells != 0) {
        error->error /= (double)error->cells;
        error->bias /= (double)error->cells;
    }
}

/* --- frame by frame --------------------------------------------------------------------- */

static void first_alarm(approach_t *approach, const session_t *session, double time,
                        double distance)
{
    approach->alarm = true;
    approach->alarm_s = time - approach->start_s;
    approach->alarm_m = distance;
    measure(approach, &session->drone->mapper.occupancy.tree, &session->now, &approach->then);
}

void approach_watch(approach_t *approach, const session_t *session, size_t i)
{
    const flight_frame_t *frame = &session->flight->frames[i];
    const double time = frame->time_ms / 1e3;
    double local[3];
    if (!approach->known || !fit_counts(frame))
        return;
    fit_to_panel(&approach->panel, frame->drone.place_m, local);
    const double distance = fabs(local[0]);
    if (approach->start_s < 0.0)
        approach->start_s = time;
    if (distance < approach->closest_m) {
        approach->closest_m = distance;
        approach->closest_s = time - approach->start_s;
    }
    if ((session->status[i].found.why & OCT9_MAPPER_BLOCKED) != 0 && !approach->alarm)
        first_alarm(approach, session, time, distance);
}

void approach_end(approach_t *approach, const session_t *session)
{
    if (approach->known)
        measure(approach, &session->received.tree, &session->frame, &approach->last);
}
