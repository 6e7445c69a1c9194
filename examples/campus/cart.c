/* SPDX-License-Identifier: MIT */
/* A robot with a laser that drives through a campus. It maps what it sees over a world in flash,
 * plans from place to place of its mission, follows, and plans anew around what is in its path;
 * where no route leads on it takes the mission's other street. */
#include "examples/campus/cart.h"

#include "examples/truth/report.h"
#include "oct9/layered.h"
#include "oct9/mm.h"
#include "oct9/route.h"
#include "oct9/window.h"
#include "oct9/world.h"

enum { BEAMS = 120, BLOCKS = 944, NODES = 400, POINTS = 32, TILES = 4 };
enum {
    SLICE = 3000,      /* of what is done in a tick for the tiles */
    PLAN_SLICE = 2000, /* and for a route */
    WIDE_MM = 500,     /* planned for more than its width */
    NEXT_MM = 5000     /* so near to a place it goes on to the next */
};

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, BEAMS, 16);
/* 0 mm from it: no echo. */
const oct9_sensor_t cart_laser = {
    .zones = BEAMS, .least_mm = 20, .most_mm = 12000, .hit = 1, .noise_mm = 20
};
static oct9_mapper_policy_t senses = OCT9_MAPPER_POLICY;
static oct9_follow_policy_t manners = OCT9_FOLLOW_POLICY;
static oct9_mapper_t mapper;
_Static_assert(sizeof mapper + sizeof memory_pool + sizeof memory_beams + sizeof memory_looks +
                       sizeof memory_table <=
                   24 * 1024,
               "the live window with its map");

static oct9_world_slot_t slots[TILES]; /* the world is one tile high */
static uint32_t checked[2];            /* a bit for each of up to 64 tiles */
static oct9_world_input_t input = {
    .slots = slots, .slot_count = TILES, .checked = checked, .checked_words = 2
};
static oct9_world_t world;
static oct9_layered_t layered;
static oct9_map_t combined; /* what the mapper saw, over the world */

static oct9_route_node_t nodes[NODES];
static oct9_point_t points[2][POINTS]; /* one route is driven, one is planned */
static oct9_heights_t heights;
static oct9_frame_t frame; /* of the plan */
static oct9_route_input_t plan = {
    .sweeps = 40, .nodes = nodes, .nodes_count = NODES, .points_room = POINTS
};
static oct9_route_t route;

static oct9_follow_input_t drive = {
    points[0], 0, { 0, 0, 0 }, &combined, &mapper.occupancy, &mapper.base, &mapper, false, &manners
};
static oct9_follow_t follow;
static oct9_follow_output_t now;
static const cart_goal_t *goal, *leads; /* where it shall go, and where the route leads */

static bool begin(oct9_rom_t bytes, oct9_rom_size_t size)
{
    oct9_offset_t shift;
    input.bytes = bytes;
    input.size = size;
    if (oct9_world_open(&world, &input) != OCT9_OK)
        return false;
    const oct9_map_t below = oct9_world_map(&world);
    senses.cell_um = oct9_world_base(&world)->cell_um;
    senses.farthest_mm = 4000;
    senses.dark_mm = 4000; /* all that is here sends light back from there */
    senses.radius_mm = manners.radius_mm = 350;
    senses.fastest_mm = manners.fastest_mm = 2000;
    senses.look_mm = manners.replan_mm = 1500;
    senses.least_mm = 0;
    manners.look_mm = 4000;
    manners.ahead_mm = 800;
    manners.corner_mm = 200;
    manners.beside_mm = 1200;
    if (oct9_mapper_init(&mapper, &memory, &cart_laser, &senses, NULL) != OCT9_OK ||
        oct9_layered_init(&layered, &mapper.occupancy.tree, &mapper.occupancy.window, &below, NULL,
                          OCT9_LAYERED_UNION) != OCT9_OK ||
        oct9_layered_shift(&mapper.base, oct9_world_base(&world), &shift) != OCT9_OK ||
        oct9_layered_place(&layered, &shift, 0) != OCT9_OK)
        return false;
    combined = oct9_layered_map(&layered);
    oct9_status_t status = OCT9_AGAIN;
    while (status == OCT9_AGAIN)
        status = oct9_world_run(&world, SLICE); /* the table; no place is known yet */
    return status == OCT9_OK;
}

/* Brings the tiles about a place, a slice each time; nothing is asked in the world's own cube.
 * False: some are not there yet. */
static bool meet_tiles(const oct9_mm_t *here)
{
    oct9_status_t status = oct9_world_at(&world, here, 0);
    if (status == OCT9_AGAIN)
        status = oct9_world_run(&world, SLICE);
    return status == OCT9_OK;
}

static bool begin_plan(const oct9_mm_t *from)
{
    const oct9_mm_t to = { goal->x, goal->y, from->z };
    oct9_motion_t ends;
    if (oct9_window_frame(&mapper.occupancy.window, &mapper.base, &frame) != OCT9_OK ||
        oct9_mm_sphere(&frame, from, &to, WIDE_MM, &ends) != OCT9_OK)
        return false;
    heights.low = heights.high = ends.from.z;
    plan.body = (oct9_route_body_t){ ends.radius_q6, 0, 0, manners.rules, &heights };
    plan.near_q6 = ends.radius_q6;
    plan.from = ends.from;
    plan.to = ends.to;
    plan.points = points[drive.points == points[0]];
    return oct9_route_begin(&route, &combined, &plan) == OCT9_OK;
}

/* A slice. Returns whether there are more. A route that is found takes the place of the last; where
 * there is none the goal is another. */
static bool go_on_planning(void)
{
    oct9_route_output_t found;
    const oct9_status_t status = oct9_route_run(&route, PLAN_SLICE, &found);
    if (status == OCT9_OK && found.result == OCT9_ROUTE_FOUND) {
        drive.points = plan.points;
        drive.count = found.count;
        drive.window = mapper.occupancy.window;
        leads = goal;
        (void)oct9_follow_begin(&follow, &drive); /* if it fails each step is a stop */
    } else if (status == OCT9_OK) {
        goal += goal->instead;
    }
    if (status != OCT9_AGAIN)
        report_plan(status, &found, &frame, plan.points);
    return status == OCT9_AGAIN;
}

static bool is_near(const oct9_mm_t *here)
{
    const int32_t x = goal->x - here->x, y = goal->y - here->y;
    return x < NEXT_MM && x > -NEXT_MM && y < NEXT_MM && y > -NEXT_MM;
}

bool cart_go(oct9_rom_t bytes, oct9_rom_size_t size, const cart_mission_t *mission)
{
    const cart_goal_t *const end = mission->goals + mission->count;
    const robot_tick_t *tick;
    bool plans = false, arrived = false, good = begin(bytes, size);
    goal = mission->goals;
    while (good && !arrived && (tick = robot_wait()) != NULL) {
        const oct9_mm_t *const here = &tick->now.place_mm;
        if (!plans) /* the window stays where it is while it plans */
            (void)oct9_mapper_follow(&mapper, here);
        const bool all = meet_tiles(here);
        (void)oct9_mapper_see(&mapper, &tick->frame, &tick->sensor);
        const bool next = is_near(here) && goal + goal->next != end;
        if (plans) {
            plans = go_on_planning();
        } else if (all && (next || goal != leads || now.state == OCT9_FOLLOW_REPLAN)) {
            goal += next ? goal->next : 0;
            plans = begin_plan(here);
        }
        (void)oct9_follow_step(&follow, &tick->now, &now); /* after an error: a stop */
        robot_go(&now.steer_mm, now.speed_mm, &now.steer_mm);
        report_step(&now);
        arrived = now.state == OCT9_FOLLOW_ARRIVED && leads + leads->next == end;
    }
    return arrived;
}
