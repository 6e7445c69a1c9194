/* SPDX-License-Identifier: MIT */
/* What the commands share: their arguments and names. */
#ifndef OCT9_TOOLS_ARGUMENTS_H
#define OCT9_TOOLS_ARGUMENTS_H

#include "oct9/map.h"

#include <stdbool.h>

/* An option of a command. */
typedef struct {
    const char *name; /* without the dashes */
    bool takes_value;
    const char *value; /* NULL: not given; "" for one without a value */
} argument_t;

/* Reads the options into `options`, the last of which has no name, and the one map into *map;
 * -o is --output for short, and -j --jobs.
 * Returns -1 to go on; otherwise the exit status, after the help or an error was printed. */
int arguments_parse(int argc, char **argv, const char *help, argument_t *options, const char **map);

/* The same with `count` words, the first of which is the map; `needed` says which, where there are
 * more or fewer. A word that begins like a number below 0 is no option. */
int arguments_parse_words(int argc, char **argv, const char *help, argument_t *options,
                          const char **words, int count, const char *needed);

/* Reads a whole number. False: the text is none, or the number is not from least to most. */
bool argument_whole(uint32_t *number, const char *text, double least, double most);

/* Reads `count` whole millimetres between commas. False: the text is none. */
bool argument_mm(int32_t *mm, const char *text, size_t count);

/* Reads LOW,HIGH in whole millimetres, and a number of jobs. Return NULL, or what is wrong. */
const char *argument_heights(int32_t heights[2], const char *text);
const char *argument_jobs(uint32_t *jobs, const char *text);

/* Reads a cell's edge in millimetres. Returns NULL, or what is wrong with it. */
const char *argument_cell(uint32_t *cell_um, const char *text);

/* Reads a cube's low corner in metres as micrometres, whole millimetres. Returns NULL, or what is
 * wrong with it. */
const char *argument_origin(int64_t origin_um[3], const char *text);

const char *state_name(unsigned state);

#endif
