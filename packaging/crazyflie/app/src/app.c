/* SPDX-License-Identifier: MIT */
/* A Crazyflie with the multi-ranger deck maps what its five beams see, checks ten times a second
 * where it flies and where it is commanded to, lets no more of the command pass than the check
 * found clear (guard.h), and sends what changes in its map to the others and to the ground. It may
 * listen to another drone, and then its check asks the other's map, too (hear.h).
 *
 * What it finds are the log variables oct9.alarm (1: it must not fly on), oct9.why (the sum of the
 * reasons: oct9_mapper_why_t, and 128: the other's map), oct9.clear (mm that it may still go,
 * 65535: all that it needs to stop), oct9.known (the same, up to the first place that is not known
 * to be free), oct9.near (mm to the nearest obstacle, 65535: none within 0.5 m), oct9.acts (what
 * was done with the setpoint: guard_acts_t) and oct9.heard (packets of the other). The parameter
 * oct9.peer is the name of the other, the low 32 bits of its radio's address, or 0, as at first.
 *
 * The firmware does not say when a reading was measured: the log has the last one, however old. The
 * deck's task takes one each 100 ms, so that a reading is at most so old while the task runs, and
 * that is the age that this app gives it. A task that hangs leaves its last readings for ever: the
 * mapper finds that where a beam repeats its reading though it moved. */
#define DEBUG_MODULE "OCT9"

#include "FreeRTOS.h"
#include "task.h"

#include "app.h"
#include "app_channel.h"
#include "configblock.h"
#include "debug.h"
#include "log.h"
#include "param.h"
#include "radiolink.h"
#include "storage.h"

#include "guard.h"
#include "hear.h"
#include "oct9.h"
#include "oct9_metric.h"

#include <string.h>

enum {
    BEAMS = 5, /* in the order of oct9_sensor_multiranger */
    STATES = 10,
    POLL_MS = 100,
    DECK_MS = 100,         /* the most that a reading is old, while the deck's task runs */
    LEAST_HEIGHT_MM = 200, /* below it the drone's estimate of its place is worth nothing */
    DARK_MM = 32767,       /* the deck's "nothing", which comes through a float as 32766 */
    LATE_MS = 100,         /* from a setpoint until the drone brakes by it */
    HEARD = 128,           /* a reason beside those of the mapper */
    PART = APPCHANNEL_MTU - 1
};

/* 16 KB of map, and 2 KB for what changed and is not sent yet. The policy's radius is the drone's,
 * 65 mm, and the 50 mm that it flies at 0.5 m/s while a reading grows old. */
OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512);
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static oct9_mapper_t mapper;
static oct9_mapper_found_t found = { true, OCT9_MAPPER_ERROR, 0, 0, 0, UINT16_MAX };
static uint32_t peer;

static char *const beam_names[BEAMS] = { "front", "back", "left", "right", "up" };
static char *const state_names[STATES] = {
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz"
};
static logVarId_t beams[BEAMS], states[STATES];

/* False if a velocity, in m/s, is no number of 16 bits. */
static bool read_velocity(const float from[3], int16_t velocity_mm[3])
{
    for (unsigned i = 0; i < 3; i++) {
        int32_t mm;
        if (oct9_metric_mm(from[i], &mm) != OCT9_OK || mm < INT16_MIN || mm > INT16_MAX)
            return false;
        velocity_mm[i] = (int16_t)mm;
    }
    return true;
}

/* False if the estimate is no number or the drone is too low. */
static bool read_motion(oct9_mapper_pose_t *pose, oct9_mapper_motion_t *motion)
{
    float state[STATES];
    for (unsigned i = 0; i < STATES; i++)
        state[i] = logGetFloat(states[i]);
    if (oct9_metric_place(state, &pose->place_mm) != OCT9_OK ||
        oct9_metric_quaternion(state[3], state[4], state[5], state[6], &pose->rotation) != OCT9_OK)
        return false;
    motion->place_mm = pose->place_mm;
    return read_velocity(state + 7, motion->velocity_mm) && pose->place_mm.z >= LEAST_HEIGHT_MM;
}

/* False if nobody hands on the setpoint, as with another controller. */
static bool read_wish(guard_wish_t *wish, oct9_mapper_motion_t *motion)
{
    *wish = guard_wish();
    memcpy(motion->command_mm, wish->velocity_mm, sizeof wish->velocity_mm);
    return (int32_t)(motion->now_ms - wish->ms) <= GUARD_STALE_MS;
}

/* A wrong call leaves an alarm to the check. */
static void look(void)
{
    const uint32_t now_ms = T2M(xTaskGetTickCount());
    int16_t distance_mm[BEAMS];
    const oct9_sensor_frame_t frame = { .time_ms = now_ms - DECK_MS,
                                        .distance_mm = distance_mm,
                                        .count = BEAMS };
    guard_wish_t wish;
    oct9_mapper_pose_t pose;
    oct9_mapper_motion_t motion = { .now_ms = now_ms };
    oct9_mapper_found_t now = { true, OCT9_MAPPER_ERROR, 0, 0, 0, UINT16_MAX };
    for (unsigned i = 0; i < BEAMS; i++) {
        const unsigned mm = logGetUint(beams[i]);
        distance_mm[i] = (int16_t)(mm < DARK_MM - 1 ? mm : DARK_MM);
    }
    const bool asked = read_wish(&wish, &motion);
    if (read_motion(&pose, &motion) && asked) {
        (void)oct9_mapper_follow(&mapper, &pose.place_mm);
        (void)oct9_mapper_see(&mapper, &frame, &pose);
        (void)oct9_mapper_check(&mapper, &motion, &now);
        if (hear_blocks(&motion, DECK_MS)) {
            now.alarm = true;
            now.why |= HEARD;
        }
    }
    guard_answer(&wish, !now.alarm);
    if (now.alarm != found.alarm)
        DEBUG_PRINT("%s %u\n", now.alarm ? "stop" : "clear", now.why);
    found = now;
}

/* The ground's packets are half as long: a number, whose lowest bit is the half, and the half. */
static void send_down(const P2PPacket *packet)
{
    static uint8_t number;
    uint8_t half[APPCHANNEL_MTU];
    number += 2;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned left = packet->size > i * PART ? packet->size - i * PART : 0;
        const unsigned size = left < PART ? left : PART;
        half[0] = number | i;
        memcpy(half + 1, packet->data + i * PART, size);
        if (appchannelSendDataPacket(half, 1 + size) != pdTRUE)
            return;
    }
}

static void share(void)
{
    static P2PPacket packet = { .port = HEAR_PORT };
    const int32_t size = oct9_mapper_share(&mapper, packet.data, 2 * PART, 100);
    packet.size = (uint8_t)size;
    if (size <= 0)
        return;
    radiolinkSendP2PPacketBroadcast(&packet);
    send_down(&packet);
}

/* Receivers distinguish runs by the number of the start, so that it outlives the power. 0: it does
 * not, and nothing may be sent. */
static uint32_t count_start(void)
{
    uint32_t start;
    const bool known = storageFetch("app.oct9", &start, sizeof start) == sizeof start;
    start = known ? start + 1 : 1;
    return storageStore("app.oct9", &start, sizeof start) ? start : 0;
}

static void find_variables(void)
{
    for (unsigned i = 0; i < BEAMS; i++)
        beams[i] = logGetVarId("range", beam_names[i]);
    for (unsigned i = 0; i < STATES; i++)
        states[i] = logGetVarId("stateEstimate", state_names[i]);
}

void appMain(void)
{
    const paramVarId_t deck = paramGetVarId("deck", "bcMultiranger");
    const oct9_run_t run = { (uint32_t)configblockGetRadioAddress(), count_start() };
    find_variables();
    policy.reaction_ms = GUARD_STALE_MS + LATE_MS;
    if (oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy,
                         run.start != 0 ? &run : NULL) != OCT9_OK)
        return;
    hear_begin(&mapper.base, &policy);
    TickType_t woke = xTaskGetTickCount();
    for (; paramGetUint(deck) != 0; vTaskDelayUntil(&woke, M2T(POLL_MS))) {
        hear_packets(peer);
        look();
        share();
    }
}

PARAM_GROUP_START(oct9)
PARAM_ADD(PARAM_UINT32, peer, &peer)
PARAM_GROUP_STOP(oct9)

LOG_GROUP_START(oct9)
LOG_ADD(LOG_UINT8, alarm, &found.alarm)
LOG_ADD(LOG_UINT8, why, &found.why)
LOG_ADD(LOG_UINT16, clear, &found.clear_mm)
LOG_ADD(LOG_UINT16, known, &found.known_mm)
LOG_ADD(LOG_UINT16, near, &found.clearance_mm)
LOG_ADD(LOG_UINT8, acts, &guard_acts)
LOG_ADD(LOG_UINT16, heard, &heard_packets)
LOG_GROUP_STOP(oct9)
