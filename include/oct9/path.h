/* SPDX-License-Identifier: MIT */
/* Paths: how far may a sphere go along a polyline? Exact, as oct9/sweep.h tells. */
#ifndef OCT9_PATH_H
#define OCT9_PATH_H

#include "oct9/sweep.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sphere and its way. From mm: oct9_path_from_mm. */
typedef struct {
    const oct9_point_t *points;
    uint16_t count;                       /* of points, at least 1 */
    uint16_t radius_q6;                   /* 0..32767 */
    oct9_rules_t rules;                   /* start_inside: of the first point only */
} oct9_path_input_t;

/* What it meets, and where on the way. */
typedef struct {
    oct9_sweep_output_t sweep;            /* of the segment that is blocked, or of the last one */
    uint16_t segment;                     /* its number, 0 for that from points[0] */
    uint32_t clear_q6;                    /* the length of the way up to sweep.at, rounded down: at
                                             most 2 sub-cells too short for each segment;
                                             UINT32_MAX if it is longer than that. In mm:
                                             oct9_drive_to_mm */
    uint32_t leaves, nodes;               /* visited on all segments */
} oct9_path_output_t;

/* A path that is cut into slices; the caller owns it, its fields are the library's. */
typedef struct {
    const oct9_path_input_t *input;
    uint16_t segment;
    uint32_t clear_q6, leaves, nodes;     /* of the segments before */
    oct9_sphere_input_t sphere;           /* on the segment */
    oct9_sweep_t sweep;
} oct9_path_t;

/* The first blocked segment and the way up to there, in one call; a path of one point is a sphere
 * at rest. Fails with OCT9_ERR_PATH iff count is 0, or as oct9_sphere does.
 * Cost: a sweep for each segment up to the first that is blocked. Reentrant. */
oct9_status_t oct9_path(oct9_path_t *path, const oct9_map_t *map, const oct9_path_input_t *input,
                        oct9_path_output_t *output);

/* The same in slices. The input is kept by pointer; neither it nor its points must change. */
oct9_status_t oct9_path_begin(oct9_path_t *path, const oct9_map_t *map,
                              const oct9_path_input_t *input);

/* Visits at most `budget` nodes and leaves, and begins at most as many segments. OCT9_OK: the
 * output is filled. OCT9_AGAIN: the budget is used up, of the output only the counts mean
 * anything; call again. OCT9_ERR_BUDGET iff it is 0, OCT9_ERR_STALE iff the map was written to since
 * the path began. */
oct9_status_t oct9_path_run(oct9_path_t *path, uint32_t budget, oct9_path_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
