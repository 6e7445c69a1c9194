/* SPDX-License-Identifier: MIT */
/* oct9 sweep: may a sphere go from here to there? */
#include "oct9/mm.h"
#include "oct9/sweep.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 sweep MAP [--mm] [--unknown free|block] <SWEEPS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 r of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), a sphere of radius r goes from the\n"
    "first place to the second. Prints a line: clear, or\n"
    "  blocked x y z size state num/den\n"
    "the leaf that is touched first, in cells, and the part of the path up to there, in 65535ths.\n"
    "With --mm it ends with how far the sphere may go, rounded down. Outside the cube nothing\n"
    "blocks.\n" QUESTION_HELP_MM QUESTION_HELP_UNKNOWN;

static void print_drive(const oct9_sweep_output_t *output, bool in_mm, const int32_t *numbers)
{
    const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
    int32_t mm;
    if (in_mm &&
        oct9_mm_of_drive(&from, &to, output->fraction.num, output->fraction.den, &mm) == OCT9_OK)
        printf(" %ld", (long)mm);
}

static void print(const oct9_sweep_output_t *output, bool in_mm, const int32_t *numbers)
{
    if (output->hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    printf("blocked ");
    leaf_print_words(&output->leaf);
    printf(" %u/%u", (unsigned)output->fraction.num, (unsigned)output->fraction.den);
    print_drive(output, in_mm, numbers);
    printf("\n");
}

static oct9_status_t sphere_of(const oct9_frame_t *frame, const int32_t *numbers,
                               oct9_sphere_input_t *input)
{
    if (frame) {
        const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
        return oct9_mm_sphere(frame, &from, &to, numbers[6], &input->motion);
    }
    input->motion.from = question_point(numbers);
    input->motion.to = question_point(numbers + 3);
    input->motion.radius_q6 = (uint16_t)numbers[6];
    return OCT9_OK;
}

static oct9_status_t sweep(const oct9_map_t *map, const oct9_frame_t *frame, const int32_t *numbers,
                           const void *rules)
{
    oct9_sphere_input_t input = { .rules = *(const oct9_rules_t *)rules };
    oct9_sweep_output_t output;
    oct9_status_t status = sphere_of(frame, numbers, &input);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(map, &input, &output);
    if (status == OCT9_OK)
        print(&output, frame != NULL, numbers);
    return status;
}

int cmd_sweep(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { "mm", false, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    return status < 0 ? questions_answer(path, 7, options[1].value != NULL, sweep, &rules) : status;
}
