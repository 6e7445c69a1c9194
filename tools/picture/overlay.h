/* SPDX-License-Identifier: MIT */
/* Overlays: routes, rays and places to be drawn on the views of a map.
 *
 * An overlay file is text, one item a line; empty lines and lines that begin with # are
 * skipped. Coordinates are points (Q9.6, -32768..32767; the cube begins at -16384), those of
 * `blocked` are cells (0..511):
 *
 *   route x y z [x y z ...]       a route, from place to place
 *   ray x0 y0 z0 x1 y1 z1         a measured ray
 *   hit x y z                     where a ray met something
 *   pose x y z                    where the robot stood
 *   blocked x y z size            a cube that blocked the route
 */
#ifndef OCT9_TOOLS_OVERLAY_H
#define OCT9_TOOLS_OVERLAY_H

#include "tools/picture/views.h"

/* In the order in which they are painted. */
typedef enum {
    OVERLAY_RAY,
    OVERLAY_ROUTE,
    OVERLAY_HIT,
    OVERLAY_POSE,
    OVERLAY_BLOCKED,
    OVERLAY_KINDS
} overlay_kind_t;

/* Points `first` to `first + count - 1`, in cells. A blocked cube is its two corners. */
typedef struct {
    overlay_kind_t kind;
    size_t first, count;
} overlay_item_t;

typedef struct {
    overlay_item_t *items;
    size_t item_count, item_room;
    double (*points)[3];
    size_t point_count, point_room;
} overlay_t;

/* Adds the items of a file to the overlay, which begins as all zero. On false, *line is the number
 * of the bad line, or 0 if reading or memory failed; *cause says what is wrong. */
bool overlay_read(overlay_t *overlay, FILE *file, unsigned long *line, const char **cause);
void overlay_free(overlay_t *overlay);

/* Adds an item of points, as many as its kind has. False: there is not enough memory. */
bool overlay_add(overlay_t *overlay, overlay_kind_t kind, const oct9_point_t *points, size_t count);

size_t overlay_count(const overlay_t *overlay, overlay_kind_t kind);

/* The name of a kind in a legend, and its sign, 30 pixels wide at most. */
const char *overlay_name(overlay_kind_t kind);
void overlay_draw_key(picture_t *picture, overlay_kind_t kind, const double centre[2]);

void overlay_draw(const overlay_t *overlay, picture_t *picture, const view_t *view);

#endif
