/* SPDX-License-Identifier: MIT */
/* A robot drives through a real building on what its flash holds of it: at each pose it works
 * out what its range sensor should see, how far the nearest obstacle is, and whether the path to
 * the next pose is clear; it stops before what blocks it.
 *
 * The table is for people. Lines that begin with '@' are for `oct9 render --overlay`. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/corridor/clearance.h"
#include "examples/corridor/report.h"
#include "examples/corridor/route.h"
#include "examples/corridor/sensor.h"
#include "examples/corridor/path.h"
#include "oct9/mm.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { STEP_MM = 400 };

/* All that the firmware holds beside its stack. */
static struct {
    oct9_image_t image;
    oct9_point_t rays[SENSOR_RAYS];
    findings_t found;
    report_t report;
} robot;

_Static_assert(sizeof robot < 2048, "the robot's whole state is to stay below 2 KB");

/* Asks the map; the results are in robot.found. */
static oct9_status_t look(const oct9_map_t *map, const sensor_pose_t *pose, const oct9_mm_t *here,
                          const oct9_mm_t *next, cost_t *cost)
{
    const oct9_frame_t *frame = &robot.image.frame;
    board_counter_begin();
    const oct9_status_t sensed = sensor_simulate(robot.rays, map, frame, pose, &robot.found.frame);
    cost->sensor = board_counter_end();

    board_counter_begin();
    const oct9_status_t measured = clearance_measure(map, frame, here, &robot.found.clearance);
    cost->clearance = board_counter_end();

    board_counter_begin();
    const oct9_status_t checked = path_check(map, frame, here, next, ROUTE_RADIUS_MM,
                                             &robot.found.path);
    cost->path = board_counter_end();
    return sensed != OCT9_OK ? sensed : measured != OCT9_OK ? measured : checked;
}

/* One step; false if it must not be made. */
static bool step(const oct9_map_t *map, const sensor_pose_t *pose, const oct9_mm_t *here,
                 const oct9_mm_t *next)
{
    cost_t cost;
    const oct9_status_t status = look(map, pose, here, next, &cost);
    if (status != OCT9_OK) {
        print_error("the map cannot be asked", oct9_status_text(status));
        return false;
    }
    report_pose(&robot.report, here, &robot.found, &cost);
    report_overlay(pose, &robot.found);
    if (robot.found.path.hit == OCT9_HIT_NONE)
        return true;
    report_blocked(here, next, &robot.found.path);
    return false;
}

/* From one point of the route to the next in steps; false if something blocks one. */
static bool drive(const oct9_map_t *map, const oct9_mm_t *from, const oct9_mm_t *to)
{
    const oct9_frame_t *frame = &robot.image.frame;
    const uint32_t steps = route_steps(from, to, STEP_MM);
    for (uint32_t i = 0; i < steps; i++) {
        const oct9_mm_t here = route_place(from, to, i, steps);
        const oct9_mm_t next = route_place(from, to, i + 1, steps);
        sensor_pose_t pose;
        if (oct9_mm_place(frame, &here, &pose.place) != OCT9_OK) {
            print_str("the route leaves the map\n");
            return false;
        }
        route_heading(from, to, &pose.forward_x, &pose.forward_y);
        if (!step(map, &pose, &here, &next))
            return false;
    }
    return true;
}

int main(void)
{
    const oct9_status_t status = oct9_image_open(&robot.image, oct9_map_geb079_80,
                                                 oct9_map_geb079_80_size);
    if (status != OCT9_OK) {
        print_error("map", oct9_status_text(status));
        return 1;
    }
    const oct9_map_t map = oct9_map_of_image(&robot.image);
    report_begin(oct9_map_geb079_80_size);
    for (uint32_t i = 0; i + 1 < route_length; i++)
        report_leg(&robot.image.frame, &route[i], &route[i + 1]);
    bool clear = true;
    for (uint32_t i = 0; clear && i + 1 < route_length; i++)
        clear = drive(&map, &route[i], &route[i + 1]);
    if (clear)
        print_str("the route is clear to its end\n");
    report_end(&robot.report, sizeof robot, board_stack_used());
    return 0;
}
