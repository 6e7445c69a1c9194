/* SPDX-License-Identifier: MIT */
/* A robot drives through a real building on what its flash holds of it: at each pose it works
 * out what its range sensor should see, and whether the way to the next pose is clear; it stops
 * before what blocks it.
 *
 * The table is for people. Lines that begin with '@' are for `oct9 render --overlay`. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/corridor/report.h"
#include "examples/corridor/route.h"
#include "examples/corridor/sensor.h"
#include "examples/corridor/way.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { STEP_MM = 400 };

/* All that the firmware holds beside its stack. */
static struct {
    oct9_image_t image;
    oct9_cast_t cast;
    sensor_frame_t frame;
    way_t way;
    report_t report;
} robot;

_Static_assert(sizeof robot < 2048, "the robot's whole state is to stay below 2 KB");

static uint32_t sense(const oct9_map_t *map, const sensor_pose_t *pose)
{
    board_instructions_begin();
    sensor_simulate(&robot.cast, map, &robot.image.frame, pose, &robot.frame);
    return board_instructions_end();
}

static uint32_t check(const oct9_map_t *map, const oct9_point_t *from, const oct9_point_t *to)
{
    board_instructions_begin();
    way_check(&robot.cast, map, from, to, route_radius_q6(&robot.image.frame), &robot.way);
    return board_instructions_end();
}

/* From one way point to the next in steps; false if something is in the way. */
static bool drive(const oct9_map_t *map, const oct9_mm_t *from, const oct9_mm_t *to)
{
    const oct9_frame_t *frame = &robot.image.frame;
    const uint32_t steps = route_steps(from, to, STEP_MM);
    for (uint32_t i = 0; i < steps; i++) {
        const oct9_mm_t here_mm = route_place(from, to, i, steps);
        const oct9_mm_t next_mm = route_place(from, to, i + 1, steps);
        sensor_pose_t pose;
        oct9_point_t next;
        if (oct9_point_from_mm(frame, &here_mm, &pose.place) != OCT9_OK ||
            oct9_point_from_mm(frame, &next_mm, &next) != OCT9_OK) {
            print_str("the route leaves the map\n");
            return false;
        }
        route_heading(from, to, &pose.forward_x, &pose.forward_y);
        const uint32_t sense_cost = sense(map, &pose);
        const uint32_t check_cost = check(map, &pose.place, &next);
        report_pose(&robot.report, &here_mm, &robot.frame, sense_cost, &robot.way, check_cost);
        report_overlay(&pose, &robot.frame, &robot.way);
        if (robot.way.blocked) {
            report_blocked(frame, &here_mm, &robot.way);
            return false;
        }
    }
    return true;
}

int main(void)
{
    const oct9_status_t status =
        oct9_image_open(&robot.image, oct9_map_geb079_80, oct9_map_geb079_80_size);
    if (status != OCT9_OK) {
        print_str("map: ");
        print_str(oct9_strerror(status));
        print_str("\n");
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
