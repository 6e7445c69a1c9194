/* SPDX-License-Identifier: MIT */
/* A picture to draw on. */
#include "tools/picture.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

static int at_least(int a, int b)
{
    return a > b ? a : b;
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

static rgb_t *pixel(const picture_t *picture, int x, int y)
{
    return picture->pixels + (size_t)y * (size_t)picture->width + (size_t)x;
}

bool picture_new(picture_t *picture, int width, int height, rgb_t colour)
{
    picture->width = width;
    picture->height = height;
    picture->pixels = malloc((size_t)width * (size_t)height * sizeof(rgb_t));
    if (!picture->pixels)
        return false;
    picture_unclip(picture);
    picture_rect(picture, 0, 0, width, height, colour);
    return true;
}

void picture_free(picture_t *picture)
{
    free(picture->pixels);
    picture->pixels = NULL;
}

void picture_unclip(picture_t *picture)
{
    picture->clip = (picture_clip_t){ 0, 0, picture->width, picture->height };
}

void picture_clip(picture_t *picture, int x, int y, int width, int height)
{
    picture_clip_t *clip = &picture->clip;
    clip->x0 = at_least(clip->x0, x);
    clip->y0 = at_least(clip->y0, y);
    clip->x1 = at_most(clip->x1, x + width);
    clip->y1 = at_most(clip->y1, y + height);
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

static void blend(picture_t *picture, int x, int y, rgb_t colour, double alpha)
{
    rgb_t *p = pixel(picture, x, y);
    *p = picture_mix(*p, colour, alpha);
}

void picture_rect(picture_t *picture, int x, int y, int width, int height, rgb_t colour)
{
    const picture_clip_t *clip = &picture->clip;
    const int x0 = at_least(x, clip->x0), x1 = at_most(x + width, clip->x1);
    const int y0 = at_least(y, clip->y0), y1 = at_most(y + height, clip->y1);
    for (int row = y0; row < y1; row++)
        for (int column = x0; column < x1; column++)
            *pixel(picture, column, row) = colour;
}

/* The first pixel centre at or beyond a place, kept within int and the picture's reach. */
static int first_centre(double place)
{
    return (int)ceil(fmin(fmax(place, -1e6), 1e6) - 0.5);
}

/* Widens [*lo, *hi] by the place where the edge a-b crosses the height y, if it does. */
static void cross(const double a[2], const double b[2], double y, double *lo, double *hi)
{
    if ((a[1] <= y) == (b[1] <= y))
        return;
    const double x = a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]);
    *lo = fmin(*lo, x);
    *hi = fmax(*hi, x);
}

void picture_quad(picture_t *picture, double corners[4][2], rgb_t colour)
{
    double top = corners[0][1], bottom = corners[0][1];
    for (int i = 1; i < 4; i++) {
        top = fmin(top, corners[i][1]);
        bottom = fmax(bottom, corners[i][1]);
    }
    for (int y = first_centre(top); y < first_centre(bottom); y++) {
        double lo = INFINITY, hi = -INFINITY;
        for (int i = 0; i < 4; i++)
            cross(corners[i], corners[(i + 1) % 4], y + 0.5, &lo, &hi);
        const int x = first_centre(lo);
        picture_rect(picture, x, y, first_centre(hi) - x, 1, colour);
    }
}

/* The columns that a stroke can touch in the row whose centre is y: without this a long
 * slanting line would cost its whole bounding box. */
static void stroke_columns(const double a[2], const double b[2], double y, double reach, int *first,
                           int *end)
{
    double t0 = 0.0, t1 = 1.0;
    const double rise = b[1] - a[1];
    if (fabs(rise) > 1e-9) {
        const double ta = (y - reach - a[1]) / rise, tb = (y + reach - a[1]) / rise;
        t0 = fmin(fmax(fmin(ta, tb), 0.0), 1.0);
        t1 = fmin(fmax(fmax(ta, tb), 0.0), 1.0);
    }
    const double xa = a[0] + (b[0] - a[0]) * t0, xb = a[0] + (b[0] - a[0]) * t1;
    *first = first_centre(fmin(xa, xb) - reach);
    *end = first_centre(fmax(xa, xb) + reach) + 1;
}

static double distance_to_stroke(const double a[2], const double b[2], double x, double y)
{
    const double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/* How much of a pixel lies within `half` of a line whose distance to its centre is given. */
static double coverage(double half, double distance)
{
    return fmin(fmax(half + 0.5 - distance, 0.0), 1.0);
}

void picture_line(picture_t *picture, const double from[2], const double to[2], double width,
                  rgb_t colour, double alpha)
{
    const picture_clip_t *clip = &picture->clip;
    const double half = width / 2.0, reach = half + 1.0;
    const int y0 = at_least(clip->y0, first_centre(fmin(from[1], to[1]) - reach));
    const int y1 = at_most(clip->y1, first_centre(fmax(from[1], to[1]) + reach) + 1);
    for (int y = y0; y < y1; y++) {
        int x0, x1;
        stroke_columns(from, to, y + 0.5, reach, &x0, &x1);
        x1 = at_most(x1, clip->x1);
        for (int x = at_least(x0, clip->x0); x < x1; x++) {
            const double distance = distance_to_stroke(from, to, x + 0.5, y + 0.5);
            blend(picture, x, y, colour, alpha * coverage(half, distance));
        }
    }
}

void picture_disc(picture_t *picture, const double centre[2], double radius, rgb_t colour)
{
    picture_line(picture, centre, centre, 2.0 * radius, colour, 1.0);
}

void picture_ring(picture_t *picture, const double centre[2], double radius, double width,
                  rgb_t colour)
{
    const picture_clip_t *clip = &picture->clip;
    const double reach = radius + width;
    const int x0 = at_least(clip->x0, first_centre(centre[0] - reach));
    const int x1 = at_most(clip->x1, first_centre(centre[0] + reach) + 1);
    const int y0 = at_least(clip->y0, first_centre(centre[1] - reach));
    const int y1 = at_most(clip->y1, first_centre(centre[1] + reach) + 1);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            const double distance = hypot(x + 0.5 - centre[0], y + 0.5 - centre[1]);
            blend(picture, x, y, colour, coverage(width / 2.0, fabs(distance - radius)));
        }
}

static rgb_t mean_of_four(const picture_t *big, int x, int y)
{
    const rgb_t *a = pixel(big, x, y), *b = pixel(big, x, y + 1);
    return (rgb_t){ (uint8_t)((a[0].r + a[1].r + b[0].r + b[1].r + 2) / 4),
                    (uint8_t)((a[0].g + a[1].g + b[0].g + b[1].g + 2) / 4),
                    (uint8_t)((a[0].b + a[1].b + b[0].b + b[1].b + 2) / 4) };
}

void picture_paste_half(picture_t *picture, int x, int y, const picture_t *big)
{
    for (int row = 0; row < big->height / 2; row++)
        for (int column = 0; column < big->width / 2; column++)
            picture_rect(picture, x + column, y + row, 1, 1,
                         mean_of_four(big, 2 * column, 2 * row));
}

/* libpng reports an error by a jump back to setjmp: nothing here lives in a local variable
 * that changes after it. */
static bool write_rows(png_structp png, png_infop info, const picture_t *picture, FILE *file)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < picture->height; y++)
        png_write_row(png, (png_const_bytep)pixel(picture, 0, y));
    png_write_end(png, NULL);
    return true;
}

/* The caller has its own words for a failure: libpng need not print any. */
static void on_error(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

bool picture_write_png(const picture_t *picture, FILE *file)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    const bool good = info && write_rows(png, info, picture, file);
    png_destroy_write_struct(&png, &info);
    return good && !ferror(file);
}
