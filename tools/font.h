/* SPDX-License-Identifier: MIT */
/* Small letters for captions: a 5x7 bitmap font of the printable ASCII characters. */
#ifndef OCT9_TOOLS_FONT_H
#define OCT9_TOOLS_FONT_H

#include "tools/picture.h"

#define FONT_ADVANCE 6 /* from one character to the next, times the scale */
#define FONT_HEIGHT 7

/* Draws text with its top left corner at (x, y); a dot of the font is scale x scale pixels.
 * What is not printable ASCII appears as a question mark. Returns the x behind the text. */
int font_draw(picture_t *picture, int x, int y, int scale, const char *text, rgb_t colour);

/* How many pixels wide font_draw would draw a text. */
int font_width(int scale, const char *text);

#endif
