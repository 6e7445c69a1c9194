/* SPDX-License-Identifier: MIT */
/* A picture to draw on: RGB pixels with smooth edges, written as PNG.
 *
 * Places are in pixels from the top left corner; the centre of the first pixel is (0.5, 0.5).
 * Whatever leaves the clip rectangle (at first the whole picture) is not drawn. */
#ifndef OCT9_TOOLS_PICTURE_H
#define OCT9_TOOLS_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint8_t r, g, b;
} rgb_t;

/* Pixels [x0, x1) by [y0, y1). */
typedef struct {
    int x0, y0, x1, y1;
} picture_clip_t;

typedef struct {
    int width, height;
    rgb_t *pixels;
    picture_clip_t clip;
} picture_t;

/* False iff there is not enough memory. */
bool picture_new(picture_t *picture, int width, int height, rgb_t colour);
void picture_free(picture_t *picture);

/* Restricts the clip rectangle, and lifts the restriction. */
void picture_clip(picture_t *picture, int x, int y, int width, int height);
void picture_unclip(picture_t *picture);

/* From a to b as t goes from 0 to 1. */
rgb_t picture_mix(rgb_t a, rgb_t b, double t);

void picture_rect(picture_t *picture, int x, int y, int width, int height, rgb_t colour);

/* A convex quadrangle, corners in order, with hard edges: neighbours leave no gap. */
void picture_quad(picture_t *picture, double corners[4][2], rgb_t colour);

/* A stroke with round ends; alpha 1 is opaque. */
void picture_line(picture_t *picture, const double from[2], const double to[2], double width,
                  rgb_t colour, double alpha);

void picture_disc(picture_t *picture, const double centre[2], double radius, rgb_t colour);
void picture_ring(picture_t *picture, const double centre[2], double radius, double width,
                  rgb_t colour);

/* Copies `big`, shrunk to a half by averaging, to (x, y). */
void picture_paste_half(picture_t *picture, int x, int y, const picture_t *big);

/* False iff writing or memory failed; the file is not closed. */
bool picture_write_png(const picture_t *picture, FILE *file);

#endif
