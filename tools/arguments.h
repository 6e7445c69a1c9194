/* SPDX-License-Identifier: MIT */
/* What the commands that ask a map share: their arguments, the map, names, segments. */
#ifndef OCT9_TOOLS_ARGUMENTS_H
#define OCT9_TOOLS_ARGUMENTS_H

#include "oct9/map.h"

#include <stdbool.h>

/* An option of a command. */
typedef struct {
    const char *name;                     /* without the dashes */
    bool takes_value;
    const char *value;                    /* NULL: not given; "" for one without a value */
} argument_t;

/* Reads the options into `options`, the last of which has no name, and the one map into *map.
 * -1: go on; otherwise the exit status, all that is to say has been said. */
int arguments_parse(int argc, char **argv, const char *help, argument_t *options,
                    const char **map);

const char *state_name(unsigned state);

/* Prints x y z size state. */
void leaf_print(const oct9_leaf_t *leaf);

typedef struct {
    oct9_point_t from, to;
} segment_t;

/* Reads standard input's lines x0 y0 z0 x1 y1 z1 and calls `visit` with each; the exit status. */
int segments_read(void (*visit)(const segment_t *segment, void *context), void *context);

#endif
