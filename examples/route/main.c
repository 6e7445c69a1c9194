/* SPDX-License-Identifier: MIT */
/* Two robots go through a building that is in flash, and meet what its map does not know: a shut
 * door, a box, and a person who walks. A drone goes from one room to another; a robot on the floor
 * goes along the corridor and into a room. drone.c and rover.c are the robots; all else here is
 * their world, and its judge. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/route/clients.h"
#include "examples/truth/report.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { THINGS = 3, PERSON = 2, RADIUS_MM = 80, KEPT_MM = 100, MET_MM = 1500, TICKS = 2000 };

static const world_box_t drone_things[THINGS] = {
    { "door", { 20900, -1480, -200 }, { 21700, -1400, 2500 } },
    { "box", { 17600, -1200, -200 }, { 17900, -800, 1600 } },
    { "person", { 23200, -1200, -200 }, { 23500, -800, 1700 } }
};

/* The door is one leaf of the corridor's two. */
static const world_box_t rover_things[THINGS] = {
    { "door", { 11040, -640, -200 }, { 11100, -170, 2000 } },
    { "box", { 8000, -300, -200 }, { 8300, 300, 700 } },
    { "person", { 13500, -800, -200 }, { 13800, -400, 1700 } }
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
    const world_plan_t drone_world = { &building, 0, drone_things, THINGS, PERSON, 1000 };
    const world_plan_t rover_world = { &building, 0, rover_things, THINGS, PERSON, 1000 };
    const robot_task_t drone = { &drone_world,
                                 { 16400, -3000, 680 },
                                 { 22500, -2500, 680 },
                                 &oct9_sensor_vl53l5cx_8x8,
                                 RADIUS_MM,
                                 KEPT_MM,
                                 MET_MM,
                                 TICKS };
    const robot_task_t rover = { &rover_world,
                                 { 3000, 0, 280 },
                                 { 15640, -2600, 280 },
                                 &rover_laser,
                                 RADIUS_MM,
                                 KEPT_MM,
                                 MET_MM,
                                 TICKS };
    robot_begin(&drone);
    report_begin("drone");
    const bool flew = report_end(drone_go(&building, &drone.to));
    robot_begin(&rover);
    report_begin("rover");
    const bool rolled = report_end(rover_go(&building, &rover.to));
    print_str("measured ");
    print_memory(board_ram_data(), board_stack_used());
    return flew && rolled ? 0 : 1;
}
