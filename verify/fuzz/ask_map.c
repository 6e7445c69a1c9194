/* SPDX-License-Identifier: MIT */
/* Every query, asked of a map that may have been made by an enemy: each run ends within its budget
 * and returns leaves that can exist.
 *
 * An image may use a node many times over, so that a map of a few bytes has 2^27 leaves: no query
 * is asked to its end, except for those that are bounded by the cube's size. */
#include "oct9/cast.h"
#include "oct9/visit.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "oct9/planes.h"
#include "oct9/probe.h"
#include "oct9/spheres.h"
#include "oct9/view.h"
#include "src/query/rules.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#define QUESTIONS_MOST 2

static oct9_rules_t rules_of(questions_t *questions)
{
    const unsigned bits = question_u8(questions);
    const oct9_rules_t rules = { .unknown = (oct9_policy_t)(bits & 1u),
                                 .outside = (oct9_state_t)((bits >> 1) % 3u),
                                 .start_inside = (oct9_policy_t)(bits >> 4 & 1u),
                                 .filter_mask = bits >> 5 & 3u,
                                 .filter_value = bits >> 5 & OCT9_OCCUPIED };
    return rules;
}

static oct9_cell_t cell_of(questions_t *questions)
{
    const oct9_point_t at = question_point(questions);
    const oct9_cell_t cell = { (uint16_t)at.x % OCT9_CELLS, (uint16_t)at.y % OCT9_CELLS,
                               (uint16_t)at.z % OCT9_CELLS };
    return cell;
}

static bool same_leaf(const oct9_leaf_t *a, const oct9_leaf_t *b)
{
    return a->corner.x == b->corner.x && a->corner.y == b->corner.y && a->corner.z == b->corner.z &&
           a->level == b->level && a->payload == b->payload && a->state == b->state;
}

static bool leaf_holds(const oct9_leaf_t *leaf, oct9_cell_t cell)
{
    const unsigned away = (cell.x ^ leaf->corner.x) | (cell.y ^ leaf->corner.y) |
                          (cell.z ^ leaf->corner.z);
    return away >> leaf->level == 0;
}

static void ask_locate(const oct9_map_t *map, questions_t *questions)
{
    const oct9_cell_t cell = cell_of(questions);
    oct9_leaf_t leaf;
    FUZZ_CHECK(oct9_map_locate(map, cell, &leaf) == OCT9_OK);
    FUZZ_CHECK(leaf_good(&leaf) && leaf_holds(&leaf, cell));
}

static void ask_point(const oct9_map_t *map, questions_t *questions)
{
    const oct9_probe_point_input_t input = { question_point(questions), rules_of(questions) };
    oct9_probe_point_output_t output;
    FUZZ_CHECK(oct9_probe_point(map, &input, &output) == OCT9_OK);
    FUZZ_CHECK(output.leaves <= 1 && output.nodes <= OCT9_LEVELS);
    FUZZ_CHECK(!output.inside || leaf_good(&output.leaf));
}

static void ask_below(const oct9_map_t *map, questions_t *questions)
{
    const unsigned level = question_u8(questions) % (OCT9_LEVELS + 1u);
    const unsigned mask = ~((1u << level) - 1u);
    const oct9_cell_t cell = cell_of(questions);
    const oct9_node_t node = { { (uint16_t)(cell.x & mask), (uint16_t)(cell.y & mask),
                                 (uint16_t)(cell.z & mask) },
                               (uint8_t)level };
    const oct9_probe_node_input_t input = { node, 0, 0 };
    slices_t slices = slices_of(questions);
    oct9_probe_node_t below;
    oct9_probe_node_output_t output;
    oct9_status_t status = oct9_probe_node_begin(&below, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_probe_node_run(&below, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    FUZZ_CHECK(status != OCT9_OK || (output.states >= 1 && output.states <= OCT9_STATES_ALL));
}

void walks_agree(const oct9_map_t *map, const oct9_point_t *from, const oct9_point_t *to)
{
    oct9_walk_t walk;
    oct9_planes_t planes;
    unsigned count = 0;
    bool more = oct9_walk_begin(&walk, map, from, to);
    FUZZ_CHECK(oct9_planes_begin(&planes, map, from, to) == more);
    while (more) {
        oct9_leaf_t leaf, other;
        oct9_fraction_t time;
        oct9_walk_leaf(&walk, &leaf);
        oct9_planes_leaf(&planes, &other);
        FUZZ_CHECK(leaf_good(&leaf) && same_leaf(&leaf, &other));
        FUZZ_CHECK(oct9_walk_entry(&walk, &time) <= OCT9_FACE_NONE && time.num <= time.den);
        FUZZ_CHECK(++count <= WALK_MOST);
        more = oct9_walk_next(&walk) > 0;
        FUZZ_CHECK(oct9_planes_next(&planes) == more);
    }
}

static void ask_walk(const oct9_map_t *map, questions_t *questions)
{
    const oct9_point_t from = question_point(questions), to = question_point(questions);
    walks_agree(map, &from, &to);
}

static bool in_cube(int16_t at)
{
    return at >= OCT9_LOW_Q6 && at < OCT9_HIGH_Q6;
}

/* A walk, leaf by leaf, comes to the same: nothing that blocks was crossed unread. */
static void check_hit(const oct9_map_t *map, const oct9_cast_input_t *input,
                      const oct9_cast_output_t *output)
{
    oct9_walk_t walk;
    oct9_leaf_t leaf;
    const bool inside = in_cube(input->from.x) && in_cube(input->from.y) && in_cube(input->from.z);
    bool first = inside && input->rules.start_inside == OCT9_PASSES;
    if (!inside && oct9_rules_outside_blocks(&input->rules)) {
        FUZZ_CHECK(output->hit == OCT9_HIT_OUTSIDE);
        return;
    }
    for (bool more = oct9_walk_begin(&walk, map, &input->from, &input->to); more;
         more = oct9_walk_next(&walk) > 0) {
        oct9_walk_leaf(&walk, &leaf);
        if (!first && oct9_rules_block(&input->rules, (oct9_state_t)leaf.state, leaf.payload)) {
            FUZZ_CHECK(output->hit == OCT9_HIT_LEAF && same_leaf(&leaf, &output->leaf));
            return;
        }
        first = false;
    }
    FUZZ_CHECK(output->hit != OCT9_HIT_LEAF);
}

static void ask_cast(const oct9_map_t *map, questions_t *questions)
{
    const oct9_cast_input_t input = { question_point(questions), question_point(questions),
                                      rules_of(questions) };
    slices_t slices = slices_of(questions);
    oct9_cast_t cast;
    oct9_cast_output_t output;
    oct9_status_t status = oct9_cast_begin(&cast, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_cast_run(&cast, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves));
    FUZZ_CHECK(output.leaves <= WALK_MOST);
    if (status == OCT9_OK)
        check_hit(map, &input, &output);
}

static void ask_fan(const oct9_map_t *map, questions_t *questions)
{
    oct9_point_t to[3];
    oct9_fan_hit_t hits[3];
    for (unsigned i = 0; i < 3; i++)
        to[i] = question_point(questions);
    const oct9_fan_input_t input = { question_point(questions), to, 3, rules_of(questions), hits };
    oct9_fan_output_t output;
    FUZZ_CHECK(oct9_cast_fan(map, &input, &output) == OCT9_OK);
    FUZZ_CHECK(output.leaves <= 3u * WALK_MOST);
}

static void run_sweep(oct9_sweep_t *sweep, oct9_status_t begun, questions_t *questions)
{
    slices_t slices = slices_of(questions);
    oct9_sweep_output_t output;
    oct9_status_t status;
    FUZZ_CHECK(begun == OCT9_OK);
    do
        status = oct9_sweep_run(sweep, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    FUZZ_CHECK(status != OCT9_OK || output.fraction.num <= output.fraction.den);
    FUZZ_CHECK(status != OCT9_OK || output.hit != OCT9_HIT_LEAF || leaf_good(&output.leaf));
}

static void ask_sphere(const oct9_map_t *map, questions_t *questions)
{
    const oct9_sphere_input_t input = { { question_point(questions), question_point(questions),
                                          question_u16(questions) >> 1 },
                                        rules_of(questions),
                                        (question_u8(questions) & 1u) != 0 };
    oct9_sweep_t sweep;
    run_sweep(&sweep, oct9_sweep_sphere_begin(&sweep, map, &input), questions);
}

static int16_t higher(int16_t low, uint8_t by)
{
    return low < INT16_MAX - by - 1 ? (int16_t)(low + by + 1) : INT16_MAX;
}

static void ask_box(const oct9_map_t *map, questions_t *questions)
{
    const oct9_point_t lo = question_point(questions);
    const oct9_point_t hi = { higher(lo.x, question_u8(questions)),
                              higher(lo.y, question_u8(questions)),
                              higher(lo.z, question_u8(questions)) };
    const oct9_box_input_t input = { lo, hi, question_point(questions), rules_of(questions),
                                     (question_u8(questions) & 1u) != 0 };
    oct9_sweep_t sweep;
    const oct9_status_t status = oct9_sweep_box_begin(&sweep, map, &input);
    if (hi.x > lo.x && hi.y > lo.y && hi.z > lo.z)
        run_sweep(&sweep, status, questions);
    else
        FUZZ_CHECK(status == OCT9_ERR_ARGUMENT);
}

static void ask_path(const oct9_map_t *map, questions_t *questions)
{
    oct9_point_t points[3];
    for (unsigned i = 0; i < 3; i++)
        points[i] = question_point(questions);
    const oct9_path_input_t input = { points, 3, question_u8(questions), rules_of(questions),
                                      (question_u8(questions) & 1u) != 0 };
    slices_t slices = slices_of(questions);
    oct9_path_t path;
    oct9_path_output_t output;
    oct9_status_t status = oct9_sweep_path_begin(&path, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_sweep_path_run(&path, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    FUZZ_CHECK(status != OCT9_OK || output.segment < 3);
}

static void ask_spheres(const oct9_map_t *map, questions_t *questions)
{
    oct9_sphere_t some[3];
    for (unsigned i = 0; i < 3; i++) {
        some[i].centre = question_point(questions);
        some[i].radius_q6 = question_u16(questions) >> 1;
    }
    const oct9_spheres_input_t input = { some, (uint16_t)(1u + question_u8(questions) % 3u),
                                         rules_of(questions) };
    slices_t slices = slices_of(questions);
    oct9_spheres_t spheres;
    oct9_spheres_output_t output;
    oct9_status_t status = oct9_spheres_begin(&spheres, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_spheres_run(&spheres, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    FUZZ_CHECK(status != OCT9_OK || output.hit == OCT9_HIT_NONE || output.index < input.count);
}

/* About one axis: exact enough to be taken for a rotation. */
static oct9_rotation_t rotation_of(questions_t *questions)
{
    static const oct9_rotation_t some[] = {
        OCT9_ROTATION_NONE,           { 0, OCT9_ONE_Q14, 0, 0 }, { 11585, 0, 11585, 0 },
        { 8192, 8192, 8192, 8192 },   { 15137, 0, 0, 6270 },     { 13573, 5315, 5315, 5315 },
        { -8192, 8192, -8192, 8192 }, { 0, 0, 9830, -13107 }
    };
    return some[question_u8(questions) % (sizeof some / sizeof *some)];
}

static void ask_obb(const oct9_map_t *map, questions_t *questions)
{
    oct9_obb_input_t input = { { question_point(questions), rotation_of(questions) },
                               { question_point(questions), rotation_of(questions) },
                               { 0, 0, 0 },
                               rules_of(questions),
                               question_u8(questions) % 2u != 0 };
    slices_t slices = slices_of(questions);
    for (unsigned a = 0; a < 3; a++)
        input.half_q6[a] = 1u + question_u16(questions) % OCT9_OBB_HALF_MAX;
    oct9_obb_t obb;
    oct9_obb_output_t output;
    oct9_status_t status = oct9_obb_begin(&obb, map, &input);
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_ARGUMENT);
    if (status != OCT9_OK)
        return;
    do
        status = oct9_obb_run(&obb, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    FUZZ_CHECK(status != OCT9_OK || output.hit != OCT9_HIT_LEAF || leaf_good(&output.leaf));
}

static void ask_nearest(const oct9_map_t *map, questions_t *questions)
{
    oct9_near_t found[4];
    const oct9_nearest_input_t input = { question_point(questions), question_u16(questions) >> 1,
                                         1u + question_u8(questions) % 4u, found,
                                         rules_of(questions) };
    slices_t slices = slices_of(questions);
    oct9_nearest_t nearest;
    oct9_nearest_output_t output;
    oct9_status_t status = oct9_nearest_begin(&nearest, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_nearest_run(&nearest, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    for (unsigned i = 0; status == OCT9_OK && i < output.count; i++)
        FUZZ_CHECK(leaf_good(&found[i].leaf) &&
                   (i == 0 || found[i].distance2_q12 >= found[i - 1].distance2_q12));
}

static void run_visit(oct9_visit_t *visit, questions_t *questions)
{
    slices_t slices = slices_of(questions);
    int status;
    do {
        oct9_leaf_t leaf;
        status = oct9_visit_next(visit, slices.budget, &leaf);
        FUZZ_CHECK(status <= 0 ||
                   (leaf_good(&leaf) && (1u << leaf.state & visit->search.states) != 0));
    } while (goes_on(&slices, status > 0 ? OCT9_AGAIN : status,
                     visit->search.leaves + visit->search.nodes));
}

static oct9_region_t box_of(questions_t *questions)
{
    const oct9_cell_t lo = cell_of(questions);
    const unsigned size = 1u + question_u8(questions);
    const unsigned hi[3] = { lo.x + size, lo.y + size, lo.z + size };
    const oct9_box_t box = { lo,
                             { (uint16_t)(hi[0] < OCT9_CELLS ? hi[0] : OCT9_CELLS),
                               (uint16_t)(hi[1] < OCT9_CELLS ? hi[1] : OCT9_CELLS),
                               (uint16_t)(hi[2] < OCT9_CELLS ? hi[2] : OCT9_CELLS) } };
    return oct9_region_of_box(&box);
}

static void ask_visit(const oct9_map_t *map, questions_t *questions)
{
    const unsigned bits = question_u8(questions), states = 1u + (bits >> 2) % 7u;
    oct9_visit_t visit;
    oct9_frustum_t frustum;
    oct9_region_t region = { .kind = (oct9_region_kind_t)(bits % 4u) };
    if (region.kind == OCT9_REGION_BOX) {
        region = box_of(questions);
    } else if (region.kind == OCT9_REGION_SPHERE) {
        region.centre = question_point(questions);
        region.radius_q6 = question_u16(questions) >> 1;
    } else if (region.kind == OCT9_REGION_FRUSTUM) {
        for (unsigned i = 0; i < 6; i++)
            frustum.plane[i] = (oct9_plane_t){ { (int16_t)(1 + question_u8(questions)),
                                                 (int8_t)question_u8(questions), 64 },
                                               (int16_t)question_u16(questions) * 64 };
        region.frustum = &frustum;
    }
    FUZZ_CHECK(oct9_visit_begin(&visit, map, &region, states) == OCT9_OK);
    run_visit(&visit, questions);
}

static void ask_frontier(const oct9_map_t *map, questions_t *questions)
{
    const oct9_region_t region = box_of(questions);
    slices_t slices = slices_of(questions);
    oct9_frontier_t frontier;
    oct9_leaf_t leaf;
    FUZZ_CHECK(oct9_visit_frontier_begin(&frontier, map, &region) == OCT9_OK);
    for (unsigned i = 0; i < RUNS_MOST; i++) {
        const int status = oct9_visit_frontier_next(&frontier, slices.budget, &leaf);
        FUZZ_CHECK(status == OCT9_AGAIN || status == 0 || status == 1);
        FUZZ_CHECK(status <= 0 || (leaf_good(&leaf) && leaf.state == OCT9_FREE));
        if (status == 0 || frontier.visit.search.leaves + frontier.visit.search.nodes > WORK_MOST)
            break;
    }
}

static void ask_view(const oct9_map_t *map, questions_t *questions)
{
    const oct9_view_sensor_t sensor = { .range_q6 = question_u16(questions) >> 3,
                                        .tan_y_q14 = 9000,
                                        .tan_z_q14 = 7000,
                                        .grid = 2,
                                        .coarse = question_u8(questions) % 3u,
                                        .frames = 1,
                                        .rules = rules_of(questions) };
    const oct9_pose_t pose = { question_point(questions), rotation_of(questions) };
    slices_t slices = slices_of(questions);
    oct9_view_pixel_t pixels[25];
    oct9_view_entry_t seen[16];
    oct9_view_t view;
    FUZZ_CHECK(oct9_view_init(&view, &sensor, pixels, seen, 16) == OCT9_OK);
    if (oct9_view_begin(&view, map, &pose) != OCT9_OK)
        return; /* an end beyond the numbers, or no rotation */
    int status;
    do {
        status = oct9_view_run(&view, slices.budget);
        if (status == OCT9_ERR_SEEN_FULL)
            status = OCT9_OK;
    } while (goes_on(&slices, status, view.leaves + (view.casting ? view.cast.leaves : 0)));
    if (status == OCT9_OK) {
        oct9_view_seen_t list;
        oct9_view_leaf_t leaf;
        unsigned count = 0;
        oct9_view_seen_begin(&list, &view);
        while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
            FUZZ_CHECK(++count <= 16 && leaf.node.level <= OCT9_LEVELS);
    }
}

void ask_map(const oct9_map_t *map, questions_t *questions)
{
    static void (*const ask[])(const oct9_map_t *, questions_t *) = {
        ask_locate, ask_point, ask_below,   ask_walk,  ask_cast,     ask_fan,  ask_sphere, ask_box,
        ask_path,   ask_obb,   ask_nearest, ask_visit, ask_frontier, ask_view, ask_spheres
    };
    for (unsigned i = 0; i < QUESTIONS_MOST && questions->left != 0; i++)
        ask[question_u8(questions) % (sizeof ask / sizeof *ask)](map, questions);
}
