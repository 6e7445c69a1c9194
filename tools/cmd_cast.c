/* SPDX-License-Identifier: MIT */
/* oct9 cast: what segments hit. */
#include "oct9/cast.h"
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/map_file.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: oct9 cast MAP [--unknown free|block] <SEGMENTS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767), prints a line: clear, or\n"
    "  hit x y z size state face num/den px py pz\n"
    "the leaf in cells, the face that was entered by (-x +x -y +y -z +z none; - is the low one),\n"
    "which part of the way it is, and the place in sub-cells. Outside the cube nothing is hit.\n"
    "  --unknown free|block   what unknown space does; block by default\n";

typedef struct {
    const oct9_map_t *map;
    oct9_policy_t unknown;
} question_t;

static const char *face_name(oct9_face_t face)
{
    static const char *const names[] = { "-x", "+x", "-y", "+y", "-z", "+z", "none" };
    return names[face];
}

static void cast(const segment_t *segment, void *context)
{
    const question_t *question = context;
    const oct9_cast_input_t input = { .from = segment->from, .to = segment->to,
                                      .unknown = question->unknown, .outside = OCT9_PASSES,
                                      .start_inside = OCT9_BLOCKS };
    oct9_cast_t scratch;
    oct9_cast_output_t output;
    oct9_cast(&scratch, question->map, &input, &output);
    if (output.hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    printf("hit %u %u %u %u %s %s %u/%u %d %d %d\n", output.leaf.corner.x, output.leaf.corner.y,
           output.leaf.corner.z, oct9_leaf_size(&output.leaf), state_name(output.leaf.state),
           face_name(output.face), (unsigned)output.fraction.num, (unsigned)output.fraction.den,
           output.point.x, output.point.y, output.point.z);
}

int cmd_cast(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { 0 } };
    question_t question = { NULL, OCT9_BLOCKS };
    const char *path;
    map_file_t file;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    const char *unknown = options[0].value ? options[0].value : "block";
    if (strcmp(unknown, "free") == 0)
        question.unknown = OCT9_PASSES;
    else if (strcmp(unknown, "block") != 0)
        return usage("cast", "--unknown is free or block");
    if (!map_file_open(&file, path))
        return STATUS_BAD_DATA;
    question.map = &file.map;
    status = segments_read(cast, &question);
    map_file_close(&file);
    return status;
}
