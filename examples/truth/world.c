/* SPDX-License-Identifier: MIT */
#include "examples/truth/world.h"

#include "oct9/cast.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/sweep.h"

enum {
    PERSON_MM = 600,   /* a second */
    COMING_MM = 1500,  /* he sets out when the robot has come so near, */
    POLITE_MM = 700,   /* and so near to it he waits */
    NEAREST_MM = 1000, /* as far as is looked */
    REACH_MM = 15000,
    FAN = 30 /* rays that are cast at a time */
};

/* The scan saw nothing in unknown space: no ray ends there, and nobody touches it. */
static const oct9_rules_t true_rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };

void world_begin(world_t *world, const world_plan_t *plan)
{
    world->plan = plan;
    world->tile_count = 0;
    world->low[0] = INT32_MIN;
    world->driven = 0;
    if (plan->building)
        world->tiles[world->tile_count++] = *plan->building;
    world->walked_um = 0;
    world->turn_um = plan->turn_mm * 1000;
    world->back = false;
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* Opens the campus's tile at a place, if there is one. */
static void open_tile(world_t *world, int32_t x, int32_t y)
{
    const unsigned char *const bytes = (const unsigned char *)world->plan->campus;
    const oct9_world_header_t *const header = (const void *)bytes;
    const oct9_world_tile_t *const table = (const void *)(header + 1);
    for (uint32_t i = 0; i < header->tile_count; i++)
        if (table[i].x == x && table[i].y == y && table[i].z == 0 &&
            oct9_image_open(&world->tiles[world->tile_count], bytes + 4u * table[i].offset,
                            table[i].bytes) == OCT9_OK)
            world->tile_count++;
}

/* The numbers of tiles on an axis: where a place is, and those near it. */
static int32_t find_tiles(world_t *world, unsigned axis, int32_t place_mm, int32_t low[2],
                          int32_t high[2])
{
    const oct9_world_header_t *const header = (const void *)world->plan->campus;
    const int32_t edge = (int32_t)(header->cell_um / 1000u) * OCT9_CELLS;
    const int32_t at = place_mm - header->origin_mm[axis];
    low[axis] = (at - REACH_MM) / edge;
    high[axis] = (at + REACH_MM) / edge;
    return at / edge;
}

void world_come(world_t *world, const oct9_mm_t *place)
{
    int32_t low[2], high[2];
    if (world->plan->building)
        return;
    const int32_t at_x = find_tiles(world, 0, place->x, low, high);
    const int32_t at_y = find_tiles(world, 1, place->y, low, high);
    world->driven |= (uint64_t)1 << (at_y % 8 * 8 + at_x % 8);
    if (low[0] == world->low[0] && low[1] == world->low[1] && high[0] == world->high[0] &&
        high[1] == world->high[1])
        return;
    world->tile_count = 0;
    for (unsigned a = 0; a < 2; a++) {
        world->low[a] = low[a];
        world->high[a] = high[a];
    }
    for (int32_t y = low[1]; y <= high[1]; y++)
        for (int32_t x = low[0]; x <= high[0]; x++)
            open_tile(world, x, y);
}

uint32_t world_tiles_driven(const world_t *world)
{
    uint32_t count = 0;
    for (uint64_t left = world->driven; left != 0; left &= left - 1u)
        count++;
    return count;
}

/* --- things ----------------------------------------------------------------------------------- */

world_box_t world_thing(const world_t *world, unsigned thing)
{
    world_box_t box = world->plan->things[thing];
    if (thing == world->plan->person) {
        box.low[1] += world->walked_um / 1000;
        box.high[1] += world->walked_um / 1000;
    }
    return box;
}

void world_walk(world_t *world, const oct9_mm_t *robot, int32_t ms)
{
    const unsigned person = world->plan->person;
    if (person == world->plan->count)
        return;
    const int32_t before_um = world->walked_um, before = world_apart(world, person, robot);
    if (before_um == 0 && before > COMING_MM)
        return;
    world->walked_um += (world->back ? -PERSON_MM : PERSON_MM) * ms;
    const int32_t after = world_apart(world, person, robot);
    if (after < before && after < POLITE_MM)
        world->walked_um = before_um;
    if (world->walked_um <= 0 || world->walked_um >= world->turn_um)
        world->back = world->walked_um > 0;
}

int32_t world_apart(const world_t *world, unsigned thing, const oct9_mm_t *place)
{
    const world_box_t box = world_thing(world, thing);
    const int32_t at[3] = { place->x, place->y, place->z };
    uint32_t square = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t before = box.low[i] - at[i], behind = at[i] - box.high[i];
        const int32_t by = before > 0 ? before : behind > 0 ? behind : 0;
        square += by < 30000 ? (uint32_t)(by * by) : 900000000u;
    }
    return oct9_point_isqrt(square);
}

/* --- spheres ---------------------------------------------------------------------------------- */

/* How far it is from a tile's walls, at most `least`. */
static int32_t nearest_in(const oct9_image_t *tile, const oct9_mm_t *place, int32_t least)
{
    const oct9_map_t map = oct9_map_of_image(tile);
    oct9_near_t near;
    oct9_motion_t ball;
    oct9_nearest_output_t output;
    if (oct9_mm_sphere(&tile->frame, place, place, least, &ball) != OCT9_OK)
        return 0;
    const oct9_nearest_input_t input = { .point = ball.from,
                                         .range_q6 = ball.radius_q6,
                                         .capacity = 1,
                                         .found = &near,
                                         .rules = true_rules };
    if (oct9_nearest_find(&map, &input, &output) != OCT9_OK)
        return 0;
    if (output.count == 1)
        (void)oct9_mm_of_distance(&tile->frame, oct9_point_isqrt(near.distance2_q12), &least);
    return least;
}

int32_t world_nearest(const world_t *world, const oct9_mm_t *place)
{
    int32_t least = NEAREST_MM;
    for (unsigned i = 0; i < world->tile_count; i++) {
        const int32_t apart = nearest_in(&world->tiles[i], place, NEAREST_MM);
        least = apart < least ? apart : least;
    }
    for (unsigned i = 0; i < world->plan->count; i++) {
        const int32_t apart = world_apart(world, i, place);
        least = apart < least ? apart : least;
    }
    return least;
}

static bool touches_in(const oct9_image_t *tile, const oct9_mm_t *from, const oct9_mm_t *to,
                       int32_t radius)
{
    const oct9_map_t map = oct9_map_of_image(tile);
    oct9_sphere_input_t ball = { .rules = true_rules, .any_contact = true };
    oct9_sweep_output_t met;
    return oct9_mm_sphere(&tile->frame, from, to, radius, &ball.motion) != OCT9_OK ||
           oct9_sweep_sphere(&map, &ball, &met) != OCT9_OK || met.hit != OCT9_HIT_NONE;
}

bool world_touches(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *to, int32_t radius)
{
    for (unsigned i = 0; i < world->tile_count; i++)
        if (touches_in(&world->tiles[i], from, to, radius))
            return true;
    for (unsigned i = 0; i < world->plan->count; i++)
        if (world_apart(world, i, to) <= radius)
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

/* The thing before what the rays met in the tiles. */
static void cast_at(const world_t *world, unsigned thing, const oct9_mm_t *from, world_ray_t *rays,
                    unsigned count)
{
    const world_box_t box = world_thing(world, thing);
    const int32_t at[3] = { from->x, from->y, from->z };
    if (world_apart(world, thing, from) > REACH_MM)
        return;
    for (unsigned i = 0; i < count; i++) {
        const int32_t by[3] = { rays[i].end.x, rays[i].end.y, rays[i].end.z };
        const int32_t to = enter(&box, at, by);
        if (to < rays[i].clear) {
            rays[i].clear = (uint16_t)to;
            rays[i].thing = (uint8_t)thing;
        }
    }
}

/* Some of the rays in a tile. */
static void cast_in(const oct9_image_t *tile, const oct9_mm_t *from, world_ray_t *rays,
                    unsigned count)
{
    static oct9_point_t to[FAN];
    static oct9_fan_hit_t hits[FAN];
    const oct9_map_t map = oct9_map_of_image(tile);
    oct9_fan_input_t fan = { .to = to, .count = (uint16_t)count, .hits = hits };
    oct9_fan_output_t output;
    fan.rules = true_rules;
    bool good = oct9_mm_place(&tile->frame, from, &fan.from) == OCT9_OK;
    for (unsigned i = 0; i < count; i++) {
        const oct9_mm_t *const by = &rays[i].end;
        const oct9_mm_t end = { from->x + by->x, from->y + by->y, from->z + by->z };
        good = oct9_mm_place(&tile->frame, &end, &to[i]) == OCT9_OK && good;
    }
    good = good && oct9_cast_fan(&map, &fan, &output) == OCT9_OK;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t clear = !good ? 0
                             : hits[i].hit != OCT9_HIT_LEAF
                                 ? WORLD_FAR
                                 : (uint32_t)hits[i].num * WORLD_FAR / hits[i].den;
        if (clear < rays[i].clear)
            rays[i].clear = (uint16_t)clear;
    }
}

void world_cast(const world_t *world, const oct9_mm_t *from, world_ray_t *rays, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rays[i].clear = WORLD_FAR;
        rays[i].thing = (uint8_t)world->plan->count;
    }
    for (unsigned t = 0; t < world->tile_count; t++)
        for (unsigned i = 0; i < count; i += FAN)
            cast_in(&world->tiles[t], from, &rays[i], count - i < FAN ? count - i : FAN);
    for (unsigned t = 0; t < world->plan->count; t++)
        cast_at(world, t, from, rays, count);
}
