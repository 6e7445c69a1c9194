/* SPDX-License-Identifier: MIT */
/* Whether the robot may go on: for each motion what blocks it, how far it is known, and what
 * the beams along it say. */
#include "src/mapper/mapper.h"

#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/sweep.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"

enum { TRIES = 2 };

/* A motion that is judged. */
typedef struct {
    oct9_mm_t to;
    int32_t direction[3]; /* in 2^-14 */
    uint32_t stop_mm;     /* which must be known */
    uint32_t look_mm;     /* which must be clear: `to` may lie behind */
    int32_t slack_mm;     /* how far `to` may be from the true end */
} path_t;

/* What all that one decision asks has in common. */
typedef struct {
    const oct9_mapper_t *mapper;
    oct9_reader_t reader;
    oct9_mm_t from;
    uint32_t now_ms;
    oct9_mapper_found_t *found;
} question_t;

/* --- motions ---------------------------------------------------------------------------------- */

uint32_t oct9_mapper_direction(int32_t direction[3], const int32_t by[3])
{
    int32_t part[3] = { by[0], by[1], by[2] };
    unsigned halved = 0, doubled = 0;
    uint32_t all = 0;
    for (unsigned i = 0; i < 3; i++)
        all |= oct9_magnitude(part[i]);
    for (; all >= (uint32_t)1 << 14; all >>= 1)
        halved++;
    for (; all < (uint32_t)1 << 13; all <<= 1)
        doubled++;
    uint32_t square = 0; /* 3 2^28 at most */
    for (unsigned i = 0; i < 3; i++) {
        part[i] = part[i] / ((int32_t)1 << halved) * ((int32_t)1 << doubled);
        square += (uint32_t)(part[i] * part[i]);
    }
    const int32_t length = oct9_point_isqrt(square); /* 2^13.. */
    for (unsigned i = 0; i < 3; i++)
        direction[i] = part[i] * OCT9_ONE_Q14 / length;
    return ((uint32_t)length << halved) >> doubled;
}

void oct9_mapper_move(const oct9_mm_t *from, const int32_t direction[3], int32_t mm, oct9_mm_t *to)
{
    int32_t by[3];
    for (unsigned i = 0; i < 3; i++)
        by[i] = direction[i] * mm / OCT9_ONE_Q14;
    to->x = (int32_t)((uint32_t)from->x + (uint32_t)by[0]);
    to->y = (int32_t)((uint32_t)from->y + (uint32_t)by[1]);
    to->z = (int32_t)((uint32_t)from->z + (uint32_t)by[2]);
}

/* Where a motion is `look` mm on. */
static void set_end(path_t *path, const oct9_mm_t *from, uint32_t look)
{
    oct9_mapper_move(from, path->direction, (int32_t)look, &path->to);
    /* Each component is short by less than 1 mm and look / 2^13 in all. */
    path->slack_mm = 3 + (int32_t)look / 4096;
}

/* A velocity, for as long as the robot needs to stop. Returns false if it is 0. */
static bool set_path(path_t *path, const question_t *question, const int16_t velocity_mm[3],
                     uint32_t slow_mm)
{
    const oct9_mapper_policy_t *const policy = question->mapper->policy;
    const int32_t by[3] = { velocity_mm[0], velocity_mm[1], velocity_mm[2] };
    if ((by[0] | by[1] | by[2]) == 0)
        return false;
    const uint32_t speed = oct9_mapper_direction(path->direction, by) + 1u;
    if (speed <= slow_mm)
        return false;
    path->stop_mm = oct9_mapper_stop_mm(policy->brake_mm, speed,
                                        policy->reaction_ms + (uint32_t)question->found->age_ms);
    const bool longer = path->stop_mm < policy->look_mm;
    path->look_mm = longer && speed > policy->slow_mm ? policy->look_mm : path->stop_mm;
    /* A short path, rounded to whole mm, would not say what it comes nearer to. */
    set_end(path, &question->from, longer ? policy->look_mm : path->stop_mm);
    return true;
}

uint32_t oct9_mapper_distance_mm(const oct9_mm_t *a, const oct9_mm_t *b)
{
    uint32_t square = 0; /* 3 2^30 at most */
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t apart = oct9_magnitude_between(oct9_mm_axis(a, i), oct9_mm_axis(b, i));
        if (apart >= (uint32_t)1 << 15)
            return UINT16_MAX;
        square += apart * apart;
    }
    return (uint32_t)oct9_point_isqrt(square) + 1u;
}

/* The straight path to a place. Returns false if it has no length. What is 2^30 mm away or more is
 * refused as a path. */
static bool set_straight(path_t *path, const question_t *question, const oct9_mm_t *to)
{
    const int32_t most = ((int32_t)1 << 30) - 1;
    int32_t by[3];
    for (unsigned i = 0; i < 3; i++) {
        const int32_t a = oct9_mm_axis(&question->from, i), b = oct9_mm_axis(to, i);
        const uint32_t apart = oct9_magnitude_between(a, b);
        by[i] = apart < (uint32_t)most ? (int32_t)apart : most;
        by[i] = b > a ? by[i] : -by[i];
    }
    if ((by[0] | by[1] | by[2]) == 0)
        return false;
    (void)oct9_mapper_direction(path->direction, by);
    path->to.x = to->x;
    path->to.y = to->y;
    path->to.z = to->z;
    path->stop_mm = oct9_mapper_distance_mm(&question->from, to);
    path->look_mm = UINT32_MAX;
    path->slack_mm = 0;
    return true;
}

static bool same(const int16_t a[3], const int16_t b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* --- one motion ------------------------------------------------------------------------------- */

/* What is farther than 65,534 mm counts as that: it is found. */
static void lower(uint16_t *mm, int32_t to)
{
    const int32_t most = to < OCT9_MAPPER_FAR ? to : OCT9_MAPPER_FAR - 1;
    if (most < *mm)
        *mm = (uint16_t)most;
}

/* While a move of the window is owed, an obstacle may be outside of it. */
static void set_rules(oct9_rules_t *rules, const oct9_mapper_t *mapper, oct9_policy_t unknown,
                      oct9_policy_t start_inside)
{
    rules->unknown = unknown;
    rules->outside = mapper->owed ? OCT9_OCCUPIED : OCT9_UNKNOWN;
    rules->start_inside = start_inside;
    rules->filter_mask = rules->filter_value = 0;
}

/* Whether the motion leads away from the window's rim, to where the sphere is inside. A sweep lets
 * no shape leave the outside, which is no leaf (OCT9_LEAVES). */
static bool leaves_rim(const oct9_sphere_input_t *input)
{
    const int32_t half = OCT9_CELLS / 2 * OCT9_CELL_Q6, radius = input->motion.radius_q6;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t to = oct9_point_axis(&input->motion.to, i);
        if (half - (int32_t)oct9_magnitude(to) <= radius)
            return false;
    }
    return true;
}

static oct9_status_t sweep(const question_t *question, const path_t *path, int32_t radius_mm,
                           oct9_policy_t unknown, oct9_policy_t start_inside,
                           oct9_sweep_output_t *output)
{
    oct9_sphere_input_t input;
    output->hit = OCT9_HIT_NONE;
    input.any_contact = false;
    set_rules(&input.rules, question->mapper, unknown, start_inside);
    const oct9_status_t status = oct9_mm_sphere(&question->reader.frame, &question->from, &path->to,
                                                radius_mm + path->slack_mm, &input.motion);
    if (status != OCT9_OK)
        return status;
    if (leaves_rim(&input))
        input.rules.outside = OCT9_FREE;
    return oct9_sweep_sphere(&question->reader.map, &input, output);
}

/* Lowers a length to where the motion ends. What it meets behind look_mm is none of its matter. */
static oct9_status_t lower_to(const question_t *question, const path_t *path,
                              oct9_sweep_output_t *output, uint16_t *length_mm)
{
    int32_t mm = 0;
    const oct9_status_t status = oct9_mm_of_drive(&question->from, &path->to, output->fraction.num,
                                                  output->fraction.den, &mm);
    if ((uint32_t)mm > path->look_mm)
        output->hit = OCT9_HIT_NONE;
    else
        lower(length_mm, mm);
    return status;
}

static bool met_obstacle(const oct9_sweep_output_t *output)
{
    return output->hit == OCT9_HIT_LEAF && output->leaf.state == OCT9_OCCUPIED;
}

/* The path: first up to what is not known to be free, or what the sphere touches already. Behind
 * that, or if the motion leaves it, lies the obstacle that blocks. */
static oct9_status_t check_path(const question_t *question, const path_t *path, uint16_t *known_mm)
{
    const oct9_mapper_t *const mapper = question->mapper;
    const int32_t radius_mm = mapper->policy->radius_mm;
    oct9_sweep_output_t output;
    oct9_status_t status = sweep(question, path, radius_mm, OCT9_BLOCKS, OCT9_BLOCKS, &output);
    if (status != OCT9_OK || output.hit == OCT9_HIT_NONE)
        return status;
    status = lower_to(question, path, &output, known_mm);
    if (status == OCT9_OK && output.hit != OCT9_HIT_NONE &&
        (output.fraction.num == 0 || !met_obstacle(&output)))
        status = sweep(question, path, radius_mm, mapper->policy->unknown, OCT9_LEAVES, &output);
    if (status == OCT9_OK && output.hit != OCT9_HIT_NONE)
        status = lower_to(question, path, &output, &question->found->clear_mm);
    if (status == OCT9_OK && output.hit != OCT9_HIT_NONE)
        question->found->why |= OCT9_MAPPER_BLOCKED;
    return status;
}

/* Whether the motion comes nearer to what is nearer than least_mm. */
static oct9_status_t check_near(const question_t *question, const path_t *path)
{
    const oct9_mapper_policy_t *const policy = question->mapper->policy;
    oct9_sweep_output_t output;
    if (question->found->clearance_mm >= policy->least_mm)
        return OCT9_OK;
    const oct9_status_t status = sweep(question, path, policy->least_mm, policy->unknown,
                                       OCT9_LEAVES, &output);
    if (status == OCT9_OK && output.hit != OCT9_HIT_NONE && output.fraction.num == 0)
        question->found->why |= OCT9_MAPPER_NEAR;
    return status;
}

/* What the beams along the motion say, and whether the robot could stop within what they saw. */
static void check_beams(const question_t *question, const path_t *path, uint32_t known_mm)
{
    const oct9_mapper_t *const mapper = question->mapper;
    const uint32_t less = oct9_mapper_distance_mm(&question->from, &mapper->last.place_mm) +
                          mapper->policy->radius_mm;
    oct9_mapper_along_t along;
    for (unsigned i = 0; i < 3; i++)
        along.direction[i] = path->direction[i];
    oct9_mapper_look_along(mapper, question->now_ms, &along);
    if (along.too_near)
        question->found->why |= OCT9_MAPPER_TOO_NEAR;
    if (along.frozen)
        question->found->why |= OCT9_MAPPER_FROZEN;
    /* A path longer than can be said is not known. */
    const bool looked = path->stop_mm + less <= along.seen_mm ||
                        mapper->policy->blind_ms == OCT9_MAPPER_FOREVER;
    if (path->stop_mm >= INT16_MAX ||
        (path->stop_mm > known_mm && !looked &&
         !oct9_mapper_been_along(mapper, question->now_ms, &question->from, path->direction,
                                 (int32_t)path->stop_mm)))
        question->found->why |= OCT9_MAPPER_UNKNOWN;
}

static oct9_status_t judge(const question_t *question, const path_t *path)
{
    uint16_t known_mm = (uint16_t)OCT9_MAPPER_FAR;
    oct9_status_t status = check_path(question, path, &known_mm);
    if (status == OCT9_OK)
        status = check_near(question, path);
    if (known_mm < question->found->known_mm)
        question->found->known_mm = known_mm;
    if (status == OCT9_OK)
        check_beams(question, path, known_mm);
    return status;
}

/* --- the surroundings ------------------------------------------------------------------------- */

/* Where the outside of the window blocks, the window's rim is an obstacle. */
static uint32_t rim_q6(const oct9_point_t *point)
{
    const int32_t half = OCT9_CELLS / 2 * OCT9_CELL_Q6;
    int32_t least = half;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t to = half - (int32_t)oct9_magnitude(oct9_point_axis(point, i));
        least = to < least ? to : least;
    }
    return least < 0 ? 0 : (uint32_t)least;
}

static OCT9_APART oct9_status_t check_clearance(const question_t *question)
{
    const oct9_mapper_t *const mapper = question->mapper;
    const oct9_mapper_policy_t *const policy = mapper->policy;
    oct9_near_t obstacle;
    oct9_nearest_input_t input;
    oct9_nearest_output_t output;
    oct9_motion_t ball;
    int32_t mm;
    output.count = 0;
    input.capacity = 1;
    input.found = &obstacle;
    set_rules(&input.rules, mapper, policy->unknown, OCT9_BLOCKS);
    oct9_status_t status = oct9_mm_sphere(&question->reader.frame, &question->from, &question->from,
                                          policy->near_mm, &ball);
    if (status != OCT9_OK)
        return status;
    oct9_point_copy(&input.point, &ball.from);
    input.range_q6 = ball.radius_q6;
    status = oct9_nearest_find(&question->reader.map, &input, &output);
    if (status != OCT9_OK)
        return status;
    uint32_t q6 = output.count == 0 ? UINT32_MAX
                                    : (uint32_t)oct9_point_isqrt(obstacle.distance2_q12);
    if ((mapper->owed || policy->unknown == OCT9_BLOCKS) && rim_q6(&input.point) < q6)
        q6 = rim_q6(&input.point);
    if (q6 > input.range_q6)
        return OCT9_OK;
    status = oct9_mm_of_distance(&question->reader.frame, q6, &mm);
    if (status == OCT9_OK)
        question->found->clearance_mm = (uint16_t)mm;
    return status;
}

/* --- one decision ----------------------------------------------------------------------------- */

/* The age of the last frame. A time before it is as far from it as one behind it. */
static uint16_t age_of(const oct9_mapper_t *mapper, uint32_t now_ms)
{
    const uint32_t after = now_ms - mapper->frame_ms, before = mapper->frame_ms - now_ms;
    const uint32_t age = after < before ? after : before;
    return (uint16_t)(age < UINT16_MAX ? age : UINT16_MAX);
}

/* Begins what is found: nothing yet, but the age. */
static void begin_found(const question_t *question)
{
    const oct9_mapper_t *const mapper = question->mapper;
    oct9_mapper_found_t *const found = question->found;
    found->clear_mm = found->known_mm = found->clearance_mm = OCT9_MAPPER_FAR;
    found->age_ms = age_of(mapper, question->now_ms);
    found->why = 0;
    /* A time that is a little before the frame's is none that a jump could be measured by. */
    if (found->age_ms > mapper->policy->stale_ms || found->age_ms == UINT16_MAX ||
        mapper->late == OCT9_MAPPER_LATE_MOST ||
        oct9_mapper_step(mapper, mapper->frame_ms + found->age_ms + 1u, &question->from,
                         mapper->policy->radius_mm) == JUMPED)
        found->why |= OCT9_MAPPER_STALE;
    if (oct9_mapper_trust_freezes(mapper))
        found->why |= OCT9_MAPPER_FROZEN;
}

/* The motion as it is measured and as it is commanded; `to`: the path there instead. */
static oct9_status_t judge_all(const question_t *question, const oct9_mapper_motion_t *motion,
                               const oct9_mm_t *to)
{
    path_t path;
    oct9_status_t status = check_clearance(question);
    if (to) {
        if (status == OCT9_OK && set_straight(&path, question, to))
            status = judge(question, &path);
        return status;
    }
    if (status == OCT9_OK && set_path(&path, question, motion->command_mm, 0))
        status = judge(question, &path);
    if (status == OCT9_OK && !same(motion->velocity_mm, motion->command_mm) &&
        set_path(&path, question, motion->velocity_mm, question->mapper->policy->slow_mm))
        status = judge(question, &path);
    return status;
}

/* A reader of the map that checks ask: the one place that says which map that is. It sets by hand
 * what oct9_reader_of_window returns: for a struct of that size GCC calls memset and memcpy. */
static void begin_reader(oct9_reader_t *reader, const oct9_mapper_t *mapper)
{
    reader->map = oct9_map_of_tree(&mapper->occupancy.tree);
    reader->occupancy = &mapper->occupancy;
    reader->base = &mapper->base;
    reader->tries = TRIES;
}

/* All that one decision asks, of one map in one frame. */
static oct9_status_t ask_all(question_t *question, const oct9_mapper_motion_t *motion,
                             const oct9_mm_t *to)
{
    const oct9_mapper_t *const mapper = question->mapper;
    oct9_status_t status;
    begin_reader(&question->reader, mapper);
    do {
        status = oct9_reader_begin(&question->reader);
        if (status == OCT9_OK)
            status = (oct9_status_t)mapper->seen;
        if (status == OCT9_OK) {
            begin_found(question);
            status = judge_all(question, motion, to);
        }
        if (status == OCT9_OK)
            status = oct9_reader_end(&question->reader);
    } while (status == OCT9_AGAIN);
    return status;
}

/* An answer is written once it is whole: another task may look at it. */
static oct9_status_t answer(const oct9_mapper_t *mapper, const oct9_mapper_motion_t *motion,
                            const oct9_mm_t *to, oct9_mapper_found_t *found)
{
    question_t question;
    oct9_mapper_found_t now;
    question.mapper = mapper;
    question.from.x = motion->place_mm.x;
    question.from.y = motion->place_mm.y;
    question.from.z = motion->place_mm.z;
    question.now_ms = motion->now_ms;
    question.found = &now;
    const oct9_status_t status = mapper->policy ? ask_all(&question, motion, to) : OCT9_ERR_STALE;
    if (status != OCT9_OK) {
        now.why = OCT9_MAPPER_ERROR;
        now.clear_mm = now.known_mm = now.clearance_mm = 0;
        now.age_ms = UINT16_MAX;
    }
    found->alarm = now.why != 0;
    found->why = now.why;
    found->clear_mm = now.clear_mm;
    found->known_mm = now.known_mm;
    found->clearance_mm = now.clearance_mm;
    found->age_ms = now.age_ms;
    return status;
}

oct9_status_t oct9_mapper_check(const oct9_mapper_t *mapper, const oct9_mapper_motion_t *motion,
                                oct9_mapper_found_t *found)
{
    OCT9_ASSERT(mapper && motion && found);
    return answer(mapper, motion, NULL, found);
}

oct9_status_t oct9_mapper_ask(const oct9_mapper_t *mapper, const oct9_mapper_motion_t *motion,
                              const oct9_mm_t *to_mm, oct9_mapper_found_t *found)
{
    OCT9_ASSERT(mapper && motion && to_mm && found);
    return answer(mapper, motion, to_mm, found);
}
