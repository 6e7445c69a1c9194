/* SPDX-License-Identifier: MIT */
/* A robot with a laser that drives through a campus. It maps what it sees over a world in flash. A
 * road map says over which places it gets to a goal far away; it plans a route to one of them at a
 * time, follows it, and plans anew around what is in its path. Where no route leads on it shuts
 * what is blocked of the road map, and finds another path. */
#include "examples/campus/cart.h"

#include "examples/truth/report.h"
#include "oct9/layered.h"
#include "oct9/mm.h"
#include "oct9/road.h"
#include "oct9/sweep.h"
#include "oct9/window.h"
#include "oct9/world.h"

enum { BEAMS = 120, BLOCKS = 944, NODES = 400, POINTS = 32, TILES = 4, PLACES = 16, SHUT = 64 };
enum {
    SLICE = 3000,      /* of what is done in a tick for the tiles */
    PLAN_SLICE = 2000, /* and for a route */
    NEXT_MM = 5000,    /* so near to a place it goes on to the next */
    FAR_MM = 16000,    /* a route leads to a place at most so far away */
    STALE_MOST = 5     /* so often the map may change before a route counts as none */
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

static oct9_route_node_t nodes[NODES]; /* of both searches */
static oct9_frame_t frame;             /* of the cube in which it plans */

static oct9_road_t road;
static oct9_road_place_t places[PLACES];
static oct9_road_edge_t shut[SHUT];
static oct9_road_input_t wish = { .road = &road,
                                  .map = &combined,
                                  .frame = &frame,
                                  .shut = shut,
                                  .nodes = nodes,
                                  .nodes_count = NODES,
                                  .places = places,
                                  .places_room = PLACES };
static oct9_road_find_t find;
static unsigned target;    /* the place that the route leads to */
static uint16_t leads_off; /* where the leg to the first place begins */
static unsigned stale;     /* routes in a row that a write made stale */

static oct9_point_t points[2][POINTS]; /* one route is driven, one is planned */
static oct9_heights_t heights;
static oct9_route_input_t plan = {
    .sweeps = 40, .nodes = nodes, .nodes_count = NODES, .points_room = POINTS
};
static oct9_route_t route;

static oct9_follow_input_t drive = {
    points[0], 0, { 0, 0, 0 }, &combined, &mapper.occupancy, &mapper.base, &mapper, false, &manners
};
static oct9_follow_t follow;
static oct9_follow_output_t now;
static enum { DRIVES, FINDS, PLANS } does;
static const oct9_mm_t *leads; /* the goal that the route leads to, or another place; NULL: there is
                                  no route */
static oct9_mm_t end;          /* of the route */

/* The radius of the road map, for which routes are planned, too: more than its width. */
static bool open_road(const cart_maps_t *maps)
{
    const oct9_frame_t *const base = oct9_world_base(&world);
    const oct9_mm_t *const corner = &base->origin_mm;
    oct9_motion_t sphere;
    return oct9_mm_sphere(base, corner, corner, CART_WIDE_MM, &sphere) == OCT9_OK &&
           oct9_road_open_world(&road, maps->road, maps->road_size, &world, sphere.radius_q6) ==
               OCT9_OK &&
           road.vertex_count + 2u <= NODES;
}

static bool begin(const cart_maps_t *maps)
{
    oct9_offset_t shift;
    input.bytes = maps->world;
    input.size = maps->world_size;
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
    return status == OCT9_OK && open_road(maps);
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

static bool is_within(const oct9_mm_t *here, const oct9_mm_t *there, int32_t mm)
{
    const int32_t x = there->x - here->x, y = there->y - here->y;
    return x < mm && x > -mm && y < mm && y > -mm;
}

/* --- places ----------------------------------------------------------------------------------- */

/* The window stays where it is until the route is planned. */
static void begin_finding(const oct9_mm_t *from, const oct9_mm_t *goal)
{
    wish.from_mm = *from;
    wish.to_mm = *goal;
    wish.rules = manners.rules;
    does = DRIVES; /* if it fails it is tried again in the next tick */
    if (oct9_window_frame(&mapper.occupancy.window, &mapper.base, &frame) == OCT9_OK &&
        oct9_road_find_begin(&find, &wish) == OCT9_OK)
        does = FINDS;
}

/* The leg that leads to a place. */
static oct9_road_edge_t leg_to(unsigned place)
{
    const oct9_road_edge_t leg = { place == 0 ? leads_off : places[place - 1].vertex,
                                   places[place].vertex };
    return leg;
}

/* Legs of the start and of the goal are others from another place. */
static void forget_ends(void)
{
    uint16_t count = 0;
    for (uint16_t i = 0; i < wish.shut_count; i++)
        if (shut[i].a < OCT9_ROAD_START && shut[i].b < OCT9_ROAD_START)
            shut[count++] = shut[i];
    wish.shut_count = count;
}

static bool is_blocked(const oct9_mm_t *from, const oct9_mm_t *to)
{
    oct9_sphere_input_t sphere = { .rules = manners.rules, .any_contact = true };
    oct9_sweep_output_t hit;
    return oct9_mm_sphere(&frame, from, to, CART_WIDE_MM, &sphere.motion) == OCT9_OK &&
           oct9_sweep_sphere(&combined, &sphere, &hit) == OCT9_OK && hit.hit != OCT9_HIT_NONE;
}

static void shut_leg(unsigned place)
{
    if (wish.shut_count == SHUT)
        wish.shut_count = 0; /* begins to forget */
    shut[wish.shut_count++] = leg_to(place);
}

/* No route leads to the target: shuts the legs that are blocked, or else the last. */
static void shut_legs(const oct9_mm_t *here)
{
    bool any = false;
    for (unsigned i = 0; i <= target; i++)
        if (is_blocked(i == 0 ? here : &places[i - 1].at_mm, &places[i].at_mm)) {
            shut_leg(i);
            any = true;
        }
    if (!any)
        shut_leg(target);
}

/* Of the places that are near enough the last one; but none that is as near as the end of a route
 * at which it plans the next. */
static void choose_target(const oct9_mm_t *here, unsigned count)
{
    target = 0;
    while (target + 1 < count && (is_within(here, &places[target + 1].at_mm, FAR_MM) ||
                                  is_within(here, &places[target].at_mm, NEXT_MM)))
        target++;
}

/* --- routes ----------------------------------------------------------------------------------- */

static void begin_plan(const oct9_mm_t *from)
{
    const oct9_mm_t to = { places[target].at_mm.x, places[target].at_mm.y, from->z };
    oct9_motion_t ends;
    if (oct9_mm_sphere(&frame, from, &to, CART_WIDE_MM, &ends) != OCT9_OK)
        return;
    heights.low = heights.high = ends.from.z;
    plan.body = (oct9_route_body_t){ ends.radius_q6, 0, 0, manners.rules, &heights };
    plan.near_q6 = ends.radius_q6;
    plan.from = ends.from;
    plan.to = ends.to;
    plan.points = points[drive.points == points[0]];
    if (oct9_route_begin(&route, &combined, &plan) == OCT9_OK)
        does = PLANS;
}

static void go_on_finding(const oct9_mm_t *here)
{
    oct9_road_output_t found;
    const oct9_status_t status = oct9_road_find_run(&find, PLAN_SLICE, &found);
    if (status == OCT9_AGAIN)
        return;
    does = DRIVES; /* to the end of its route, where it finds anew */
    if (status == OCT9_OK && found.result == OCT9_ROAD_FOUND) {
        leads_off = found.from;
        choose_target(here, found.count);
        begin_plan(here);
    } else {
        wish.shut_count = 0; /* what was shut may be open now */
    }
}

/* A route that is found takes the place of the last. */
static void go_on_planning(const oct9_mm_t *here, const oct9_mm_t *goal)
{
    oct9_route_output_t found;
    const oct9_status_t status = oct9_route_run(&route, PLAN_SLICE, &found);
    if (status == OCT9_AGAIN)
        return;
    report_plan(status, &found, &frame, plan.points);
    if (status == OCT9_OK && found.result == OCT9_ROUTE_FOUND) {
        drive.points = plan.points;
        drive.count = found.count;
        drive.window = mapper.occupancy.window;
        end = places[target].at_mm;
        leads = places[target].vertex == OCT9_ROAD_GOAL ? goal : &end;
        does = DRIVES;
        stale = 0;
        forget_ends();
        (void)oct9_follow_begin(&follow, &drive); /* if it fails each step is a stop */
        return;
    }
    stale = status == OCT9_OK ? 0 : stale + 1;
    if (status == OCT9_OK || stale >= STALE_MOST) {
        stale = 0;
        shut_legs(here);
    }
    begin_finding(here, goal);
}

/* Whether it needs another route; near a goal that is not the last, to the next. */
static bool needs_route(const oct9_mm_t *here, const oct9_mm_t **goal, const oct9_mm_t *last)
{
    const bool near = leads && is_within(here, &end, NEXT_MM);
    if (near && leads == *goal && *goal != last) {
        ++*goal;
        return true;
    }
    return !leads || (near && leads != *goal) || now.state == OCT9_FOLLOW_REPLAN;
}

bool cart_go(const cart_maps_t *maps, const oct9_mm_t *goals, unsigned count)
{
    const robot_tick_t *tick;
    const oct9_mm_t *goal = goals, *const last = goals + count - 1;
    bool arrived = false, good = begin(maps);
    while (good && !arrived && (tick = robot_wait()) != NULL) {
        const oct9_mm_t *const here = &tick->now.place_mm;
        if (does == DRIVES) /* the window stays where it is while it plans */
            (void)oct9_mapper_follow(&mapper, here);
        const bool all = meet_tiles(here);
        (void)oct9_mapper_see(&mapper, &tick->frame, &tick->sensor);
        if (does == FINDS)
            go_on_finding(here);
        else if (does == PLANS)
            go_on_planning(here, goal);
        else if (all && needs_route(here, &goal, last))
            begin_finding(here, goal);
        (void)oct9_follow_step(&follow, &tick->now, &now); /* after an error: a stop */
        robot_go(&now.steer_mm, now.speed_mm, &now.steer_mm);
        report_step(&now);
        arrived = now.state == OCT9_FOLLOW_ARRIVED && leads == last;
    }
    return arrived;
}
