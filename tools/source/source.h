/* SPDX-License-Identifier: MIT */
/* What a reader delivers: a foreign map, in its own cells or in metres. */
#ifndef OCT9_TOOLS_SOURCE_H
#define OCT9_TOOLS_SOURCE_H

#include "tools/format/bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SOURCE_LEAVES, SOURCE_POINTS, SOURCE_TRIANGLES } source_kind_t;

/* The source's cells [lo, lo + size) on each axis; cell 0 begins at 0 m. */
typedef struct {
    int32_t lo[3];
    int32_t size;  /* at most SOURCE_CELLS */
    bool occupied; /* free otherwise; what no leaf holds is unknown */
} source_leaf_t;

/* Every cell of a source of leaves is in [-SOURCE_CELLS / 2, SOURCE_CELLS / 2). */
#define SOURCE_CELLS 65536

/* No coordinate of a map in metres is farther from 0. */
#define SOURCE_FARTHEST_M 1e6

/* No number of a file is farther from 0 in its unit: a double holds that many micrometres. */
#define SOURCE_NUMBER_MOST 1e9

/* What a file's numbers mean. All zero: metres with z up, where they are. */
typedef struct {
    uint32_t unit_um;    /* micrometres of the file's unit; 0: a metre */
    bool y_up;           /* a point x y z of the file is x -z y here */
    int64_t shift_um[3]; /* added to each place */
    bool finds_shift;    /* the shift is not known yet: no place is too far */
} source_frame_t;

static inline uint32_t source_unit_um(const source_frame_t *frame)
{
    return frame->unit_um != 0 ? frame->unit_um : 1000000u;
}

typedef struct {
    double at[3];  /* in the file's unit, before the shift, finite; z is up */
    uint32_t part; /* the object of the file that it belongs to, from 0 */
} source_point_t;

typedef struct source_t source_t;

/* Take a point of a cloud or a corner of a mesh, three of which are a triangle; a leaf. False: an
 * error was printed. */
typedef bool source_take_t(const source_t *source, const char *path, const source_point_t *point);
typedef bool source_take_leaf_t(const source_t *source, const char *path,
                                const source_leaf_t *leaf);

/* Set up by a reader: all zero before, except for the frame of points, and for what takes them. */
struct source_t {
    source_kind_t kind;
    source_frame_t frame;
    uint32_t cell_um; /* of leaves */
    uint32_t part;    /* of the points that are added */
    source_leaf_t *leaves;
    source_point_t *points; /* or corners: three to a triangle */
    size_t count, room;     /* of leaves or points */
    size_t left_out;        /* points of a cloud that are no finite numbers */
    source_take_t *take;    /* gets the points or corners, none of which is kept then; or NULL */
    source_take_leaf_t *take_leaf; /* the same of leaves */
    void *context;                 /* for these two */
};

/* The readers. False: an error was printed. Call source_free afterwards in any case. */
bool source_read_octomap(source_t *source, const char *path);
bool source_read_obj(source_t *source, const char *path);
bool source_read_stl(source_t *source, const char *path);
bool source_read_ply(source_t *source, const char *path);
bool source_read_xyz(source_t *source, const char *path);
bool source_read_pcd(source_t *source, const char *path);
void source_free(source_t *source);

/* Reads a file with the reader that its name asks for, and prints how many points were left out. A
 * file that holds nothing is an error. */
bool source_read(source_t *source, const char *path);

/* Returns whether a file's numbers are finite; whether none is beyond SOURCE_NUMBER_MOST. */
bool source_finite(const double at[3]);
bool source_within(const double at[3]);
#define SOURCE_NOT_WITHIN "a coordinate that is no number or beyond 1e9"

/* Returns NULL, or what is wrong with a point's coordinates: one is beyond SOURCE_NUMBER_MOST, or
 * its place is beyond SOURCE_FARTHEST_M and no shift is to be found. Those of a source of points
 * need not be finite. */
const char *source_wrong(const source_t *source, const double at[3]);

/* Append a leaf, or a point with which nothing is wrong. A point that is not finite is left out and
 * counted if the source is of points: cameras write one for each pixel without a distance. False:
 * an error was printed; `path` is named there. */
bool source_add_leaf(source_t *source, const char *path, const source_leaf_t *leaf);
bool source_add_point(source_t *source, const char *path, const double at[3]);

/* Whether OctoMap may read a file: its header is as OctoMap writes it, its nodes are all there, no
 * deeper than the format allows, and nothing is behind them. OctoMap recurses along them without
 * bound. *binary: it is written as a .bt is. The header's lines are cut off in place. False: an
 * error was printed. */
bool octomap_scan(bytes_t *bytes, const char *path, bool *binary, uint32_t *cell_um);

#ifdef __cplusplus
}
#endif
#endif
