/* SPDX-License-Identifier: MIT */
/* Internal: places on a polyline whose points are those of a cube that has moved since. */
#ifndef OCT9_SRC_POLYLINE_H
#define OCT9_SRC_POLYLINE_H

#include "oct9/detail/follow.h"

#include <stdbool.h>

/* Moved farther than this, in cells, no point of it is a point now. */
enum { OCT9_POLYLINE_CELLS = 1024 };

/* The points of a route, and what is to be added to them in the cube of now. */
typedef struct {
    const oct9_point_t *points;
    uint16_t count;
    int32_t moved[3]; /* up to 65536, so that no coordinate is above 98304 */
} oct9_polyline_t;

/* The length of a segment, rounded down, at most 113,509; 0 behind the last one. */
uint32_t oct9_polyline_length(const oct9_polyline_t *line, uint16_t segment);

/* The length up to a mark. */
static inline uint32_t oct9_polyline_at(const oct9_follow_mark_t *mark)
{
    return mark->start_q6 + mark->along_q6;
}

/* Moves a mark to a length up to there: forward or back, or to an end of the polyline. */
void oct9_polyline_seek(const oct9_polyline_t *line, oct9_follow_mark_t *mark, uint32_t at_q6);

/* The place of a mark in the cube of now. Returns false if it is no point. */
bool oct9_polyline_point(const oct9_polyline_t *line, const oct9_follow_mark_t *mark,
                         oct9_point_t *point);

/* Moves a mark to what is nearest to a place, of the polyline within `reach` from the mark: of
 * several places the first. Returns the distance, rounded down. */
uint32_t oct9_polyline_nearest(const oct9_polyline_t *line, oct9_follow_mark_t *mark,
                               const oct9_point_t *place, uint32_t reach_q6);

#endif
