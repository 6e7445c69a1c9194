/* SPDX-License-Identifier: MIT */
/* What a map costs in cells of some size, before any of it is flashed. */
#ifndef OCT9_TOOLS_PLAN_H
#define OCT9_TOOLS_PLAN_H

#include "oct9/map.h"
#include "tools/format/map_file.h"
#include "tools/plan/figures.h"
#include "tools/plan/world.h"
#include "tools/source/inputs.h"
#include "tools/source/source.h"

#define PLAN_MANY UINT32_MAX /* more blocks than a pool may have: not counted */

/* The map in cells of one size. */
typedef struct {
    uint32_t cell_um;
    bool fits;          /* the cube of 512 cells; if not, the rest is not set */
    uint16_t extent[6]; /* x0 y0 z0 x1 y1 z1 */
    unsigned char *image;
    size_t bytes;           /* of the image */
    oct9_image_t opened;    /* the image */
    oct9_map_t map;         /* of the image; without one it is empty: open space */
    uint32_t blocks;        /* of a RAM tree of all of it, or PLAN_MANY */
    unsigned window_cells;  /* the window's edge */
    uint32_t window_blocks; /* of a frame of a sensor in it, or PLAN_MANY */
} plan_row_t;

enum { PLAN_ROWS = 5 };

/* A sensor whose map is sent by radio. */
typedef struct {
    double beams; /* 0: none */
    double range_m;
    double frames; /* between two packets, 1 at least */
} plan_sensor_t;

#define PLAN_SENSOR_MOST 1e6

/* The words of the table of changes, a power of two: four times the nodes of 2 x 2 x 2 cells that
 * the beams of these frames go through where all that they see is new. 0: more than a table may
 * have. */
uint32_t plan_changes(const plan_sensor_t *sensor, uint32_t cell_um);

/* What is asked for, and what was found. All zero before. */
typedef struct {
    const char *path; /* NULL: no map, only a window in open space */
    inputs_t inputs;  /* scans, or else `source` */
    source_t source;
    map_file_t file;    /* what the source was made of, if it was an image */
    int64_t from_um[3]; /* where the source's cells begin */
    plan_world_t world; /* with tiles, it stands in place of the source */
    double window_m;    /* 0: none */
    plan_sensor_t sensor;
    uint32_t program;             /* bytes of flash that the caller's own code takes */
    int64_t flash, ram;           /* what the caller has left, in bytes; -1: not said */
    const figures_board_t *board; /* NULL: none; what is left stands as one */
    figures_board_t left;
    bool judges_map, judges_ram; /* whether it must fit the board's flash and RAM */
    bool *check;                 /* [figures_check_count]: those that are asked for */
    plan_row_t row[PLAN_ROWS];   /* from the finest cells to the coarsest */
    unsigned rows;
} plan_t;

/* Returns how many blocks of a RAM tree hold all of an image's map. */
uint32_t plan_blocks(const oct9_map_t *map);

/* The bytes of so many blocks. */
static inline int64_t plan_pool_bytes(uint32_t blocks)
{
    return (int64_t)blocks * (int64_t)sizeof(oct9_block_t);
}

/* Returns how many blocks of a RAM tree hold what a sensor of 8 x 8 zones over 45 degrees sees in a
 * frame, 4 m ahead or, if that is less, half of a window of that many metres: at the worst of
 * places all over the row's map and of directions, or in open space. PLAN_MANY: more than a pool
 * may have, or the cells are too small for the sensor's millimetres. */
uint32_t plan_window_blocks(const plan_row_t *row, double window_m);

/* Returns the largest window, in metres to a tenth and below window_m, of which the pool is no
 * longer than `most` bytes; 0: none. */
double plan_window_largest(const plan_row_t *row, double window_m, int64_t most);

/* Sets the rows: cells of `cell_um`, of twice that, and so on. False: an error was printed. */
bool plan_rows(plan_t *plan, uint32_t cell_um);
void plan_free(plan_t *plan);

/* Makes a map's leaves a source's, so that it can be baked again; its cells begin at from_um, which
 * is 0 if the map's are whole cells from there. False: an error was printed. */
bool plan_source_of_map(source_t *source, int64_t from_um[3], const char *path,
                        const oct9_map_t *map, const oct9_frame_t *frame);

/* The bytes of a board that are left for maps. */
typedef struct {
    int64_t flash; /* beside the library and the caller's program */
    int64_t ram;   /* beside structs, stack and the library's own */
} plan_room_t;

/* RAM that the chosen checks and the map's structs take, and how deep their calls' stack is. */
uint32_t plan_structs(const plan_t *plan, const figures_core_t *core);
uint32_t plan_stack(const plan_t *plan, const figures_core_t *core);
plan_room_t plan_room(const plan_t *plan, unsigned build);

/* The RAM that is left for a window's pool in a row's cells, beside the table of changes. */
int64_t plan_pool_room(const plan_t *plan, const plan_row_t *row, unsigned build);

/* A crop about the map's middle, and its image's bytes; no cells: none fits. */
typedef struct {
    box_um_t box;
    uint16_t cells[3];
    size_t bytes;
} plan_crop_t;

/* The largest crop in a row's cells whose image is no longer than `most` bytes, its edges to 8
 * cells. False: an error was printed. */
bool plan_crop(plan_crop_t *crop, const plan_t *plan, const plan_row_t *row, int64_t most);

/* Whether a row's image fits the flash, and its window's pool or, without a window, what the calls
 * need, fits the RAM. What is not judged fits. */
bool plan_map_fits(const plan_t *plan, const plan_row_t *row, unsigned build);
bool plan_ram_fits(const plan_t *plan, const plan_row_t *row, unsigned build);

/* Whether all of the world fits the flash; and the calls and its slots the RAM, with room for tiles
 * by `load` unless the tiles fit the flash. What is not judged fits. */
bool plan_world_fits_flash(const plan_t *plan, unsigned build);
bool plan_world_fits_ram(const plan_t *plan, unsigned build);

/* Prints it all; false: an error was printed. */
bool plan_print(const plan_t *plan);

/* Prints the plan of a world. */
void plan_print_world(const plan_t *plan);

#endif
