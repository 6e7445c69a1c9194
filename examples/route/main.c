/* SPDX-License-Identifier: MIT */
/* Two robots go through a building that is in flash, and meet what its map does not know: a shut
 * door, a box, and a person who walks. A drone goes from one room to another; a robot on the floor
 * goes along the corridor and into a room. drone.c and rover.c are the robots; all else here is
 * their world, and its judge. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/route/clients.h"
#include "examples/route/report.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

static const world_plan_t drone_things = {
    .things = { { { 20900, -1480, -200 }, { 21700, -1400, 2500 } },
                { { 17600, -1200, -200 }, { 17900, -800, 1600 } },
                { { 23200, -1200, -200 }, { 23500, -800, 1700 } } },
    .turn_mm = 1000
};

/* The door is one leaf of the corridor's two. */
static const world_plan_t rover_things = {
    .things = { { { 11040, -640, -200 }, { 11100, -170, 2000 } },
                { { 8000, -300, -200 }, { 8300, 300, 700 } },
                { { 13500, -800, -200 }, { 13800, -400, 1700 } } },
    .turn_mm = 1000
};

int main(void)
{
    oct9_image_t building;
    const oct9_status_t status = oct9_image_open(&building, oct9_map_geb079_80,
                                                 oct9_map_geb079_80_size);
    if (status != OCT9_OK) {
        print_error("map", oct9_status_text(status));
        return 1;
    }
    const robot_task_t drone = {
        &building, &drone_things, { 16400, -3000, 680 }, { 22500, -2500, 680 }, false
    };
    robot_begin(&drone);
    report_begin("drone", &building.frame);
    const bool flew = report_end(drone_go(&building, &drone.to));
    const robot_task_t rover = {
        &building, &rover_things, { 3000, 0, 280 }, { 15640, -2600, 280 }, true
    };
    robot_begin(&rover);
    report_begin("rover", &building.frame);
    const bool rolled = report_end(rover_go(&building, &rover.to));
    print_str("measured ");
    print_memory(board_ram_data(), board_stack_used());
    return flew && rolled ? 0 : 1;
}
