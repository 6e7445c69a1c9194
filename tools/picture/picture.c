/* SPDX-License-Identifier: MIT */
/* A picture to draw on, by cairo. */
#include "tools/picture/picture.h"
#include "tools/fail.h"
#include "tools/format/output.h"

#include <math.h>

/* Of the package fonts-dejavu-core: pictures are the same on each machine. */
#define FONT "DejaVu Sans"

enum { TEXT_MOST = 255 };

static const double pi = 3.14159265358979323846;

/* The same on each machine too, not as its settings for screens are. */
static void choose_font(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cairo, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

bool picture_new(picture_t *picture, int width, int height, rgb_t paper)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    *picture = (picture_t){ width, height, paper, cairo_create(surface) };
    cairo_surface_destroy(surface); /* it lives on in the context */
    choose_font(picture->cairo);
    cairo_set_line_cap(picture->cairo, CAIRO_LINE_CAP_ROUND);
    if (cairo_status(picture->cairo) != CAIRO_STATUS_SUCCESS) {
        picture_free(picture);
        return false;
    }
    picture_rect(picture, 0, 0, width, height, paper);
    return true;
}

void picture_free(picture_t *picture)
{
    if (picture->cairo)
        cairo_destroy(picture->cairo);
    *picture = (picture_t){ 0 };
}

void picture_clip(picture_t *picture, const picture_frame_t *frame)
{
    cairo_rectangle(picture->cairo, frame->x0, frame->y0, frame->x1 - frame->x0,
                    frame->y1 - frame->y0);
    cairo_clip(picture->cairo);
}

void picture_unclip(picture_t *picture)
{
    cairo_reset_clip(picture->cairo);
}

static uint8_t mix_byte(uint8_t a, uint8_t b, double t)
{
    return (uint8_t)lround((double)a + ((double)b - (double)a) * t);
}

rgb_t picture_mix(rgb_t a, rgb_t b, double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    return (rgb_t){ mix_byte(a.r, b.r, t), mix_byte(a.g, b.g, t), mix_byte(a.b, b.b, t) };
}

static void set_colour(picture_t *picture, rgb_t colour, double alpha)
{
    cairo_set_source_rgba(picture->cairo, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0,
                          alpha);
}

void picture_rect(picture_t *picture, int x, int y, int width, int height, rgb_t colour)
{
    set_colour(picture, colour, 1.0);
    cairo_rectangle(picture->cairo, x, y, width, height);
    cairo_fill(picture->cairo);
}

void picture_polygon(picture_t *picture, const double (*corners)[2], size_t count, rgb_t colour,
                     double alpha)
{
    set_colour(picture, colour, alpha);
    for (size_t i = 0; i < count; i++)
        cairo_line_to(picture->cairo, corners[i][0], corners[i][1]);
    cairo_fill(picture->cairo);
}

void picture_quad(picture_t *picture, double corners[4][2], rgb_t colour)
{
    cairo_set_antialias(picture->cairo, CAIRO_ANTIALIAS_NONE);
    picture_polygon(picture, (const double(*)[2])corners, 4, colour, 1.0);
    cairo_set_antialias(picture->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void picture_line(picture_t *picture, const double from[2], const double to[2], double width,
                  rgb_t colour, double alpha)
{
    set_colour(picture, colour, alpha);
    cairo_set_line_width(picture->cairo, width);
    cairo_move_to(picture->cairo, from[0], from[1]);
    cairo_line_to(picture->cairo, to[0], to[1]);
    cairo_stroke(picture->cairo);
}

static void add_circle(picture_t *picture, const double centre[2], double radius)
{
    cairo_new_sub_path(picture->cairo);
    cairo_arc(picture->cairo, centre[0], centre[1], radius, 0.0, 2.0 * pi);
    cairo_close_path(picture->cairo);
}

void picture_disc(picture_t *picture, const double centre[2], double radius, rgb_t colour)
{
    set_colour(picture, colour, 1.0);
    add_circle(picture, centre, radius);
    cairo_fill(picture->cairo);
}

void picture_ring(picture_t *picture, const double centre[2], double radius, double width,
                  rgb_t colour)
{
    set_colour(picture, colour, 1.0);
    cairo_set_line_width(picture->cairo, width);
    add_circle(picture, centre, radius);
    cairo_stroke(picture->cairo);
}

/* cairo takes UTF-8 only, and a file's name may hold any bytes. */
static void make_printable(char printable[TEXT_MOST + 1], const char *text)
{
    size_t i = 0;
    for (; i < TEXT_MOST && text[i]; i++)
        printable[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    printable[i] = 0;
}

int picture_text_width(const picture_t *picture, int size, const char *text)
{
    char printable[TEXT_MOST + 1];
    cairo_text_extents_t extents;
    make_printable(printable, text);
    cairo_set_font_size(picture->cairo, size);
    cairo_text_extents(picture->cairo, printable, &extents);
    return (int)ceil(extents.x_advance);
}

int picture_text(picture_t *picture, int x, int y, int size, const char *text, rgb_t colour)
{
    char printable[TEXT_MOST + 1];
    make_printable(printable, text);
    set_colour(picture, colour, 1.0);
    cairo_set_font_size(picture->cairo, size);
    cairo_move_to(picture->cairo, x, y);
    cairo_show_text(picture->cairo, printable);
    cairo_new_path(picture->cairo);
    return x + picture_text_width(picture, size, text);
}

/* Each pixel's centre lies on the corner of four of `big`: the bilinear filter is their mean. */
void picture_paste_half(picture_t *picture, int x, int y, const picture_t *big)
{
    cairo_t *cairo = picture->cairo;
    const picture_frame_t frame = { x, y, x + big->width / 2, y + big->height / 2 };
    cairo_save(cairo);
    picture_clip(picture, &frame);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, 0.5, 0.5);
    cairo_set_source_surface(cairo, cairo_get_target(big->cairo), 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

static cairo_status_t write_bytes(void *file, const unsigned char *bytes, unsigned count)
{
    return fwrite(bytes, 1, count, file) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool write_png(const picture_t *picture, FILE *file)
{
    cairo_surface_t *surface = cairo_get_target(picture->cairo);
    return cairo_status(picture->cairo) == CAIRO_STATUS_SUCCESS &&
           cairo_surface_write_to_png_stream(surface, write_bytes, file) == CAIRO_STATUS_SUCCESS;
}

bool picture_save(const picture_t *picture, const char *path)
{
    output_t output;
    if (!output_open(&output, path))
        return false;
    const bool good = write_png(picture, output.file);
    if (!good)
        fail(path, "cannot be written: its picture");
    return output_close(&output, good);
}
