/* SPDX-License-Identifier: MIT */
/* Sectors: how far is the nearest obstacle in each direction, and up to where is all known to be
 * free? What an autopilot or a picture of the surroundings needs, for all directions at once.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t robot, uint16_t heading,
 *                void (*show)(const uint16_t free_q6[72])):
 *
 *     static const int16_t heights_q6[2] = { -300, 300 };
 *     static uint16_t obstacle_q6[72], free_q6[72];
 *     const oct9_sectors_input_t input = {
 *         .point = robot, .radius_q6 = 128, .range_q6 = 5000,
 *         .from = heading, .sectors = 72, .layers = 1, .borders = heights_q6,
 *         .obstacle_q6 = obstacle_q6, .free_q6 = free_q6
 *     };
 *     if (oct9_sectors_find(map, &input) == OCT9_OK)
 *         show(free_q6);
 *
 * A ring is divided into equal sectors about z, from x toward y. Several rings lie one above the
 * other: as layers of heights, where a distance is horizontal and counts from an upright cylinder
 * about the robot; or as layers of pitch, where it is a distance in space and counts from a sphere.
 *
 * What is promised. No distance is greater than that of the nearest point that counts in the
 * sector's layer. With layers of heights it is at most two sub-cells less, except that what lies
 * within 0.02 degrees of a sector's edge may count for both sectors. With layers of pitch it is at
 * most as if the leaf were two sub-cells nearer across, and two more less, and a leaf may also
 * count for a layer from which it is at most one and a half of its size away. Leaves count with
 * their faces, and so do sectors and layers with their borders; the space outside the cube begins
 * at its faces.
 *
 * An obstacle is an occupied leaf that passes the filter. What is not known to be free, for
 * free_q6, is an obstacle, an unknown leaf, and all outside the cube. So a sector whose free_q6 is
 * 0 and whose obstacle_q6 is OCT9_SECTORS_NONE was never seen: what is unknown begins at the robot.
 *
 * It is one search: squares of the map from near to far, each with all of its nodes within 13 cells
 * of height, so that what stands behind or above what was found is not visited. A higher layer is
 * searched in parts. Layers of pitch are searched node by node. */
#ifndef OCT9_SECTORS_H
#define OCT9_SECTORS_H

#include "oct9/detail/sectors.h"
#include "oct9/obstacles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_SECTORS_MAX 128u    /* in all layers together */
#define OCT9_SECTORS_NONE 65535u /* nothing within the range */

/* What the borders of layers are. */
typedef enum {
    OCT9_SECTORS_HEIGHTS, /* sub-cells above `point` */
    OCT9_SECTORS_PITCH    /* 65536ths of a turn above the horizon, -16384..16384 */
} oct9_sectors_kind_t;

/* The directions that are asked, and where the answers go. Distances are in sub-cells and count
 * from the robot's surface. From millimetres: oct9_mm_sphere with the robot's radius makes `point`
 * and radius_q6, and back: oct9_mm_of_distance. */
typedef struct oct9_sectors_input {
    oct9_point_t point;     /* the robot's middle, inside the cube or not */
    uint16_t radius_q6;     /* of the robot */
    uint16_t range_q6;      /* from 1; with radius_q6 at most 32767: nothing farther counts */
    uint16_t from;          /* where sector 0 begins: 65536ths of a turn from x toward y */
    uint16_t sectors;       /* in a ring, from 1 */
    uint16_t layers;        /* from 1; sectors * layers is at most OCT9_SECTORS_MAX */
    uint16_t kind;          /* oct9_sectors_kind_t */
    const int16_t *borders; /* [layers + 1], none below the one before: layer l is from
                               borders[l] to borders[l + 1] */
    uint16_t filter_mask, filter_value; /* of occupied leaves, as in oct9_rules_t; one that does not
                                           pass counts as free */
    uint16_t *obstacle_q6; /* [layers * sectors], ring by ring: to the nearest obstacle, 0..range_q6
                              or OCT9_SECTORS_NONE. NULL: not asked */
    uint16_t *free_q6;     /* the same, to the nearest that is not known to be free. NULL: not
                              asked; not both. With both a search costs half as much again */
} oct9_sectors_input_t;

/* Finds the distances in a map. Keeps its state, an oct9_sectors_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff a number is not in its range, a border is below the one before,
 * both arrays are NULL, or no occupied leaf of the map can pass the filter. After any error the
 * arrays hold 0, unless the numbers of sectors and layers are the ones that are not good.
 * The cost grows with the squares in front of what is found, and with their sectors.
 * Stack: M0 912 bytes. Reentrant. */
oct9_status_t oct9_sectors_find(const oct9_map_t *map, const oct9_sectors_input_t *input);

/* Begins in slices. Keeps the input by pointer; the arrays belong to the library until OCT9_OK.
 * Fails as oct9_sectors_find does.
 * Stack: M0 320 bytes. Reentrant. */
oct9_status_t oct9_sectors_begin(oct9_sectors_t *sectors, const oct9_map_t *map,
                                 const oct9_sectors_input_t *input);

/* Continues; `budget` is the most squares and nodes that it visits. Returns OCT9_OK when the arrays
 * are filled, OCT9_AGAIN when the budget is used up: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, and changes nothing; with OCT9_ERR_STALE iff the
 * map was written to since the search began: then the arrays hold 0, also after OCT9_OK.
 * Stack: M0 400 bytes. Reentrant. */
oct9_status_t oct9_sectors_run(oct9_sectors_t *sectors, uint32_t budget);

/* --- a map, a scene and objects --------------------------------------------------------------- */

/* Begins for a map, a scene and objects together (obstacles.h), in slices; without a map nothing is
 * unknown. Primitives and objects of the categories in `ignored` are left out. Boxes count as they
 * are, all else with the cubes of 64 sub-cells that it touches, so that a distance may be less by
 * the diagonal of such a cube. `seen` is scratch, (primitive_count + 7) / 8 bytes of the scene,
 * NULL where there is none. Keeps all by pointer.
 * Fails as oct9_sectors_find does; with OCT9_ERR_ARGUMENT also iff all three obstacles are NULL;
 * with OCT9_ERR_RANGE iff what is asked reaches beyond -32768..32767 sub-cells on an axis.
 * It moves the queue of the objects into the tree.
 * Stack: M0 384 bytes. One writer. */
oct9_status_t oct9_sectors_among_begin(oct9_sectors_among_t *among,
                                       const oct9_obstacles_t *obstacles, uint16_t ignored,
                                       uint8_t *seen, const oct9_sectors_input_t *input);

/* Continues; `budget` is the most squares, cubes, nodes, primitives and objects that it visits.
 * Returns as oct9_sectors_run does.
 * Fails as oct9_sectors_run does, with OCT9_ERR_STALE also iff the scene was built or opened, or
 * the objects changed, since it began.
 * Stack: M0 648 bytes. One writer. */
oct9_status_t oct9_sectors_among_run(oct9_sectors_among_t *among, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
