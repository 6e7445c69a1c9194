/* SPDX-License-Identifier: MIT */
/* What the colours of a picture mean, and how long a metre is on it. */
#ifndef OCT9_TOOLS_LEGEND_H
#define OCT9_TOOLS_LEGEND_H

#include "tools/picture/picture.h"

typedef struct {
    picture_t *picture;
    int size; /* of the text, in pixels */
    rgb_t ink;
} legend_t;

/* Each entry begins at x, on the line of text whose baseline is y. Returns the x of the next entry
 * on that line. */
int legend_text(const legend_t *legend, int x, int y, const char *text);
int legend_area(const legend_t *legend, int x, int y, rgb_t colour, const char *name);
int legend_line(const legend_t *legend, int x, int y, double width, rgb_t colour, const char *name);
int legend_disc(const legend_t *legend, int x, int y, double radius, rgb_t colour,
                const char *name);

/* A ramp of colours between the names of its ends: colour(0) to colour(1). */
int legend_ramp(const legend_t *legend, int x, int y, rgb_t (*colour)(double), const char *low,
                const char *high);

/* The middle of an entry's sign that is drawn by the caller, and the name beside it. */
void legend_sign(const legend_t *legend, int x, int y, double centre[2]);
int legend_name(const legend_t *legend, int x, int y, const char *name);

/* A bar of 1, 2 or 5 times a power of ten metres, at most `most` pixels long, that ends at the
 * x `right`, and its length in front of it. It is left out where it would begin before `left`. */
void legend_scale_bar(const legend_t *legend, int left, int right, int y, double pixels_per_metre,
                      int most);

#endif
