/* SPDX-License-Identifier: MIT */
/* A robot drives through eight tiles of a campus that is in flash, along a street and back along
 * another, and meets what the map does not know: three shut gates and a pallet. cart.c is the
 * robot; examples/truth is its world, and its judge. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/campus/campus.h"
#include "examples/campus/cart.h"
#include "examples/truth/report.h"

extern const unsigned char oct9_world_campus[], oct9_road_campus[];
extern const uint32_t oct9_world_campus_size, oct9_road_campus_size;

enum { HIGH_MM = 700 }; /* of its middle, and its laser */

/* Places along the streets are numbered by halves of the distance from passage to passage. The
 * streets are those of the rows 2 and 3. */
#define PLACE(number) ((number) * (CAMPUS_RUNG_MM / 2))
#define MIDDLE (3 * 512 * CAMPUS_CELL_MM)
#define A(number) PLACE(number), MIDDLE - CAMPUS_SIDE_MM
#define B(number) PLACE(number), MIDDLE + CAMPUS_SIDE_MM

/* Along A, through the passage 20 or 22, and back along B: but the gates are shut. */
static const oct9_mm_t goals[] = { { A(21), HIGH_MM }, { B(21), HIGH_MM }, { B(11), HIGH_MM } };

static const world_box_t things[] = {
    { "pallet", { 206400, 182300, 0 }, { 207600, 183300, 1500 } },
    { "gate in A", { 235900, 178900, 0 }, { 236000, 190500, 2000 } },
    { "gate of the passage", { 324300, 192000, 0 }, { 331000, 192100, 2000 } },
    { "gate in B", { 273600, 202700, 0 }, { 273700, 214300, 2000 } },
};

enum {
    GOALS = sizeof goals / sizeof goals[0],
    THINGS = sizeof things / sizeof things[0],
    TILES_LEAST = 8,
    RAM_MOST = 40 * 1024
};

int main(void)
{
    const world_plan_t campus = {
        .campus = oct9_world_campus, .things = things, .count = THINGS, .person = THINGS
    };
    const cart_maps_t maps = { oct9_world_campus, oct9_road_campus, oct9_world_campus_size,
                               oct9_road_campus_size };
    const robot_task_t task = { .world = &campus,
                                .from = { A(11), HIGH_MM },
                                .sensor = &cart_laser,
                                .radius_mm = 300,
                                .kept_mm = 310,
                                .met_mm = 6000,
                                .ticks = 6000 };
    robot_begin(&task);
    report_begin("cart");
    const bool arrived = report_end(cart_go(&maps, goals, GOALS));
    const uint32_t state = board_ram_data(), stack = board_stack_used();
    print_str("measured ");
    print_memory(state, stack);
    return arrived && world_tiles_driven(&robot_judge()->world) >= TILES_LEAST &&
                   state + stack <= RAM_MOST
             ? 0
             : 1;
}
