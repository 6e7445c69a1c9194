/* SPDX-License-Identifier: MIT */
/* Autopilots: obstacles to ArduPilot and PX4, and their pose from them, as bytes of MAVLink.
 *
 * Example, with (const oct9_map_t *map, oct9_sectors_input_t *ring, oct9_mavlink_receiver_t *link,
 *                const oct9_frame_t *frame, uint8_t byte, uint32_t now_ms,
 *                void (*send)(const uint8_t *, uint32_t)):
 *
 *     static oct9_mavlink_sender_t sender = { .system = 1, .component = 195 };
 *     static oct9_mavlink_message_t message;
 *     uint8_t bytes[OCT9_MAVLINK_BYTES];
 *     oct9_autopilot_pose_t robot;
 *     (void)oct9_autopilot_read(link, byte, now_ms);
 *     if (oct9_autopilot_pose(link, now_ms, 200, NULL, &robot) != OCT9_OK ||
 *         oct9_mm_place(frame, &robot.pose.place_mm, &ring->point) != OCT9_OK)
 *         return;
 *     ring->from = (uint16_t)(robot.heading - OCT9_AUTOPILOT_HALF);
 *     (void)oct9_sectors_find(map, ring);
 *     const oct9_autopilot_input_t around = { .sectors = ring, .frame = frame,
 *                                             .ahead = robot.heading, .time_ms = now_ms,
 *                                             .now_ms = now_ms, .oldest_ms = 300 };
 *     if (oct9_autopilot_ring(&around, &message) != OCT9_OK)
 *         return;
 *     const int32_t size = oct9_autopilot_write(&sender, &message, bytes, sizeof bytes);
 *     if (size > 0)
 *         send(bytes, (uint32_t)size);
 *
 * Call it ten times a second: after half a second without a message ArduPilot flies on as if
 * nothing was there, and PX4 stops.
 *
 * What both autopilots take for free is sent only where the map is known to be free. A distance is
 * rounded down, and is at least 1 cm and less than the greatest, as ArduPilot drops 0 and PX4 takes
 * the greatest for free; "nothing there" is the greatest and 1; 65535, unknown, is sent only where
 * the caller lets unknown space pass, as ArduPilot takes it for free. After a failed, stale or
 * frozen check, or where the sectors are too old, an obstacle touches the robot in each direction;
 * or by `failed` nothing is sent. ArduPilot then flies on: only PX4 stops.
 *
 * Distances count from where the sectors' do: from the robot's surface, or with a radius of 0 from
 * its middle. The autopilot's margins (AVOID_MARGIN, CP_DIST) count from there, too.
 *
 * Axes: the map's are x east, y north, z up, the robot's x forward, y left, z up. An autopilot has
 * north, east, down and forward, right, down. All that is turned from one to the other is turned in
 * src/autopilot/autopilot_axes.c; fields of MAVLink's messages are in the autopilot's axes.
 *
 * Whole numbers become floats exactly rounded, and back, without a float in the library. */
#ifndef OCT9_AUTOPILOT_H
#define OCT9_AUTOPILOT_H

#include "oct9/mapper.h"
#include "oct9/sectors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- messages --------------------------------------------------------------------------------- */

#define OCT9_MAVLINK_RING 72u   /* distances in an OBSTACLE_DISTANCE */
#define OCT9_MAVLINK_BYTES 179u /* the longest frame that is written */

/* Which message, by its number in MAVLink. */
typedef enum {
    OCT9_MAVLINK_HEARTBEAT = 0,
    OCT9_MAVLINK_REQUEST = 76, /* COMMAND_LONG with MAV_CMD_SET_MESSAGE_INTERVAL */
    OCT9_MAVLINK_DISTANCE_SENSOR = 132,
    OCT9_MAVLINK_OBSTACLE_DISTANCE = 330,
    OCT9_MAVLINK_OBSTACLE_DISTANCE_3D = 11037
} oct9_mavlink_kind_t;

/* Values of the messages' fields. */
#define OCT9_MAVLINK_FRAME_GLOBAL 0u /* north-aligned */
#define OCT9_MAVLINK_FRAME_BODY 12u  /* forward, right, down */
#define OCT9_MAVLINK_SENSOR 4u       /* of no known make */
#define OCT9_MAVLINK_CLOCKWISE 0u    /* orientations 0..7: eighths of a turn from ahead */
#define OCT9_MAVLINK_UP 24u          /* the orientation of what looks up */

/* HEARTBEAT: send one each second, so that the autopilot knows of the sender. */
typedef struct {
    uint8_t type;      /* 18: an onboard computer */
    uint8_t autopilot; /* 8: it is none */
    uint8_t mode, status;
} oct9_mavlink_heartbeat_t;

/* COMMAND_LONG: asks `system` to send a message each `interval_us`. ArduPilot sends
 * ATTITUDE_QUATERNION (31) only if it is asked. */
typedef struct {
    uint8_t system, component; /* that shall send */
    uint16_t id;               /* of the message */
    int32_t interval_us;
} oct9_mavlink_request_t;

/* DISTANCE_SENSOR. */
typedef struct {
    uint32_t time_ms;
    uint16_t least_cm, most_cm, distance_cm;
    uint8_t sensor, id;
    uint8_t orientation;              /* OCT9_MAVLINK_CLOCKWISE + 0..7, or OCT9_MAVLINK_UP */
    uint8_t variance;                 /* 255: unknown */
    uint32_t width_urad, height_urad; /* the angles of what it sees, at most 2^31 - 1 */
} oct9_mavlink_distance_t;

/* OBSTACLE_DISTANCE, and in other units PX4's obstacle_distance: timestamp is time_us, increment
 * and angle_offset are step_cdeg and first_cdeg divided by 100, and the rest has the same values.
 * Element i lies clockwise from angle 0 by first_cdeg + i * step_cdeg. */
typedef struct {
    uint64_t time_us;
    uint16_t distance_cm[OCT9_MAVLINK_RING];
    uint16_t least_cm, most_cm;
    int16_t step_cdeg, first_cdeg; /* in hundredths of a degree */
    uint8_t sensor, frame;
} oct9_mavlink_ring_t;

/* OBSTACLE_DISTANCE_3D. */
typedef struct {
    uint32_t time_ms;         /* the same of all in a set */
    int32_t x_mm, y_mm, z_mm; /* forward, right, down */
    int32_t least_mm, most_mm;
    uint16_t id; /* 65535: unknown */
    uint8_t sensor, frame;
} oct9_mavlink_point_t;

/* A message to be sent. */
typedef struct {
    oct9_mavlink_kind_t kind; /* which of these it is */
    union {
        oct9_mavlink_heartbeat_t heartbeat;
        oct9_mavlink_request_t request;
        oct9_mavlink_distance_t distance;
        oct9_mavlink_ring_t ring;
        oct9_mavlink_point_t point;
    } is;
} oct9_mavlink_message_t;

/* Who sends. The library counts `sequence`. */
typedef struct {
    uint8_t system;    /* of a companion that of the autopilot */
    uint8_t component; /* 195: obstacle avoidance */
    uint8_t sequence;
} oct9_mavlink_sender_t;

/* Writes a frame of MAVLink 2, unsigned and without the zeros at its end, and counts the sequence.
 * Returns its length in bytes.
 * Fails with OCT9_ERR_ARGUMENT iff the kind is none of oct9_mavlink_kind_t, or `size` is less than
 * the frame would have with its zeros: OCT9_MAVLINK_BYTES is enough for each.
 * Stack: M0 96 bytes. Reentrant. */
int32_t oct9_autopilot_write(oct9_mavlink_sender_t *sender, const oct9_mavlink_message_t *message,
                             uint8_t *bytes, uint32_t size);

/* --- what the autopilot says ------------------------------------------------------------------ */

#define OCT9_MAVLINK_HELD 32u /* bytes of a message that are held */

/* The last ATTITUDE_QUATERNION. */
typedef struct {
    uint32_t time_ms; /* in the autopilot's clock */
    uint32_t came_ms; /* in the receiver's */
    int32_t q_q16[4]; /* w, x, y, z in Q16: turns forward, right, down to north, east, down */
    bool known;
} oct9_mavlink_attitude_t;

/* The last LOCAL_POSITION_NED. */
typedef struct {
    uint32_t time_ms, came_ms;
    int32_t place_mm[3], velocity_mm[3]; /* north, east, down; velocities in a second */
    bool known;
} oct9_mavlink_position_t;

/* A receiver of bytes. Begins as all zero, except the first two. Read `attitude` and `position`;
 * only the library writes all that follows the first two. */
typedef struct {
    uint8_t system;    /* whose messages count; 0: any system's */
    uint8_t component; /* 1: an autopilot; 0: any */
    oct9_mavlink_attitude_t attitude;
    oct9_mavlink_position_t position;
    uint32_t id;        /* of the message that is being read */
    uint16_t crc, sent; /* of its bytes, and as it came */
    uint16_t at;        /* bytes of the frame so far */
    uint8_t head;       /* bytes before the message: 6 or 10; 0: between two frames */
    uint8_t length;     /* of the message */
    uint8_t flags;      /* of the frame that must be understood */
    uint8_t from_system, from_component;
    uint8_t met; /* bits: an attitude, a position has come once */
    uint8_t bytes[OCT9_MAVLINK_HELD];
} oct9_mavlink_receiver_t;

/* Takes a byte of the link; `now_ms` is the receiver's clock. Returns OCT9_OK when it completes an
 * ATTITUDE_QUATERNION or a LOCAL_POSITION_NED of the system that counts, of MAVLink 2 or 1, which
 * is then in `attitude` or `position`. Returns OCT9_AGAIN after each other byte, also after the
 * last one of another message, of one of another system, and of one whose flags are not known. A
 * signature is skipped, not checked.
 * Fails with OCT9_ERR_PACKET_BAD iff the byte completes one of the two with a wrong checksum, too
 * short for MAVLink 1, with a number that is no finite one or too great (a place from 2,147 km, a
 * velocity from 2,147 km/s), or with a quaternion whose length is not within 5 % of 1; with
 * OCT9_ERR_STALE iff the autopilot's clock says that it is not later than the last one. If that
 * clock went back, the last one is void, too, and the next one counts.
 * Any bytes are safe. After damaged bytes up to 280 more may be skipped.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_autopilot_read(oct9_mavlink_receiver_t *receiver, uint8_t byte, uint32_t now_ms);

/* Where the robot is, in the map's axes. */
typedef struct {
    oct9_mapper_pose_t pose;
    oct9_mapper_motion_t motion;
    uint16_t heading; /* of the robot's x axis over the ground: 65536ths of a turn from x toward y,
                         within 3 of them up to a pitch of 45 degrees. The steeper the robot, the
                         less it says; upright it says nothing */
} oct9_autopilot_pose_t;

/* Turns the last attitude and position into the map's axes. The origin is the autopilot's.
 * `command_mm` is the velocity that was commanded, north, east and down in mm a second; NULL: it is
 * the measured one. The pose is the robot's: a sensor that is not in its middle has another.
 * Fails with OCT9_ERR_ARGUMENT iff oldest_ms is 0; with OCT9_ERR_STALE iff one of the two never
 * came, came more than oldest_ms before now_ms, or is by the autopilot's clock more than that
 * before the other. A link that holds messages back is not seen: their age counts from when they
 * came. Nor is a start of the autopilot's clock anew after which it is soon ahead of its old time;
 * with OCT9_ERR_RANGE iff a velocity or a place does not fit its type.
 * Stack: M0 200 bytes. Reentrant. */
oct9_status_t oct9_autopilot_pose(const oct9_mavlink_receiver_t *receiver, uint32_t now_ms,
                                  uint16_t oldest_ms, const int16_t command_mm[3],
                                  oct9_autopilot_pose_t *robot);

/* --- what the autopilot is shown -------------------------------------------------------------- */

#define OCT9_AUTOPILOT_NORTH 16384u /* the direction of north in the map */
#define OCT9_AUTOPILOT_HALF                                              \
    455u /* half a sector of 72: with `from` so much before `ahead` each \
            element of a ring is one sector */

/* What is sent after a failed check and of old sectors. */
typedef enum {
    OCT9_AUTOPILOT_TOUCHED, /* an obstacle that touches the robot, in each direction */
    OCT9_AUTOPILOT_SILENT   /* nothing: the calls return OCT9_ERR_STALE */
} oct9_autopilot_failed_t;

/* What is to be sent of sectors that were found. All zero is the careful choice, where it is
 * allowed. */
typedef struct {
    const oct9_sectors_input_t *sectors; /* with what oct9_sectors_find left in its arrays, also
                                            after an error */
    const oct9_frame_t *frame;           /* of the map: the length of its cells */
    const oct9_mapper_found_t *found;    /* of the mapper's last check; NULL: there is none */
    uint32_t time_ms; /* when the sectors' search began, in the clock of all these times */
    uint32_t now_ms;
    uint16_t oldest_ms; /* how old the sectors may be, from 1 */
    uint16_t ahead;     /* where angle 0 is, 65536ths of a turn from x toward y: the heading; with
                           `north` OCT9_AUTOPILOT_NORTH */
    bool north;         /* the ring is north-aligned, not the robot's. ArduPilot ignores that and
                           takes it for the robot's: only for PX4 */
    oct9_policy_t unknown; /* BLOCKS: what is not known to be free is sent as an obstacle there.
                              PASSES: obstacles alone are sent, and as unknown what has none and is
                              not known to be free: ArduPilot takes that for free */
    oct9_autopilot_failed_t failed;
} oct9_autopilot_input_t;

/* Makes an OBSTACLE_DISTANCE: 72 elements of 5 degrees from -20 degrees on, so that ArduPilot's
 * sectors of 45 degrees are each filled once. An element has the least of all sectors, in all
 * layers, that have more than 0.02 degrees in common with the 5 degrees about it.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, oldest_ms is 0, `unknown` or `failed` is none
 * of what they may be, the sectors or their layers are 0 or more than OCT9_SECTORS_MAX, or with
 * BLOCKS free_q6 is NULL, else obstacle_q6; with OCT9_ERR_RANGE iff the sectors' range is less than
 * 2 cm; with OCT9_ERR_STALE iff, with OCT9_AUTOPILOT_SILENT, `found` has ERROR, STALE, FROZEN or
 * TOO_NEAR, or the sectors are older than oldest_ms.
 * The range that is sent is at most 655 m. Keep it the same in all rings: what PX4 has found within
 * a shorter range it keeps for half a second. Its cost grows with the elements and the sectors.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_autopilot_ring(const oct9_autopilot_input_t *input,
                                  oct9_mavlink_message_t *message);

/* Makes a message of one direction. Returns OCT9_AGAIN if nothing is to be sent of it.
 *
 * With OCT9_MAVLINK_OBSTACLE_DISTANCE_3D `number` is that of a sector and a layer, in the order of
 * the sectors' arrays: the obstacle is in the middle of its angles. Send all of them with one
 * time_ms, each within 50 ms of the one before: they are a set. Of a direction without an obstacle
 * nothing is sent, but number 0 always has a message, with an obstacle at the range if there is
 * none, as a set without obstacles cannot be sent. At most 100 m are sent. ArduPilot takes the
 * robot for level and has 8 x 5 faces: sectors of 45 degrees from half a sector before `ahead`, and
 * layers with the borders -16384, -8192, -2731, 2731, 8192 and 16384. A finer table must have edges
 * and borders there, too.
 *
 * With OCT9_MAVLINK_DISTANCE_SENSOR `number` is an orientation: OCT9_MAVLINK_CLOCKWISE + i is the
 * least of the eighth of a turn about i eighths clockwise from `ahead` and 5 degrees more to each
 * side, in all layers, OCT9_MAVLINK_UP that of the highest layer, at most the range. What looks
 * down is not made: both autopilots take that for the height above ground.
 *
 * Fails as oct9_autopilot_ring does; with OCT9_ERR_ARGUMENT iff the kind is none of these two, the
 * number is none of these, `north` is set, for a point a sector or a layer crosses a border of the
 * faces, or, except for the eighths of a turn, the layers are not of pitch, or the highest does not
 * reach straight up.
 * Its cost grows with the sectors.
 * Stack: M0 224 bytes. Reentrant. */
oct9_status_t oct9_autopilot_point(const oct9_autopilot_input_t *input, oct9_mavlink_kind_t kind,
                                   uint16_t number, oct9_mavlink_message_t *message);

/* What sensor_msgs/LaserScan has beside its ranges. Its angle_min is first / 65536 of a turn and
 * half a sector more, its angle_increment a sector. */
typedef struct {
    uint32_t least, most; /* range_min and range_max: the bits of a float32, in metres */
    uint16_t first;       /* where sector 0 begins, from `ahead` counter-clockwise */
} oct9_autopilot_scan_t;

/* Makes the ranges of a scan, one for each sector, counter-clockwise as the sectors: the least of
 * all layers, as the bits of a float32 in metres, rounded down. As REP 117 has it, what is clear is
 * +infinity. Where unknown space passes, what is not known is NaN. What is nearer than range_min,
 * 1 cm, is sent as that, not as -infinity, which many readers drop. range_max is the sectors'
 * range. `north` makes no difference.
 * Fails as oct9_autopilot_ring does.
 * Its cost grows with the sectors.
 * Stack: M0 160 bytes. Reentrant. */
oct9_status_t oct9_autopilot_scan(const oct9_autopilot_input_t *input, uint32_t *ranges,
                                  oct9_autopilot_scan_t *scan);

#ifdef __cplusplus
}
#endif
#endif
