/* SPDX-License-Identifier: MIT */
/* What stands between the pilot and the motors: a controller outside of the firmware's tree, which
 * gives the firmware's PID controller the pilot's setpoint, or less of it.
 *
 * The controller runs at 1 kHz in the stabilizer's task, the check ten times a second in the app's.
 * The controller writes down what the setpoint wants as a velocity: the wish. The app's task takes
 * the wish, checks it, and writes the answer down. An answer holds for the velocity that was
 * checked, and for less of it:
 *
 * - Up to the velocity that was checked last, and found clear, the setpoint passes. Of another one
 *   passes what it has in common with that. So what no check has judged does not reach the motors,
 *   except for a difference of GUARD_FREE_MM, and not even that after an alarm, until a motion is
 *   clear again.
 * - After an alarm, without an answer, and where the last one is older than GUARD_STALE_MS or from
 *   before the estimate of the place jumped, nothing passes. The drone brakes; of a setpoint with
 *   positions it holds the place where it began to.
 * - Since the pilot's wish is what is checked, also while the drone is held, it may go away from
 *   what it was stopped by as soon as the check finds that clear.
 *
 * Never taken away: yaw, descents, the hold of the height within 5 cm, and climbs below
 * GUARD_LOW_M, where the estimate is worth nothing. So the drone can take off and land with all
 * its sensors dead.
 *
 * Not judged, and passed as it is: a setpoint without a velocity or a position in x and y, as of a
 * pilot who tilts the drone by hand, or the firmware's supervisor that levels it out. No path
 * follows from a tilt.
 *
 * The two tasks share one core, and the stabilizer's has the higher priority: the app's never
 * interrupts it. Neither waits for the other. */
#ifndef OCT9_GUARD_H
#define OCT9_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#define GUARD_STALE_MS 250 /* how old an answer may be: one check may be missed */
#define GUARD_LOW_M 0.25f
#define GUARD_FREE_MM 50 /* in a second */

/* What the setpoint wants: mm a second on the axes of the world, and nothing for a descent. */
typedef struct {
    uint32_t ms; /* when */
    int16_t velocity_mm[3];
} guard_wish_t;

/* What the controller did with the last setpoint: the log variable oct9.acts. */
typedef enum { GUARD_PASSED, GUARD_CHANGED, GUARD_NOT_JUDGED } guard_acts_t;
extern uint8_t guard_acts;

/* The last wish. The app's task calls this. */
guard_wish_t guard_wish(void);

/* Answers it. One task calls this. */
void guard_answer(const guard_wish_t *wish, bool clear);

#endif
