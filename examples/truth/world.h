/* SPDX-License-Identifier: MIT */
/* The true world, which no client reads: a building or a campus, and things in it that its map does
 * not know. It reads each tile of a campus alone, as an image. Lengths are in mm. */
#ifndef TRUTH_WORLD_H
#define TRUTH_WORLD_H

#include "oct9/map.h"
#include "oct9/point.h"
#include "oct9/world.h"

/* What the map does not know. */
typedef struct {
    const char *name;
    int32_t low[3], high[3];
} world_box_t;

/* Things stand, except the person, who sets out into the robot's path when it comes, from where
 * his box is to `turn_mm` farther along y, and back. */
typedef struct {
    const oct9_image_t *building; /* NULL: a campus */
    oct9_rom_t campus;            /* a world (oct9/world.h) */
    const world_box_t *things;
    unsigned count;
    unsigned person; /* which thing he is; `count`: nobody walks */
    int32_t turn_mm;
} world_plan_t;

enum { WORLD_TILES = 4 };

typedef struct {
    const world_plan_t *plan;
    oct9_image_t tiles[WORLD_TILES]; /* the building, or what of the campus is near */
    unsigned tile_count;
    int32_t low[2], high[2];    /* which tiles these are */
    uint64_t driven;            /* tiles of a campus that the robot was in, as bits */
    int32_t walked_um, turn_um; /* of the person's path */
    bool back;
} world_t;

/* `plan` is kept. */
void world_begin(world_t *world, const world_plan_t *plan);

/* The robot is there: what is asked from here on is within 15 m. */
void world_come(world_t *world, const oct9_mm_t *place);

/* How many tiles of a campus the robot was in, if it has up to 8 x 8. */
uint32_t world_tiles_driven(const world_t *world);

/* The person walks for some milliseconds, unless he would come near to the robot: he looks where he
 * goes, and waits. */
void world_walk(world_t *world, const oct9_mm_t *robot, int32_t ms);

/* Where a thing is. */
world_box_t world_thing(const world_t *world, unsigned thing);

/* How far a sphere's middle is from a thing. */
int32_t world_apart(const world_t *world, unsigned thing, const oct9_mm_t *place);

/* How far it is from anything, walls too; at most a metre. */
int32_t world_nearest(const world_t *world, const oct9_mm_t *place);

/* Whether a sphere that moves straight by less than a metre a step touches anything; things are
 * asked at the end alone. */
bool world_touches(const world_t *world, const oct9_mm_t *from, const oct9_mm_t *to,
                   int32_t radius);

/* What a ray of a sensor meets. */
typedef struct {
    oct9_mm_t end;  /* as far as it sees, from where it begins */
    uint16_t clear; /* the part that is clear, in 2^-15; WORLD_FAR: all of it */
    uint8_t thing;  /* what it meets, or the count: a wall, or nothing */
} world_ray_t;

/* Casts rays: `end` is given. */
enum { WORLD_FAR = 1 << 15 };
void world_cast(const world_t *world, const oct9_mm_t *from, world_ray_t *rays, unsigned count);

#endif
