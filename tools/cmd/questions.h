/* SPDX-License-Identifier: MIT */
/* The commands that ask a map a question for each line of standard input: the lines, and the
 * option that they share. */
#ifndef OCT9_TOOLS_QUESTIONS_H
#define OCT9_TOOLS_QUESTIONS_H

#include "oct9/map.h"
#include "oct9/rules.h"
#include "tools/cmd/arguments.h"

#define QUESTION_NUMBERS_MOST 7 /* in a line */

/* What each command's help says of the options. */
#define QUESTION_HELP_MM                                                                        \
    "  --mm                   all lengths in whole millimetres, as the map's frame has them;\n" \
    "                         the shape grows so that it holds the true one (oct9/mm.h)\n"
#define QUESTION_HELP_UNKNOWN "  --unknown free|block   what unknown space does; block by default\n"

/* The rules of a question: unknown space as the option says, the space outside the cube free.
 * -1: go on; otherwise the exit status. */
int question_rules(const char *command, const argument_t *unknown, oct9_rules_t *rules);

/* Prints the answer to the question that the numbers make; or prints nothing and returns why they
 * make none. The numbers are millimetres of `frame`, or, if it is NULL, sub-cells from -32768 to
 * 32767, the cube's from -16384 on. */
typedef oct9_status_t answer_t(const oct9_map_t *map, const oct9_frame_t *frame,
                               const int32_t *numbers, const void *context);

/* Prints the answer to each line, of `count` numbers, by the map in the file. Returns the exit
 * status. */
int questions_answer(const char *path, unsigned count, bool in_mm, answer_t *answer,
                     const void *context);

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
