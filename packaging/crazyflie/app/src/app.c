/* SPDX-License-Identifier: MIT */
/* A Crazyflie with the multi-ranger deck maps what its five beams see, checks 1 m ahead ten times a
 * second, and sends what changes in its map to the others.
 *
 * What it finds are the log variables oct9.alarm (1: the path ahead is blocked, or not known to be
 * clear), oct9.clear (mm that it may still go, 65535: all of 1 m) and oct9.near (mm to the nearest
 * obstacle, 65535: none within 0.5 m). It steers nothing. */
#define DEBUG_MODULE "OCT9"

#include "FreeRTOS.h"
#include "task.h"

#include "app.h"
#include "configblock.h"
#include "debug.h"
#include "log.h"
#include "param.h"
#include "radiolink.h"
#include "storage.h"

#include "oct9.h"
#include "oct9_metric.h"

enum {
    BEAMS = 5, /* in the order of oct9_sensor_multiranger */
    STATES = 10,
    LEAST_HEIGHT_MM = 200, /* below it the drone's estimate of its place is worth nothing */
    P2P_PORT = 9
};

/* 16 KB of map, and 2 KB for what changed and is not sent yet. */
OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512);
static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static oct9_mapper_t mapper;
static oct9_mapper_found_t found = { true, 0, 0 };

static char *const beam_names[BEAMS] = { "front", "back", "left", "right", "up" };
static char *const state_names[STATES] = {
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz"
};
static logVarId_t beams[BEAMS], states[STATES];

/* False if the estimate is no number or the drone is too low. */
static bool read_pose(oct9_mapper_pose_t *pose, int16_t velocity_mm[3])
{
    float state[STATES];
    for (unsigned i = 0; i < STATES; i++)
        state[i] = logGetFloat(states[i]);
    if (oct9_metric_place(state, &pose->place_mm) != OCT9_OK ||
        oct9_metric_quaternion(state[3], state[4], state[5], state[6], &pose->rotation) != OCT9_OK)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        int32_t mm;
        if (oct9_metric_mm(state[7 + i], &mm) != OCT9_OK || mm < INT16_MIN || mm > INT16_MAX)
            return false;
        velocity_mm[i] = (int16_t)mm;
    }
    return pose->place_mm.z >= LEAST_HEIGHT_MM;
}

static void look(void)
{
    oct9_mapper_pose_t pose;
    int16_t velocity_mm[3], distance_mm[BEAMS];
    const oct9_sensor_frame_t frame = { .distance_mm = distance_mm, .count = BEAMS };
    oct9_mapper_found_t now = { true, 0, 0 };
    /* Where it measured nothing the deck gives 32767, which comes through a float as 32766. Both
     * are beyond the distances of the sensor's table. */
    for (unsigned i = 0; i < BEAMS; i++)
        distance_mm[i] = (int16_t)logGetUint(beams[i]);
    if (read_pose(&pose, velocity_mm) && oct9_mapper_follow(&mapper, &pose.place_mm) == OCT9_OK &&
        oct9_mapper_see(&mapper, &frame, &pose) == OCT9_OK)
        (void)oct9_mapper_check(&mapper, &pose, velocity_mm, &now);
    now.alarm = now.alarm || mapper.refused != 0; /* a hand, or a wall that nearly touches */
    if (now.alarm != found.alarm)
        DEBUG_PRINT("%s\n", now.alarm ? "blocked" : "clear");
    found = now;
}

static void share(void)
{
    static P2PPacket packet = { .port = P2P_PORT };
    const int32_t size = oct9_mapper_share(&mapper, packet.data, P2P_MAX_DATA_SIZE, 100);
    packet.size = (uint8_t)size;
    if (size > 0)
        radiolinkSendP2PPacketBroadcast(&packet);
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

void appMain(void)
{
    const paramVarId_t deck = paramGetVarId("deck", "bcMultiranger");
    const oct9_run_t run = { (uint32_t)configblockGetRadioAddress(), count_start() };
    for (unsigned i = 0; i < BEAMS; i++)
        beams[i] = logGetVarId("range", beam_names[i]);
    for (unsigned i = 0; i < STATES; i++)
        states[i] = logGetVarId("stateEstimate", state_names[i]);
    if (oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy,
                         run.start != 0 ? &run : NULL) != OCT9_OK)
        return;
    for (; paramGetUint(deck) != 0; vTaskDelay(M2T(100))) {
        look();
        share();
    }
}

LOG_GROUP_START(oct9)
LOG_ADD(LOG_UINT8, alarm, &found.alarm)
LOG_ADD(LOG_UINT16, clear, &found.clear_mm)
LOG_ADD(LOG_UINT16, near, &found.clearance_mm)
LOG_GROUP_STOP(oct9)
