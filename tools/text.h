/* SPDX-License-Identifier: MIT */
/* Numbers in lines of text. */
#ifndef OCT9_TOOLS_TEXT_H
#define OCT9_TOOLS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the first `count` numbers of a line, blanks or commas between them; false: there are
 * not as many. `*rest`, unless NULL, is what follows them. */
bool text_numbers(const char *line, double *numbers, size_t count, const char **rest);

#endif
