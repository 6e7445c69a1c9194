/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "FreeRTOS.h"
#include "task.h"

#include "controller.h"
#include "controller_pid.h"
#include "platform_defaults.h"

#include <math.h>
#include <string.h>

#define TO_RADIANS 0.0174532925f
#define JUMP_M 0.1f      /* of the estimate, from one step to the next */
#define BAND_M 0.05f     /* the drone's radius, and this, are less than the policy's */
#define OVERHEAD 1.1f    /* position_controller_pid.c lets the velocity be so much above its most */
#define ROUNDED_M 0.002f /* what a wish loses by whole mm */

typedef struct {
    guard_wish_t wish;
    bool clear;
    bool trusted; /* no alarm since a motion was clear */
} answer_t;

/* The wish. The app's task reads it again where `steps` has changed meanwhile. */
static volatile struct {
    uint32_t steps, ms;
    int16_t velocity_mm[3];
} mail;

/* The app's task writes the one that `latest` does not name; the stabilizer's reads the other. */
static volatile answer_t answers[2];
static volatile uint8_t latest;

uint8_t guard_acts;

/* --- the app's task --------------------------------------------------------------------------- */

guard_wish_t guard_wish(void)
{
    guard_wish_t wish;
    uint32_t steps;
    do {
        steps = mail.steps;
        wish.ms = mail.ms;
        for (unsigned i = 0; i < 3; i++)
            wish.velocity_mm[i] = mail.velocity_mm[i];
    } while (steps != mail.steps);
    return wish;
}

static bool moves(const int16_t mm[3])
{
    int32_t square = 0;
    for (unsigned i = 0; i < 3; i++)
        square += mm[i] / 2 * (mm[i] / 2);
    return square >= GUARD_FREE_MM * GUARD_FREE_MM / 4;
}

void guard_answer(const guard_wish_t *wish, bool clear)
{
    volatile answer_t *const next = &answers[1 - latest];
    next->wish.ms = wish->ms;
    for (unsigned i = 0; i < 3; i++)
        next->wish.velocity_mm[i] = wish->velocity_mm[i];
    next->clear = clear;
    next->trusted = clear && (answers[latest].trusted || moves(wish->velocity_mm));
    latest = 1 - latest;
}

/* Where the drone is, or since when it is held where it was; and the lowest height since a climb
 * was found clear. */
static struct {
    float place[3], last[3], level;
    uint32_t jumped_ms; /* the answers up to then are void */
    bool jumped, holds;
} hold;

/* --- what the setpoint wants ------------------------------------------------------------------ */

/* By an angle, about the vertical. */
static void turn(float xy[2], float degrees)
{
    const float c = cosf(degrees * TO_RADIANS), s = sinf(degrees * TO_RADIANS), x = xy[0];
    xy[0] = c * x - s * xy[1];
    xy[1] = s * x + c * xy[1];
}

static float toward(float from, float to, float gain, float most)
{
    return fminf(fmaxf((to - from) * gain, -most * OVERHEAD), most * OVERHEAD);
}

/* The velocity that the PID controller makes of a place: it limits each of the drone's own axes. */
static void want_place(float want[3], const setpoint_t *setpoint, const state_t *state)
{
    const float yaw = state->attitude.yaw;
    want[0] = setpoint->position.x - state->position.x;
    want[1] = setpoint->position.y - state->position.y;
    turn(want, -yaw);
    want[0] = toward(0, want[0], PID_POS_X_KP, PID_POS_VEL_X_MAX);
    want[1] = toward(0, want[1], PID_POS_Y_KP, PID_POS_VEL_Y_MAX);
    turn(want, yaw);
}

/* The hold of the height is no climb. */
static float want_climb(const setpoint_t *setpoint, const state_t *state)
{
    float want = 0;
    if (setpoint->mode.z == modeVelocity)
        want = setpoint->velocity.z;
    else if (setpoint->mode.z == modeAbs && setpoint->position.z > hold.level + BAND_M)
        want = toward(state->position.z, setpoint->position.z, PID_POS_Z_KP, PID_POS_VEL_Z_MAX);
    return want < 0 ? 0 : want;
}

/* False if the setpoint has neither a velocity nor a place. */
static bool set_want(float want[3], const setpoint_t *setpoint, const state_t *state)
{
    const setpoint_mode_t *const mode = &setpoint->mode;
    if (mode->x == modeDisable || mode->y == modeDisable)
        return false;
    want[0] = setpoint->velocity.x;
    want[1] = setpoint->velocity.y;
    want[2] = want_climb(setpoint, state);
    if (mode->x == modeAbs && mode->y == modeAbs)
        want_place(want, setpoint, state);
    else if (mode->x != mode->y)
        want[0] = NAN; /* no one sends this */
    else if (setpoint->velocity_body)
        turn(want, state->attitude.yaw);
    return true;
}

/* One that is no number of 16 bits is not handed on: the last wish grows old. */
static void post(const float want[3], uint32_t now_ms)
{
    const float most = 32.0f;
    for (unsigned i = 0; i < 3; i++)
        if (!(fabsf(want[i]) < most))
            return;
    mail.ms = now_ms;
    for (unsigned i = 0; i < 3; i++)
        mail.velocity_mm[i] = (int16_t)lrintf(want[i] * 1000);
    mail.steps++;
}

/* --- what it gets ----------------------------------------------------------------------------- */

static void watch_place(const state_t *state, uint32_t now_ms)
{
    const float place[3] = { state->position.x, state->position.y, state->position.z };
    for (unsigned i = 0; i < 3; i++)
        if (!(fabsf(place[i] - hold.last[i]) <= JUMP_M)) {
            hold.jumped = true;
            hold.jumped_ms = now_ms;
            hold.holds = false;
        }
    memcpy(hold.last, place, sizeof place);
    if (!hold.holds)
        memcpy(hold.place, place, sizeof place);
}

/* The answer, if it is one to fly by. */
static const volatile answer_t *granted(uint32_t now_ms)
{
    const volatile answer_t *const answer = &answers[latest];
    if (hold.jumped && (int32_t)(answer->wish.ms - hold.jumped_ms) > 0)
        hold.jumped = false;
    const bool good = answer->clear && now_ms - answer->wish.ms <= GUARD_STALE_MS && !hold.jumped;
    return good ? answer : NULL;
}

/* What of a wish passes: all of it, and then it returns true. */
static bool allow(float out[3], const float want[3], const volatile answer_t *answer)
{
    float along = 0, square = 0, far = 0;
    memset(out, 0, 3 * sizeof *out);
    if (answer == NULL)
        return want[0] == 0 && want[1] == 0 && want[2] == 0;
    for (unsigned i = 0; i < 3; i++) {
        out[i] = (float)answer->wish.velocity_mm[i] / 1000;
        along += out[i] * want[i];
        square += out[i] * out[i];
    }
    const float part = along > 0 ? fminf(along / square, 1) : 0;
    for (unsigned i = 0; i < 3; i++) {
        out[i] *= part;
        far += (want[i] - out[i]) * (want[i] - out[i]);
    }
    return sqrtf(far) <= (answer->trusted ? GUARD_FREE_MM / 1000.0f : ROUNDED_M);
}

/* The modes stay: with another one the PID controller begins anew, and the height sags. */
static void change(setpoint_t *setpoint, const float out[3], const state_t *state, bool low)
{
    const setpoint_mode_t mode = setpoint->mode;
    hold.holds = out[0] == 0 && out[1] == 0 && out[2] == 0;
    if (mode.x == modeAbs && mode.y == modeAbs) {
        setpoint->position.x = hold.place[0] + out[0] / PID_POS_X_KP;
        setpoint->position.y = hold.place[1] + out[1] / PID_POS_Y_KP;
    } else {
        setpoint->mode.x = setpoint->mode.y = modeVelocity;
        setpoint->velocity.x = out[0];
        setpoint->velocity.y = out[1];
        setpoint->velocity_body = false;
    }
    if (mode.z == modeVelocity && !low)
        setpoint->velocity.z = fminf(setpoint->velocity.z, out[2]);
    if (mode.z == modeAbs && !low)
        setpoint->position.z = fminf(
            setpoint->position.z,
            fmaxf(state->position.z + out[2] / PID_POS_Z_KP, hold.level + BAND_M));
}

static guard_acts_t guard(setpoint_t *setpoint, const state_t *state, uint32_t now_ms)
{
    float want[3] = { 0, 0, 0 }, out[3] = { 0, 0, 0 };
    watch_place(state, now_ms);
    const bool judged = set_want(want, setpoint, state);
    const bool low = state->position.z < GUARD_LOW_M;
    post(want, now_ms);
    const bool passes = !judged || allow(out, want, granted(now_ms));
    if (passes)
        hold.holds = false;
    else
        change(setpoint, out, state, low);
    if (!judged || low || out[2] > 0 || state->position.z < hold.level)
        hold.level = state->position.z;
    return !judged ? GUARD_NOT_JUDGED : passes ? GUARD_PASSED : GUARD_CHANGED;
}

/* --- the firmware's controller ---------------------------------------------------------------- */

void controllerOutOfTreeInit(void)
{
    controllerPidInit();
}

bool controllerOutOfTreeTest(void)
{
    return controllerPidTest();
}

void controllerOutOfTree(control_t *control, const setpoint_t *setpoint,
                         const sensorData_t *sensors, const state_t *state,
                         const stabilizerStep_t step)
{
    static setpoint_t changed;
    changed = *setpoint;
    guard_acts = (uint8_t)guard(&changed, state, T2M(xTaskGetTickCount()));
    controllerPid(control, &changed, sensors, state, step);
}
