/* SPDX-License-Identifier: MIT */
/* Following a route: what one step decides. */
#include "src/follow/follow.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/mapper/mapper.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

#define ROUTE_MAX ((uint32_t)1 << 30) /* sub-cells */
#define REACH_MAX ((uint32_t)1 << 29)

enum {
    READS = 2,
    NEAREST_Q6 = 2 /* a robot is at least so far from anything, as it is rounded */
};

/* --- begin ------------------------------------------------------------------------------------ */

/* What was not filled in is 0. */
static bool follow_policy_good(const oct9_follow_policy_t *policy)
{
    const bool given = policy->fastest_mm != 0 && policy->brake_mm != 0 &&
                       policy->reaction_ms != 0 && policy->stale_ms != 0 && policy->map_ms != 0 &&
                       policy->radius_mm != 0 && policy->look_mm != 0 && policy->ahead_mm != 0 &&
                       policy->corner_mm != 0 && policy->beside_mm != 0 && policy->replan_mm != 0 &&
                       policy->arrive_mm != 0 && policy->progress_mm != 0 &&
                       policy->progress_ms != 0;
    return given && policy->fastest_mm <= INT16_MAX && policy->radius_mm <= INT16_MAX &&
           policy->look_mm <= INT16_MAX && policy->progress_mm <= INT16_MAX &&
           policy->ahead_mm <= policy->look_mm && policy->corner_mm <= policy->radius_mm &&
           policy->rules.start_inside != OCT9_PASSES;
}

/* The tree of a mapper has the window of its occupancy map, and no other. */
static bool window_good(const oct9_follow_input_t *input)
{
    return !input->mapper || input->map->tree != &input->mapper->occupancy.tree ||
           input->occupancy == &input->mapper->occupancy;
}

static oct9_status_t input_good(const oct9_follow_input_t *input)
{
    if (!input->points || !input->map || !input->base || !input->policy ||
        (!input->map->tree && !input->map->image) || input->count == 0 ||
        (!input->mapper && !input->map_alone) || oct9_map_of_tiles(input->map) ||
        !follow_policy_good(input->policy) || !oct9_frame_good(input->base) || !window_good(input))
        return OCT9_REFUSE();
    return oct9_rules_check(&input->policy->rules, input->map);
}

/* A length in sub-cells, rounded up, or the longest that there is. */
static uint16_t length_q6(const oct9_frame_t *frame, uint32_t mm)
{
    uint16_t q6;
    return oct9_mm_length(frame, (int32_t)mm, &q6) == OCT9_OK ? q6 : (uint16_t)INT16_MAX;
}

/* Whether the cells are neither too small for the robot, whose sphere grows by up to 11 mm and one
 * sub-cell, nor so large that it is never near enough. */
static bool fits_cells(const oct9_frame_t *frame, const oct9_follow_policy_t *policy)
{
    int32_t least;
    return length_q6(frame, policy->radius_mm + 11u) < INT16_MAX &&
           oct9_mm_of_length(frame, NEAREST_Q6, &least) == OCT9_OK && policy->arrive_mm >= least &&
           policy->beside_mm >= least;
}

static oct9_status_t set_route_lengths(oct9_follow_t *follow, const oct9_follow_input_t *input)
{
    const oct9_follow_policy_t *const policy = input->policy;
    oct9_polyline_t line;
    line.points = input->points;
    line.count = input->count;
    follow->ahead_q6 = length_q6(input->base, policy->ahead_mm);
    follow->corner_q6 = length_q6(input->base, policy->corner_mm);
    follow->length_q6 = 0;
    for (uint32_t i = 0; i + 1u < input->count; i++) {
        follow->length_q6 += oct9_polyline_length(&line, (uint16_t)i);
        if (follow->length_q6 > ROUTE_MAX)
            return OCT9_ERR_RANGE;
    }
    if (!fits_cells(input->base, policy))
        return OCT9_ERR_RANGE;
    const oct9_status_t status = oct9_mm_length(input->base, policy->look_mm, &follow->look_q6);
    return status == OCT9_OK
             ? oct9_mm_length(input->base, policy->progress_mm, &follow->progress_q6)
             : status;
}

oct9_status_t oct9_follow_begin(oct9_follow_t *follow, const oct9_follow_input_t *input)
{
    OCT9_ASSERT(follow && input && input->points && input->map && input->base && input->policy);
    follow->input = NULL;
    oct9_status_t status = input_good(input);
    if (status == OCT9_OK)
        status = set_route_lengths(follow, input);
    if (status != OCT9_OK)
        return status;
    follow->mark.start_q6 = follow->mark.along_q6 = follow->best_q6 = 0;
    follow->mark.segment = 0;
    follow->reach_q6 = follow->look_q6;
    follow->started = false;
    follow->over = OCT9_FOLLOW_GO;
    follow->input = input;
    return OCT9_OK;
}

/* --- times and places ------------------------------------------------------------------------- */

/* How far two times are apart: one that lies ahead is as bad as one that is past. */
static uint32_t apart_ms(uint32_t a, uint32_t b)
{
    return a - b < b - a ? a - b : b - a;
}

/* What speaks against the tick's times. */
static unsigned judge_times(const oct9_follow_t *follow, const oct9_follow_now_t *step)
{
    const oct9_follow_tick_t *const tick = step->tick;
    const oct9_follow_policy_t *const policy = step->input->policy;
    unsigned why = 0;
    if (step->age_ms > step->stale_ms)
        why |= OCT9_FOLLOW_POSE;
    if (follow->started && ((int32_t)(tick->now_ms - follow->now_ms) < 0 ||
                            (int32_t)(tick->pose_ms - follow->pose_ms) < 0))
        why |= OCT9_FOLLOW_POSE;
    if (policy->map_ms != OCT9_FOLLOW_FOREVER &&
        apart_ms(tick->now_ms, tick->map_ms) > policy->map_ms)
        why |= OCT9_FOLLOW_MAP;
    return why;
}

/* What speaks against the tick's place. The route is looked for as far as the robot moved. */
static unsigned judge_place(oct9_follow_t *follow, const oct9_follow_now_t *step)
{
    if (!follow->started)
        return 0;
    const uint32_t moved = oct9_mapper_distance_mm(&step->place_mm, &follow->place_mm);
    const uint32_t since = apart_ms(step->tick->pose_ms, follow->pose_ms);
    const uint32_t most = step->fastest_mm * (since < UINT16_MAX ? since : UINT16_MAX) / 1000u +
                          step->input->policy->jump_mm + 1u; /* 2^15 2^16 */
    follow->reach_q6 += (uint32_t)2 * length_q6(step->input->base, moved);
    if (follow->reach_q6 > REACH_MAX)
        follow->reach_q6 = REACH_MAX;
    return moved == UINT16_MAX || moved > most ? OCT9_FOLLOW_JUMPED : 0;
}

/* Takes the tick. The time of a bad one does not count as one without progress. */
static void take_tick(oct9_follow_t *follow, oct9_follow_now_t *step)
{
    const oct9_follow_tick_t *const tick = step->tick;
    const unsigned why = judge_times(follow, step) | judge_place(follow, step);
    if (!follow->started)
        follow->best_ms = tick->now_ms;
    else if (why != 0)
        follow->best_ms += tick->now_ms - follow->now_ms;
    follow->now_ms = tick->now_ms;
    follow->pose_ms = tick->pose_ms;
    oct9_mm_copy(&follow->place_mm, &tick->place_mm);
    follow->started = true;
    step->now.why = (uint16_t)why;
}

/* --- the route -------------------------------------------------------------------------------- */

/* Moves the route into the cube of now. Returns false if all of it is far from that. */
static OCT9_APART bool set_line(oct9_follow_now_t *step)
{
    const oct9_follow_input_t *const input = step->input;
    const oct9_offset_t *const now = &step->reader.window, *const then = &input->window;
    const int64_t by[3] = { (int64_t)then->x - now->x, (int64_t)then->y - now->y,
                            (int64_t)then->z - now->z };
    step->line.points = input->points;
    step->line.count = input->count;
    for (unsigned i = 0; i < 3; i++) {
        if (by[i] < -OCT9_POLYLINE_CELLS || by[i] > OCT9_POLYLINE_CELLS)
            return false;
        step->line.moved[i] = (int32_t)by[i] * OCT9_CELL_Q6;
    }
    return true;
}

/* A distance from the robot in mm, rounded up: its point is up to 0.87 sub-cells from its place. */
static uint16_t robot_distance_mm(const oct9_follow_now_t *step, uint32_t q6)
{
    int32_t mm;
    if (q6 >= UINT16_MAX - NEAREST_Q6 ||
        oct9_mm_of_length(&step->reader.frame, (uint16_t)(q6 + NEAREST_Q6), &mm) != OCT9_OK)
        return OCT9_FOLLOW_FAR;
    return (uint16_t)(mm < (int32_t)OCT9_FOLLOW_FAR ? mm : (int32_t)OCT9_FOLLOW_FAR);
}

/* Whether the robot is near enough to the end, and to the last part of the route: a route may come
 * by its end before. */
static OCT9_APART bool arrives(const oct9_follow_now_t *step, const oct9_point_t *place)
{
    const oct9_follow_policy_t *const policy = step->input->policy;
    const uint32_t rest = step->length_q6 - oct9_polyline_at(&step->mark);
    oct9_follow_mark_t end;
    end.start_q6 = step->length_q6;
    end.along_q6 = 0;
    end.segment = (uint16_t)(step->line.count - 1u);
    return rest <= length_q6(step->input->base, policy->arrive_mm) &&
           robot_distance_mm(step, oct9_polyline_nearest(&step->line, &end, place, 0)) <=
               policy->arrive_mm;
}

/* How long the robot has not come on. Notes where it has. */
static uint32_t idle_ms(oct9_follow_t *follow, const oct9_follow_now_t *step)
{
    const uint32_t at = oct9_polyline_at(&step->mark), now_ms = step->tick->now_ms;
    if (at >= follow->best_q6 + follow->progress_q6) {
        follow->best_q6 = at;
        follow->best_ms = now_ms;
    }
    return now_ms - follow->best_ms;
}

/* --- decisions -------------------------------------------------------------------------------- */

static void replan(oct9_follow_now_t *step, unsigned why)
{
    step->now.state = OCT9_FOLLOW_REPLAN;
    oct9_follow_halt(step, why);
}

static bool same_mm(const oct9_mm_t *a, const oct9_mm_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The robot is on the route, and shall go on. */
static oct9_status_t go_ahead(oct9_follow_now_t *step)
{
    oct9_status_t status = oct9_follow_look_ahead(step);
    step->now.state = OCT9_FOLLOW_GO;
    if (status == OCT9_OK)
        status = oct9_follow_look_along(step);
    if (status == OCT9_OK && step->input->mapper)
        status = oct9_follow_agree(step);
    if (status != OCT9_OK)
        return status;
    if (same_mm(&step->now.steer_mm, &step->place_mm))
        step->now.speed_mm = 0; /* it is nearer than can be said */
    if (step->blocked && step->now.clear_mm < step->input->policy->replan_mm) {
        step->now.state = OCT9_FOLLOW_REPLAN;
        step->now.why |= OCT9_FOLLOW_BLOCKED;
    } else if (step->now.speed_mm == 0 && step->now.why == 0) {
        oct9_follow_halt(step, OCT9_FOLLOW_BLOCKED);
    }
    return OCT9_OK;
}

/* Finds the robot on the route, in the map of one moment, and decides. */
static oct9_status_t decide_step(oct9_follow_t *follow, oct9_follow_now_t *step)
{
    const oct9_follow_policy_t *const policy = step->input->policy;
    oct9_point_t place;
    const uint32_t beside = (uint32_t)length_q6(step->input->base, policy->beside_mm) +
                            step->corner_q6;
    const oct9_status_t status = oct9_mm_place(&step->reader.frame, &step->place_mm, &place);
    if (status != OCT9_OK)
        return status;
    step->now.beside_mm = OCT9_FOLLOW_FAR;
    if (set_line(step))
        step->now.beside_mm = robot_distance_mm(
            step,
            oct9_polyline_nearest(&step->line, &step->mark, &place, follow->reach_q6 + beside));
    if (step->now.beside_mm > policy->beside_mm || step->now.beside_mm == OCT9_FOLLOW_FAR) {
        replan(step, OCT9_FOLLOW_BESIDE);
        return OCT9_OK;
    }
    if (arrives(step, &place)) {
        step->now.state = OCT9_FOLLOW_ARRIVED;
        return OCT9_OK;
    }
    const uint32_t idle = idle_ms(follow, step);
    if (idle > (uint32_t)2 * policy->progress_ms)
        replan(step, OCT9_FOLLOW_IDLE);
    else if (idle > policy->progress_ms)
        oct9_follow_halt(step, OCT9_FOLLOW_IDLE);
    else
        return go_ahead(step);
    return OCT9_OK;
}

/* --- one step --------------------------------------------------------------------------------- */

/* Nothing is found out yet: a stop. */
static void reset(oct9_follow_now_t *step)
{
    step->now.state = OCT9_FOLLOW_STOP;
    step->now.why = 0;
    step->now.mapper_why = 0;
    step->now.speed_mm = step->now.clear_mm = 0;
    step->now.beside_mm = OCT9_FOLLOW_FAR;
    oct9_mm_copy(&step->now.steer_mm, &step->place_mm);
    oct9_mm_copy(&step->now.ahead_mm, &step->place_mm);
    step->blocked = false;
    step->leg_mm = 0;
}

/* A reader of any map: of an image, too, and of a tree that has a frame but no window. It sets by
 * hand what reader.h returns: for a struct of that size GCC calls memset and memcpy. */
static void begin_step_reader(oct9_follow_now_t *step)
{
    const oct9_follow_input_t *const input = step->input;
    step->reader.map.tree = input->map->tree;
    step->reader.map.image = input->map->image;
    step->reader.occupancy = input->occupancy;
    step->reader.base = input->base;
    step->reader.tries = READS;
}

static oct9_status_t read(oct9_follow_now_t *step)
{
    oct9_reader_t *const reader = &step->reader;
    oct9_status_t status = OCT9_OK;
    if (reader->occupancy || reader->map.tree) {
        status = oct9_reader_begin(reader);
    } else {
        reader->tries--;
        reader->seen = oct9_map_read_begin(&reader->map);
        if (reader->seen % 2u != 0)
            return OCT9_ERR_STALE;
    }
    if (!reader->occupancy) {
        oct9_mm_copy(&reader->frame.origin_mm, &reader->base->origin_mm);
        oct9_frame_copy_cell(&reader->frame, reader->base);
        reader->window.x = reader->window.y = reader->window.z = 0;
    }
    return status;
}

/* A decision, and what stays of it: nothing before it is whole. */
static oct9_status_t ask_step(oct9_follow_t *follow, oct9_follow_now_t *step)
{
    oct9_status_t status;
    begin_step_reader(step);
    do {
        reset(step);
        step->mark.start_q6 = follow->mark.start_q6;
        step->mark.along_q6 = follow->mark.along_q6;
        step->mark.segment = follow->mark.segment;
        status = read(step);
        if (status == OCT9_OK)
            status = decide_step(follow, step);
        if (status == OCT9_OK)
            status = oct9_reader_end(&step->reader);
    } while (status == OCT9_AGAIN);
    if (status != OCT9_OK)
        return status;
    follow->mark.start_q6 = step->mark.start_q6;
    follow->mark.along_q6 = step->mark.along_q6;
    follow->mark.segment = step->mark.segment;
    follow->reach_q6 = 0;
    if (step->now.state == OCT9_FOLLOW_ARRIVED ||
        (step->now.state == OCT9_FOLLOW_REPLAN && (step->now.why & OCT9_FOLLOW_IDLE) != 0))
        follow->over = (uint8_t)step->now.state;
    return OCT9_OK;
}

/* What stays as it is, if nothing is wrong with the tick. */
static void stay(const oct9_follow_t *follow, oct9_follow_now_t *step)
{
    step->now.state = (oct9_follow_state_t)follow->over;
    if (step->now.state == OCT9_FOLLOW_REPLAN)
        step->now.why = OCT9_FOLLOW_IDLE;
}

/* The more careful numbers of the two policies. */
static void set_limits(oct9_follow_now_t *step)
{
    const oct9_follow_policy_t *const own = step->input->policy;
    uint32_t reaction = own->reaction_ms;
    step->brakes.brake_mm = own->brake_mm;
    step->fastest_mm = own->fastest_mm;
    step->stale_ms = own->stale_ms;
    step->radius_mm = own->radius_mm;
    if (step->input->mapper) {
        const oct9_mapper_policy_t *const other = step->input->mapper->policy;
        if (other->brake_mm < step->brakes.brake_mm)
            step->brakes.brake_mm = other->brake_mm;
        if (other->fastest_mm < step->fastest_mm)
            step->fastest_mm = other->fastest_mm;
        if (other->stale_ms < step->stale_ms)
            step->stale_ms = other->stale_ms;
        if (other->radius_mm > step->radius_mm)
            step->radius_mm = other->radius_mm;
        if (other->reaction_ms > reaction)
            reaction = other->reaction_ms;
    }
    step->brakes.after_ms = reaction + (step->age_ms < UINT16_MAX ? step->age_ms : UINT16_MAX);
}

/* How the robot moves: not at all, if that is noise. */
static void set_motion(oct9_follow_now_t *step)
{
    const int16_t *const velocity = step->tick->velocity_mm;
    const int32_t by[3] = { velocity[0], velocity[1], velocity[2] };
    for (unsigned i = 0; i < 3; i++)
        step->direction[i] = 0;
    step->speed_mm = 0;
    if ((by[0] | by[1] | by[2]) != 0)
        step->speed_mm = oct9_mapper_direction(step->direction, by) +
                         8u; /* of 13 bits, below 2^16 */
    if (step->speed_mm <= step->input->policy->slow_mm)
        step->speed_mm = 0;
}

/* Whether the route does not lead on for now: a time that does not count as one without progress.
 */
static bool waits(const oct9_follow_now_t *step)
{
    return step->now.state == OCT9_FOLLOW_REPLAN &&
           (step->now.why & (OCT9_FOLLOW_BESIDE | OCT9_FOLLOW_BLOCKED)) != 0;
}

static oct9_status_t one_step(oct9_follow_t *follow, oct9_follow_now_t *step)
{
    if (!step->input || (step->input->mapper && !step->input->mapper->policy))
        return OCT9_ERR_STALE;
    set_limits(step);
    set_motion(step);
    step->length_q6 = follow->length_q6;
    step->look_q6 = follow->look_q6;
    step->ahead_q6 = follow->ahead_q6;
    step->corner_q6 = follow->corner_q6;
    const uint32_t before_ms = follow->started ? follow->now_ms : step->tick->now_ms;
    take_tick(follow, step);
    if (step->now.why != 0)
        return OCT9_OK;
    if (follow->over != OCT9_FOLLOW_GO) {
        stay(follow, step);
        return OCT9_OK;
    }
    const uint32_t best_q6 = follow->best_q6, best_ms = follow->best_ms;
    const oct9_status_t status = ask_step(follow, step);
    if (status != OCT9_OK)
        follow->best_q6 = best_q6;
    if (follow->best_q6 == best_q6 && (status != OCT9_OK || waits(step)))
        follow->best_ms = best_ms + (step->tick->now_ms - before_ms);
    return status;
}

/* An answer is written once it is whole. */
oct9_status_t oct9_follow_step(oct9_follow_t *follow, const oct9_follow_tick_t *tick,
                               oct9_follow_output_t *output)
{
    OCT9_ASSERT(follow && tick && output);
    oct9_follow_now_t step;
    step.input = follow->input;
    step.tick = tick;
    step.age_ms = apart_ms(tick->now_ms, tick->pose_ms);
    oct9_mm_copy(&step.place_mm, &tick->place_mm);
    reset(&step);
    const oct9_status_t status = one_step(follow, &step);
    if (status != OCT9_OK) {
        const uint8_t mapper_why = step.now.mapper_why;
        reset(&step);
        step.now.why = OCT9_FOLLOW_ERROR;
        step.now.mapper_why = mapper_why;
    }
    if (step.now.speed_mm == 0)
        oct9_mm_copy(&step.now.steer_mm, &step.place_mm);
    output->state = step.now.state;
    output->why = step.now.why;
    output->mapper_why = step.now.mapper_why;
    oct9_mm_copy(&output->steer_mm, &step.now.steer_mm);
    oct9_mm_copy(&output->ahead_mm, &step.now.ahead_mm);
    output->speed_mm = step.now.speed_mm;
    output->clear_mm = step.now.clear_mm;
    output->beside_mm = step.now.beside_mm;
    output->next = (uint16_t)(step.input ? follow->mark.segment + 1u : 0);
    return status;
}
