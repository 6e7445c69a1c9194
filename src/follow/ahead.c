/* SPDX-License-Identifier: MIT */
/* What lies ahead: the straight line from the robot to a place on the route, and the route behind
 * it. */
#include "src/follow/follow.h"

#include "oct9/mm.h"
#include "oct9/sweep.h"
#include "src/mapper/mapper.h"
#include "src/number/axes.h"
#include "src/query/rules.h"

enum {
    HALVINGS = 3,
    BESIDE_MM = 6 /* nearer to the route than this the robot is on it, as it is rounded */
};

/* The part of the route that is being asked. */
typedef struct {
    oct9_follow_mark_t mark; /* up to here */
    oct9_mm_t to_mm;         /* of the first leg */
    oct9_sphere_input_t sphere;
    oct9_sweep_output_t met;
    uint32_t asked_q6, speed_mm; /* clear so far; the limit so far */
    int32_t direction[3];        /* in which the robot comes to the mark, */
    bool turns;                  /* if it has any */
    int32_t line[3];             /* the direction of an earlier leg, */
    int32_t line_end[3];         /* which ended here */
    uint16_t line_next;          /* the segment behind it */
    bool lined;                  /* there is such a leg */
} follow_legs_t;

/* --- the map ---------------------------------------------------------------------------------- */

static oct9_status_t sweep_ahead(const oct9_follow_now_t *step, follow_legs_t *ahead,
                                 bool from_robot)
{
    oct9_rules_copy(&ahead->sphere.rules, &step->input->policy->rules);
    if (!from_robot)
        ahead->sphere.rules.start_inside = OCT9_BLOCKS;
    ahead->sphere.any_contact = false;
    return oct9_sweep_sphere(&step->reader.map, &ahead->sphere, &ahead->met);
}

/* Adds what the sweep found clear. */
static void add_clear(follow_legs_t *ahead)
{
    const oct9_motion_t *const motion = &ahead->sphere.motion;
    ahead->asked_q6 += oct9_point_length(&motion->from, &motion->to, ahead->met.fraction.num,
                                         ahead->met.fraction.den);
}

/* What was asked, or a part of it, in mm, rounded down. */
static uint32_t asked_mm(const oct9_follow_now_t *step, uint32_t asked_q6)
{
    int32_t mm = 0;
    /* Up to 113,509 for the first leg and 32767 behind it, of which oct9_mm_of_distance takes the
     * former: the rest need not count. */
    const uint32_t most = 113509, q6 = asked_q6 < most ? asked_q6 : most;
    if (oct9_mm_of_distance(&step->reader.frame, q6, &mm) != OCT9_OK)
        return 0;
    return (uint32_t)mm < UINT16_MAX ? (uint32_t)mm : UINT16_MAX;
}

/* --- speeds ----------------------------------------------------------------------------------- */

static void lower_speed(uint32_t *limit, uint32_t to)
{
    if (to < *limit)
        *limit = to;
}

/* A turn, `back` before the mark. The robot need not brake for a speed at which it may turn. */
static void slow_for(const oct9_follow_now_t *step, follow_legs_t *ahead, uint32_t sine,
                     uint32_t back_q6)
{
    const uint32_t asked = ahead->asked_q6 > back_q6 ? ahead->asked_q6 - back_q6 : 0;
    uint32_t at = oct9_speed_turn(&step->brakes, step->input->policy->corner_mm, sine);
    lower_speed(&at, step->fastest_mm);
    const uint32_t before = oct9_speed_within(&step->brakes, asked_mm(step, asked), at);
    lower_speed(&ahead->speed_mm, before > at ? before : at);
}

/* How far a point is off the line of the earlier leg. It is up to 2^15 behind the leg, times the
 * root of 3, as the lengths of the legs between are rounded down. */
static uint32_t off_line(const follow_legs_t *ahead, const oct9_point_t *point)
{
    int32_t by[3];
    uint32_t square = 0; /* about 3 2^30 at most */
    for (unsigned i = 0; i < 3; i++)
        by[i] = oct9_point_axis(point, i) - ahead->line_end[i];
    for (unsigned i = 0; i < 3; i++) {
        const unsigned j = i == 2 ? 0 : i + 1, k = j == 2 ? 0 : j + 1;
        const int32_t across = (by[j] * ahead->line[k] - by[k] * ahead->line[j]) / OCT9_ONE_Q14;
        square += (uint32_t)(across * across);
    }
    return (uint32_t)oct9_point_isqrt(square);
}

/* The earlier leg is the next segment, if that has a length. */
static void next_line(const oct9_follow_now_t *step, follow_legs_t *ahead)
{
    const oct9_point_t *const from = &step->line.points[ahead->line_next], *const to = from + 1;
    int32_t by[3];
    for (unsigned i = 0; i < 3; i++)
        by[i] = oct9_point_axis(to, i) - oct9_point_axis(from, i);
    ahead->line_next++;
    if ((by[0] | by[1] | by[2]) == 0)
        return;
    (void)oct9_mapper_direction(ahead->line, by);
    for (unsigned i = 0; i < 3; i++)
        ahead->line_end[i] = oct9_point_axis(to, i) + step->line.moved[i];
}

/* An arc of many short legs turns little from one to the next. So the whole turn counts from the
 * earliest leg on whose line, if the robot went on along that, it would be within corner_mm of the
 * route. It is as that of one corner where the two lines meet. */
static void turn_from_line(const oct9_follow_now_t *step, follow_legs_t *ahead,
                           const int32_t direction[3])
{
    const oct9_motion_t *const motion = &ahead->sphere.motion;
    if (ahead->lined) {
        uint32_t off = off_line(ahead, &motion->from);
        while (off > step->corner_q6 && ahead->line_next <= ahead->mark.segment) {
            next_line(step, ahead);
            off = off_line(ahead, &motion->from);
        }
        const uint32_t sine = oct9_speed_sine(ahead->line, direction);
        slow_for(step, ahead, sine, (off << 14) / sine);
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        ahead->line[i] = direction[i];
        ahead->line_end[i] = oct9_point_axis(&motion->to, i);
    }
    ahead->line_next = ahead->mark.segment;
    ahead->lined = true;
}

/* The robot turns to the leg that comes next. */
static void turn(const oct9_follow_now_t *step, follow_legs_t *ahead)
{
    const oct9_motion_t *const motion = &ahead->sphere.motion;
    int32_t by[3], direction[3];
    for (unsigned i = 0; i < 3; i++)
        by[i] = oct9_point_axis(&motion->to, i) - oct9_point_axis(&motion->from, i);
    if ((by[0] | by[1] | by[2]) == 0)
        return;
    (void)oct9_mapper_direction(direction, by);
    if (ahead->turns)
        slow_for(step, ahead, oct9_speed_sine(ahead->direction, direction), 0);
    turn_from_line(step, ahead, direction);
    for (unsigned i = 0; i < 3; i++)
        ahead->direction[i] = direction[i];
    ahead->turns = true;
}

/* --- the first leg ---------------------------------------------------------------------------- */

/* How far on the route the robot may steer: ahead_mm, but not past a corner that is farther than
 * corner_mm. */
static uint32_t farthest(const oct9_follow_now_t *step)
{
    const uint32_t at = oct9_polyline_at(&step->mark), far = at + step->ahead_q6;
    oct9_follow_mark_t corner;
    corner.start_q6 = step->mark.start_q6;
    corner.segment = step->mark.segment;
    for (;;) {
        const uint32_t end = corner.start_q6 + oct9_polyline_length(&step->line, corner.segment);
        if (end > at + step->corner_q6 || corner.segment + (uint32_t)2 >= step->line.count)
            return end < far ? end : far;
        corner.start_q6 = end;
        corner.segment++;
    }
}

/* Sweeps to a place on the route. `met` is a hit if it is no point, or where the robot is. */
static oct9_status_t try_leg(const oct9_follow_now_t *step, uint32_t at_q6, follow_legs_t *ahead)
{
    oct9_point_t point;
    ahead->mark.start_q6 = step->mark.start_q6;
    ahead->mark.along_q6 = step->mark.along_q6;
    ahead->mark.segment = step->mark.segment;
    oct9_polyline_seek(&step->line, &ahead->mark, at_q6);
    ahead->met.hit = OCT9_HIT_OUTSIDE;
    ahead->met.fraction.num = 0;
    ahead->met.fraction.den = 1;
    oct9_mm_copy(&ahead->to_mm, &step->place_mm);
    oct9_status_t status = oct9_mm_sphere(&step->reader.frame, &step->place_mm, &step->place_mm,
                                          step->radius_mm, &ahead->sphere.motion);
    if (status != OCT9_OK || !oct9_polyline_point(&step->line, &ahead->mark, &point))
        return status;
    status = oct9_mm_of_point(&step->reader.frame, &point, &ahead->to_mm);
    if (status == OCT9_OK)
        status = oct9_mm_sphere(&step->reader.frame, &step->place_mm, &ahead->to_mm,
                                step->radius_mm, &ahead->sphere.motion);
    return status == OCT9_OK ? sweep_ahead(step, ahead, true) : status;
}

/* The straight line is shorter where it is blocked: half, a quarter, and straight to the route. If
 * all are blocked, the first. */
static oct9_status_t first_leg(const oct9_follow_now_t *step, follow_legs_t *ahead)
{
    const uint32_t at = oct9_polyline_at(&step->mark), far = farthest(step) - at;
    const unsigned tries = step->now.beside_mm > BESIDE_MM ? HALVINGS + 1 : HALVINGS;
    for (unsigned halved = 0; halved < tries; halved++) {
        const oct9_status_t status = try_leg(step, at + (halved < HALVINGS ? far >> halved : 0),
                                             ahead);
        if (status != OCT9_OK || ahead->met.hit == OCT9_HIT_NONE)
            return status;
    }
    return try_leg(step, at + far, ahead);
}

/* Where to look, and to steer: what of the first leg is clear. */
static oct9_status_t steer(oct9_follow_now_t *step, const follow_legs_t *ahead)
{
    int32_t mm;
    const uint32_t num = ahead->met.fraction.num, den = ahead->met.fraction.den;
    oct9_mm_copy(&step->now.ahead_mm, &ahead->to_mm);
    oct9_status_t status = oct9_mm_of_stop(&step->place_mm, &ahead->to_mm, num, den,
                                           &step->now.steer_mm);
    if (status == OCT9_OK)
        status = oct9_mm_of_drive(&step->place_mm, &step->now.steer_mm, 1, 1, &mm);
    if (status == OCT9_OK)
        step->leg_mm = (uint32_t)mm + 1u;
    return status;
}

/* --- the route behind it ---------------------------------------------------------------------- */

/* Sweeps one leg more, to the end of a segment or of what is looked at. Returns false at the end of
 * both, or of what fits. Where the route ends before its length the points have changed. */
static bool next_leg(const oct9_follow_now_t *step, follow_legs_t *ahead, oct9_status_t *status)
{
    oct9_point_t point;
    oct9_motion_t *const motion = &ahead->sphere.motion;
    const uint32_t at = oct9_polyline_at(&ahead->mark);
    if (ahead->asked_q6 >= step->look_q6 || at >= step->length_q6)
        return false;
    while (ahead->mark.along_q6 >= oct9_polyline_length(&step->line, ahead->mark.segment)) {
        if (ahead->mark.segment + (uint32_t)2 >= step->line.count) {
            *status = OCT9_ERR_ARGUMENT;
            return false;
        }
        ahead->mark.start_q6 += ahead->mark.along_q6;
        ahead->mark.along_q6 = 0;
        ahead->mark.segment++;
    }
    const uint32_t rest = oct9_polyline_length(&step->line, ahead->mark.segment) -
                          ahead->mark.along_q6;
    const uint32_t look = step->look_q6 - ahead->asked_q6;
    ahead->mark.along_q6 += rest < look ? rest : look;
    if (!oct9_polyline_point(&step->line, &ahead->mark, &point))
        return false;
    oct9_point_copy(&motion->from, &motion->to);
    oct9_point_copy(&motion->to, &point);
    if (oct9_point_same(&motion->from, &motion->to))
        return true;
    turn(step, ahead);
    *status = sweep_ahead(step, ahead, false);
    if (*status == OCT9_OK)
        add_clear(ahead);
    return *status == OCT9_OK && ahead->met.hit == OCT9_HIT_NONE;
}

oct9_status_t oct9_follow_look_ahead(oct9_follow_now_t *step)
{
    follow_legs_t ahead;
    oct9_status_t status = first_leg(step, &ahead);
    if (status == OCT9_OK)
        status = steer(step, &ahead);
    if (status != OCT9_OK)
        return status;
    ahead.asked_q6 = 0;
    ahead.speed_mm = step->fastest_mm;
    ahead.turns = step->speed_mm != 0;
    ahead.lined = false;
    for (unsigned i = 0; i < 3; i++)
        ahead.direction[i] = step->direction[i];
    turn(step, &ahead);
    add_clear(&ahead);
    if (ahead.met.hit == OCT9_HIT_NONE)
        while (next_leg(step, &ahead, &status))
            ;
    if (status != OCT9_OK)
        return status;
    step->blocked = ahead.met.hit != OCT9_HIT_NONE;
    step->now.clear_mm = (uint16_t)asked_mm(step, ahead.asked_q6);
    lower_speed(&ahead.speed_mm, oct9_speed_within(&step->brakes, step->now.clear_mm, 0));
    step->now.speed_mm = (uint16_t)ahead.speed_mm; /* at most fastest_mm */
    return OCT9_OK;
}

/* --- as it moves ------------------------------------------------------------------------------ */

static oct9_status_t sweep_mm(const oct9_follow_now_t *step, const oct9_mm_t *from,
                              const oct9_mm_t *to, int32_t slack_mm, follow_legs_t *ahead)
{
    const oct9_status_t status = oct9_mm_sphere(&step->reader.frame, from, to,
                                                step->radius_mm + slack_mm, &ahead->sphere.motion);
    return status == OCT9_OK ? sweep_ahead(step, ahead, true) : status;
}

/* Where the robot stops from the allowed speed, if it goes on straight: not farther than what is
 * clear there, which may be a wall behind a corner. Where that is no point, or farther than can be
 * said, the robot has to be slower. */
static oct9_status_t look_straight(oct9_follow_now_t *step, follow_legs_t *ahead, oct9_mm_t *to)
{
    int32_t by[3], mm;
    uint32_t speed = (uint32_t)2 * step->now.speed_mm;
    oct9_status_t status = OCT9_ERR_RANGE;
    oct9_mm_copy(to, &step->place_mm);
    for (unsigned i = 0; i < 3; i++)
        by[i] = oct9_mm_axis(&step->now.steer_mm, i) - oct9_mm_axis(&step->place_mm, i);
    if (speed == 0 || (by[0] | by[1] | by[2]) == 0)
        return OCT9_OK;
    (void)oct9_mapper_direction(ahead->direction, by);
    while (status == OCT9_ERR_RANGE && speed > 1) {
        speed /= 2;
        const uint32_t stop = oct9_mapper_stop_mm(step->brakes.brake_mm, speed,
                                                  step->brakes.after_ms);
        oct9_mapper_move(&step->place_mm, ahead->direction, (int32_t)stop, to);
        if (stop < INT16_MAX)
            status = sweep_mm(step, &step->place_mm, to, 0, ahead);
    }
    step->now.speed_mm = (uint16_t)speed;
    if (status == OCT9_ERR_RANGE) {
        step->now.speed_mm = 0;
        oct9_mm_copy(to, &step->place_mm);
        return OCT9_OK;
    }
    if (status != OCT9_OK || ahead->met.hit == OCT9_HIT_NONE)
        return status;
    status = oct9_mm_of_drive(&step->place_mm, to, ahead->met.fraction.num, ahead->met.fraction.den,
                              &mm);
    if (status != OCT9_OK)
        return status;
    lower_speed(&speed, oct9_speed_within(&step->brakes, (uint32_t)mm, 0));
    step->now.speed_mm = (uint16_t)speed;
    oct9_mapper_move(&step->place_mm, ahead->direction, mm, to);
    return OCT9_OK;
}

/* The robot must be able to stop from the speed that it has, from the one that it is allowed, and
 * from each in between, as it turns from one to the other: between the places where it would stand
 * nothing may be. So what the next step finds is no surprise. */
oct9_status_t oct9_follow_look_along(oct9_follow_now_t *step)
{
    follow_legs_t ahead;
    oct9_mm_t now, then;
    oct9_status_t status = look_straight(step, &ahead, &then);
    if (status != OCT9_OK || step->speed_mm == 0)
        return status;
    const int32_t stop = (int32_t)oct9_mapper_stop_mm(step->brakes.brake_mm, step->speed_mm,
                                                      step->brakes.after_ms);
    if (stop >= INT16_MAX) { /* farther than can be said */
        oct9_follow_halt(step, OCT9_FOLLOW_DRIFTS);
        return OCT9_OK;
    }
    oct9_mapper_move(&step->place_mm, step->direction, stop, &now);
    status = sweep_mm(step, &step->place_mm, &now, 3 + stop / 4096, &ahead);
    if (status == OCT9_OK && ahead.met.hit == OCT9_HIT_NONE && step->now.speed_mm != 0)
        status = sweep_mm(step, &now, &then, 0, &ahead);
    if (status == OCT9_OK && ahead.met.hit != OCT9_HIT_NONE)
        oct9_follow_halt(step, OCT9_FOLLOW_DRIFTS);
    return status;
}
