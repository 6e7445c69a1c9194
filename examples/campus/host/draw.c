/* SPDX-License-Identifier: MIT */
/* Draws the tiles of a world, and what the robot did there: draw WORLD OUT.png <LINES. The lines
 * are those of the program; places are in millimetres. */
#include "oct9/world.h"
#include "tools/fail.h"
#include "tools/format/bytes.h"
#include "tools/picture/legend.h"
#include "tools/picture/views.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 24, LETTER = 22, LINE_HEIGHT = 36, LINE = 4000, LINES = 3, THINGS = 16 };

static const rgb_t paper = { 255, 255, 255 }, ink = { 30, 41, 59 }, edge = { 100, 116, 139 },
                   planned = { 245, 130, 32 }, driven = { 37, 99, 235 }, thing = { 220, 20, 40 },
                   stop = { 22, 150, 80 };

typedef struct {
    bytes_t bytes;
    const oct9_world_header_t *header;
    const oct9_world_tile_t *table;
    int low[2], high[2]; /* tiles */
    picture_t picture;   /* a pixel is a cell */
    double last[2];      /* of what was driven */
    bool drives;
    double things[THINGS][4]; /* millimetres */
    int thing_count;
} sheet_t;

static bool load(sheet_t *sheet, const char *path)
{
    if (!bytes_read(&sheet->bytes, path))
        return false;
    sheet->header = (const void *)sheet->bytes.data;
    sheet->table = (const void *)(sheet->header + 1);
    for (int a = 0; a < 2; a++) {
        sheet->low[a] = INT16_MAX;
        sheet->high[a] = INT16_MIN;
    }
    for (uint32_t i = 0; i < sheet->header->tile_count; i++)
        for (int a = 0; a < 2; a++) {
            const int at = a == 0 ? sheet->table[i].x : sheet->table[i].y;
            sheet->low[a] = at < sheet->low[a] ? at : sheet->low[a];
            sheet->high[a] = at >= sheet->high[a] ? at + 1 : sheet->high[a];
        }
    return true;
}

/* --- the tiles -------------------------------------------------------------------------------- */

/* Where walls and hedges are, from knee height to above the robot. */
static bool draw_tile(sheet_t *sheet, const oct9_world_tile_t *tile)
{
    static const band_t band = { 12, 18 }; /* from the extent's low side, with 8 cells of ground */
    const int x = (tile->x - sheet->low[0]) * OCT9_CELLS;
    const int y = (sheet->high[1] - 1 - tile->y) * OCT9_CELLS;
    oct9_image_t image;
    scene_t scene;
    if (oct9_image_open(&image, sheet->bytes.data + 4u * (size_t)tile->offset, tile->bytes) !=
        OCT9_OK)
        return fail("campus", "not a good tile");
    const oct9_image_header_t *const header = (const void *)image.bytes;
    const oct9_map_t map = oct9_map_of_image(&image);
    if (!scene_load(&scene, &map, header->extent))
        return fail("campus", "not enough memory");
    views_plan(&sheet->picture, &scene, &band, x, y, 1);
    scene_free(&scene);
    picture_rect(&sheet->picture, x, y, OCT9_CELLS, 2, edge);
    picture_rect(&sheet->picture, x, y, 2, OCT9_CELLS, edge);
    return true;
}

static bool draw_tiles(sheet_t *sheet)
{
    const int width = (sheet->high[0] - sheet->low[0]) * OCT9_CELLS;
    const int height = (sheet->high[1] - sheet->low[1]) * OCT9_CELLS;
    if (!picture_new(&sheet->picture, width, height, paper))
        return fail("campus", "not enough memory");
    bool good = true;
    for (uint32_t i = 0; good && i < sheet->header->tile_count; i++)
        good = draw_tile(sheet, &sheet->table[i]);
    return good;
}

/* --- what the robot did ----------------------------------------------------------------------- */

static void pixel_of(const sheet_t *sheet, const double mm[2], double pixel[2])
{
    const double cell_mm = sheet->header->cell_um / 1000.0;
    pixel[0] = (mm[0] - sheet->header->origin_mm[0]) / cell_mm - sheet->low[0] * OCT9_CELLS;
    pixel[1] = sheet->high[1] * OCT9_CELLS - (mm[1] - sheet->header->origin_mm[1]) / cell_mm;
}

/* Numbers of a line, at most `most`. */
static int read_numbers(const char *text, double *numbers, int most)
{
    int count = 0;
    for (char *end; count < most; count++, text = end) {
        numbers[count] = strtod(text, &end);
        if (end == text)
            break;
    }
    return count;
}

static void draw_route(sheet_t *sheet, const double *numbers, int count)
{
    double from[2], to[2];
    for (int i = 3; i + 2 < count; i += 3) {
        pixel_of(sheet, &numbers[i - 3], from);
        pixel_of(sheet, &numbers[i], to);
        picture_line(&sheet->picture, from, to, 4, planned, 0.9);
    }
}

static void draw_pose(sheet_t *sheet, const double *numbers)
{
    double at[2];
    pixel_of(sheet, numbers, at);
    if (sheet->drives)
        picture_line(&sheet->picture, sheet->last, at, 5, driven, 1);
    sheet->drives = true;
    memcpy(sheet->last, at, sizeof at);
}

/* A box, thick enough to be seen. */
static void draw_thing(sheet_t *sheet, const double numbers[4])
{
    double low[2], high[2];
    pixel_of(sheet, numbers, low);
    pixel_of(sheet, numbers + 2, high);
    for (int a = 0; a < 2; a++) {
        const double middle = (low[a] + high[a]) / 2;
        low[a] = low[a] < middle - 4 || low[a] > middle + 4 ? low[a] : middle - 4;
        high[a] = high[a] < middle - 4 || high[a] > middle + 4 ? high[a] : middle + 4;
    }
    const double corners[4][2] = {
        { low[0], low[1] }, { high[0], low[1] }, { high[0], high[1] }, { low[0], high[1] }
    };
    picture_polygon(&sheet->picture, corners, 4, thing, 1);
}

/* A line that is not for the picture begins with the time and the place. */
static void draw_stop(sheet_t *sheet, const char *line)
{
    double numbers[4], at[2];
    if (!strstr(line, "obstacle") || read_numbers(line, numbers, 4) != 4)
        return;
    pixel_of(sheet, &numbers[1], at);
    picture_ring(&sheet->picture, at, 24, 6, stop);
}

static void draw_line(sheet_t *sheet, const char *line)
{
    double numbers[LINE / 4];
    char item[16];
    int end = 0;
    if (sscanf(line, "@%*s %15s%n", item, &end) != 1) {
        draw_stop(sheet, line);
        return;
    }
    const int count = read_numbers(line + end, numbers, LINE / 4);
    if (strcmp(item, "route") == 0)
        draw_route(sheet, numbers, count);
    else if (strcmp(item, "pose") == 0 && count == 3)
        draw_pose(sheet, numbers);
    else if (strcmp(item, "thing") == 0 && count == 4 && sheet->thing_count < THINGS)
        memcpy(sheet->things[sheet->thing_count++], numbers, sizeof sheet->things[0]);
}

/* --- the sheet -------------------------------------------------------------------------------- */

static void draw_legend(const sheet_t *sheet, picture_t *picture)
{
    const legend_t legend = { picture, LETTER, ink };
    double centre[2];
    int y = picture->height - MARGIN - (LINES - 1) * LINE_HEIGHT;
    int x = legend_line(&legend, MARGIN, y, 2, planned, "planned");
    x = legend_line(&legend, x, y, 3, driven, "driven");
    legend_sign(&legend, x, y, centre);
    picture_ring(picture, centre, 10, 3, stop);
    x = legend_name(&legend, x, y, "stopped by an obstacle");
    legend_area(&legend, x, y, thing, "not in the map: shut gates and a pallet");
    y += LINE_HEIGHT;
    x = legend_area(&legend, MARGIN, y, views_state_colour(OCT9_FREE), "free");
    x = legend_area(&legend, x, y, views_state_colour(OCT9_UNKNOWN), "unknown");
    x = legend_ramp(&legend, x, y, views_share_colour, "occupied at a few", "at all heights");
    legend_scale_bar(&legend, x, picture->width - MARGIN, y, 500000.0 / sheet->header->cell_um,
                     picture->width / 5);
    y += LINE_HEIGHT;
    legend_line(&legend, MARGIN, y, 2, edge, "border of a tile");
}

static bool write_sheet(sheet_t *sheet, const char *path)
{
    picture_t picture;
    if (!picture_new(&picture, sheet->picture.width / 2 + 2 * MARGIN,
                     sheet->picture.height / 2 + 2 * MARGIN + LINES * LINE_HEIGHT, paper))
        return fail(path, "not enough memory");
    picture_paste_half(&picture, MARGIN, MARGIN, &sheet->picture);
    draw_legend(sheet, &picture);
    const bool good = picture_save(&picture, path);
    picture_free(&picture);
    return good;
}

int main(int argc, char **argv)
{
    static sheet_t sheet;
    static char line[LINE];
    if (argc != 3 || !load(&sheet, argv[1]))
        return 2;
    bool good = draw_tiles(&sheet);
    while (good && fgets(line, sizeof line, stdin))
        draw_line(&sheet, line);
    for (int i = 0; good && i < sheet.thing_count; i++)
        draw_thing(&sheet, sheet.things[i]);
    good = good && write_sheet(&sheet, argv[2]);
    picture_free(&sheet.picture);
    bytes_free(&sheet.bytes);
    return good ? 0 : 1;
}
