/* SPDX-License-Identifier: MIT */
#include "examples/sectors/companion.h"

#include "oct9/mm.h"

enum {
    SYSTEM = 1,
    AUTOPILOT = 1,      /* its component, */
    AVOIDANCE = 195,    /* and this one's */
    COMPUTER = 18,      /* the type of who says hello, */
    NO_AUTOPILOT = 8,   /* and what it is not */
    ATTITUDE = 31,      /* ATTITUDE_QUATERNION */
    POSITION = 32,      /* LOCAL_POSITION_NED */
    RADIUS_MM = 150,    /* the robot's */
    RANGE_Q6 = 64 * 75, /* 6 m in cells of 80 mm */
    HEIGHT_Q6 = 64 * 2, /* what is so far above and below its middle counts */
    POSE_MS = 150,      /* so old may a pose be, */
    SECTORS_MS = 150    /* and then so old what was found from it */
};

static oct9_mavlink_receiver_t autopilot = { .system = SYSTEM, .component = AUTOPILOT };
static oct9_mavlink_sender_t sender = { SYSTEM, AVOIDANCE, 0 };
static oct9_mavlink_message_t message;

static const int16_t heights_q6[2] = { -HEIGHT_Q6, HEIGHT_Q6 };
static uint16_t free_q6[OCT9_MAVLINK_RING];
static oct9_sectors_input_t ring = { .range_q6 = RANGE_Q6,
                                     .sectors = OCT9_MAVLINK_RING,
                                     .layers = 1,
                                     .borders = heights_q6,
                                     .free_q6 = free_q6 };
static oct9_autopilot_input_t around = { .sectors = &ring, .oldest_ms = SECTORS_MS };
static oct9_map_t building_map;

void companion_begin(const oct9_image_t *building)
{
    building_map = oct9_map_of_image(building);
    around.frame = &building->frame;
}

void companion_hear(uint8_t byte, uint32_t now_ms)
{
    (void)oct9_autopilot_read(&autopilot, byte, now_ms); /* damaged: the pose gets old */
}

/* Where the robot is not known the sectors get old, and then all of them are touched, as they are
 * before the first search and after one that failed: then they are 0. */
static void look(uint32_t now_ms)
{
    oct9_autopilot_pose_t robot;
    oct9_motion_t body;
    if (oct9_autopilot_pose(&autopilot, now_ms, POSE_MS, NULL, &robot) != OCT9_OK ||
        oct9_mm_sphere(around.frame, &robot.pose.place_mm, &robot.pose.place_mm, RADIUS_MM,
                       &body) != OCT9_OK)
        return;
    ring.point = body.from;
    ring.radius_q6 = body.radius_q6;
    ring.from = (uint16_t)(robot.heading - OCT9_AUTOPILOT_HALF);
    (void)oct9_sectors_find(&building_map, &ring);
    around.ahead = robot.heading;
    around.time_ms = now_ms;
}

int32_t companion_ring(uint32_t now_ms, uint8_t *bytes)
{
    look(now_ms);
    around.now_ms = now_ms;
    const oct9_status_t status = oct9_autopilot_ring(&around, &message);
    return status == OCT9_OK ? oct9_autopilot_write(&sender, &message, bytes, OCT9_MAVLINK_BYTES)
                             : (int32_t)status;
}

int32_t companion_hello(unsigned which, uint8_t *bytes)
{
    static const oct9_mavlink_message_t hellos[COMPANION_HELLOS] = {
        { OCT9_MAVLINK_HEARTBEAT, .is.heartbeat = { COMPUTER, NO_AUTOPILOT, 0, 0 } },
        { OCT9_MAVLINK_REQUEST,
          .is.request = { SYSTEM, AUTOPILOT, ATTITUDE, 1000L * COMPANION_TICK_MS } },
        { OCT9_MAVLINK_REQUEST,
          .is.request = { SYSTEM, AUTOPILOT, POSITION, 1000L * COMPANION_TICK_MS } }
    };
    return oct9_autopilot_write(&sender, &hellos[which], bytes, OCT9_MAVLINK_BYTES);
}
