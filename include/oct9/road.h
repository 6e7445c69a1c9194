/* SPDX-License-Identifier: MIT */
/* Road maps: places from which a sphere can go to all others, in one map or in a whole world, and
 * which of them it can reach straight from which.
 *
 * Example, with (const oct9_road_t *road, const oct9_map_t *map, const oct9_frame_t *frame,
 *                const oct9_mm_t *here, const oct9_mm_t *there,
 *                void (*search_route)(const oct9_mm_t *next)):
 *
 *     static oct9_route_node_t nodes[1024];
 *     static oct9_road_place_t places[4];
 *     static oct9_road_find_t find;
 *     const oct9_road_input_t input = { .road = road, .map = map, .frame = frame,
 *                                       .from_mm = *here, .to_mm = *there,
 *                                       .nodes = nodes, .nodes_count = 1024,
 *                                       .places = places, .places_room = 4 };
 *     oct9_road_output_t found;
 *     oct9_status_t status = oct9_road_find_begin(&find, &input);
 *     while (status == OCT9_OK &&
 *            (status = oct9_road_find_run(&find, 100, &found)) == OCT9_AGAIN)
 *         status = OCT9_OK;
 *     if (status == OCT9_OK && found.result == OCT9_ROAD_FOUND)
 *         search_route(&places[0].at_mm);
 *
 * In one map a search for a route follows a road map by itself: oct9_route_input_t has it. In a
 * world (world.h) a goal may be far beyond the cube. There oct9_road_find_run says over which
 * places the robot gets there. No leg between two places is promised to be clear: an edge was, when
 * the road map was baked. So go to each place by a search for a route in the world's cube, or in a
 * layered map over it. Where no route leads on, name that leg in `shut`, and find anew; find anew,
 * too, when the robot has come near the end.
 *
 * `oct9 road` bakes a road map of a map, `oct9 world road` one of a world. Their edges are at most
 * 32 cells long; with --heights at most 112, so that a cube about the robot has both ends. */
#ifndef OCT9_ROAD_H
#define OCT9_ROAD_H

#include "oct9/detail/find.h"
#include "oct9/mm.h"
#include "oct9/route.h"
#include "oct9/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_ROAD_MAGIC 0x7239636fu /* the bytes "oc9r" */
#define OCT9_ROAD_VERSION 2u
#define OCT9_ROAD_VERTICES_MAX 65532u
#define OCT9_ROAD_DEGREE_MAX 31u /* edges of a vertex */
#define OCT9_ROAD_ROW 8u         /* vertices that share a row's start */

/* The header of a road map, as in the file. A road map is a graph of centres of cells, for a sphere
 * of one radius. Its layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    48 bytes
 *   tiles     tile_count * 8 bytes, oct9_road_tile_t, in the order of z, then y, then x: those that
 *             have vertices. A map has one, (0, 0, 0)
 *   vertices  vertex_count * 4 bytes: x, y and z of the cell in its tile, 9 bits each from bit 0
 *             on, then in 5 bits how many edges it has; in a tile ascending by the low 27 bits
 *   rows      2 bytes for each 8 vertices: where the edges of the first of them begin
 *   edges     edge_count * 2 bytes: for each vertex the numbers of those that the sphere can go to
 *             straight from it, ascending; each edge stands at both of its ends
 *
 * Then 2 bytes of 0 if that is no multiple of 4. `crc` is the CRC-32 (IEEE 802.3) of the bytes
 * behind it, from `version` to the end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_ROAD_VERSION */
    uint32_t bytes;       /* of the whole, a multiple of 4 */
    int32_t origin_mm[3]; /* the frame of the map, or the corner of the world's tile (0, 0, 0) */
    uint32_t cell_um;
    uint32_t map_crc;      /* that in the header of the map image, or of the world */
    uint16_t radius_q6;    /* of the sphere, 0..32767 */
    uint16_t unknown;      /* OCT9_BLOCKS or OCT9_PASSES */
    uint16_t tile_count;   /* 1 and up */
    uint16_t vertex_count; /* 1..65532 */
    uint16_t edge_count;   /* numbers of vertices in the edges */
    uint16_t reserved;     /* 0 */
} oct9_road_header_t;

/* A tile in the table. */
typedef struct {
    int16_t x, y, z; /* its place, in tiles */
    uint16_t first;  /* the number of its first vertex */
} oct9_road_tile_t;

/* An open road map; oct9_road_open or oct9_road_open_world fills it. */
typedef struct oct9_road {
    oct9_rom_halves_t tiles;
    oct9_rom_words_t vertices;
    oct9_rom_halves_t rows, edges;
    int32_t origin_mm[3]; /* the frame's: of the map, or of the world */
    uint32_t cell_um;
    uint16_t tile_count, vertex_count, edge_count;
    uint16_t radius_q6; /* of the sphere that it was baked for */
    uint8_t unknown;    /* OCT9_BLOCKS or OCT9_PASSES: what unknown space was then */
    bool of_world;      /* oct9_road_open_world opened it */
} oct9_road_t;

/* Opens `size` bytes at `bytes` in place; what follows the road map's own length is ignored. The
 * bytes must not change while it is in use. `image` is the map that it was baked for, and the
 * radius that of the sphere that will be asked for.
 * Fails with the first of these that holds:
 * - OCT9_ERR_ARGUMENT: the address is no multiple of 4;
 * - OCT9_ERR_IMAGE_SHORT: size is below the header's length;
 * - OCT9_ERR_IMAGE_MAGIC, OCT9_ERR_IMAGE_VERSION: not a road map, or not of this version;
 * - OCT9_ERR_IMAGE_SHORT: size is below the road map's length;
 * - OCT9_ERR_IMAGE_COUNT: vertex_count or tile_count is out of range, or the length contradicts the
 *   counts;
 * - OCT9_ERR_IMAGE_CRC: the bytes have changed since the road map was baked;
 * - OCT9_ERR_IMAGE_STATE: cell_um, the radius or `unknown` is out of range, or `reserved` is not 0;
 * - OCT9_ERR_IMAGE_COUNT: a row does not begin where the edges before it end, or the vertices do
 *   not have edge_count edges in all, or a tile has no vertices;
 * - OCT9_ERR_IMAGE_INDEX: a tile or a vertex is not above the one before it; or an edge is not
 *   above the one before it, leads to the vertex itself or to none, or does not stand at its other
 *   end;
 * - OCT9_ERR_ARGUMENT: it was baked for another map, as the CRC or the frame says, or for a world
 *   of more tiles than (0, 0, 0), or for a radius that is not within the one sub-cell by which
 *   oct9_mm_sphere may round.
 * After an error the road map is unchanged. Malicious bytes do no harm: no edge is trusted to be
 * clear.
 * Its cost is one pass over the bytes for the CRC, and for each edge one over the edges of its
 * other end.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_road_open(oct9_road_t *road, oct9_rom_t bytes, oct9_rom_size_t size,
                             const oct9_image_t *image, uint16_t radius_q6);

/* Opens the road map of a world, as oct9_road_open one of a map. The world must be open; its table
 * need not be checked.
 * Fails as oct9_road_open does, at the end with OCT9_ERR_ARGUMENT iff it was baked for other tiles,
 * as the CRC in the world's header says, for another frame or for another radius.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_road_open_world(oct9_road_t *road, oct9_rom_t bytes, oct9_rom_size_t size,
                                   const oct9_world_t *world, uint16_t radius_q6);

/* A place on the path that was found. */
typedef struct oct9_road_place {
    oct9_mm_t at_mm; /* to the nearest mm */
    uint16_t vertex; /* its number; or OCT9_ROAD_GOAL */
} oct9_road_place_t;

#define OCT9_ROAD_START 65534u /* `from_mm` */
#define OCT9_ROAD_GOAL 65535u  /* `to_mm` */

/* A leg that must not be used, in either direction. */
typedef struct oct9_road_edge {
    uint16_t a, b; /* numbers of vertices, OCT9_ROAD_START or OCT9_ROAD_GOAL */
} oct9_road_edge_t;

/* What oct9_road_find_begin is asked. */
typedef struct oct9_road_input {
    const oct9_road_t *road;
    const oct9_map_t *map;     /* about the robot: it says which vertices the ends can go to. The
                                  world's cube, or a layered map over it; it is copied */
    const oct9_frame_t *frame; /* of that map */
    oct9_rules_t rules;        /* of motions to the first vertex, and from the last; start_inside
                                  LEAVES: as in route.h; PASSES is refused */
    oct9_mm_t from_mm, to_mm;
    const oct9_road_edge_t *shut;
    uint16_t shut_count;
    uint16_t nodes_count;     /* at least two more than the road map has vertices */
    oct9_route_node_t *nodes; /* the search's memory. A search for a route may have it afterwards */
    oct9_road_place_t *places; /* where the result is written */
    uint16_t places_room;      /* at least 1 */
} oct9_road_input_t;

/* What a search came to. Zero is the careful value. */
typedef enum {
    OCT9_ROAD_NONE = 0, /* no edges lead from a vertex near one end to a vertex near the other */
    OCT9_ROAD_FOUND = 1 /* `places` lead to the end, or begin to */
} oct9_road_result_t;

/* What it returns. */
typedef struct {
    oct9_road_result_t result;
    uint16_t count;         /* of the places that were written: the first ones, if there are more
                               than have room */
    uint16_t all;           /* the vertices on the path, and the end */
    uint16_t from;          /* where the leg to the first place begins, as `shut` names it:
                               OCT9_ROAD_START, or the vertex at which the robot is */
    uint32_t sweeps;        /* that were made */
    uint32_t leaves, nodes; /* visited in the map */
} oct9_road_output_t;

/* Begins a search for the places that lead from one to another. Where the sphere can go straight,
 * that is the end alone. Else each end tries the 32 nearest vertices, until it has one that the
 * sphere can go to straight, and some more. Where there is none, and at an end that is not in the
 * map's cube, it takes the four nearest, though a wall may be between. A first vertex at most a
 * cell from the start on each axis is left out: the robot is there. Keeps the input by pointer, and
 * uses its arrays until it ends. Where the window moves (window.h), begin again.
 * Fails with OCT9_ERR_ARGUMENT iff nodes_count or places_room is below its least, rules.unknown is
 * not that of the road map, start_inside is PASSES, or the road map's cells are not as large as the
 * frame's, or no multiple of 125 um; else as oct9_rules_check does; with OCT9_ERR_RANGE iff an end,
 * or the corner of the map's cube, is 32,767 tiles or farther from the corner of the road map's
 * frame.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_road_find_begin(oct9_road_find_t *find, const oct9_road_input_t *input);

/* Goes on: visits at most `budget` nodes and leaves of the map, and makes at most as many steps: a
 * step tries an edge, or passes 8 vertices. Returns OCT9_OK when `output` is filled; OCT9_AGAIN
 * when the budget is used up, and while the map is written to: then only its counts are set.
 * Where the map is written to in the meantime the motion that is swept begins anew, and at the
 * second time counts as blocked.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff a world's cube that is
 * asked has moved, or a layered map was placed, since the search began.
 * The cost of a search grows with the vertices, with `shut`, and with the logarithm of the tiles.
 * Stack: M0 352 bytes. Reentrant. */
oct9_status_t oct9_road_find_run(oct9_road_find_t *find, uint32_t budget,
                                 oct9_road_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
