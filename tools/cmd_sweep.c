/* SPDX-License-Identifier: MIT */
/* oct9 sweep: may a sphere go from here to there? */
#include "oct9/sweep.h"
#include "tools/commands.h"
#include "tools/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 sweep MAP [--unknown free|block] <SWEEPS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 r of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767), a sphere of radius r goes from the first place to the second. Prints a line:\n"
    "clear, or\n"
    "  blocked x y z size state num/den\n"
    "the leaf that is touched first, in cells, and the part of the way up to there, in 65535ths.\n"
    "Outside the cube nothing blocks.\n"
    QUESTION_HELP_UNKNOWN;

static void print(const oct9_sweep_output_t *output)
{
    if (output->hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    printf("blocked ");
    leaf_print_words(&output->leaf);
    printf(" %u/%u\n", (unsigned)output->fraction.num, (unsigned)output->fraction.den);
}

static oct9_status_t sweep(const oct9_map_t *map, const int16_t *numbers, const void *rules)
{
    const oct9_sphere_input_t input = { .from = question_point(numbers),
                                        .to = question_point(numbers + 3),
                                        .radius_q6 = (uint16_t)numbers[6],
                                        .rules = *(const oct9_rules_t *)rules };
    oct9_sweep_t scratch;
    oct9_sweep_output_t output;
    const oct9_status_t status = oct9_sphere(&scratch, map, &input, &output);
    if (status == OCT9_OK)
        print(&output);
    return status;
}

int cmd_sweep(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    return status < 0 ? questions_answer(path, 7, sweep, &rules) : status;
}
