/* SPDX-License-Identifier: MIT */
/* oct9 sweep: may a sphere go from here to there? */
#include "oct9/mm.h"
#include "oct9/sweep.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define EXACT_MOST 9007199254740992.0 /* 2^53: the squares' sum is exact below */

static const char help[] =
    "usage: oct9 sweep MAP [--mm] [--unknown free|block] <SWEEPS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 r of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), a sphere of radius r goes from the\n"
    "first place to the second. Prints a line: clear, or\n"
    "  blocked x y z size state num/den\n"
    "the leaf that is touched first, in cells, and the part of the path up to there, in 65535ths.\n"
    "With --mm it ends with how far the sphere may go, rounded down. Outside the cube nothing\n"
    "blocks.\n" QUESTION_HELP_FAR QUESTION_HELP_MM QUESTION_HELP_UNKNOWN;

/* How far from one place to another, in mm, rounded down. */
static double length_down(const oct9_mm_t *from, const oct9_mm_t *to)
{
    const double x = (double)to->x - from->x, y = (double)to->y - from->y;
    const double z = (double)to->z - from->z, squares = x * x + y * y + z * z;
    return floor(squares < EXACT_MOST ? sqrt(squares) : sqrt(squares) * (1 - DBL_EPSILON * 4));
}

static void print_drive(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t num, uint32_t den,
                        const oct9_mm_t *stop)
{
    int32_t mm;
    if (oct9_mm_of_drive(from, to, num, den, &mm) == OCT9_OK)
        printf(" %ld", (long)mm);
    else if (stop)
        printf(" %.0f", length_down(from, stop));
}

static void print_blocked(const asked_t *asked, const oct9_leaf_t *leaf, uint32_t num, uint32_t den)
{
    printf("blocked ");
    asked_print_leaf(asked, leaf);
    printf(" %lu/%lu", (unsigned long)num, (unsigned long)den);
}

static void print(const asked_t *asked, const oct9_sweep_output_t *output, const int32_t *numbers)
{
    const oct9_fraction_t *part = &output->fraction;
    if (output->hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    print_blocked(asked, &output->leaf, part->num, part->den);
    if (asked->in_mm) {
        const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
        print_drive(&from, &to, part->num, part->den, NULL);
    }
    printf("\n");
}

static oct9_status_t sphere_of(const asked_t *asked, const int32_t *numbers,
                               oct9_sphere_input_t *input)
{
    if (asked->in_mm) {
        const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
        return oct9_mm_sphere(asked->frame, &from, &to, numbers[6], &input->motion);
    }
    input->motion.from = question_point(numbers);
    input->motion.to = question_point(numbers + 3);
    input->motion.radius_q6 = (uint16_t)numbers[6];
    return OCT9_OK;
}

static oct9_status_t sweep(asked_t *asked, const int32_t *numbers, const void *rules)
{
    oct9_sphere_input_t input = { .rules = *(const oct9_rules_t *)rules };
    oct9_sweep_output_t output;
    oct9_status_t status = sphere_of(asked, numbers, &input);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(asked->map, &input, &output);
    if (status == OCT9_OK)
        print(asked, &output, numbers);
    return status;
}

static oct9_status_t sweep_far(asked_t *asked, const int32_t *numbers, const void *rules)
{
    const oct9_far_input_t input = { .from_mm = question_mm(numbers),
                                     .to_mm = question_mm(numbers + 3),
                                     .radius_mm = numbers[6],
                                     .rules = *(const oct9_rules_t *)rules };
    oct9_far_output_t output;
    const oct9_status_t status = asked_far(asked, &input, oct9_far_sphere_begin, &output);
    if (status != OCT9_OK)
        return status;
    if (output.hit == OCT9_HIT_LEAF) {
        print_blocked(asked, &output.leaf, output.num, output.den);
        print_drive(&input.from_mm, &input.to_mm, output.num, output.den, &output.stop_mm);
        printf("\n");
    } else {
        printf("clear\n");
    }
    return OCT9_OK;
}

int cmd_sweep(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { "mm", false, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    const question_t question = { .places = 2,
                                  .has_radius = true,
                                  .in_mm = options[1].value != NULL,
                                  .answer = sweep,
                                  .far_away = sweep_far,
                                  .context = &rules };
    return status < 0 ? questions_answer(path, &question) : status;
}
