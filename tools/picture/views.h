/* SPDX-License-Identifier: MIT */
/* Views of a map: a plan from above, slices, and a cutaway in parallel projection. */
#ifndef OCT9_TOOLS_VIEWS_H
#define OCT9_TOOLS_VIEWS_H

#include "oct9/map.h"
#include "tools/picture/picture.h"

/* The states of all cells in the map's extent: `state` is an oct9_state_t each, x fastest. */
typedef struct {
    int lo[3]; /* the extent's low corner, in cells of the cube */
    int size[3];
    uint8_t *state;
} scene_t;

/* Cells lo <= z < hi, counted from the extent's low corner. */
typedef struct {
    int lo, hi;
} band_t;

/* Where a view draws a place: pixel i is at[i] + the sum of m[i][j] times cell j of the
 * cube. A slice shows only what is near: from `near` to `far` on `axis`; axis -1 shows all. */
typedef struct {
    double m[2][3];
    double at[2];
    int axis;
    double near, far;
    picture_frame_t frame;
} view_t;

/* The extent is a box of cells. False: there is not enough memory. */
bool scene_load(scene_t *scene, const oct9_map_t *map, const uint16_t extent[6]);
void scene_free(scene_t *scene);

/* The lowest floor: the first z of the layer on it, from the extent's low corner. */
int scene_floor(const scene_t *scene);

/* The slice across an axis (0 x, 1 y) where the free cells of the band most outnumber the occupied
 * ones. */
int scene_best_slice(const scene_t *scene, int axis, const band_t *band);

rgb_t views_state_colour(oct9_state_t state);

/* On a plan: the share of a column's cells in the band that is occupied, above 0. */
rgb_t views_share_colour(double share);

/* On a cutaway: from the floor, 0, to the cut, 1. */
rgb_t views_height_colour(double height);

/* Each draws with its top left corner at (x, y), `scale` pixels to a cell. */
view_t views_plan(picture_t *picture, const scene_t *scene, const band_t *band, int x, int y,
                  int scale);
view_t views_slice(picture_t *picture, const scene_t *scene, int axis, int cell, int x, int y,
                   int scale);

/* The cutaway: what is below `cut`, seen from the side and above; occupied cells at the cut are
 * dark on top, unless `cut` is the extent's upper side. It fills a rectangle `width` wide and
 * views_cutaway_height high. False iff there is not enough memory. */
int views_cutaway_height(const scene_t *scene, int cut, int width);
bool views_cutaway(picture_t *picture, const scene_t *scene, int cut, int x, int y, int width,
                   view_t *view);

void views_project(const view_t *view, const double cell[3], double pixel[2]);

/* Pixels a cell, for lengths across the view. */
double views_scale(const view_t *view);

#endif
