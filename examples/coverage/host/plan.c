/* SPDX-License-Identifier: MIT */
#include "examples/coverage/host/plan.h"

#include "tools/font.h"
#include "tools/views.h"

#include <math.h>

enum { SCALE = 12, MARGIN = 24, AROUND = 4, LETTER = 2, LINE = 26, LEGEND = 6 * LINE };

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

/* How far the middle row reaches at a place across the view, -1 to 1: on a line between the rays on
 * both sides, or where one goes farther by more than two cells, as far as the other. */
static double reach(const plan_look_t *look, double across)
{
    const double u = (across + 1) / 2 * (SURVEY_EDGE - 1);
    const int i = (int)fmin(floor(u), SURVEY_EDGE - 2);
    const double a = look->depth_q6[i], b = look->depth_q6[i + 1];
    return (fabs(a - b) > 2 * OCT9_CELL_Q6 ? fmin(a, b) : a + (b - a) * (u - i)) / OCT9_CELL_Q6;
}

/* Whether a place, in cells, lies between the camera and what stops its rays. */
static bool in_view(const plan_look_t *look, const oct9_pose_t *pose, double x, double y)
{
    const double half = survey_sensor.tan_y_q14 / (double)OCT9_ONE_Q14;
    const double angle = 2 * atan2(pose->rotation.z, pose->rotation.w);
    const double dx = x - (double)pose->place.x / OCT9_CELL_Q6;
    const double dy = y - (double)pose->place.y / OCT9_CELL_Q6;
    const double ahead = dx * cos(angle) + dy * sin(angle);
    const double aside = dy * cos(angle) - dx * sin(angle);
    if (ahead <= 0 || fabs(aside) > ahead * half)
        return false;
    return ahead <= reach(look, aside / ahead / half);
}

static void draw_view(picture_t *picture, const plan_look_t *look, const oct9_pose_t *pose,
                      rgb_t colour)
{
    for (int py = pixel_y(ROOM_AT + ROOM_Y); py < pixel_y(ROOM_AT); py++)
        for (int px = pixel_x(ROOM_AT); px < pixel_x(ROOM_AT + ROOM_X); px++) {
            const double x = ROOM_AT - AROUND + (px + 0.5 - MARGIN) / SCALE;
            const double y = ROOM_AT + ROOM_Y + AROUND - (py + 0.5 - MARGIN) / SCALE;
            rgb_t *at = &picture->pixels[(size_t)py * (size_t)picture->width + (size_t)px];
            if (in_view(look, pose, x, y))
                *at = picture_mix(*at, colour, 0.3);
        }
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
    const double centre[2] = {
        MARGIN + ((double)pose->place.x / OCT9_CELL_Q6 - ROOM_AT + AROUND) * SCALE,
        MARGIN + (ROOM_AT + ROOM_Y + AROUND - (double)pose->place.y / OCT9_CELL_Q6) * SCALE
    };
    const char text[2] = { (char)('1' + number), 0 };
    picture_disc(picture, centre, 14, paper);
    picture_disc(picture, centre, 12, colour);
    font_draw(picture, (int)centre[0] - 4, (int)centre[1] - 7, LETTER, text, paper);
}

/* --- the legend -------------------------------------------------------------------------- */

static int draw_key(picture_t *picture, int x, int y, rgb_t colour, const char *text)
{
    picture_rect(picture, x, y, 16, 16, ink);
    picture_rect(picture, x + 1, y + 1, 14, 14, colour);
    return font_draw(picture, x + 24, y + 1, LETTER, text, ink) + 24;
}

static void draw_legend(picture_t *picture, const plan_look_t looks[SURVEY_POSES])
{
    int y = pixel_y(ROOM_AT - AROUND) + LINE / 2;
    int x = draw_key(picture, MARGIN, y, views_state_colour(OCT9_FREE), "free");
    x = draw_key(picture, x, y, views_state_colour(OCT9_OCCUPIED), "occupied");
    draw_key(picture, x, y, views_state_colour(OCT9_UNKNOWN), "unknown; tinted: in view");
    for (unsigned i = 0; i < SURVEY_POSES; i++) {
        const totals_t *t = &looks[i].totals;
        char text[160];
        y += LINE;
        snprintf(text, sizeof text,
                 "pose %u: %u occupied leaves, %u more between; %u unknown, of "
                 "%u cells, %u new",
                 i + 1, t->leaves[OCT9_OCCUPIED], t->between, t->leaves[OCT9_UNKNOWN], t->revealed,
                 t->fresh);
        draw_key(picture, MARGIN, y, colours[i], text);
    }
    font_draw(picture, MARGIN, y + LINE, LETTER,
              "full colour: seen walls   light: between two   framed: unknown leaves that are seen",
              ink);
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
