/* SPDX-License-Identifier: MIT */
/* oct9 cast: what segments hit. */
#include "oct9/cast.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 cast MAP [--unknown free|block] <SEGMENTS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), prints a line: clear, or\n"
    "  hit x y z size state face num/den px py pz\n"
    "the leaf in cells, the face that was entered by (-x +x -y +y -z +z none; - is the low one),\n"
    "the part of the segment up to there, and the place in sub-cells. Outside the cube nothing\n"
    "is hit.\n" QUESTION_HELP_UNKNOWN;

static const char *face_name(oct9_face_t face)
{
    static const char *const names[] = { "-x", "+x", "-y", "+y", "-z", "+z", "none" };
    return names[face];
}

static void print(const oct9_cast_output_t *output)
{
    if (output->hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    printf("hit ");
    leaf_print_words(&output->leaf);
    printf(" %s %u/%u %d %d %d\n", face_name(output->face), (unsigned)output->fraction.num,
           (unsigned)output->fraction.den, output->point.x, output->point.y, output->point.z);
}

static oct9_status_t cast(const oct9_map_t *map, const oct9_frame_t *frame, const int32_t *numbers,
                          const void *rules)
{
    const oct9_cast_input_t input = { .from = question_point(numbers),
                                      .to = question_point(numbers + 3),
                                      .rules = *(const oct9_rules_t *)rules };
    (void)frame;
    oct9_cast_output_t output;
    const oct9_status_t status = oct9_cast_ray(map, &input, &output);
    if (status == OCT9_OK)
        print(&output);
    return status;
}

int cmd_cast(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    return status < 0 ? questions_answer(path, 6, false, cast, &rules) : status;
}
