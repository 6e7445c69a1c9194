/* SPDX-License-Identifier: MIT */
/* The mapper's word on the motion that a step allows. */
#include "src/follow/follow.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/mapper/mapper.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"

enum {
    CHECKS = 3,
    LESS = 8 /* mm, or mm a second: what the mapper's check rounds up by */
};

/* Sets the command: at the speed, or up to 2 mm a second faster. Legs are below 2^15 mm long. */
static OCT9_APART void command(const oct9_follow_now_t *step, oct9_mapper_motion_t *motion)
{
    int32_t by[3], direction[3];
    for (unsigned i = 0; i < 3; i++) {
        by[i] = oct9_mm_axis(&step->now.steer_mm, i) - oct9_mm_axis(&step->place_mm, i);
        motion->command_mm[i] = 0;
    }
    if (step->now.speed_mm == 0 || (by[0] | by[1] | by[2]) == 0)
        return;
    (void)oct9_mapper_direction(direction, by);
    for (unsigned i = 0; i < 3; i++) {
        const int32_t q14 = direction[i] * (step->now.speed_mm + 1); /* 2^14 2^15 */
        const int32_t half = q14 < 0 ? -OCT9_ONE_Q14 / 2 : OCT9_ONE_Q14 / 2;
        const int32_t mm = (q14 + half) / OCT9_ONE_Q14; /* up to 2^15, and a little more */
        motion->command_mm[i] = (int16_t)(mm > INT16_MAX    ? INT16_MAX
                                          : mm < -INT16_MAX ? -INT16_MAX
                                                            : mm);
    }
}

/* A speed at which the mapper's check needs less room: slower than slow_mm it looks only as far as
 * the robot needs to stop. */
static OCT9_APART uint32_t slower(const oct9_follow_now_t *step, const oct9_mapper_found_t *found,
                                  uint32_t room_mm)
{
    oct9_brakes_t brakes;
    uint32_t speed = step->now.speed_mm;
    const uint32_t slow = step->input->mapper->policy->slow_mm;
    brakes.brake_mm = step->brakes.brake_mm;
    brakes.after_ms = step->brakes.after_ms - step->age_ms + found->age_ms;
    const uint32_t within = oct9_speed_within(&brakes, room_mm > LESS ? room_mm - LESS : 0, 0);
    if (slow > LESS && slow - LESS < speed)
        speed = slow - LESS;
    return within < speed ? within : speed;
}

/* The mapper has found an obstacle before the place to steer to: it is on the route. */
static OCT9_APART oct9_status_t note_obstacle(oct9_follow_now_t *step,
                                              const oct9_mapper_found_t *found)
{
    oct9_mm_t steer;
    if ((found->why & OCT9_MAPPER_BLOCKED) == 0 || found->clear_mm >= step->leg_mm ||
        step->leg_mm > UINT16_MAX)
        return OCT9_OK;
    step->blocked = true;
    if (found->clear_mm < step->now.clear_mm)
        step->now.clear_mm = found->clear_mm;
    const oct9_status_t status = oct9_mm_of_stop(&step->place_mm, &step->now.steer_mm,
                                                 found->clear_mm, step->leg_mm, &steer);
    if (status == OCT9_OK)
        oct9_mm_copy(&step->now.steer_mm, &steer);
    return status;
}

/* An age of the pose is one of all that is known: the robot has moved on since. A frame of the
 * future is as old as one of the past, and must not look newer by it: the time is as far behind it.
 */
static uint32_t ask_at(const oct9_follow_now_t *step)
{
    const uint32_t now = step->tick->now_ms, frame = step->input->mapper->frame_ms;
    const bool ahead = (int32_t)(frame - now) > 0;
    return (ahead ? frame + (frame - now) : now) + step->age_ms;
}

/* What is not known to be free, or blocks, may let a slower robot pass. */
oct9_status_t oct9_follow_agree(oct9_follow_now_t *step)
{
    const oct9_mapper_t *const mapper = step->input->mapper;
    const unsigned slower_helps = OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN;
    oct9_mapper_motion_t motion;
    oct9_mapper_found_t found;
    oct9_status_t status = OCT9_OK;
    motion.now_ms = ask_at(step);
    oct9_mm_copy(&motion.place_mm, &step->place_mm);
    for (unsigned i = 0; i < 3; i++)
        motion.velocity_mm[i] = step->tick->velocity_mm[i];
    for (unsigned i = 0; i < CHECKS; i++) {
        command(step, &motion);
        status = oct9_mapper_check(mapper, &motion, &found);
        if (status == OCT9_OK && !found.alarm) {
            step->now.mapper_why = 0;
            return OCT9_OK;
        }
        step->now.mapper_why = found.why;
        if (status != OCT9_OK)
            return status;
        if (i == 0)
            status = note_obstacle(step, &found);
        if (status != OCT9_OK || (found.why & ~slower_helps) != 0)
            break;
        const uint32_t speed = slower(step, &found, i == 0 ? found.clear_mm : found.known_mm);
        if (speed >= step->now.speed_mm)
            break;
        step->now.speed_mm = (uint16_t)speed;
        if (speed == 0)
            break;
    }
    oct9_follow_halt(step, OCT9_FOLLOW_MAPPER);
    return status;
}
