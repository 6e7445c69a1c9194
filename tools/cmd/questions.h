/* SPDX-License-Identifier: MIT */
/* The commands that ask a map a question for each line of standard input: the lines, and the
 * option that they share. */
#ifndef OCT9_TOOLS_QUESTIONS_H
#define OCT9_TOOLS_QUESTIONS_H

#include "oct9/rules.h"
#include "tools/cmd/arguments.h"
#include "tools/cmd/asked.h"

#define QUESTION_NUMBERS_MOST 7 /* in a line */

/* What each command's help says of the map and the options. */
#define QUESTION_HELP_TILES                                                                       \
    "MAP may be a world, .o9w: sub-cells and cells are then counted from tile 0 0 0, whose low\n" \
    "corner is -16384, to all sides, and what has no tile is unknown. "
#define QUESTION_HELP_WORLD QUESTION_HELP_TILES "What spans more than\nsome 255 cells is refused.\n"
#define QUESTION_HELP_FAR \
    QUESTION_HELP_TILES "What spans more than\nsome 255 cells must be asked with --mm.\n"
#define QUESTION_HELP_MM                                                                        \
    "  --mm                   all lengths in whole millimetres, as the map's frame has them;\n" \
    "                         the shape grows so that it holds the true one (oct9/mm.h)\n"
#define QUESTION_HELP_UNKNOWN "  --unknown free|block   what unknown space does; block by default\n"

/* The rules of a question: unknown space as the option says, the space outside the cube free.
 * -1: go on; otherwise the exit status. */
int question_rules(const char *command, const argument_t *unknown, oct9_rules_t *rules);

/* Prints the answer to the question that the numbers make; or prints nothing and returns why they
 * make none. The numbers are millimetres, or sub-cells of the map's cube, which is from -16384 on:
 * in a world they were moved to where it is. */
typedef oct9_status_t answer_t(asked_t *asked, const int32_t *numbers, const void *context);

/* What a command asks. */
typedef struct {
    unsigned places; /* in a line, three numbers each */
    bool has_radius; /* and behind them, one number */
    bool in_mm;
    int32_t range; /* how far from a place the answer may be; below 0: as far as there is room */
    answer_t *answer;
    answer_t *far_away; /* of a ray or a sphere in mm through a world, of any length; or NULL */
    const void *context;
} question_t;

/* Prints the answer to each line, by the map or the world in the file. Returns the exit status. */
int questions_answer(const char *path, const question_t *question);

/* The place that three of the numbers are. */
static inline oct9_point_t question_point(const int32_t *numbers)
{
    const oct9_point_t point = { (int16_t)numbers[0], (int16_t)numbers[1], (int16_t)numbers[2] };
    return point;
}

static inline oct9_mm_t question_mm(const int32_t *numbers)
{
    const oct9_mm_t mm = { numbers[0], numbers[1], numbers[2] };
    return mm;
}

#endif
