/* SPDX-License-Identifier: MIT */
/* Where should a robot look next? What its depth camera would see of what it knows from three
 * poses, and how much of the unknown each look would reveal.
 *
 * The table is for people. Lines that begin with '@' are for the host, which draws them:
 *
 *   @pose n                       the next pose
 *   @total ...                    its totals, as in totals_t
 *   @depth d d d ...              of the middle row's rays, in sub-cells
 *   @leaf x y size state between  a seen leaf in the camera's slice, in cells */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/coverage/survey.h"

static survey_t survey;

static void fields(const char *name, const uint32_t *values, uint32_t count)
{
    print_str(name);
    for (uint32_t i = 0; i < count; i++) {
        print_str(" ");
        print_u32(values[i], 0);
    }
    print_str("\n");
}

static void print_row(uint32_t pose, const totals_t *t, uint32_t instructions)
{
    print_u32(pose + 1, 4);
    print_u32(t->rays, 7);
    print_u32(t->leaves[OCT9_FREE], 8);
    print_u32(t->leaves[OCT9_OCCUPIED], 10);
    print_u32(t->between, 9);
    print_u32(t->leaves[OCT9_UNKNOWN], 9);
    print_u32(t->revealed, 10);
    print_u32(t->fresh, 8);
    print_u32(instructions, 14);
    print_str("\n");
}

static void draw_totals(const totals_t *t)
{
    const uint32_t values[] = { t->rays,    t->leaves[0], t->leaves[1], t->leaves[2],
                                t->between, t->revealed,  t->fresh };
    fields("@total", values, sizeof values / sizeof values[0]);
}

static void draw_depths(void)
{
    uint32_t values[SURVEY_EDGE];
    for (uint32_t u = 0; u < SURVEY_EDGE; u++) {
        const uint16_t depth = survey.pixels[SURVEY_EDGE / 2 * SURVEY_EDGE + u].depth_q6;
        values[u] = depth == OCT9_DEPTH_NONE ? survey_sensor.range_q6 : depth;
    }
    fields("@depth", values, SURVEY_EDGE);
}

static void draw_leaves(void)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    oct9_view_seen_begin(&list, &survey.view);
    while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0) {
        const uint32_t size = 1u << leaf.node.level, low = leaf.node.corner.z;
        if (low > SURVEY_SLICE || low + size <= SURVEY_SLICE)
            continue;
        const uint32_t values[] = { leaf.node.corner.x, leaf.node.corner.y, size, leaf.state,
                                    leaf.between };
        fields("@leaf", values, sizeof values / sizeof values[0]);
    }
}

static oct9_status_t look(uint32_t pose)
{
    totals_t totals;
    board_counter_begin();
    oct9_status_t status = survey_look(&survey, pose);
    const uint32_t instructions = board_counter_end();
    if (status == OCT9_OK)
        status = survey_totals(&survey, &totals);
    if (status != OCT9_OK)
        return status;
    print_row(pose, &totals, instructions);
    fields("@pose", &pose, 1);
    draw_totals(&totals);
    draw_depths();
    draw_leaves();
    return OCT9_OK;
}

int main(void)
{
    const oct9_map_t map = oct9_map_of_tree(&survey.tree);
    oct9_status_t status = survey_begin(&survey);
    if (status == OCT9_OK) {
        print_str("two rooms of cells of 100 mm, ");
        print_u32(room_unknown(&map), 0);
        print_str(" of them unknown; a camera of 70 x 50 degrees and 5 m, up to 65 x 65 rays\n\n"
                  "          |     leaves seen                      |  unknown cells  |\n"
                  "pose   rays    free  occupied  between  unknown  revealed     new  "
                  "instructions\n");
    }
    for (uint32_t pose = 0; status == OCT9_OK && pose < SURVEY_POSES; pose++)
        status = look(pose);
    if (status != OCT9_OK) {
        print_str(oct9_status_text(status));
        print_str("\n");
        return 1;
    }
    print_str("\n");
    print_memory(sizeof survey, board_stack_used());
    return 0;
}
