/* SPDX-License-Identifier: MIT */
/* The mapper: a map that a robot makes of its range sensor in flight, and asks, in five calls.
 *
 * Example, with (oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
 *                const oct9_mapper_pose_t *pose, const int16_t velocity_mm[3], void (*stop)(void),
 *                void (*send)(const uint8_t *, uint32_t)):
 *
 *     OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512);
 *     static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
 *     const oct9_run_t run = { 0xC0FFEE, 1 };
 *     if (oct9_mapper_init(mapper, &memory, &oct9_sensor_multiranger, &policy, &run) != OCT9_OK)
 *         return;
 *     for (;;) {
 *         uint8_t packet[OCT9_PACKET_SIZE(60)];
 *         oct9_mapper_found_t found;
 *         (void)oct9_mapper_follow(mapper, &pose->place_mm);
 *         (void)oct9_mapper_see(mapper, frame, pose);
 *         (void)oct9_mapper_check(mapper, pose, velocity_mm, &found);
 *         if (found.alarm)
 *             stop();
 *         const int32_t size = oct9_mapper_share(mapper, packet, sizeof packet, 100);
 *         if (size > 0)
 *             send(packet, (uint32_t)size);
 *     }
 *
 * The mapper does what each client of occupancy.h, scan.h and window.h has to do: it takes the
 * sensor's readings by its table (sensor.h), moves the window before the robot comes near its rim,
 * forgets what was not seen for long, and skips frames that hold nothing. Where the pool is more
 * than half used it forgets free space first, which the sensor sees again, and obstacles sooner
 * only if they alone take that much: so a small pool warns of what a large one warns of.
 *
 * It begins with its window's middle at the place (0, 0, 0). The map is `occupancy`: ask it as any
 * other, with the frame of its window (oct9_window_frame of `base`, or an oct9_reader_t).
 *
 * One task calls init, follow, see and share: it is the writer. oct9_mapper_check is a reader
 * (reader.h): any task or interrupt of the same core may call it at any time. */
#ifndef OCT9_MAPPER_H
#define OCT9_MAPPER_H

#include "oct9/packet.h"
#include "oct9/reader.h"
#include "oct9/rules.h"
#include "oct9/sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the mapper keeps in the caller's memory. */
typedef struct {
    oct9_block_t *pool;
    uint32_t blocks; /* of 16 bytes, 64..OCT9_BLOCKS_MAX */
    oct9_beam_t *beams;
    uint16_t zones;  /* beams: at least as many as the sensor has zones */
    uint32_t *table; /* of changes, for oct9_mapper_share; NULL: nothing is shared */
    uint32_t words;  /* in the table: a power of two from 16 to 2^24 */
} oct9_mapper_memory_t;

/* Declares a memory of `blocks` blocks, `zones` beams and `words` words: 16, 28 and 4 bytes each:
 * OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512); */
#define OCT9_MAPPER_MEMORY(storage, name, blocks, zones, words)                          \
    storage oct9_block_t name##_pool[(blocks)];                                          \
    storage oct9_beam_t name##_beams[(zones)];                                           \
    storage uint32_t name##_table[(words)];                                              \
    storage const oct9_mapper_memory_t name = { name##_pool, (blocks),     name##_beams, \
                                                (zones),     name##_table, (words) }

/* How a robot maps and what it asks. Begin with OCT9_MAPPER_POLICY and change what differs; it may
 * lie in flash. Lengths are in mm, at most 192 cells and 32767. */
typedef struct {
    uint32_t cell_um;     /* 4000..OCT9_CELL_UM_MAX, a multiple of 125: the edge of a cell */
    uint16_t nearest_mm;  /* a nearer reading is a propeller or nonsense, and means nothing */
    uint16_t farthest_mm; /* a farther one only clears, up to two cells before here. The farther,
                             the more blocks a frame takes */
    uint16_t radius_mm;   /* of the robot, with the errors of sensor and pose (scan.h) */
    uint16_t look_mm;     /* how much of the path ahead must be clear, 1.. */
    uint16_t near_mm;     /* how far the clearance is looked for, to all sides */
    uint16_t least_mm;    /* nearer than this nothing may be on any side; ..near_mm */
    uint16_t slow_mm;     /* in a second: a slower robot looks where it points, along its x */
    uint16_t round;  /* frames that a round of forgetting takes, 1.., fewer in a map of fewer leaves
                        than that. With OCT9_MAPPER_POLICY free space is forgotten after 2 rounds
                        without being seen, obstacles that were hit three times after 5 */
    uint8_t repeats; /* each how many-th packet is one of the round that repeats the whole map,
                        for listeners that start late or lose packets; 0: none */
    oct9_policy_t unknown; /* whether unknown space blocks a check */
    oct9_model_t model;
} oct9_mapper_policy_t;

/* For a small drone with cells of 40 mm. Unknown space passes: such a drone sees little of what is
 * about it, so that nothing would be clear. */
#define OCT9_MAPPER_POLICY                                             \
    {                                                                  \
        40000, 50, 2000, 120, 1000, 500, 150, 200, 24, 4, OCT9_PASSES, \
        {                                                              \
            17, 8, -16, 51, -1, 1, 1, 16, OCT9_COARSEN                 \
        }                                                              \
    }

/* Where the sensor is and how it is turned, in the world. A sensor that is not in the middle of the
 * robot has another pose than the robot. */
typedef struct {
    oct9_mm_t place_mm;
    oct9_rotation_t rotation;
} oct9_mapper_pose_t;

#define OCT9_MAPPER_FAR 65535 /* nothing was found */

/* Whether the robot may go on. */
typedef struct {
    bool alarm;            /* it may not: the path ahead is blocked, something is nearer than
                              least_mm, or the check failed */
    uint16_t clear_mm;     /* that it may still go, or OCT9_MAPPER_FAR: all of look_mm */
    uint16_t clearance_mm; /* from its centre to the nearest obstacle within near_mm, or
                              OCT9_MAPPER_FAR */
} oct9_mapper_found_t;

/* A mapper. The caller owns it. Read `occupancy`, `base`, `refused`; only the library writes. */
typedef struct {
    oct9_occupancy_t occupancy;
    oct9_frame_t base; /* of the window as it lay at first */
    oct9_changes_t changes;
    oct9_sender_t sender;
    oct9_scan_t scan;
    const oct9_sensor_t *sensor;
    const oct9_mapper_policy_t *policy;
    oct9_beam_t *beams;
    oct9_range_t range;
    uint16_t refused;     /* readings of the last frame that were too near */
    volatile int8_t seen; /* the status of the last frame; OCT9_ERR_STALE until it is mapped, and
                             before the first */
    uint8_t packets;      /* since the last one that repeats */
    uint8_t stage;        /* of the frame that is being mapped */
    uint16_t beams_count; /* of that frame */
    oct9_point_t origin;
    uint32_t generation;                           /* of the map, after the frame's last part */
    uint32_t forget_left, free_left, pressed_left; /* leaves that it still has to forget */
} oct9_mapper_t;

/* Begins with an unknown map. Keeps `memory`'s arrays, `sensor` and `policy` by pointer. `run` is
 * the identity of what is sent (packet.h), or NULL: nothing is shared.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the memory, the sensor or the policy is out of its
 * range, look_mm, radius_mm and two cells together are more than farthest_mm or than the sensor
 * measures, memory->zones is less than sensor->zones, or `run` is given without a table; with
 * OCT9_ERR_PACKET_RUN iff run->start is 0.
 * It writes each slot of the pool and each word of the table.
 * Cost: M4 2,242 mean, 2,242 worst. Stack: M0 120 bytes. One writer. */
oct9_status_t oct9_mapper_init(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                               const oct9_sensor_t *sensor, const oct9_mapper_policy_t *policy,
                               const oct9_run_t *run);

/* Moves the window to where the robot is, if it is 64 cells or more off the middle on an axis:
 * call it before each oct9_mapper_see. What leaves the window is forgotten. A move that does not
 * fit the pool is left for the next call, which is no error: the robot is far from the rim yet.
 * Fails with OCT9_ERR_RANGE iff the window's corner would not fit int32_t, in cells or in
 * millimetres.
 * To share all that leaves, with repeats 0, call oct9_mapper_share before this call while it
 * returns more than 0 or OCT9_AGAIN.
 * Cost: M4 64,582 mean, 89,177 worst. Stack: M0 568 bytes. One writer. */
oct9_status_t oct9_mapper_follow(oct9_mapper_t *mapper, const oct9_mm_t *place_mm);

/* Maps a frame of readings, and forgets a little. A frame in which no reading means anything
 * changes nothing, the map's age included.
 * Fails with OCT9_ERR_ARGUMENT iff frame->count is 0 or above the sensor's zones, or as
 * oct9_pose_check does; with OCT9_ERR_RANGE or OCT9_ERR_OUTSIDE iff the place is not in the window,
 * which oct9_mapper_follow prevents; with OCT9_ERR_POOL_FULL only with a model that refuses, as
 * oct9_scan_run does: then it has forgotten a little, and mapped nothing. After any error
 * oct9_mapper_check is blocked until a frame is mapped again; one that changes nothing does not
 * count. Look at `refused`, too: readings below nearest_mm mean nothing, though an obstacle may be
 * that near.
 * Its cost is that of the scan (scan.h), of 4,096 calls of oct9_occupancy_forget_free for a leaf
 * each at most, and of a sixteenth and a round's part of the map's leaves that are forgotten.
 * Cost: M4 341,810 mean, 488,171 worst. Stack: M0 488 bytes. One writer. */
oct9_status_t oct9_mapper_see(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                              const oct9_mapper_pose_t *pose);

/* The same in slices: begins to map a frame, which oct9_mapper_see_run maps. Takes all that it
 * needs of the frame. A frame that was not mapped to its end is given up; what it changed stays.
 * Until this frame is mapped oct9_mapper_check is blocked (OCT9_ERR_STALE), unless no reading of it
 * means anything: check before this call, or after the last slice.
 * Fails as oct9_mapper_see does, but with OCT9_ERR_POOL_FULL.
 * Its cost grows with the readings.
 * Cost: M4 2,464 mean, 2,471 worst. Stack: M0 352 bytes. One writer. */
oct9_status_t oct9_mapper_see_begin(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                    const oct9_mapper_pose_t *pose);

/* Goes on with the frame: forgets at most 32 leaves, or maps a tile of 8 x 8 x 8 cells, for each of
 * `budget`. Returns OCT9_OK when the frame is mapped, OCT9_AGAIN when the budget is used up.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff no frame has begun, or one
 * that means something has and something else wrote to the map since its last slice, as
 * oct9_mapper_follow does when it moves the window; with OCT9_ERR_POOL_FULL as oct9_mapper_see
 * does. After an error but the first the frame is over.
 * Its cost is that of oct9_scan_run with this budget, or less.
 * Cost: M4 11,362 mean, 76,420 worst. Stack: M0 480 bytes. One writer. */
oct9_status_t oct9_mapper_see_run(oct9_mapper_t *mapper, uint32_t budget);

/* Checks the path ahead, look_mm along the velocity, or along the robot's x if that is slower than
 * slow_mm a second; and the clearance to all sides. velocity_mm is mm a second in the axes of the
 * world.
 * After any error *found is "blocked": an alarm, 0 mm and 0 mm. Fails with OCT9_ERR_STALE iff the
 * mapper is all zero, no frame was seen yet, a frame is being mapped (in a call of oct9_mapper_see,
 * or in slices) or was given up, it has preempted the writer, or the writer has preempted it twice;
 * with the status of the last frame if that failed; with OCT9_ERR_ARGUMENT as oct9_pose_check does;
 * with OCT9_ERR_RANGE iff an end of the path is 256 cells or more outside the window, or
 * millimetres there do not fit int32_t. clear_mm and clearance_mm are rounded down; "clear" is
 * never false for the map that was asked.
 * Cost: M4 14,253 mean, 27,231 worst. Stack: M0 736 bytes. Reentrant. */
oct9_status_t oct9_mapper_check(const oct9_mapper_t *mapper, const oct9_mapper_pose_t *pose,
                                const int16_t velocity_mm[3], oct9_mapper_found_t *found);

/* Writes a packet of at most `size` bytes of what changed, or, as the policy's `repeats` has it, of
 * the whole map in turn (oct9_packet_write, oct9_packet_repeat). Returns its length in bytes, or 0
 * if nothing is left to send: never with `repeats`, which then repeats.
 * Fails as oct9_packet_write does, with OCT9_ERR_ARGUMENT also where oct9_mapper_init got no run.
 * Cost: M4 5,679 mean, 10,449 worst. Stack: M0 240 bytes. One writer. */
int32_t oct9_mapper_share(oct9_mapper_t *mapper, uint8_t *bytes, uint32_t size, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
