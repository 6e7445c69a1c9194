/* SPDX-License-Identifier: MIT */
/* What range sensors saw, from files to a map: .graph, .dat .log .txt, folders with flights. */
#ifndef OCT9_TOOLS_INPUTS_H
#define OCT9_TOOLS_INPUTS_H

#include "tools/source/mapping.h"
#include "tools/source/placement.h"

typedef struct input input_t;

/* Several files, which go into one map. */
typedef struct {
    input_t *input;
    int count;
} inputs_t;

/* What is known of a map: its cells by state, and the box that they span. */
typedef struct {
    unsigned long cells[3];
    uint16_t extent[6]; /* x0 y0 z0 x1 y1 z1 */
} known_t;

/* Returns whether a file with this name is an input. */
bool inputs_are(const char *path);

/* As output_check, for all inputs and the files of the flights among them. */
bool inputs_spared(const char *output, char **paths, int count);

/* False: an error was printed. Call inputs_free afterwards in any case. */
bool inputs_read(inputs_t *inputs, char **paths, int count);
void inputs_free(inputs_t *inputs);

/* The box that the inputs span, with beams no longer than the range; of a flight, the box that it
 * may have seen. False: they hold nothing, and an error was printed. */
bool inputs_bounds(box_um_t *box, const inputs_t *inputs, double range_m);

/* Adds all that the inputs hold to a map. False: an error was printed, also where nothing was
 * added. */
bool inputs_add(const inputs_t *inputs, mapping_t *mapping);

/* Makes an image of a map's states, *size bytes at *bytes, to be freed by the caller. False iff
 * there is not enough memory. */
bool inputs_image(const mapping_t *mapping, known_t *known, unsigned char **bytes, size_t *size);

#endif
