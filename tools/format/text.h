/* SPDX-License-Identifier: MIT */
/* Numbers in text: decimal, as 12, -0.5, .5, 1e3; or nan, inf. Not 0x10, not 1,5, and no number
 * that a double cannot hold. A separator stands between two: a comma, or ' ' for blanks. */
#ifndef OCT9_TOOLS_TEXT_H
#define OCT9_TOOLS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the number at *text, and the separator and the blanks that follow it. False: there is no
 * number, or it is followed by neither the end nor a separator with more text behind it. */
bool text_number(const char **text, char separator, double *number);

/* Reads a text that is numbers and nothing more: *count of them. The first `room` are kept. */
bool text_numbers(const char *text, char separator, double *numbers, size_t room, size_t *count);

/* Reads a text that is `count` finite numbers and nothing more. */
bool text_exactly(const char *text, char separator, double *numbers, size_t count);

#endif
