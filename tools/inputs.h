/* SPDX-License-Identifier: MIT */
/* What range sensors saw, from files to a map: .graph, .dat .log .txt, folders with flights. */
#ifndef OCT9_TOOLS_INPUTS_H
#define OCT9_TOOLS_INPUTS_H

#include "tools/mapping.h"
#include "tools/placement.h"

typedef struct input input_t;

/* Several files, taken in one after the other. */
typedef struct {
    input_t *input;
    int count;
} inputs_t;

/* What is known of a map: its cells by state, and the box that they span. */
typedef struct {
    unsigned long cells[3];
    uint16_t extent[6]; /* x0 y0 z0 x1 y1 z1 */
} known_t;

/* Whether a path is called as an input is. */
bool inputs_are(const char *path);

/* As output_check, for all inputs and the files of the flights among them. */
bool inputs_spared(const char *output, char **paths, int count);

/* False: an error was printed. Call inputs_free afterwards in any case. */
bool inputs_read(inputs_t *inputs, char **paths, int count);
void inputs_free(inputs_t *inputs);

/* What they span, beams no longer than the range; of a flight, how far it may have seen. False: an
 * error was printed, as there is nothing. */
bool inputs_bounds(box_um_t *box, const inputs_t *inputs, double range_m);

/* Adds all that they hold to a map; false: an error was printed, as where nothing was added. */
bool inputs_add(const inputs_t *inputs, mapping_t *mapping);

/* Makes an image of a map's states, *size bytes at *bytes, to be freed by the caller. False iff
 * there is not enough memory. */
bool inputs_image(const mapping_t *mapping, known_t *known, unsigned char **bytes, size_t *size);

#endif
