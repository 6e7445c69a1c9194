/* SPDX-License-Identifier: MIT */
/* Draws rings in the building: draw MAP OUT.png TIME... <LINES, a panel for each time, in ms. The
 * lines are those of autopilot.mjs: what was in the messages, and where the robot was. */
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/picture/legend.h"
#include "tools/picture/views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCALE = 7, /* pixels to a cell */
    WIDTH = 100 * SCALE,
    HEIGHT = 84 * SCALE,
    GAP = 24,
    CAPTION = 64, /* a line of text: its baseline is BASE below its top */
    BASE = 46,
    LETTER = 34,
    ELEMENTS = 72,
    LOW_CELL = 10, /* what counts: from here, from the extent's low side, to below */
    HIGH_CELL = 15
};

#define RADIUS_M 0.15
#define TURN 6.283185307179586

static const rgb_t paper = { 252, 252, 250 }, ink = { 30, 41, 59 }, open = { 59, 130, 246 },
                   near = { 220, 20, 40 }, robot = { 22, 150, 80 };

typedef struct {
    double time_ms, east, north, first, step, most_cm, cm[ELEMENTS];
} ring_t;

typedef struct {
    map_file_t map;
    scene_t cells;
    picture_t picture;
    view_t view;
} sheet_t;

/* The ring of a time; false: there is none. */
static bool read_ring(FILE *lines, double time_ms, ring_t *ring)
{
    static char line[1000];
    double *const numbers = &ring->time_ms;
    rewind(lines);
    while (fgets(line, sizeof line, lines)) {
        char *at = line;
        for (size_t i = 0; i < sizeof *ring / sizeof *numbers; i++)
            numbers[i] = strtod(at, &at);
        if (ring->time_ms == time_ms)
            return true;
    }
    return fail("standard input", "has no ring of %.0f ms", time_ms);
}

/* Makes one layer of the heights that count: occupied where any is, else unknown where any is. */
static void flatten(const scene_t *cells)
{
    const size_t layer = (size_t)cells->size[0] * (size_t)cells->size[1];
    uint8_t *const flat = cells->state + LOW_CELL * layer;
    for (int z = LOW_CELL + 1; z < HIGH_CELL; z++)
        for (size_t i = 0; i < layer; i++) {
            const uint8_t state = cells->state[(size_t)z * layer + i];
            if (state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && flat[i] == OCT9_FREE))
                flat[i] = state;
        }
}

/* --- a panel ---------------------------------------------------------------------------------- */

static double cells_of(const sheet_t *sheet, double metres)
{
    return metres * 1e6 / sheet->map.image.frame.cell_um;
}

/* What is `far` from the robot, `angle` degrees clockwise from north. */
static void pixel_of(const sheet_t *sheet, const ring_t *ring, double angle, double far,
                     double pixel[2])
{
    const oct9_frame_t *frame = &sheet->map.image.frame;
    const double east = ring->east + far * sin(angle * TURN / 360) - frame->origin_mm.x / 1e3;
    const double north = ring->north + far * cos(angle * TURN / 360) - frame->origin_mm.y / 1e3;
    const double cell[3] = { cells_of(sheet, east), cells_of(sheet, north), 0 };
    views_project(&sheet->view, cell, pixel);
}

/* Up to where an element is free; and what is there, if it is nearer than the range. */
static void draw_element(sheet_t *sheet, const ring_t *ring, int i)
{
    const double middle = ring->first + i * ring->step, half = ring->step / 2;
    const double far = RADIUS_M + fmin(ring->cm[i], ring->most_cm) / 100;
    double corners[3][2];
    pixel_of(sheet, ring, middle, 0, corners[0]);
    pixel_of(sheet, ring, middle - half, far, corners[1]);
    pixel_of(sheet, ring, middle + half, far, corners[2]);
    picture_polygon(&sheet->picture, (const double(*)[2])corners, 3, open, 0.35);
    if (ring->cm[i] <= ring->most_cm)
        picture_line(&sheet->picture, corners[1], corners[2], 5, near, 1);
}

static bool is_touched(const ring_t *ring)
{
    for (int i = 0; i < ELEMENTS; i++)
        if (ring->cm[i] > 1)
            return false;
    return true;
}

static void draw_panel(sheet_t *sheet, const ring_t *ring, int x)
{
    const picture_frame_t panel = { x, CAPTION, x + WIDTH, CAPTION + HEIGHT };
    const scene_t *const cells = &sheet->cells;
    const oct9_frame_t *frame = &sheet->map.image.frame;
    const double east = cells_of(sheet, ring->east - frame->origin_mm.x / 1e3);
    const double north = cells_of(sheet, ring->north - frame->origin_mm.y / 1e3);
    const int left = x - (int)(SCALE * (east - cells->lo[0]));
    const int top = CAPTION - (int)(SCALE * (cells->lo[1] + cells->size[1] - north));
    char caption[64];
    double at[2], ahead[2];
    snprintf(caption, sizeof caption, "after %.1f s%s", ring->time_ms / 1000,
             is_touched(ring) ? ": no pose, all is touched" : "");
    picture_text(&sheet->picture, x, BASE, LETTER, caption, ink);
    picture_clip(&sheet->picture, &panel);
    sheet->view = views_slice(&sheet->picture, cells, 2, LOW_CELL, left + WIDTH / 2,
                              top + HEIGHT / 2, SCALE);
    for (int i = 0; i < ELEMENTS; i++)
        draw_element(sheet, ring, i);
    pixel_of(sheet, ring, 0, 0, at);
    pixel_of(sheet, ring, ring->first + 4 * ring->step, 3 * RADIUS_M, ahead);
    picture_line(&sheet->picture, at, ahead, 4, robot, 1);
    picture_disc(&sheet->picture, at, SCALE * cells_of(sheet, RADIUS_M) - 3, robot);
    picture_unclip(&sheet->picture);
}

static void draw_legend(sheet_t *sheet)
{
    const legend_t legend = { &sheet->picture, LETTER, ink };
    const int y = CAPTION + HEIGHT + BASE + GAP / 2;
    int x = legend_disc(&legend, GAP, y, 9, robot, "robot");
    x = legend_area(&legend, x, y, picture_mix(paper, open, 0.35), "sent as free");
    x = legend_line(&legend, x, y, 5, near, "sent as an obstacle");
    x = legend_area(&legend, x, y, views_state_colour(OCT9_OCCUPIED), "occupied");
    x = legend_area(&legend, x, y, views_state_colour(OCT9_UNKNOWN), "unknown");
    legend_scale_bar(&legend, x, sheet->picture.width - GAP, y, SCALE * cells_of(sheet, 1),
                     WIDTH / 3);
}

/* --- the sheet -------------------------------------------------------------------------------- */

static bool draw(sheet_t *sheet, int count, char **times)
{
    ring_t ring;
    if (!picture_new(&sheet->picture, count * (WIDTH + GAP) + GAP, HEIGHT + 2 * CAPTION + GAP,
                     paper))
        return fail("picture", "not enough memory");
    flatten(&sheet->cells);
    for (int i = 0; i < count; i++) {
        if (!read_ring(stdin, atof(times[i]), &ring))
            return false;
        draw_panel(sheet, &ring, GAP + i * (WIDTH + GAP));
    }
    draw_legend(sheet);
    return true;
}

int main(int argc, char **argv)
{
    static sheet_t sheet;
    if (argc < 4) {
        fprintf(stderr, "usage: draw MAP OUT.png TIME... <LINES\n");
        return STATUS_BAD_USAGE;
    }
    if (!map_file_open(&sheet.map, argv[1]))
        return STATUS_BAD_DATA;
    const bool good = (scene_load(&sheet.cells, &sheet.map.map, sheet.map.extent) ||
                       fail(argv[1], "not enough memory")) &&
                      draw(&sheet, argc - 3, argv + 3) && picture_save(&sheet.picture, argv[2]);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
