/* SPDX-License-Identifier: MIT */
/* What is asked: a map image, or the cube of a world that is placed about each question. Here alone
 * is found out which of the two a file is. */
#ifndef OCT9_TOOLS_ASKED_H
#define OCT9_TOOLS_ASKED_H

#include "oct9/far.h"
#include "tools/format/map_file.h"

enum { ASKED_SLOTS = 8, ASKED_WHY = 160 };

typedef struct {
    const oct9_map_t *map;     /* to be asked */
    const oct9_frame_t *frame; /* of its cube */
    bool in_mm;                /* what questions are in; or in sub-cells */
    bool is_world;
    const char *path;
    map_file_t image; /* iff it is none */
    bytes_t bytes;    /* and of a world: */
    oct9_world_slot_t slots[ASKED_SLOTS];
    uint32_t checked[(OCT9_WORLD_TILES_MAX + 31) / 32];
    oct9_world_input_t input;
    oct9_world_t world;
    oct9_map_t cube;
    char why[ASKED_WHY];
} asked_t;

/* Reads a map image, or a world's table. False: an error was printed. The struct must stay where it
 * is. */
bool asked_open(asked_t *asked, const char *path, bool in_mm);
void asked_close(asked_t *asked);

/* Places the cube of a world so that `count` places, three numbers each, and all within `reach` of
 * them are in it, and brings its tiles. From then on `frame` is that of the cube. Does nothing with
 * an image. Returns NULL, or what is wrong. */
const char *asked_about(asked_t *asked, const int32_t *places, unsigned count, int64_t reach);

/* The longest reach of one place for which asked_about has room. */
int32_t asked_reach_most(const asked_t *asked);

/* Where the cube's cell 0 0 0 is, in cells: 0 0 0 in an image; in a world from tile 0 0 0 on. */
void asked_corner(const asked_t *asked, int32_t cells[3]);

/* Asks a world of a ray or a sphere of any length, which `begin` begins, and fills in `output`;
 * then the cube is where the query has ended. Fails as oct9_far_run and `begin` do; and where a
 * tile there cannot be had, although unknown space blocks. */
oct9_status_t asked_far(asked_t *asked, const oct9_far_input_t *input,
                        oct9_status_t (*begin)(oct9_far_t *far, oct9_world_t *world,
                                               const oct9_far_input_t *input),
                        oct9_far_output_t *output);

/* Prints x y z size state of a leaf of the map, in cells as asked_corner has them. */
void asked_print_leaf(const asked_t *asked, const oct9_leaf_t *leaf);

/* Prints x y z of a point of the map, in sub-cells, -16384 at the low corner of the image or of
 * tile 0 0 0. */
void asked_print_point(const asked_t *asked, const oct9_point_t *point);

#endif
