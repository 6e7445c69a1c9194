/* SPDX-License-Identifier: MIT */
/* The parts of a map's picture, below each other on one sheet. */
#include "tools/picture/sheet.h"
#include "tools/fail.h"
#include "tools/picture/legend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The default band of the plan, in metres above the lowest floor: above thresholds and feet,
 * below lintels, so that walls show and doors are open. */
#define BAND_MIDDLE_M 1.1
#define BAND_HEIGHT_M 1.4

enum {
    MARGIN = 48,
    CAPTION = 60, /* a line of text: its baseline is BASE below its top */
    BASE = 42,
    GAP = 44,
    TITLE = 140,
    WIDTH = 2000,
    LETTER = 34,
    NAME = 52,
    FRAME = 2
};

static const rgb_t paper = { 250, 250, 248 };
static const rgb_t ink = { 51, 60, 74 };
static const rgb_t frame_colour = { 148, 160, 176 };

/* All that is drawn, and where. */
typedef struct {
    scene_t scene;
    const overlay_t *overlay;
    double cell_m;
    int floor; /* from the extent's low corner, as the band is */
    band_t band;
    int scale;    /* pixels a cell, of the plan */
    int slice[3]; /* where the slices are, from the low corner */
    picture_t picture;
    legend_t legend;
    int caption_end; /* of the last one drawn */
} sheet_t;

/* --- the parts of the sheet ------------------------------------------------------------ */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void draw_frame(sheet_t *sheet, const picture_frame_t *frame)
{
    const int width = frame->x1 - frame->x0 + 2 * FRAME, height = frame->y1 - frame->y0 + 2 * FRAME;
    const int x = frame->x0 - FRAME, y = frame->y0 - FRAME;
    picture_rect(&sheet->picture, x, y, width, FRAME, frame_colour);
    picture_rect(&sheet->picture, x, frame->y1, width, FRAME, frame_colour);
    picture_rect(&sheet->picture, x, y, FRAME, height, frame_colour);
    picture_rect(&sheet->picture, frame->x1, y, FRAME, height, frame_colour);
}

/* On the line of the view's caption, as long as a fifth of `width` at most. */
static void draw_scale_bar(sheet_t *sheet, const view_t *view, int width)
{
    legend_scale_bar(&sheet->legend, sheet->caption_end, view->frame.x0 + width,
                     view->frame.y0 - CAPTION + BASE, views_scale(view) / sheet->cell_m,
                     width / 5 + 1);
}

/* Frame, overlay and scale bar of a flat view. */
static void finish_view(sheet_t *sheet, const view_t *view)
{
    draw_frame(sheet, &view->frame);
    overlay_draw(sheet->overlay, &sheet->picture, view);
    draw_scale_bar(sheet, view, view->frame.x1 - view->frame.x0);
}

static void draw_caption(sheet_t *sheet, int x, int y, const char *text)
{
    sheet->caption_end = legend_text(&sheet->legend, x, y + BASE, text);
}

/* The height in metres above the floor of a cell's lower side. */
static double height_m(const sheet_t *sheet, int z)
{
    return (z - sheet->floor) * sheet->cell_m;
}

/* A mark outside the plan's frame where a slice goes through it. */
static void draw_slice_marks(sheet_t *sheet, const view_t *plan)
{
    const int half = sheet->scale / 2;
    const int x = plan->frame.x0 + sheet->slice[0] * sheet->scale + half;
    const int y = plan->frame.y1 - sheet->slice[1] * sheet->scale - half;
    picture_rect(&sheet->picture, x - 1, plan->frame.y1 + FRAME, 3, 14, ink);
    picture_rect(&sheet->picture, plan->frame.x0 - 16, y - 1, 14, 3, ink);
    picture_rect(&sheet->picture, plan->frame.x1 + FRAME, y - 1, 14, 3, ink);
    picture_text(&sheet->picture, x + 8, plan->frame.y1 + 34, LETTER, "B", ink);
    picture_text(&sheet->picture, plan->frame.x0 - 44, y + 12, LETTER, "A", ink);
}

static int draw_title(sheet_t *sheet, const char *path, int y)
{
    const char *slash = strrchr(path, '/');
    const int *size = sheet->scene.size;
    char text[160];
    snprintf(text, sizeof text, "%d x %d x %d cells of %g mm: %.1f x %.1f x %.1f m", size[0],
             size[1], size[2], sheet->cell_m * 1000.0, size[0] * sheet->cell_m,
             size[1] * sheet->cell_m, size[2] * sheet->cell_m);
    picture_text(&sheet->picture, MARGIN, y + NAME, NAME, slash ? slash + 1 : path, ink);
    picture_text(&sheet->picture, MARGIN, y + NAME + CAPTION, LETTER, text, ink);
    return y + TITLE;
}

static int draw_plan(sheet_t *sheet, int y)
{
    char text[120];
    snprintf(text, sizeof text, "Plan: walls from %.1f to %.1f m above the floor",
             height_m(sheet, sheet->band.lo), height_m(sheet, sheet->band.hi));
    draw_caption(sheet, MARGIN, y, text);
    const view_t view = views_plan(&sheet->picture, &sheet->scene, &sheet->band, MARGIN,
                                   y + CAPTION, sheet->scale);
    finish_view(sheet, &view);
    draw_slice_marks(sheet, &view);
    return view.frame.y1 + GAP;
}

static picture_frame_t draw_slice(sheet_t *sheet, int axis, int x, int y, int scale,
                                  const char *caption)
{
    draw_caption(sheet, x, y, caption);
    const view_t view = views_slice(&sheet->picture, &sheet->scene, axis, sheet->slice[axis], x,
                                    y + CAPTION, scale);
    finish_view(sheet, &view);
    return view.frame;
}

/* The horizontal slice is half as large as the plan; slice B stands beside it. */
static int draw_small_slices(sheet_t *sheet, int y)
{
    char text[80];
    snprintf(text, sizeof text, "Slice at %.1f m", height_m(sheet, sheet->slice[2]));
    const picture_frame_t level = draw_slice(sheet, 2, MARGIN, y, sheet->scale / 2, text);
    const picture_frame_t across = draw_slice(sheet, 0, larger(level.x1, sheet->caption_end) + GAP,
                                              y, sheet->scale, "Slice B, along y");
    return larger(level.y1, across.y1) + GAP;
}

static int draw_cutaway_legend(sheet_t *sheet, int y)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f m", height_m(sheet, sheet->band.hi));
    int x = legend_text(&sheet->legend, MARGIN, y, "Cutaway:");
    x = legend_ramp(&sheet->legend, x, y, views_height_colour, "0 m", text);
    if (sheet->band.hi < sheet->scene.size[2])
        legend_area(&sheet->legend, x, y, views_state_colour(OCT9_OCCUPIED), "cut through");
    return y + CAPTION;
}

/* Three lines, and one for the overlays if there are any. */
static int legend_height(const sheet_t *sheet)
{
    return (sheet->overlay->item_count > 0 ? 4 : 3) * CAPTION + GAP;
}

static void draw_overlay_legend(sheet_t *sheet, int y)
{
    double centre[2];
    int x = MARGIN;
    for (overlay_kind_t kind = 0; kind < OVERLAY_KINDS; kind++)
        if (overlay_count(sheet->overlay, kind) > 0) {
            legend_sign(&sheet->legend, x, y, centre);
            overlay_draw_key(&sheet->picture, kind, centre);
            x = legend_name(&sheet->legend, x, y, overlay_name(kind));
        }
}

static int draw_legend(sheet_t *sheet, int y)
{
    const legend_t *legend = &sheet->legend;
    int x = MARGIN, base = y + BASE;
    x = legend_area(legend, x, base, views_state_colour(OCT9_OCCUPIED), "occupied");
    x = legend_area(legend, x, base, views_state_colour(OCT9_FREE), "free");
    legend_area(legend, x, base, views_state_colour(OCT9_UNKNOWN), "unknown");
    base += CAPTION;
    x = legend_text(legend, MARGIN, base, "Plan:");
    legend_ramp(legend, x, base, views_share_colour, "occupied at a few",
                "at all of these heights");
    draw_overlay_legend(sheet, draw_cutaway_legend(sheet, base + CAPTION));
    return y + legend_height(sheet);
}

static bool draw_cutaway(sheet_t *sheet, int y)
{
    const int width = sheet->picture.width - 2 * MARGIN;
    view_t view;
    char text[80];
    snprintf(text, sizeof text, "Cutaway at %.1f m", height_m(sheet, sheet->band.hi));
    draw_caption(sheet, MARGIN, y, text);
    if (!views_cutaway(&sheet->picture, &sheet->scene, sheet->band.hi, MARGIN, y + CAPTION, width,
                       &view))
        return false;
    overlay_draw(sheet->overlay, &sheet->picture, &view);
    draw_scale_bar(sheet, &view, width);
    return true;
}

/* --- the sheet ------------------------------------------------------------------------- */

/* A horizontal map fits the width at 2 to 4 pixels a cell; a small one leaves some free. */
static int sheet_width(const sheet_t *sheet)
{
    enum { LEAST = 1200, CAPTIONS = 300 };
    const int *size = sheet->scene.size, scale = sheet->scale;
    const int small = larger(size[0] * (scale / 2), CAPTIONS) + GAP + size[1] * scale;
    return 2 * MARGIN + larger(larger(size[0] * scale, small), LEAST);
}

/* The sum of what the drawing functions below each other take. */
static int sheet_height(const sheet_t *sheet, int width)
{
    const int *size = sheet->scene.size, scale = sheet->scale;
    const int plan = CAPTION + size[1] * scale + GAP;
    const int along = CAPTION + size[2] * scale + GAP;
    const int small = CAPTION + GAP + larger(size[1] * (scale / 2), size[2] * scale);
    const int cutaway = CAPTION +
                        views_cutaway_height(&sheet->scene, sheet->band.hi, width - 2 * MARGIN);
    return MARGIN + TITLE + plan + along + small + legend_height(sheet) + cutaway + MARGIN;
}

static bool draw_sheet(sheet_t *sheet, const char *path)
{
    const int width = sheet_width(sheet);
    if (!picture_new(&sheet->picture, width, sheet_height(sheet, width), paper))
        return false;
    sheet->legend = (legend_t){ &sheet->picture, LETTER, ink };
    int y = draw_title(sheet, path, MARGIN);
    y = draw_plan(sheet, y);
    y = draw_slice(sheet, 1, MARGIN, y, sheet->scale, "Slice A, along x").y1 + GAP;
    y = draw_small_slices(sheet, y);
    return draw_cutaway(sheet, draw_legend(sheet, y));
}

/* The largest edge of the extent decides: a tower's picture is as large as a hall's. */
static int plan_scale(const int size[3])
{
    const int edge = larger(size[0], larger(size[1], size[2]));
    return larger(2, smaller(16, WIDTH / edge));
}

/* Chooses the band and the slices. False if the user chose a band without cells; the default band
 * becomes the whole height of a map without cells in it. */
static bool plan_sheet(sheet_t *sheet, const double *middle_m)
{
    const int layers = sheet->scene.size[2];
    const int thick = larger((int)lround(fmin(BAND_HEIGHT_M / sheet->cell_m, 512.0)), 1);
    sheet->floor = scene_floor(&sheet->scene);
    const double middle = sheet->floor + (middle_m ? *middle_m : BAND_MIDDLE_M) / sheet->cell_m;
    const double lo = round(fmin(fmax(middle - thick / 2.0, -1024.0), 1024.0));
    sheet->band.lo = larger((int)lo, 0);
    sheet->band.hi = smaller((int)lo + thick, layers);
    if (sheet->band.lo >= sheet->band.hi) {
        if (middle_m)
            return false;
        sheet->band = (band_t){ 0, layers };
    }
    sheet->slice[0] = scene_best_slice(&sheet->scene, 0, &sheet->band);
    sheet->slice[1] = scene_best_slice(&sheet->scene, 1, &sheet->band);
    sheet->slice[2] = (sheet->band.lo + sheet->band.hi) / 2;
    sheet->scale = plan_scale(sheet->scene.size);
    return true;
}

/* --- the file --------------------------------------------------------------------------- */

static bool draw_and_write(sheet_t *sheet, const sheet_input_t *input)
{
    if (!scene_load(&sheet->scene, &input->map->map, input->map->extent))
        return fail(input->path, "not enough memory");
    if (!plan_sheet(sheet, input->height_m))
        return fail(input->path, "no cells at that height");
    if (!draw_sheet(sheet, input->path))
        return fail(input->out, "not enough memory");
    return picture_save(&sheet->picture, input->out);
}

bool sheet_write(const sheet_input_t *input)
{
    sheet_t sheet = { .overlay = input->overlay, .cell_m = input->map->image.frame.cell_um / 1e6 };
    const bool good = draw_and_write(&sheet, input);
    scene_free(&sheet.scene);
    picture_free(&sheet.picture);
    return good;
}
