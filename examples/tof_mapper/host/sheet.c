/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/sheet.h"

#include "tools/fail.h"
#include "tools/picture/legend.h"
#include "tools/picture/views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 24,
    WIDTH = 1000,
    LEAST = 900, /* the legend's width */
    HEADING = 60,
    CAPTION = 40, /* a line of text: its baseline is BASE below its top */
    BASE = 28,
    GAP = 20,
    LETTER = 26,
    NAME = 36,
    CELL_MOST = 12
};

static const rgb_t paper = { 250, 250, 248 };
static const rgb_t ink = { 30, 41, 59 };
static const rgb_t path_colour = { 37, 99, 235 };
static const rgb_t alarm_colour = { 220, 38, 38 };
static const rgb_t white = { 255, 255, 255 };

typedef struct {
    const session_t *session;
    scene_t top, side; /* side: its y is the map's z, its z the map's y */
    int scale;
    picture_t picture;
    legend_t legend;
} sheet_t;

/* --- what is to be shown ---------------------------------------------------------------- */

/* A place of the drone in cells of the received map. */
static void cell_of(const session_t *session, size_t frame, double cell[3])
{
    const double *place = session->flight->frames[frame].pose.place_m;
    const oct9_mm_t *origin = &session->frame.origin_mm;
    const int32_t low[3] = { origin->x, origin->y, origin->z };
    for (int k = 0; k < 3; k++)
        cell[k] = (place[k] - low[k] / 1e3) * 1e6 / DRONE_CELL_UM;
}

static void widen(int lo[3], int hi[3], const double cell[3])
{
    for (int k = 0; k < 3; k++) {
        lo[k] = cell[k] < lo[k] ? (int)floor(cell[k]) : lo[k];
        hi[k] = cell[k] > hi[k] ? (int)ceil(cell[k]) : hi[k];
    }
}

/* All that is known and the path, and two cells around. False: there is neither. */
static bool find_extent(const session_t *session, int lo[3], int hi[3])
{
    memcpy(lo, session->atlas.lo, 3 * sizeof *lo);
    memcpy(hi, session->atlas.hi, 3 * sizeof *hi);
    for (size_t i = 0; i < session->flight->count; i++) {
        double cell[3];
        cell_of(session, i, cell);
        if (session->status[i].mapped)
            widen(lo, hi, cell);
    }
    for (int k = 0; k < 3; k++) {
        lo[k] = lo[k] < 2 ? 0 : lo[k] - 2;
        hi[k] = hi[k] > OCT9_CELLS - 2 ? OCT9_CELLS : hi[k] + 2;
    }
    return lo[0] < hi[0];
}

static bool cut_scene(const session_t *session, scene_t *scene)
{
    int hi[3];
    if (!find_extent(session, scene->lo, hi))
        return fail("picture", "the map is empty");
    for (int k = 0; k < 3; k++)
        scene->size[k] = hi[k] - scene->lo[k];
    const size_t nx = (size_t)scene->size[0], ny = (size_t)scene->size[1];
    scene->state = malloc(nx * ny * (size_t)scene->size[2]);
    if (!scene->state)
        return fail("picture", "not enough memory");
    for (int z = 0; z < scene->size[2]; z++)
        for (int y = 0; y < scene->size[1]; y++) {
            const size_t row = (size_t)(scene->lo[2] + z) * OCT9_CELLS + (size_t)(scene->lo[1] + y);
            memcpy(scene->state + ((size_t)z * ny + (size_t)y) * nx,
                   session->atlas.state + row * OCT9_CELLS + scene->lo[0], nx);
        }
    return true;
}

/* The same cells, seen from the side. */
static bool turn_scene(const scene_t *top, scene_t *side)
{
    *side = (scene_t){ { top->lo[0], top->lo[2], top->lo[1] },
                       { top->size[0], top->size[2], top->size[1] },
                       NULL };
    const size_t nx = (size_t)top->size[0], ny = (size_t)top->size[1], nz = (size_t)top->size[2];
    side->state = malloc(nx * ny * nz);
    if (!side->state)
        return false;
    for (size_t z = 0; z < nz; z++)
        for (size_t y = 0; y < ny; y++)
            memcpy(side->state + (y * nz + z) * nx, top->state + (z * ny + y) * nx, nx);
    return true;
}

static bool load(sheet_t *sheet)
{
    if (!cut_scene(sheet->session, &sheet->top))
        return false;
    if (!turn_scene(&sheet->top, &sheet->side))
        return fail("picture", "not enough memory");
    const int fitting = WIDTH / sheet->top.size[0];
    sheet->scale = fitting < 2 ? 2 : fitting > CELL_MOST ? CELL_MOST : fitting;
    return true;
}

/* --- drawing ---------------------------------------------------------------------------- */

/* A place of the drone on a view, in pixels. `up` is the axis that the view shows upwards. */
static void project(const sheet_t *sheet, const view_t *view, size_t frame, int up, double pixel[2])
{
    double cell[3];
    cell_of(sheet->session, frame, cell);
    cell[1] = cell[up];
    views_project(view, cell, pixel);
}

static void draw_alarms(sheet_t *sheet, const view_t *view, int up, double radius, rgb_t colour)
{
    double here[2];
    for (size_t i = 0; i < sheet->session->flight->count; i++)
        if (sheet->session->status[i].found.alarm) {
            project(sheet, view, i, up, here);
            picture_disc(&sheet->picture, here, radius, colour);
        }
}

/* The path, and above it the alarms, all of whose rims lie below the discs. */
static void draw_flight(sheet_t *sheet, const view_t *view, int up)
{
    const session_t *session = sheet->session;
    picture_t *picture = &sheet->picture;
    double last[2], here[2];
    picture_clip(picture, &view->frame);
    for (size_t i = 1; i < session->flight->count; i++)
        if (session->status[i - 1].mapped && session->status[i].mapped) {
            project(sheet, view, i - 1, up, last);
            project(sheet, view, i, up, here);
            picture_line(picture, last, here, 3.0, path_colour, 1.0);
        }
    draw_alarms(sheet, view, up, 4.5, white);
    draw_alarms(sheet, view, up, 3.5, alarm_colour);
    picture_unclip(picture);
}

/* Returns the y below it. The view from above leaves the floor out. */
static int draw_view(sheet_t *sheet, const scene_t *scene, int up, const char *caption, int y)
{
    band_t band = { 0, scene->size[2] };
    if (up == 1) {
        const int floor = scene_floor(scene) + 1;
        band.lo = floor < scene->size[2] ? floor : 0;
    }
    const int end = legend_text(&sheet->legend, MARGIN, y + BASE, caption);
    const view_t view = views_plan(&sheet->picture, scene, &band, MARGIN, y + CAPTION,
                                   sheet->scale);
    draw_flight(sheet, &view, up);
    legend_scale_bar(&sheet->legend, end, sheet->picture.width - MARGIN, y + BASE,
                     sheet->scale * 1e6 / DRONE_CELL_UM, WIDTH / 5);
    return view.frame.y1 + GAP;
}

static void draw_legend(sheet_t *sheet, int y)
{
    const legend_t *legend = &sheet->legend;
    int x = MARGIN;
    y += BASE;
    x = legend_line(legend, x, y, 3.0, path_colour, "path in the air");
    x = legend_disc(legend, x, y, 5.0, alarm_colour, "alarm");
    x = legend_area(legend, x, y, views_state_colour(OCT9_FREE), "free");
    legend_area(legend, x, y, views_state_colour(OCT9_UNKNOWN), "unknown");
    legend_ramp(legend, MARGIN, y + CAPTION, views_share_colour, "occupied: few",
                "all of the cells in line");
}

static bool draw(sheet_t *sheet, const char *title)
{
    const int scale = sheet->scale;
    const int wide = sheet->top.size[0] * scale, width = wide > LEAST ? wide : LEAST;
    const int height = HEADING + 4 * CAPTION + (sheet->top.size[1] + sheet->top.size[2]) * scale +
                       2 * GAP + 2 * MARGIN;
    if (!picture_new(&sheet->picture, width + 2 * MARGIN, height, paper))
        return fail("picture", "not enough memory");
    sheet->legend = (legend_t){ &sheet->picture, LETTER, ink };
    picture_text(&sheet->picture, MARGIN, MARGIN + NAME, NAME, title, ink);
    int y = MARGIN + HEADING;
    y = draw_view(sheet, &sheet->top, 1, "from above, without the floor", y);
    y = draw_view(sheet, &sheet->side, 2, "from the side", y);
    draw_legend(sheet, y);
    return true;
}

bool sheet_draw(const session_t *session, const char *title, const char *path)
{
    sheet_t sheet = { .session = session };
    const bool good = load(&sheet) && draw(&sheet, title) && picture_save(&sheet.picture, path);
    scene_free(&sheet.top);
    scene_free(&sheet.side);
    picture_free(&sheet.picture);
    return good;
}
