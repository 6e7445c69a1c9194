/* SPDX-License-Identifier: MIT */
/* A picture to draw on: lines, areas and text by cairo, written as PNG.
 *
 * Places are in pixels from the top left corner; the centre of the first pixel is (0.5, 0.5).
 * Nothing is drawn outside the clip frame, which is the whole picture at first. After an error of
 * cairo the picture stays bad, and picture_save returns false. */
#ifndef OCT9_TOOLS_PICTURE_H
#define OCT9_TOOLS_PICTURE_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint8_t r, g, b;
} rgb_t;

/* Pixels [x0, x1) by [y0, y1). */
typedef struct {
    int x0, y0, x1, y1;
} picture_frame_t;

typedef struct {
    int width, height;
    rgb_t paper;
    cairo_t *cairo;
} picture_t;

/* False iff there is not enough memory, or an edge is longer than 32767 pixels; the picture is
 * empty then, as one of all zeros is. Either may be freed. */
bool picture_new(picture_t *picture, int width, int height, rgb_t paper);
void picture_free(picture_t *picture);

/* Restricts drawing to a frame, and lifts the restriction. */
void picture_clip(picture_t *picture, const picture_frame_t *frame);
void picture_unclip(picture_t *picture);

/* From a to b as t goes from 0 to 1. */
rgb_t picture_mix(rgb_t a, rgb_t b, double t);

void picture_rect(picture_t *picture, int x, int y, int width, int height, rgb_t colour);

/* A quadrangle, corners in order, with hard edges: neighbours leave no gap. */
void picture_quad(picture_t *picture, double corners[4][2], rgb_t colour);

/* An area with smooth edges; alpha 1 is opaque. */
void picture_polygon(picture_t *picture, const double (*corners)[2], size_t count, rgb_t colour,
                     double alpha);

/* A stroke with round ends. */
void picture_line(picture_t *picture, const double from[2], const double to[2], double width,
                  rgb_t colour, double alpha);

void picture_disc(picture_t *picture, const double centre[2], double radius, rgb_t colour);
void picture_ring(picture_t *picture, const double centre[2], double radius, double width,
                  rgb_t colour);

/* Text in DejaVu Sans of `size` pixels. It begins at x, its baseline is y. Each byte that is not
 * printable ASCII appears as a question mark. Returns the x behind the text. */
int picture_text(picture_t *picture, int x, int y, int size, const char *text, rgb_t colour);
int picture_text_width(const picture_t *picture, int size, const char *text);

/* Copies `big`, shrunk to a half by averaging, to (x, y). */
void picture_paste_half(picture_t *picture, int x, int y, const picture_t *big);

/* Writes the PNG file at `path`, whole or not at all. False: an error was printed. */
bool picture_save(const picture_t *picture, const char *path);

#endif
