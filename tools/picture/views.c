/* SPDX-License-Identifier: MIT */
/* Views of a map. */
#include "tools/picture/views.h"

#include "oct9/visit.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the scene ------------------------------------------------------------------------- */

static uint8_t *cell_at(const scene_t *scene, int x, int y, int z)
{
    const size_t row = (size_t)z * (size_t)scene->size[1] + (size_t)y;
    return scene->state + row * (size_t)scene->size[0] + (size_t)x;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* A leaf may stick out of the extent: only what is inside is kept. */
static void put_leaf(scene_t *scene, const oct9_leaf_t *leaf)
{
    const int corner[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    int lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
        lo[i] = larger(corner[i] - scene->lo[i], 0);
        hi[i] = smaller(corner[i] - scene->lo[i] + oct9_leaf_size(leaf), scene->size[i]);
    }
    for (int z = lo[2]; z < hi[2]; z++)
        for (int y = lo[1]; y < hi[1]; y++)
            memset(cell_at(scene, lo[0], y, z), leaf->state, (size_t)(hi[0] - lo[0]));
}

bool scene_load(scene_t *scene, const oct9_map_t *map, const uint16_t extent[6])
{
    const oct9_box_t box = { { extent[0], extent[1], extent[2] },
                             { extent[3], extent[4], extent[5] } };
    const oct9_region_t region = oct9_region_of_box(&box);
    for (int i = 0; i < 3; i++) {
        scene->lo[i] = extent[i];
        scene->size[i] = extent[i + 3] - extent[i];
    }
    scene->state = calloc((size_t)scene->size[0] * (size_t)scene->size[1], (size_t)scene->size[2]);
    if (!scene->state)
        return false;
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    oct9_visit_begin(&leaves, map, &region, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        put_leaf(scene, &leaf);
    return true;
}

void scene_free(scene_t *scene)
{
    free(scene->state);
    scene->state = NULL;
}

static int count_in_layer(const scene_t *scene, int z, oct9_state_t state)
{
    int count = 0;
    for (int y = 0; y < scene->size[1]; y++)
        for (int x = 0; x < scene->size[0]; x++)
            count += *cell_at(scene, x, y, z) == state;
    return count;
}

/* A floor fills its layer: the lowest layer that holds half as much as the fullest one begins
 * it, and it ends where the layers thin out. A map without such layers stands on its
 * lowest. */
int scene_floor(const scene_t *scene)
{
    int most = 0, z = 0;
    for (int i = 0; i < scene->size[2]; i++)
        most = larger(most, count_in_layer(scene, i, OCT9_OCCUPIED));
    while (z < scene->size[2] && 2 * count_in_layer(scene, z, OCT9_OCCUPIED) < most)
        z++;
    while (z < scene->size[2] - 1 && 2 * count_in_layer(scene, z, OCT9_OCCUPIED) >= most)
        z++;
    return most > 0 && z < scene->size[2] - 1 ? z : 0;
}

/* A slice is for free space; one that runs inside a wall shows nothing. */
static int worth_of_slice(const scene_t *scene, int axis, int cell, const band_t *band)
{
    int worth = 0;
    for (int z = band->lo; z < band->hi; z++)
        for (int other = 0; other < scene->size[1 - axis]; other++) {
            const uint8_t state = axis == 0 ? *cell_at(scene, cell, other, z)
                                            : *cell_at(scene, other, cell, z);
            worth += (state == OCT9_FREE) - (state == OCT9_OCCUPIED);
        }
    return worth;
}

/* In the middle half only: a slice along the rim shows a facade at best. */
int scene_best_slice(const scene_t *scene, int axis, const band_t *band)
{
    const int size = scene->size[axis];
    int best = size / 2, most = INT_MIN;
    for (int cell = size / 4; cell < size - size / 4; cell++) {
        const int worth = worth_of_slice(scene, axis, cell, band);
        if (worth > most) {
            most = worth;
            best = cell;
        }
    }
    return best;
}

/* --- flat views ------------------------------------------------------------------------ */

static const rgb_t white = { 255, 255, 255 };
static const rgb_t grey = { 228, 231, 235 };
static const rgb_t dark = { 30, 41, 59 };
static const rgb_t pale = { 186, 197, 211 };

rgb_t views_state_colour(oct9_state_t state)
{
    return state == OCT9_OCCUPIED ? dark : state == OCT9_FREE ? white : grey;
}

rgb_t views_share_colour(double share)
{
    return picture_mix(pale, dark, 1.2 * share);
}

double views_scale(const view_t *view)
{
    return sqrt(view->m[0][0] * view->m[0][0] + view->m[0][1] * view->m[0][1] +
                view->m[0][2] * view->m[0][2]);
}

void views_project(const view_t *view, const double cell[3], double pixel[2])
{
    for (int i = 0; i < 2; i++)
        pixel[i] = view->at[i] + view->m[i][0] * cell[0] + view->m[i][1] * cell[1] +
                   view->m[i][2] * cell[2];
}

/* The view with axis `right` to the right and axis `up` upwards. */
static view_t flat_view(const scene_t *scene, int right, int up, int x, int y, int scale)
{
    view_t view = { .axis = -1 };
    view.m[0][right] = scale;
    view.m[1][up] = -scale;
    view.at[0] = x - scale * scene->lo[right];
    view.at[1] = y + scale * (scene->lo[up] + scene->size[up]);
    view.frame = (picture_frame_t){ x, y, x + scale * scene->size[right],
                                    y + scale * scene->size[up] };
    return view;
}

/* Paints the square of a flat view that stands for the scene's column or cell (a, b). */
static void paint(picture_t *picture, const view_t *view, int scale, int a, int b, rgb_t colour)
{
    picture_rect(picture, view->frame.x0 + a * scale, view->frame.y1 - (b + 1) * scale, scale,
                 scale, colour);
}

/* The more of the band is occupied, the darker: a wall stands out from a table. */
static rgb_t plan_colour(const scene_t *scene, const band_t *band, int x, int y)
{
    int occupied = 0, free_cells = 0;
    for (int z = band->lo; z < band->hi; z++) {
        const uint8_t state = *cell_at(scene, x, y, z);
        occupied += state == OCT9_OCCUPIED;
        free_cells += state == OCT9_FREE;
    }
    if (occupied > 0)
        return views_share_colour((double)occupied / (band->hi - band->lo));
    return free_cells > 0 ? white : grey;
}

view_t views_plan(picture_t *picture, const scene_t *scene, const band_t *band, int x, int y,
                  int scale)
{
    const view_t view = flat_view(scene, 0, 1, x, y, scale);
    for (int b = 0; b < scene->size[1]; b++)
        for (int a = 0; a < scene->size[0]; a++)
            paint(picture, &view, scale, a, b, plan_colour(scene, band, a, b));
    return view;
}

/* How far from a slice, in cells, an overlay still appears on it. */
#define SLICE_REACH 8.0

view_t views_slice(picture_t *picture, const scene_t *scene, int axis, int cell, int x, int y,
                   int scale)
{
    const int right = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    view_t view = flat_view(scene, right, up, x, y, scale);
    int at[3];
    at[axis] = cell;
    for (at[up] = 0; at[up] < scene->size[up]; at[up]++)
        for (at[right] = 0; at[right] < scene->size[right]; at[right]++) {
            const uint8_t state = *cell_at(scene, at[0], at[1], at[2]);
            paint(picture, &view, scale, at[right], at[up],
                  views_state_colour((oct9_state_t)state));
        }
    view.axis = axis;
    view.near = scene->lo[axis] + cell - SLICE_REACH;
    view.far = scene->lo[axis] + cell + 1.0 + SLICE_REACH;
    return view;
}

/* --- the cutaway ----------------------------------------------------------------------- */

/* The eye stands before the low x and low y sides and above. Turned less than the 45 degrees
 * of a true isometric view, a long building fills the picture; steeper, rooms lie open. */
#define TURN 0.32
#define TILT 0.92

/* Pixels per cell are 1 and the origin is the scene's low corner. */
static void unit_axes(double m[2][3])
{
    m[0][0] = cos(TURN);
    m[0][1] = -sin(TURN);
    m[0][2] = 0.0;
    m[1][0] = -sin(TURN) * sin(TILT);
    m[1][1] = -cos(TURN) * sin(TILT);
    m[1][2] = -cos(TILT);
}

/* A map that is small or a tower does not fill the width: it would be too high. */
static double cutaway_scale(const scene_t *scene, int width)
{
    const double fitting = width / (scene->size[0] * cos(TURN) + scene->size[1] * sin(TURN));
    return fmin(fitting, 8.0);
}

int views_cutaway_height(const scene_t *scene, int cut, int width)
{
    double m[2][3];
    unit_axes(m);
    const double height = -m[1][0] * scene->size[0] - m[1][1] * scene->size[1] - m[1][2] * cut;
    return (int)ceil(height * cutaway_scale(scene, width));
}

/* The view of places counted from the scene's low corner, into (0, 0). */
static view_t cutaway_view(const scene_t *scene, int cut, double scale)
{
    view_t view = { .axis = -1 };
    unit_axes(view.m);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            view.m[i][j] *= scale;
    view.at[0] = -view.m[0][1] * scene->size[1];
    view.at[1] = -view.m[1][0] * scene->size[0] - view.m[1][1] * scene->size[1] -
                 view.m[1][2] * cut;
    return view;
}

/* From the floor up: sand, sage, teal, blue. */
rgb_t views_height_colour(double height)
{
    static const rgb_t stops[] = {
        { 240, 229, 209 }, { 226, 201, 150 }, { 150, 190, 152 }, { 82, 160, 168 }, { 62, 118, 168 }
    };
    const double place = fmin(fmax(height, 0.0), 1.0) * 4.0;
    const int stop = smaller((int)place, 3);
    return picture_mix(stops[stop], stops[stop + 1], place - stop);
}

typedef struct {
    picture_t *canvas;
    const scene_t *scene;
    view_t view;
    int floor, cut;
} cutaway_t;

static bool solid(const cutaway_t *cutaway, int x, int y, int z)
{
    return x >= 0 && y >= 0 && z < cutaway->cut &&
         *cell_at(cutaway->scene, x, y, z) == OCT9_OCCUPIED;
}

/* The face of cell (x, y, z) towards -x, -y or +z, as `axis` says. */
static void draw_face(const cutaway_t *cutaway, int x, int y, int z, int axis, rgb_t colour)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double corners[4][2];
    for (int i = 0; i < 4; i++) {
        double place[3] = { x, y, z };
        place[2] += axis == 2;
        place[u] += i == 1 || i == 2;
        place[v] += i >= 2;
        views_project(&cutaway->view, place, corners[i]);
    }
    picture_quad(cutaway->canvas, corners, colour);
}

/* Only faces that look at the eye and at nothing solid are drawn. A cell that the cut divides from
 * what lies above it is dark on top, as in an architect's drawing. */
static void draw_cell(const cutaway_t *cutaway, int x, int y, int z)
{
    static const rgb_t black = { 20, 30, 60 };
    const double height = (z - cutaway->floor + 1.0) / larger(cutaway->cut - cutaway->floor, 1);
    const rgb_t colour = views_height_colour(height);
    if (!solid(cutaway, x - 1, y, z))
        draw_face(cutaway, x, y, z, 0, picture_mix(colour, black, 0.34));
    if (!solid(cutaway, x, y - 1, z))
        draw_face(cutaway, x, y, z, 1, picture_mix(colour, black, 0.14));
    if (z == cutaway->cut - 1 && cutaway->cut < cutaway->scene->size[2])
        draw_face(cutaway, x, y, z, 2, dark);
    else if (!solid(cutaway, x, y, z + 1))
        draw_face(cutaway, x, y, z, 2, colour);
}

/* Where there is free space, there is ground to stand on: without it a room whose floor was
 * never seen would be a hole. */
static bool has_ground(const cutaway_t *cutaway, int x, int y)
{
    for (int z = cutaway->floor; z < cutaway->cut; z++)
        if (*cell_at(cutaway->scene, x, y, z) == OCT9_FREE)
            return true;
    return false;
}

static void draw_column(const cutaway_t *cutaway, int x, int y)
{
    static const rgb_t ground = { 236, 236, 232 };
    for (int z = 0; z < cutaway->cut; z++)
        if (solid(cutaway, x, y, z))
            draw_cell(cutaway, x, y, z);
        else if (z == cutaway->floor - 1 && has_ground(cutaway, x, y))
            draw_face(cutaway, x, y, z, 2, ground);
}

/* Painter's order: what is nearer to the eye comes later on every axis. */
static void draw_cells(const cutaway_t *cutaway)
{
    for (int y = cutaway->scene->size[1] - 1; y >= 0; y--)
        for (int x = cutaway->scene->size[0] - 1; x >= 0; x--)
            draw_column(cutaway, x, y);
}

/* The same view for cells of the cube, at half the size, at (x, y). */
static view_t placed_view(const view_t *big, const scene_t *scene, int x, int y)
{
    view_t view = *big;
    const int corner[2] = { x, y };
    for (int i = 0; i < 2; i++) {
        view.at[i] = corner[i] + big->at[i] / 2.0;
        for (int j = 0; j < 3; j++) {
            view.m[i][j] /= 2.0;
            view.at[i] -= view.m[i][j] * scene->lo[j];
        }
    }
    return view;
}

/* Drawn twice as large and shrunk: that makes the edges smooth. */
bool views_cutaway(picture_t *picture, const scene_t *scene, int cut, int x, int y, int width,
                   view_t *view)
{
    const int height = views_cutaway_height(scene, cut, width);
    picture_t big;
    if (!picture_new(&big, 2 * width, 2 * height, picture->paper))
        return false;
    const cutaway_t cutaway = { &big, scene,
                                cutaway_view(scene, cut, 2.0 * cutaway_scale(scene, width)),
                                smaller(scene_floor(scene), cut), cut };
    draw_cells(&cutaway);
    picture_paste_half(picture, x, y, &big);
    picture_free(&big);
    *view = placed_view(&cutaway.view, scene, x, y);
    view->frame = (picture_frame_t){ x, y, x + width, y + height };
    return true;
}
