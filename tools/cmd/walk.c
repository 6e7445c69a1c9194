/* SPDX-License-Identifier: MIT */
/* oct9 walk: the leaves along segments. */
#include "oct9/walk.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 walk MAP <SEGMENTS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), prints the leaves on the segment, a\n"
    "line x y z size state each, then an empty line.\n" QUESTION_HELP_WORLD;

static oct9_status_t walk(asked_t *asked, const int32_t *numbers, const void *context)
{
    const oct9_point_t from = question_point(numbers), to = question_point(numbers + 3);
    oct9_walk_t state;
    oct9_leaf_t leaf;
    (void)context;
    for (bool inside = oct9_walk_begin(&state, asked->map, &from, &to); inside;
         inside = oct9_walk_next(&state) > 0) {
        oct9_walk_leaf(&state, &leaf);
        asked_print_leaf(asked, &leaf);
        printf("\n");
    }
    printf("\n");
    return OCT9_OK;
}

int cmd_walk(int argc, char **argv)
{
    argument_t options[] = { { 0 } };
    const question_t question = { .places = 2, .answer = walk };
    const char *path;
    const int status = arguments_parse(argc, argv, help, options, &path);
    return status < 0 ? questions_answer(path, &question) : status;
}
