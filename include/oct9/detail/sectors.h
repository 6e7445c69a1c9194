/* SPDX-License-Identifier: MIT */
/* The state of a search by sectors: the caller owns it, only the library uses its fields. See
 * oct9/sectors.h. */
#ifndef OCT9_DETAIL_SECTORS_H
#define OCT9_DETAIL_SECTORS_H

#include "oct9/objects.h"
#include "oct9/scene.h"

/* A node that was opened, one of those above one square. */
typedef struct {
    oct9_opened_t opened;
    const oct9_image_t *tile; /* the image that its nodes are in */
    uint16_t z;               /* its lowest cell */
    uint8_t inner;            /* its children that are inner nodes, and that the layer meets */
    bool is_void;             /* it has nothing occupied */
} oct9_sectors_slab_t;

/* The squares of one size that are still to be visited, below one square. */
typedef struct {
    uint8_t pending; /* as in oct9_search_level_t */
    uint8_t order;
    uint8_t slab, end; /* the slabs of the square above */
    uint32_t children; /* all of them, by what they are */
} oct9_sectors_level_t;

/* The nodes of one size in 13 cells of height are at most 7, 4, 3, and 2 on each of five levels;
 * and the cube. */
#define OCT9_SECTORS_SLABS 25

/* A search by sectors. Small fields are first: small processors reach them there in one
 * instruction. */
typedef struct {
    uint8_t level; /* of the squares that are pending */
    bool pitch;    /* layers of pitch */
    bool ended;
    uint16_t x, y;     /* the square's low corner */
    int16_t low, high; /* the cells in height that are searched now */
    int16_t next;      /* the lowest cell of the layer that is not yet searched */
    uint16_t layer;
    const struct oct9_sectors_input *input;
    oct9_map_t map;
    uint32_t generation;
    oct9_sectors_level_t at[OCT9_LEVELS];
    oct9_sectors_slab_t slab[OCT9_SECTORS_SLABS];
} oct9_sectors_t;

/* A search among objects, a scene and a map, in turn. */
typedef struct {
    const struct oct9_obstacles *obstacles;
    uint32_t scene_generation, changes; /* when it began */
    uint8_t *seen;                      /* scratch, for the scene */
    uint16_t ignored;
    uint16_t index; /* of the primitive or object that is divided into cubes */
    uint8_t turn;   /* what is asked now */
    bool ended;
    uint8_t level;        /* of its next cube; 11: there is none */
    uint8_t mirror;       /* children come in the order of their numbers XOR this */
    uint16_t corner[3];   /* of the cube, in 64 sub-cells from -32768 */
    oct9_region_t region; /* what is asked */
    union {
        oct9_scene_find_t scene;
        oct9_objects_find_t objects;
    } find;
    oct9_sectors_t sectors;
} oct9_sectors_among_t;

#endif
