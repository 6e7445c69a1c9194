/* SPDX-License-Identifier: MIT */
/* The true world, which no client reads: the building, and things in it that its map does not know.
 * Lengths are in mm. */
#ifndef ROUTE_WORLD_H
#define ROUTE_WORLD_H

#include "oct9/image.h"
#include "oct9/map.h"
#include "oct9/point.h"

/* What the map does not know. */
typedef enum { WORLD_DOOR, WORLD_BOX, WORLD_PERSON, WORLD_THINGS } world_thing_t;

typedef struct {
    int32_t low[3], high[3];
} world_box_t;

/* The door is shut and the box stands. The person sets out into the robot's path when it comes,
 * from where his box is to `turn_mm` farther along y, and back. */
typedef struct {
    world_box_t things[WORLD_THINGS];
    int32_t turn_mm;
} world_plan_t;

typedef struct {
    oct9_map_t building;
    const oct9_frame_t *frame;
    world_box_t things[WORLD_THINGS];
    int32_t walked_um, turn_um; /* of the person's path */
    bool back;
} world_t;

void world_begin(world_t *world, const oct9_image_t *building, const world_plan_t *plan);

/* The person walks for some milliseconds, unless he would come near to the robot: he looks where he
 * goes, and waits. */
void world_walk(world_t *world, const oct9_mm_t *robot, int32_t ms);

/* How far a sphere's middle is from a thing. */
int32_t world_apart(const world_t *world, world_thing_t thing, const oct9_mm_t *place);

/* How far it is from anything, walls too; at most a metre. */
int32_t world_nearest(const world_t *world, const oct9_mm_t *place);

/* Whether a sphere that moves straight touches anything. */
bool world_touches(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *to,
                   int32_t radius);

/* Casts `count` rays: the part of each that is clear, in 2^-15; WORLD_FAR: all of it. `ends` are
 * relative to `from`, and `thing` gets what a ray meets, or WORLD_THINGS: a wall, or nothing. */
enum { WORLD_RAYS = 180, WORLD_FAR = 1 << 15 };
void world_cast(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *ends, unsigned count,
                uint16_t *clear, uint8_t *thing);

#endif
