/* SPDX-License-Identifier: MIT */
/* A robot arm among the things around it, a scene in flash: at each pose it works out how near its
 * links are to anything, and what the next step would touch first; it stops before it does. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/arm/report.h"

extern const unsigned char oct9_scene_fixture[];
extern const uint32_t oct9_scene_fixture_size;

/* All that the firmware holds beside its stack. */
static struct {
    oct9_scene_t scene;
    oct9_frame_t frame;
    arm_place_t now, next;
    findings_t found;
    report_t report;
} robot;

_Static_assert(sizeof robot < 1536, "the arm's whole state is to stay below 1.5 KB");

/* Asks the scene; the results are in robot.found. */
static oct9_status_t look(cost_t *cost)
{
    board_counter_begin();
    const oct9_status_t measured = watch_clearance(&robot.scene, &robot.frame, &robot.now,
                                                   &robot.found.nearest);
    cost->clearance = board_counter_end();

    board_counter_begin();
    const oct9_status_t checked = watch_step(&robot.scene, &robot.now, &robot.next,
                                             &robot.found.touch);
    cost->step = board_counter_end();
    return measured != OCT9_OK ? measured : checked;
}

/* One step; false if it must not be made. */
static bool step(const motion_t *moved, unsigned i)
{
    const arm_angles_t now = motion_angles(moved, i), next = motion_angles(moved, i + 1u);
    cost_t cost;
    if (!arm_reach(&robot.frame, &now, &robot.now) ||
        !arm_reach(&robot.frame, &next, &robot.next)) {
        print_str("the arm leaves the scene\n");
        return false;
    }
    const oct9_status_t status = look(&cost);
    if (status != OCT9_OK) {
        print_error("the scene cannot be asked", oct9_status_text(status));
        return false;
    }
    report_pose(&robot.report, &robot.scene, &robot.frame, &now, &robot.found, &cost);
    if (!robot.found.touch.touches)
        return true;
    report_touch(&robot.scene, &robot.frame, &robot.found.touch);
    report_picture(&robot.scene, &robot.now, &robot.next, &robot.found.touch);
    return false;
}

static void move(const motion_t *moved)
{
    report_motion(moved);
    unsigned i = 0;
    while (i < moved->steps && step(moved, i))
        i++;
    if (i == moved->steps)
        report_clear();
}

int main(void)
{
    const oct9_status_t status = oct9_scene_open(&robot.scene, oct9_scene_fixture,
                                                 oct9_scene_fixture_size, &robot.frame);
    if (status != OCT9_OK) {
        print_error("scene", oct9_status_text(status));
        return 1;
    }
    report_begin(&robot.scene, oct9_scene_fixture_size);
    for (unsigned i = 0; i < motion_count; i++)
        move(&motion[i]);
    report_end(&robot.report, sizeof robot, board_stack_used());
    return 0;
}
