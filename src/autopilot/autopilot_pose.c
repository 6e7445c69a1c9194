/* SPDX-License-Identifier: MIT */
/* Where the robot is, as its autopilot says. */
#include "oct9/autopilot.h"
#include "port/oct9_port.h"
#include "src/autopilot/autopilot_axes.h"
#include "src/number/bearing.h"
#include "src/number/magnitude.h"

/* Whether both are there, new enough, and of one time. */
static bool is_fresh(const oct9_mavlink_receiver_t *receiver, uint32_t now_ms, uint32_t oldest_ms)
{
    const oct9_mavlink_attitude_t *const attitude = &receiver->attitude;
    const oct9_mavlink_position_t *const position = &receiver->position;
    return attitude->known && position->known && now_ms - attitude->came_ms <= oldest_ms &&
           now_ms - position->came_ms <= oldest_ms &&
           (attitude->time_ms - position->time_ms <= oldest_ms ||
            position->time_ms - attitude->time_ms <= oldest_ms);
}

/* A velocity in the map's axes. Returns false if it does not fit. */
static bool set_turned(const int32_t north_mm[3], int16_t east_mm[3])
{
    int32_t east[3];
    bool fits = true;
    oct9_axes_of_north(north_mm, east);
    for (unsigned i = 0; i < 3; i++) {
        fits = fits && oct9_magnitude(east[i]) <= (uint32_t)INT16_MAX;
        east_mm[i] = (int16_t)east[i];
    }
    return fits;
}

static bool set_velocities(const int32_t measured_mm[3], const int16_t *command_mm,
                           oct9_mapper_motion_t *motion)
{
    int32_t command[3];
    for (unsigned i = 0; i < 3; i++)
        command[i] = command_mm ? command_mm[i] : measured_mm[i];
    return set_turned(measured_mm, motion->velocity_mm) && set_turned(command, motion->command_mm);
}

static void set_robot_place(const int32_t place_mm[3], oct9_mm_t *mm)
{
    int32_t east[3];
    oct9_axes_of_north(place_mm, east);
    mm->x = east[0];
    mm->y = east[1];
    mm->z = east[2];
}

/* Of a robot whose x axis is upright, any. */
static uint16_t heading_of(const oct9_matrix_t *matrix)
{
    const int32_t scale = (int32_t)1 << 13; /* leaves 16 bits */
    const int32_t x = matrix->m[0][0] / scale, y = matrix->m[1][0] / scale;
    return x != 0 || y != 0 ? oct9_bearing(x, y) : 0;
}

oct9_status_t oct9_autopilot_pose(const oct9_mavlink_receiver_t *receiver, uint32_t now_ms,
                                  uint16_t oldest_ms, const int16_t command_mm[3],
                                  oct9_autopilot_pose_t *robot)
{
    OCT9_ASSERT(receiver && robot);
    oct9_mapper_motion_t motion;
    oct9_matrix_t matrix;
    if (oldest_ms == 0)
        return OCT9_REFUSE();
    if (!is_fresh(receiver, now_ms, oldest_ms))
        return OCT9_ERR_STALE;
    if (!set_velocities(receiver->position.velocity_mm, command_mm, &motion))
        return OCT9_ERR_RANGE;
    for (unsigned i = 0; i < 3; i++) {
        robot->motion.velocity_mm[i] = motion.velocity_mm[i];
        robot->motion.command_mm[i] = motion.command_mm[i];
    }
    robot->motion.now_ms = now_ms;
    set_robot_place(receiver->position.place_mm, &robot->motion.place_mm);
    set_robot_place(receiver->position.place_mm, &robot->pose.place_mm);
    oct9_axes_rotation(receiver->attitude.q_q16, &robot->pose.rotation);
    oct9_pose_matrix(&robot->pose.rotation, &matrix);
    robot->heading = heading_of(&matrix);
    return OCT9_OK;
}
