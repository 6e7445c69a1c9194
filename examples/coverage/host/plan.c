/* SPDX-License-Identifier: MIT */
#include "examples/coverage/host/plan.h"

#include "tools/picture/legend.h"
#include "tools/picture/views.h"

#include <math.h>

enum { SCALE = 12, MARGIN = 24, AROUND = 4, LETTER = 26, LINE = 40, LEGEND = 8 * LINE };

#define CELL_M 0.1

static const rgb_t paper = { 255, 255, 255 }, ink = { 30, 41, 59 };
static const rgb_t colours[SURVEY_POSES] = { { 37, 99, 235 }, { 220, 88, 20 }, { 22, 150, 80 } };

/* --- places ------------------------------------------------------------------------------ */

/* The picture's row 0 is the highest y. */
static int pixel_x(int cell)
{
    return MARGIN + (cell - ROOM_AT + AROUND) * SCALE;
}

static int pixel_y(int cell)
{
    return MARGIN + (ROOM_AT + ROOM_Y + AROUND - cell) * SCALE;
}

static double cells_of(int16_t q6)
{
    return (double)(q6 - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

static void place_pixel(double x, double y, double pixel[2])
{
    pixel[0] = MARGIN + (x - ROOM_AT + AROUND) * SCALE;
    pixel[1] = MARGIN + (ROOM_AT + ROOM_Y + AROUND - y) * SCALE;
}

static void camera_pixel(const oct9_pose_t *pose, double pixel[2])
{
    place_pixel(cells_of(pose->place.x), cells_of(pose->place.y), pixel);
}

static void fill_cells(picture_t *picture, int x, int y, int size, rgb_t colour)
{
    picture_rect(picture, pixel_x(x), pixel_y(y + size), size * SCALE, size * SCALE, colour);
}

static void draw_map(picture_t *picture, const oct9_map_t *map)
{
    for (int y = ROOM_AT - AROUND; y < ROOM_AT + ROOM_Y + AROUND; y++)
        for (int x = ROOM_AT - AROUND; x < ROOM_AT + ROOM_X + AROUND; x++) {
            const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, SURVEY_SLICE };
            oct9_leaf_t leaf;
            if (oct9_map_locate(map, cell, &leaf) == OCT9_OK)
                fill_cells(picture, x, y, 1, views_state_colour((oct9_state_t)leaf.state));
        }
}

/* --- what a camera sees ------------------------------------------------------------------ */

/* The end of a ray of the middle row, whose depth is measured along the view's axis. */
static void ray_end(const plan_look_t *look, const oct9_pose_t *pose, int i, double pixel[2])
{
    const double half = survey_sensor.tan_y_q14 / (double)OCT9_ONE_Q14;
    const double angle = 2 * atan2(pose->rotation.z, pose->rotation.w);
    const double ahead = (double)look->depth_q6[i] / OCT9_CELL_Q6;
    const double aside = ahead * half * (2.0 * i / (SURVEY_EDGE - 1) - 1);
    place_pixel(cells_of(pose->place.x) + ahead * cos(angle) - aside * sin(angle),
                cells_of(pose->place.y) + ahead * sin(angle) + aside * cos(angle), pixel);
}

/* The area between the camera and the ends of its rays, in the room. */
static void draw_view(picture_t *picture, const plan_look_t *look, const oct9_pose_t *pose,
                      rgb_t colour)
{
    const picture_frame_t room = { pixel_x(ROOM_AT), pixel_y(ROOM_AT + ROOM_Y),
                                   pixel_x(ROOM_AT + ROOM_X), pixel_y(ROOM_AT) };
    double corners[SURVEY_EDGE + 1][2];
    camera_pixel(pose, corners[SURVEY_EDGE]);
    for (int i = 0; i < SURVEY_EDGE; i++)
        ray_end(look, pose, i, corners[i]);
    picture_clip(picture, &room);
    picture_polygon(picture, (const double(*)[2])corners, SURVEY_EDGE + 1, colour, 0.3);
    picture_unclip(picture);
}

/* A frame within the leaf's own cells. */
static void draw_outline(picture_t *picture, const plan_leaf_t *leaf, rgb_t colour)
{
    const int x = pixel_x(leaf->x), y = pixel_y(leaf->y + leaf->size), size = leaf->size * SCALE;
    picture_rect(picture, x, y, size, 1, colour);
    picture_rect(picture, x, y + size - 1, size, 1, colour);
    picture_rect(picture, x, y, 1, size, colour);
    picture_rect(picture, x + size - 1, y, 1, size, colour);
}

static void draw_leaves(picture_t *picture, const plan_look_t *look, rgb_t colour)
{
    for (size_t i = 0; i < look->count; i++) {
        const plan_leaf_t *leaf = &look->leaves[i];
        if (leaf->between)
            fill_cells(picture, leaf->x, leaf->y, leaf->size, picture_mix(colour, paper, 0.5));
        else if (leaf->state == OCT9_OCCUPIED)
            fill_cells(picture, leaf->x, leaf->y, leaf->size, colour);
        else if (leaf->state == OCT9_UNKNOWN)
            draw_outline(picture, leaf, colour);
    }
}

static void draw_camera(picture_t *picture, const oct9_pose_t *pose, unsigned number, rgb_t colour)
{
    const char text[2] = { (char)('1' + number), 0 };
    double centre[2];
    camera_pixel(pose, centre);
    picture_disc(picture, centre, 18, paper);
    picture_disc(picture, centre, 16, colour);
    picture_text(picture, (int)centre[0] - picture_text_width(picture, LETTER, text) / 2,
                 (int)centre[1] + LETTER * 36 / 100, LETTER, text, paper);
}

/* --- the legend -------------------------------------------------------------------------- */

static void draw_legend(picture_t *picture, const plan_look_t looks[SURVEY_POSES])
{
    const legend_t legend = { picture, LETTER, ink };
    int y = pixel_y(ROOM_AT - AROUND) + LINE;
    int x = legend_area(&legend, MARGIN, y, views_state_colour(OCT9_FREE), "free");
    x = legend_area(&legend, x, y, views_state_colour(OCT9_OCCUPIED), "occupied");
    x = legend_area(&legend, x, y, views_state_colour(OCT9_UNKNOWN), "unknown");
    legend_scale_bar(&legend, x, picture->width - MARGIN, y, SCALE / CELL_M, picture->width / 4);
    y += LINE;
    legend_text(&legend, MARGIN, y, "Leaves that a camera would see, in its colour:");
    for (unsigned i = 0; i < SURVEY_POSES; i++) {
        const totals_t *t = &looks[i].totals;
        char text[160];
        y += LINE;
        snprintf(text, sizeof text, "%u: %u occupied and %u between; %u unknown: %u cells, %u new",
                 i + 1, t->leaves[OCT9_OCCUPIED], t->between, t->leaves[OCT9_UNKNOWN], t->revealed,
                 t->fresh);
        legend_area(&legend, MARGIN, y, colours[i], text);
    }
    legend_text(&legend, MARGIN, y + LINE,
                "Full colour: occupied. Pale: occupied, between two seen leaves.");
    legend_text(&legend, MARGIN, y + 2 * LINE, "Framed: unknown. Tinted: the area in view.");
}

bool plan_draw(picture_t *picture, const oct9_map_t *map, const plan_look_t looks[SURVEY_POSES])
{
    const int width = 2 * MARGIN + (ROOM_X + 2 * AROUND) * SCALE;
    const int height = 2 * MARGIN + (ROOM_Y + 2 * AROUND) * SCALE + LEGEND;
    if (!picture_new(picture, width, height, paper))
        return false;
    draw_map(picture, map);
    for (unsigned i = 0; i < SURVEY_POSES; i++)
        draw_view(picture, &looks[i], &survey_poses[i], colours[i]);
    for (unsigned i = 0; i < SURVEY_POSES; i++)
        draw_leaves(picture, &looks[i], colours[i]);
    for (unsigned i = 0; i < SURVEY_POSES; i++)
        draw_camera(picture, &survey_poses[i], i, colours[i]);
    draw_legend(picture, looks);
    return true;
}
