/* SPDX-License-Identifier: MIT */
/* Draws the arm where it touches: draw MAP SCENE OUT.png <LINES, a panel for each touch.
 *
 * The lines are those of the program that begin with '@', without the '@':
 *   touch TEXT                a panel and its caption
 *   sphere x y z r link       in sub-cells and, the radius, mm
 *   contact x y z nx ny nz    in sub-cells and Q1.14
 *
 * The fixture is the cutaway of the same mesh as a map; a pixel of a sphere is left out where a
 * line from it to the eye meets a triangle of the scene. */
#include "oct9/scene.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/picture/legend.h"
#include "tools/picture/views.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 640,
    GAP = 24,
    CAPTION = 64, /* a line of text: its baseline is BASE below its top */
    BASE = 46,
    LETTER = 34,
    PANELS = 8,
    SPHERES = 64,
    LINE = 200
};

typedef struct {
    double centre[3], radius; /* cells */
    int link;
} sphere_t;

typedef struct {
    char caption[LINE];
    sphere_t sphere[SPHERES];
    int count;
    double contact[3], normal[3]; /* cells; a unit vector */
} panel_t;

typedef struct {
    map_file_t map;
    bytes_t bytes;
    oct9_scene_t scene;
    oct9_frame_t frame;
    scene_t cells; /* of the map, as the views have them */
    panel_t panel[PANELS];
    int count;
    picture_t picture;
} sheet_t;

/* Of one panel: pixels to a cell, and the picture's axes in the map: right, down, to the eye. */
typedef struct {
    view_t view;
    double scale, right[3], down[3], eye[3];
} camera_t;

static const rgb_t white = { 252, 252, 250 };
static const rgb_t ink = { 30, 41, 59 };
static const rgb_t red = { 214, 40, 57 };
static const rgb_t link_colours[] = { { 71, 85, 105 }, { 217, 119, 6 }, { 234, 150, 40 } };

/* --- reading ----------------------------------------------------------------------------- */

/* In cells from the cube's low corner, as the cutaway is. */
static double cells_of(double q6)
{
    return (q6 - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

static void add_sphere(sheet_t *sheet, const double n[5])
{
    panel_t *panel = &sheet->panel[sheet->count - 1];
    if (panel->count == SPHERES)
        return;
    sphere_t *sphere = &panel->sphere[panel->count++];
    for (int a = 0; a < 3; a++)
        sphere->centre[a] = cells_of(n[a]);
    sphere->radius = n[3] * 1e3 / sheet->frame.cell_um;
    sphere->link = (int)n[4];
}

static void take_line(sheet_t *sheet, const char *line)
{
    double n[6];
    if (strncmp(line, "touch ", 6) == 0 && sheet->count < PANELS) {
        panel_t *panel = &sheet->panel[sheet->count++];
        memset(panel, 0, sizeof *panel);
        strcpy(panel->caption, line + 6);
    } else if (sheet->count > 0 &&
               sscanf(line, "sphere %lf %lf %lf %lf %lf", &n[0], &n[1], &n[2], &n[3], &n[4]) == 5) {
        add_sphere(sheet, n);
    } else if (sheet->count > 0 && sscanf(line, "contact %lf %lf %lf %lf %lf %lf", &n[0], &n[1],
                                          &n[2], &n[3], &n[4], &n[5]) == 6) {
        for (int a = 0; a < 3; a++) {
            sheet->panel[sheet->count - 1].contact[a] = cells_of(n[a]);
            sheet->panel[sheet->count - 1].normal[a] = n[a + 3] / OCT9_ONE_Q14;
        }
    }
}

static void read_lines(sheet_t *sheet)
{
    char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        take_line(sheet, line);
    }
}

static bool load(sheet_t *sheet, const char *map, const char *scene)
{
    if (!map_file_open(&sheet->map, map) || !bytes_read(&sheet->bytes, scene))
        return false;
    if (oct9_scene_open(&sheet->scene, sheet->bytes.data, sheet->bytes.size, &sheet->frame) !=
        OCT9_OK)
        return fail(scene, "not a good scene");
    return scene_load(&sheet->cells, &sheet->map.map, sheet->map.extent) ||
           fail(map, "not enough memory");
}

/* --- drawing ----------------------------------------------------------------------------- */

static void look_along(camera_t *camera)
{
    const double(*m)[3] = (const double(*)[3])camera->view.m;
    camera->scale = views_scale(&camera->view);
    for (int a = 0; a < 3; a++) {
        camera->right[a] = m[0][a] / camera->scale;
        camera->down[a] = m[1][a] / camera->scale;
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        camera->eye[a] = camera->down[b] * camera->right[c] - camera->down[c] * camera->right[b];
    }
}

static int16_t q6(double cells)
{
    return (int16_t)fmax(-32768, fmin(32767, floor(cells * OCT9_CELL_Q6) + OCT9_LOW_Q6));
}

static oct9_point_t point_of(const double place[3])
{
    const oct9_point_t point = { q6(place[0]), q6(place[1]), q6(place[2]) };
    return point;
}

/* Nothing of the scene is between a place and the eye, as far as 180 cells. */
static bool visible(const sheet_t *sheet, const camera_t *camera, const double place[3])
{
    double far[3];
    oct9_scene_hit_t hit;
    oct9_scene_output_t output;
    for (int a = 0; a < 3; a++)
        far[a] = place[a] + 180 * camera->eye[a];
    const oct9_scene_cast_input_t input = {
        .motion = { .from = point_of(place), .to = point_of(far) }, .capacity = 1, .hits = &hit
    };
    return oct9_scene_cast(&sheet->scene, &input, &output) == OCT9_OK && output.count == 0;
}

/* By links, paler where it looks at the light. */
static rgb_t shade(int link, double light)
{
    static const rgb_t black = { 15, 20, 30 }, bright = { 255, 250, 240 };
    const rgb_t colour = link_colours[link % 3];
    return light < 0.5 ? picture_mix(black, colour, 0.45 + 1.1 * light)
                       : picture_mix(colour, bright, 0.9 * (light - 0.5));
}

/* The pixel at (u, v) of a sphere's disc, in radii. */
static void draw_pixel(sheet_t *sheet, const camera_t *camera, const sphere_t *sphere, double u,
                       double v, int x, int y)
{
    const double w = sqrt(1 - u * u - v * v);
    double place[3];
    for (int a = 0; a < 3; a++)
        place[a] = sphere->centre[a] + sphere->radius * (u * camera->right[a] +
                                                         v * camera->down[a] + w * camera->eye[a]);
    const double light = fmax(0, -0.45 * u - 0.5 * v + 0.74 * w);
    const picture_frame_t *frame = &camera->view.frame;
    if (x >= frame->x0 && x < frame->x1 && y >= frame->y0 && y < frame->y1 &&
        visible(sheet, camera, place))
        picture_rect(&sheet->picture, x, y, 1, 1, shade(sphere->link, light));
}

static void draw_sphere(sheet_t *sheet, const camera_t *camera, const sphere_t *sphere)
{
    double at[2];
    views_project(&camera->view, sphere->centre, at);
    const double radius = sphere->radius * camera->scale;
    for (int y = (int)floor(at[1] - radius); y <= at[1] + radius; y++)
        for (int x = (int)floor(at[0] - radius); x <= at[0] + radius; x++) {
            const double u = (x + 0.5 - at[0]) / radius, v = (y + 0.5 - at[1]) / radius;
            if (u * u + v * v < 1)
                draw_pixel(sheet, camera, sphere, u, v, x, y);
        }
}

/* Larger is nearer to the eye. */
static double nearness(const camera_t *camera, const sphere_t *sphere)
{
    return sphere->centre[0] * camera->eye[0] + sphere->centre[1] * camera->eye[1] +
           sphere->centre[2] * camera->eye[2];
}

/* The farthest first. */
static void sort_spheres(panel_t *panel, const camera_t *camera)
{
    for (int i = 1; i < panel->count; i++) {
        const sphere_t sphere = panel->sphere[i];
        int k = i;
        for (; k > 0 && nearness(camera, &panel->sphere[k - 1]) > nearness(camera, &sphere); k--)
            panel->sphere[k] = panel->sphere[k - 1];
        panel->sphere[k] = sphere;
    }
}

/* The point, and the normal as long as 20 cells. */
static void draw_contact(sheet_t *sheet, const camera_t *camera, const panel_t *panel)
{
    double tip[3], from[2], to[2];
    for (int a = 0; a < 3; a++)
        tip[a] = panel->contact[a] + 20 * panel->normal[a];
    views_project(&camera->view, panel->contact, from);
    views_project(&camera->view, tip, to);
    picture_line(&sheet->picture, from, to, 3, red, 1);
    picture_disc(&sheet->picture, from, 5, red);
    picture_ring(&sheet->picture, from, 6, 2, white);
}

static bool draw_panel(sheet_t *sheet, panel_t *panel, int x, camera_t *camera)
{
    picture_text(&sheet->picture, x, BASE, LETTER, panel->caption, ink);
    if (!views_cutaway(&sheet->picture, &sheet->cells, sheet->cells.size[2], x, CAPTION, WIDTH,
                       &camera->view))
        return false;
    look_along(camera);
    sort_spheres(panel, camera);
    for (int i = 0; i < panel->count; i++)
        draw_sphere(sheet, camera, &panel->sphere[i]);
    draw_contact(sheet, camera, panel);
    return true;
}

/* The table is the scene's lowest floor. */
static void draw_legend(sheet_t *sheet, const camera_t *camera, int y)
{
    const legend_t legend = { &sheet->picture, LETTER, ink };
    const double cell_m = sheet->frame.cell_um / 1e6;
    char high[32];
    snprintf(high, sizeof high, "%.2f m",
             (sheet->cells.size[2] - scene_floor(&sheet->cells)) * cell_m);
    int x = legend_area(&legend, GAP, y, link_colours[1], "links 1, 4");
    x = legend_area(&legend, x, y, link_colours[2], "2, 5");
    x = legend_area(&legend, x, y, link_colours[0], "3, 6");
    legend_disc(&legend, x, y, 8, red, "first contact, with its normal");
    y += CAPTION;
    x = legend_text(&legend, GAP, y, "Height above the table:");
    x = legend_ramp(&legend, x, y, views_height_colour, "0 m", high);
    legend_scale_bar(&legend, x, sheet->picture.width - GAP, y, camera->scale / cell_m, WIDTH / 2);
}

static bool draw(sheet_t *sheet)
{
    const int height = views_cutaway_height(&sheet->cells, sheet->cells.size[2], WIDTH);
    camera_t camera;
    if (!picture_new(&sheet->picture, sheet->count * (WIDTH + GAP) + GAP,
                     height + 3 * CAPTION + GAP, white))
        return false;
    for (int i = 0; i < sheet->count; i++)
        if (!draw_panel(sheet, &sheet->panel[i], GAP + i * (WIDTH + GAP), &camera))
            return false;
    draw_legend(sheet, &camera, CAPTION + height + BASE);
    return true;
}

int main(int argc, char **argv)
{
    static sheet_t sheet;
    if (argc != 4) {
        fprintf(stderr, "usage: draw MAP SCENE OUT.png <LINES\n");
        return STATUS_BAD_USAGE;
    }
    if (!load(&sheet, argv[1], argv[2]))
        return STATUS_BAD_DATA;
    read_lines(&sheet);
    const bool good = sheet.count > 0 ? (draw(&sheet) || fail(argv[3], "out of memory")) &&
                                            picture_save(&sheet.picture, argv[3])
                                      : fail("standard input", "holds no touch");
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
