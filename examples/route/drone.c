/* SPDX-License-Identifier: MIT */
/* A whole drone. It maps what its 8 x 8 zones see, over a building in flash; it plans, flies, and
 * plans anew around what is in its path, until it is there. */
#include "examples/route/clients.h"
#include "examples/truth/report.h"
#include "oct9/layered.h"
#include "oct9/mm.h"
#include "oct9/route.h"
#include "oct9/window.h"

enum { ZONES = 64, BLOCKS = 1400, NODES = 1024, POINTS = 48, SLICE = 2000 };
enum { WIDE_MM = 150 }; /* planned for more than its width */

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, ZONES, 16);
static oct9_mapper_policy_t senses = OCT9_MAPPER_POLICY;
static oct9_follow_policy_t manners = OCT9_FOLLOW_POLICY;
static oct9_mapper_t mapper;
static oct9_layered_t layered;
static oct9_map_t combined; /* what the mapper saw, over the building */

static oct9_route_node_t nodes[NODES];
static oct9_point_t points[2][POINTS], guide[POINTS]; /* one route is flown, one is planned */
static oct9_heights_t heights;
static oct9_frame_t frame; /* of the plan */
static oct9_route_input_t plan = {
    .guide = guide, .sweeps = 40, .nodes = nodes, .nodes_count = NODES, .points_room = POINTS
};
static oct9_route_t route;

static oct9_follow_input_t flight = {
    points[0], 0, { 0, 0, 0 }, &combined, &mapper.occupancy, &mapper.base, &mapper, false, &manners
};
static oct9_follow_t follow;
static oct9_mm_t corners[POINTS]; /* of the route that is flown */
static oct9_follow_output_t now;

static bool begin(const oct9_image_t *building)
{
    const oct9_map_t below = oct9_map_of_image(building);
    oct9_offset_t shift;
    flight.count = 0;
    follow = (oct9_follow_t){ 0 };
    now = (oct9_follow_output_t){ .state = OCT9_FOLLOW_STOP };
    senses.cell_um = building->frame.cell_um;
    senses.dark_mm = 2000; /* all that is here sends light back from there */
    senses.radius_mm = manners.radius_mm = 100;
    senses.look_mm = 700;
    senses.least_mm = 0; /* doors are narrow */
    if (oct9_mapper_init(&mapper, &memory, &oct9_sensor_vl53l5cx_8x8, &senses, NULL) != OCT9_OK ||
        oct9_layered_init(&layered, &mapper.occupancy.tree, &mapper.occupancy.window, &below, NULL,
                          OCT9_LAYERED_UNION) != OCT9_OK ||
        oct9_layered_shift(&mapper.base, &building->frame, &shift) != OCT9_OK ||
        oct9_layered_place(&layered, &shift, 0) != OCT9_OK)
        return false;
    combined = oct9_layered_map(&layered);
    return true;
}

/* What is left of the last route, without its end, is the guide. */
static bool begin_plan(const oct9_mm_t *from, const oct9_mm_t *to)
{
    oct9_motion_t ends;
    plan.guide_count = (uint16_t)(flight.count > now.next ? flight.count - 1u - now.next : 0);
    if (oct9_window_frame(&mapper.occupancy.window, &mapper.base, &frame) != OCT9_OK ||
        oct9_mm_sphere(&frame, from, to, WIDE_MM, &ends) != OCT9_OK)
        return false;
    if (oct9_mm_path(&frame, &corners[now.next], plan.guide_count, 0, guide, &plan.near_q6) !=
        OCT9_OK)
        plan.guide_count = 0;      /* a corner is out of reach */
    plan.near_q6 = ends.radius_q6; /* so far from a goal beside a wall it has arrived, too */
    /* Its sensor looks ahead, so that it flies level: it would not see where it climbs to. */
    heights.low = ends.from.z < ends.to.z ? ends.from.z : ends.to.z;
    heights.high = ends.from.z < ends.to.z ? ends.to.z : ends.from.z;
    plan.body = (oct9_route_body_t){ ends.radius_q6, 0, 0, manners.rules, &heights };
    plan.from = ends.from;
    plan.to = ends.to;
    plan.points = points[flight.points == points[0]];
    return oct9_route_begin(&route, &combined, &plan) == OCT9_OK;
}

/* A slice. Returns whether there are more. A route that is found takes the place of the last. */
static bool go_on_planning(void)
{
    oct9_route_output_t found;
    const oct9_status_t status = oct9_route_run(&route, SLICE, &found);
    if (status == OCT9_OK && found.result == OCT9_ROUTE_FOUND) {
        for (uint16_t i = 0; i < found.count; i++)
            (void)oct9_mm_of_point(&frame, &plan.points[i], &corners[i]);
        flight.points = plan.points;
        flight.count = found.count;
        flight.window = mapper.occupancy.window;
        (void)oct9_follow_begin(&follow, &flight); /* if it fails each step is a stop */
    }
    if (status != OCT9_AGAIN)
        report_plan(status, &found, &frame, plan.points);
    return status == OCT9_AGAIN;
}

bool drone_go(const oct9_image_t *building, const oct9_mm_t *to)
{
    const robot_tick_t *tick;
    bool plans = false, good = begin(building);
    while (good && now.state != OCT9_FOLLOW_ARRIVED && (tick = robot_wait()) != NULL) {
        const oct9_mm_t *const here = &tick->now.place_mm;
        if (!plans) /* the window stays where it is while it plans */
            (void)oct9_mapper_follow(&mapper, here);
        (void)oct9_mapper_see(&mapper, &tick->frame, &tick->sensor);
        if (plans)
            plans = go_on_planning();
        else if (now.state == OCT9_FOLLOW_REPLAN || flight.count == 0)
            plans = begin_plan(here, to);
        (void)oct9_follow_step(&follow, &tick->now, &now); /* after an error: a stop */
        robot_go(&now.steer_mm, now.speed_mm, &now.ahead_mm);
        report_step(&now);
    }
    return now.state == OCT9_FOLLOW_ARRIVED;
}
