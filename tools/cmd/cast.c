/* SPDX-License-Identifier: MIT */
/* oct9 cast: what segments hit. */
#include "oct9/cast.h"
#include "oct9/mm.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 cast MAP [--mm] [--unknown free|block] <SEGMENTS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), prints a line: clear, or\n"
    "  hit x y z size state face num/den px py pz\n"
    "the leaf in cells, the face that was entered by (-x +x -y +y -z +z none; - is the low one),\n"
    "the part of the segment up to there, and the place in sub-cells. Outside the cube nothing\n"
    "is hit.\n" QUESTION_HELP_FAR
    "  --mm                   the ends and the place in whole millimetres, as the map's frame has\n"
    "                         them; the ends are rounded to sub-cells\n" QUESTION_HELP_UNKNOWN;

static const char *face_name(oct9_face_t face)
{
    static const char *const names[] = { "-x", "+x", "-y", "+y", "-z", "+z", "none" };
    return names[face];
}

static void print_hit(const asked_t *asked, const oct9_leaf_t *leaf, oct9_face_t face, uint32_t num,
                      uint32_t den)
{
    printf("hit ");
    asked_print_leaf(asked, leaf);
    printf(" %s %lu/%lu ", face_name(face), (unsigned long)num, (unsigned long)den);
}

static void print_mm(const oct9_mm_t *mm)
{
    printf("%ld %ld %ld\n", (long)mm->x, (long)mm->y, (long)mm->z);
}

static void print(const asked_t *asked, const oct9_cast_output_t *output, const int32_t *numbers)
{
    const oct9_fraction_t *part = &output->fraction;
    if (output->hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return;
    }
    print_hit(asked, &output->leaf, output->face, part->num, part->den);
    if (asked->in_mm) {
        const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
        oct9_mm_t stop = from;
        (void)oct9_mm_of_stop(&from, &to, part->num, part->den, &stop);
        print_mm(&stop);
    } else {
        asked_print_point(asked, &output->point);
        printf("\n");
    }
}

static oct9_status_t ends_of(const asked_t *asked, const int32_t *numbers, oct9_cast_input_t *input)
{
    const oct9_mm_t from = question_mm(numbers), to = question_mm(numbers + 3);
    if (asked->in_mm) {
        const oct9_status_t status = oct9_mm_place(asked->frame, &from, &input->from);
        return status == OCT9_OK ? oct9_mm_place(asked->frame, &to, &input->to) : status;
    }
    input->from = question_point(numbers);
    input->to = question_point(numbers + 3);
    return OCT9_OK;
}

static oct9_status_t cast(asked_t *asked, const int32_t *numbers, const void *rules)
{
    oct9_cast_input_t input = { .rules = *(const oct9_rules_t *)rules };
    oct9_cast_output_t output;
    oct9_status_t status = ends_of(asked, numbers, &input);
    if (status == OCT9_OK)
        status = oct9_cast_ray(asked->map, &input, &output);
    if (status == OCT9_OK)
        print(asked, &output, numbers);
    return status;
}

/* --- through a world ------------------------------------------------------------------------ */

/* The sub-cell of a place on an axis, nearest and half up, from the world's corner on. */
static int64_t sub_cell(const oct9_frame_t *base, int32_t mm, int32_t origin_mm)
{
    const int64_t cell_um = base->cell_um, scale = 1000 * OCT9_CELL_Q6;
    const int64_t twice = ((int64_t)mm - origin_mm) * 2 * scale + cell_um;
    return twice / (2 * cell_um) - (twice % (2 * cell_um) < 0);
}

/* On an axis, in such sub-cells: the ray's ends, and the leaf's faces. */
typedef struct {
    int64_t from, to, low, high;
} along_t;

static bool holds_start(const along_t *along)
{
    return along->from >= along->low && along->from < along->high;
}

/* Whether a ray that enters the leaf at num / den of its length crosses a plane of it there. */
static bool enters_by(const along_t *along, int64_t num, int64_t den)
{
    const bool falls = along->to < along->from;
    const int64_t near = falls ? along->from - along->high : along->low - along->from;
    const int64_t length = falls ? along->from - along->to : along->to - along->from;
    return length != 0 && near * den == num * length;
}

/* The face by which a ray enters the leaf that it hits: as oct9_walk_entry says it. */
static oct9_face_t far_face(const along_t along[3], const oct9_far_output_t *output)
{
    if (holds_start(&along[0]) && holds_start(&along[1]) && holds_start(&along[2]))
        return OCT9_FACE_NONE;
    unsigned a = 0;
    while (a < 2 && !enters_by(&along[a], output->num, output->den))
        a++;
    return (oct9_face_t)(2 * a + (along[a].to < along[a].from));
}

static oct9_face_t face_of(const asked_t *asked, const int32_t *numbers,
                           const oct9_far_output_t *output)
{
    const oct9_frame_t *base = oct9_world_base(&asked->world);
    const int32_t origin[3] = { base->origin_mm.x, base->origin_mm.y, base->origin_mm.z };
    const oct9_cell_t *cell = &output->leaf.corner;
    const uint16_t cells[3] = { cell->x, cell->y, cell->z };
    along_t along[3];
    int32_t corner[3];
    asked_corner(asked, corner);
    for (unsigned a = 0; a < 3; a++) {
        along[a].from = sub_cell(base, numbers[a], origin[a]);
        along[a].to = sub_cell(base, numbers[a + 3], origin[a]);
        along[a].low = ((int64_t)corner[a] + cells[a]) * OCT9_CELL_Q6;
        along[a].high = along[a].low + (int64_t)oct9_leaf_size(&output->leaf) * OCT9_CELL_Q6;
    }
    return far_face(along, output);
}

static oct9_status_t cast_far(asked_t *asked, const int32_t *numbers, const void *rules)
{
    const oct9_far_input_t input = { .from_mm = question_mm(numbers),
                                     .to_mm = question_mm(numbers + 3),
                                     .rules = *(const oct9_rules_t *)rules };
    oct9_far_output_t output;
    const oct9_status_t status = asked_far(asked, &input, oct9_far_ray_begin, &output);
    if (status != OCT9_OK)
        return status;
    if (output.hit != OCT9_HIT_LEAF) {
        printf("clear\n");
        return OCT9_OK;
    }
    print_hit(asked, &output.leaf, face_of(asked, numbers, &output), output.num, output.den);
    print_mm(&output.stop_mm);
    return OCT9_OK;
}

int cmd_cast(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { "mm", false, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    const question_t question = { .places = 2,
                                  .in_mm = options[1].value != NULL,
                                  .answer = cast,
                                  .far_away = cast_far,
                                  .context = &rules };
    return status < 0 ? questions_answer(path, &question) : status;
}
