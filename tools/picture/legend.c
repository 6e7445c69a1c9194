/* SPDX-License-Identifier: MIT */
/* Legends and scale bars. All lengths follow the size of the text. */
#include "tools/picture/legend.h"

#include <math.h>

static const rgb_t rim = { 148, 160, 176 };

/* The edge of a sign: as high as a capital letter and a little more. */
static int sign_edge(const legend_t *legend)
{
    return legend->size * 9 / 10;
}

/* The upper edge of a sign, so that its middle is that of the capital letters. */
static int sign_top(const legend_t *legend, int y)
{
    return y - (legend->size * 36 / 100 + sign_edge(legend) / 2);
}

static int gap(const legend_t *legend)
{
    return legend->size;
}

int legend_text(const legend_t *legend, int x, int y, const char *text)
{
    return picture_text(legend->picture, x, y, legend->size, text, legend->ink) + gap(legend);
}

void legend_sign(const legend_t *legend, int x, int y, double centre[2])
{
    centre[0] = x + sign_edge(legend) / 2.0;
    centre[1] = sign_top(legend, y) + sign_edge(legend) / 2.0;
}

int legend_name(const legend_t *legend, int x, int y, const char *name)
{
    return legend_text(legend, x + sign_edge(legend) * 3 / 2, y, name);
}

int legend_area(const legend_t *legend, int x, int y, rgb_t colour, const char *name)
{
    const int edge = sign_edge(legend), top = sign_top(legend, y);
    picture_rect(legend->picture, x, top, edge, edge, rim);
    picture_rect(legend->picture, x + 2, top + 2, edge - 4, edge - 4, colour);
    return legend_name(legend, x, y, name);
}

int legend_line(const legend_t *legend, int x, int y, double width, rgb_t colour, const char *name)
{
    double from[2], to[2];
    legend_sign(legend, x, y, from);
    to[0] = from[0] + sign_edge(legend) / 2.0;
    to[1] = from[1];
    from[0] = x;
    picture_line(legend->picture, from, to, width, colour, 1.0);
    return legend_name(legend, x, y, name);
}

int legend_disc(const legend_t *legend, int x, int y, double radius, rgb_t colour, const char *name)
{
    double centre[2];
    legend_sign(legend, x, y, centre);
    picture_disc(legend->picture, centre, radius, colour);
    return legend_name(legend, x, y, name);
}

int legend_ramp(const legend_t *legend, int x, int y, rgb_t (*colour)(double), const char *low,
                const char *high)
{
    const int edge = sign_edge(legend), top = sign_top(legend, y), length = 6 * edge;
    x = picture_text(legend->picture, x, y, legend->size, low, legend->ink) + gap(legend) / 2;
    picture_rect(legend->picture, x, top, length, edge, rim);
    for (int i = 0; i < length - 4; i++)
        picture_rect(legend->picture, x + 2 + i, top + 2, 1, edge - 4,
                     colour((double)i / (length - 5)));
    return legend_text(legend, x + length + gap(legend) / 2, y, high);
}

/* The longest bar, in metres, that is at most `most` metres long. */
static double bar_length(double most)
{
    static const double steps[] = { 1.0, 2.0, 5.0 };
    const double ten = pow(10.0, floor(log10(most)));
    double metres = ten;
    for (int i = 0; i < 3; i++)
        if (steps[i] * ten <= most)
            metres = steps[i] * ten;
    return metres;
}

void legend_scale_bar(const legend_t *legend, int left, int right, int y, double pixels_per_metre,
                      int most)
{
    const int thick = 3, tick = legend->size * 6 / 10;
    const double metres = bar_length(most / pixels_per_metre);
    const int length = (int)lround(metres * pixels_per_metre), bar = right - length;
    const int middle = y - legend->size * 36 / 100;
    char text[32];
    snprintf(text, sizeof text, "%g m", metres);
    const int begin = bar - legend->size / 2 -
                      picture_text_width(legend->picture, legend->size, text);
    if (begin < left)
        return;
    picture_text(legend->picture, begin, y, legend->size, text, legend->ink);
    picture_rect(legend->picture, bar, middle - thick / 2, length, thick, legend->ink);
    picture_rect(legend->picture, bar, middle - tick / 2, thick, tick, legend->ink);
    picture_rect(legend->picture, right - thick, middle - tick / 2, thick, tick, legend->ink);
}
