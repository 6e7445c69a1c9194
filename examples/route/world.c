/* SPDX-License-Identifier: MIT */
#include "examples/route/world.h"

#include "oct9/cast.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/sweep.h"

enum {
    PERSON_MM = 600,  /* a second */
    COMING_MM = 1500, /* he sets out when the robot has come so near, */
    POLITE_MM = 700,  /* and so near to it he waits */
    NEAREST_MM = 1000 /* as far as is looked */
};

/* The scan saw nothing in unknown space: no ray ends there, and nobody touches it. */
static const oct9_rules_t true_rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };

void world_begin(world_t *world, const oct9_image_t *building, const world_plan_t *plan)
{
    world->building = oct9_map_of_image(building);
    world->frame = &building->frame;
    for (unsigned i = 0; i < WORLD_THINGS; i++)
        world->things[i] = plan->things[i];
    world->walked_um = 0;
    world->turn_um = plan->turn_mm * 1000;
    world->back = false;
}

static void move_person(world_t *world, int32_t to_um)
{
    world_box_t *const person = &world->things[WORLD_PERSON];
    const int32_t by = to_um / 1000 - world->walked_um / 1000;
    person->low[1] += by;
    person->high[1] += by;
    world->walked_um = to_um;
}

void world_walk(world_t *world, const oct9_mm_t *robot, int32_t ms)
{
    const int32_t before_um = world->walked_um, before = world_apart(world, WORLD_PERSON, robot);
    if (before_um == 0 && before > COMING_MM)
        return;
    move_person(world, before_um + (world->back ? -PERSON_MM : PERSON_MM) * ms);
    const int32_t after = world_apart(world, WORLD_PERSON, robot);
    if (after < before && after < POLITE_MM)
        move_person(world, before_um);
    if (world->walked_um <= 0 || world->walked_um >= world->turn_um)
        world->back = world->walked_um > 0;
}

int32_t world_apart(const world_t *world, world_thing_t thing, const oct9_mm_t *place)
{
    const world_box_t *const box = &world->things[thing];
    const int32_t at[3] = { place->x, place->y, place->z };
    uint32_t square = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t before = box->low[i] - at[i], behind = at[i] - box->high[i];
        const int32_t by = before > 0 ? before : behind > 0 ? behind : 0;
        square += by < 30000 ? (uint32_t)(by * by) : 900000000u;
    }
    return oct9_point_isqrt(square);
}

int32_t world_nearest(const world_t *world, const oct9_mm_t *place)
{
    oct9_near_t near;
    oct9_motion_t ball;
    oct9_nearest_output_t output;
    int32_t least = NEAREST_MM;
    if (oct9_mm_sphere(world->frame, place, place, NEAREST_MM, &ball) != OCT9_OK)
        return 0;
    const oct9_nearest_input_t input = { .point = ball.from,
                                         .range_q6 = ball.radius_q6,
                                         .capacity = 1,
                                         .found = &near,
                                         .rules = true_rules };
    if (oct9_nearest_find(&world->building, &input, &output) != OCT9_OK)
        return 0;
    if (output.count == 1)
        (void)oct9_mm_of_distance(world->frame, oct9_point_isqrt(near.distance2_q12), &least);
    for (unsigned i = 0; i < WORLD_THINGS; i++) {
        const int32_t apart = world_apart(world, (world_thing_t)i, place);
        least = apart < least ? apart : least;
    }
    return least;
}

bool world_touches(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *to, int32_t radius)
{
    oct9_sphere_input_t ball = { .rules = true_rules, .any_contact = true };
    oct9_sweep_output_t met;
    if (oct9_mm_sphere(world->frame, from, to, radius, &ball.motion) != OCT9_OK ||
        oct9_sweep_sphere(&world->building, &ball, &met) != OCT9_OK || met.hit != OCT9_HIT_NONE)
        return true;
    for (unsigned i = 0; i < WORLD_THINGS; i++)
        if (world_apart(world, (world_thing_t)i, to) <= radius)
            return true;
    return false;
}

/* --- rays ------------------------------------------------------------------------------------- */

/* Where a ray enters a box, in 2^-15 of it; WORLD_FAR: it does not. Places are within 30 m of a
 * box. */
static int32_t enter(const world_box_t *box, const int32_t from[3], const int32_t by[3])
{
    int32_t first = 0, last = WORLD_FAR;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t low = box->low[i] - from[i], high = box->high[i] - from[i];
        if (by[i] == 0 && (low > 0 || high < 0))
            return WORLD_FAR;
        if (by[i] == 0)
            continue;
        const int32_t a = low * WORLD_FAR / by[i], b = high * WORLD_FAR / by[i];
        const int32_t in = a < b ? a : b, out = a < b ? b : a;
        first = in > first ? in : first;
        last = out < last ? out : last;
    }
    return first <= last ? first : WORLD_FAR;
}

/* The things before what the rays met in the building. */
static void cast_at_things(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *end,
                           uint16_t *clear, uint8_t *thing)
{
    const int32_t at[3] = { from->x, from->y, from->z }, by[3] = { end->x, end->y, end->z };
    *thing = WORLD_THINGS;
    for (unsigned i = 0; i < WORLD_THINGS; i++) {
        const int32_t to = enter(&world->things[i], at, by);
        if (to < *clear) {
            *clear = (uint16_t)to;
            *thing = (uint8_t)i;
        }
    }
}

void world_cast(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *ends, unsigned count,
                uint16_t *clear, uint8_t *thing)
{
    static oct9_point_t to[WORLD_RAYS];
    static oct9_fan_hit_t hits[WORLD_RAYS];
    oct9_fan_input_t fan = { .to = to, .count = (uint16_t)count, .hits = hits };
    oct9_fan_output_t output;
    fan.rules = true_rules;
    bool good = oct9_mm_place(world->frame, from, &fan.from) == OCT9_OK;
    for (unsigned i = 0; i < count; i++) {
        const oct9_mm_t end = { from->x + ends[i].x, from->y + ends[i].y, from->z + ends[i].z };
        good = oct9_mm_place(world->frame, &end, &to[i]) == OCT9_OK && good;
    }
    good = good && oct9_cast_fan(&world->building, &fan, &output) == OCT9_OK;
    for (unsigned i = 0; i < count; i++) {
        clear[i] = (uint16_t)(!good ? 0
                              : hits[i].hit != OCT9_HIT_LEAF
                                  ? WORLD_FAR
                                  : (uint32_t)hits[i].num * WORLD_FAR / hits[i].den);
        cast_at_things(world, from, &ends[i], &clear[i], &thing[i]);
    }
}
