/* SPDX-License-Identifier: MIT */
/* The mapper: a map that a robot makes of its range sensor in flight, and asks before it moves.
 *
 * Example, with (oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
 *                const oct9_mapper_pose_t *sensor, const oct9_mapper_motion_t *motion,
 *                void (*stop)(void), void (*send)(const uint8_t *, uint32_t)):
 *
 *     OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512);
 *     static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
 *     const oct9_run_t run = { 0xC0FFEE, 1 };
 *     if (oct9_mapper_init(mapper, &memory, &oct9_sensor_multiranger, &policy, &run) != OCT9_OK)
 *         return;
 *     for (;;) {
 *         uint8_t packet[OCT9_PACKET_SIZE(60)];
 *         oct9_mapper_found_t found;
 *         (void)oct9_mapper_follow(mapper, &motion->place_mm);
 *         (void)oct9_mapper_see(mapper, frame, sensor);
 *         (void)oct9_mapper_check(mapper, motion, &found);
 *         if (found.alarm)
 *             stop();
 *         const int32_t size = oct9_mapper_share(mapper, packet, sizeof packet, 100);
 *         if (size > 0)
 *             send(packet, (uint32_t)size);
 *     }
 *
 * The mapper does what each client of occupancy.h, scan.h and window.h has to do: it takes the
 * sensor's readings by its table (sensor.h), moves the window before the robot comes near its rim,
 * and forgets what was not seen for long.
 *
 * Obstacles end by looking. One that the robot can reach within its braking distance stays until
 * beams have seen through its place, however long that takes. Farther away it also ends with time.
 * Where the pool is more than half used the mapper forgets free space first, which the sensor sees
 * again, then obstacles out of reach sooner; `occupancy.forgot` counts the obstacles that it
 * forgot.
 *
 * The mapper trusts no reading for longer than the policy says. A check alarms where the last frame
 * is old, where a beam repeats its reading though it moved, and where no beam has looked along the
 * motion for long.
 *
 * Times are in milliseconds of one clock, which may begin anywhere and wrap. A frame that is not
 * later than the last one is not mapped; from 100 of them in a row on checks alarm. One that is
 * earlier by more than stale_ms comes from a clock that began anew: it is mapped, and all that was
 * looked at is void. A pose that lies farther from that of the last frame than the robot can have
 * come has jumped: the map is void, too, and begins anew with that frame. A mapper that gets no
 * frame for 24 days must be begun anew.
 *
 * The sensor lies within radius_mm of the robot's middle, and a laser turns within 5 degrees of
 * level: what it sees at a greater angle is mapped, but is no look along a motion.
 *
 * It begins with its window's middle at the place (0, 0, 0). The map is `occupancy`: ask it as any
 * other, with the frame of its window (oct9_window_frame of `base`, or an oct9_reader_t).
 *
 * One task calls init, follow, see and share: it is the writer. oct9_mapper_check and
 * oct9_mapper_ask are readers (reader.h): any task or interrupt of the same core may call them at
 * any time. */
#ifndef OCT9_MAPPER_H
#define OCT9_MAPPER_H

#include "oct9/detail/cone.h"
#include "oct9/packet.h"
#include "oct9/reader.h"
#include "oct9/rules.h"
#include "oct9/sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the mapper remembers of a zone of the sensor, or of a sector of a laser. Only the library
 * uses its fields. */
typedef struct {
    uint32_t seen_ms;              /* when it last meant something */
    uint32_t since_ms;             /* since when it repeats its reading; of a laser as `hits` */
    int32_t moved;                 /* along itself since then, in mm times 2^14 */
    uint32_t near_ms;              /* when it was too near */
    uint32_t hits;                 /* of a laser: hashes of two of its last frames */
    int16_t distance_mm, other_mm; /* its last two hits; 0: none */
    uint16_t reach_mm;             /* how far it saw then */
    uint8_t state;
} oct9_mapper_look_t;

#define OCT9_MAPPER_BEEN 24 /* places of the robot that are remembered */

/* A place where the robot was. Only the library uses its fields. */
typedef struct {
    oct9_mm_t place_mm;
    uint32_t time_ms;
} oct9_mapper_been_t;

/* What the mapper keeps in the caller's memory. */
typedef struct {
    oct9_block_t *pool;
    uint32_t blocks; /* of 16 bytes, 73..OCT9_BLOCKS_MAX */
    oct9_beam_t *beams;
    oct9_mapper_look_t *looks;
    uint16_t zones;  /* beams and looks: at least as many as the sensor has zones, and for a laser
                        OCT9_SENSOR_SECTORS */
    uint32_t *table; /* of changes, for oct9_mapper_share; NULL: nothing is shared */
    uint32_t words;  /* in the table: a power of two from 16 to 2^24 */
} oct9_mapper_memory_t;

/* Declares a memory of `blocks` blocks, `zones` beams and looks, and `words` words: 16, 56 and 4
 * bytes each: OCT9_MAPPER_MEMORY(static, memory, 1024, 6, 512); */
#define OCT9_MAPPER_MEMORY(storage, name, blocks, zones, words)                       \
    storage oct9_block_t name##_pool[(blocks)];                                       \
    storage oct9_beam_t name##_beams[(zones)];                                        \
    storage oct9_mapper_look_t name##_looks[(zones)];                                 \
    storage uint32_t name##_table[(words)];                                           \
    storage const oct9_mapper_memory_t name = { name##_pool,  (blocks), name##_beams, \
                                                name##_looks, (zones),  name##_table, \
                                                (words) }

#define OCT9_MAPPER_FAR 65535          /* nothing was found */
#define OCT9_MAPPER_FOREVER 65535      /* milliseconds without end */
#define OCT9_MAPPER_NO_FLOOR INT32_MIN /* no floor is known */

/* How a robot maps, moves and stops. Begin with OCT9_MAPPER_POLICY and change what differs; it may
 * lie in flash. Lengths are in mm, at most 192 cells and 32767. A number may be 0 only where its
 * comment says so: what was not filled in is refused. */
typedef struct {
    uint32_t cell_um;     /* 4000..OCT9_CELL_UM_MAX, a multiple of 125: the edge of a cell */
    int32_t floor_mm;     /* the height of a level floor: no beam frees a cell that reaches down to
                             it, or one below; OCT9_MAPPER_NO_FLOOR: none is known */
    uint16_t nearest_mm;  /* what a beam meets nearer than this is too near: an alarm for motions
                             toward it; it is mapped as if it were here */
    uint16_t farthest_mm; /* a hit up to two cells before here is mapped; a farther one only
                             clears. The farther, the more blocks a frame takes */
    uint16_t radius_mm;   /* of the robot, with the errors of sensor and pose (scan.h), and where
                             beams are wide a cell and a third */
    uint16_t look_mm;     /* the least that must be clear ahead of a motion of slow_mm or more */
    uint16_t near_mm;     /* how far the clearance is looked for, to all sides */
    uint16_t least_mm;   /* the robot may not come nearer to what is nearer than this; 0..near_mm */
    uint16_t slow_mm;    /* in a second: a slower measured velocity is noise; 0: none is */
    uint16_t fastest_mm; /* in a second: the robot is never faster */
    uint16_t brake_mm;   /* in a second, each second: the robot brakes at least so hard */
    uint16_t reaction_ms; /* from a check until the robot brakes, with the time to the next check */
    uint16_t stale_ms;    /* how old the last frame may be */
    uint16_t repeat_ms;   /* how long a beam may repeat its reading while it moves along itself by
                             more than the sensor's noise, or a whole frame while it turns */
    uint16_t blind_ms;    /* how long a beam may have seen nothing in the direction of a motion that
                             is not known to be free; OCT9_MAPPER_FOREVER: for ever */
    uint16_t jump_mm;     /* how far the estimate of the place may be corrected at once; 0: not */
    uint16_t dark_mm;     /* where nothing comes back to a beam there is nothing up to here, unless
                             what its zone met last was too near. 0, the careful value: a sensor
                             that sees nothing knows nothing */
    uint16_t round_ms;    /* of a round of forgetting. With OCT9_MAPPER_POLICY free space that is
                             not seen is forgotten after 2 rounds, and obstacles out of reach that
                             were hit three times after 5 */
    uint8_t repeats; /* every so many packets one repeats a part of the whole map, for listeners
                        that start late or lose packets; 0: none does */
    oct9_policy_t unknown; /* whether unknown space blocks a check. PASSES: blind_ms decides */
    oct9_model_t model;
} oct9_mapper_policy_t;

/* For a small drone with cells of 40 mm. Unknown space passes: such a drone sees little of what is
 * about it, so that nothing would be clear. */
#define OCT9_MAPPER_POLICY                                                                     \
    {                                                                                          \
        40000, OCT9_MAPPER_NO_FLOOR, 50, 2000, 120, 1000, 500, 150, 200, 1000, 3000, 250, 300, \
            400, 500, 100, 0, 10000, 4, OCT9_PASSES,                                           \
        {                                                                                      \
            17, 8, -16, 51, -1, 1, 1, 16, OCT9_COARSEN                                         \
        }                                                                                      \
    }

/* Where the sensor is and how it is turned, in the world. A sensor that is not in the middle of the
 * robot has another pose than the robot. */
typedef struct {
    oct9_mm_t place_mm;
    oct9_rotation_t rotation;
} oct9_mapper_pose_t;

/* The time, where the robot is, and how it moves: in mm a second on the axes of the world. */
typedef struct {
    uint32_t now_ms;
    oct9_mm_t place_mm;     /* of the robot's middle */
    int16_t velocity_mm[3]; /* measured */
    int16_t command_mm[3];  /* to be obeyed if there is no alarm; all 0: the robot shall stop */
} oct9_mapper_motion_t;

/* Why the robot may not go on. */
typedef enum {
    OCT9_MAPPER_ERROR = 1,    /* the check or the last frame failed, or nothing was mapped yet */
    OCT9_MAPPER_STALE = 2,    /* the last frame is too old, or the pose has jumped since */
    OCT9_MAPPER_FROZEN = 4,   /* a beam along the motion repeats its reading, or all do */
    OCT9_MAPPER_TOO_NEAR = 8, /* a beam met something too near, and the motion goes toward it */
    OCT9_MAPPER_BLOCKED = 16, /* an obstacle is on the path */
    OCT9_MAPPER_NEAR = 32,    /* the motion comes nearer to what is nearer than least_mm */
    OCT9_MAPPER_UNKNOWN = 64  /* the robot could not stop within what is known or was looked at */
} oct9_mapper_why_t;

/* Whether the robot may go on. */
typedef struct {
    bool alarm;            /* it may not: `why` is not 0 */
    uint8_t why;           /* the sum of oct9_mapper_why_t */
    uint16_t clear_mm;     /* that it may still go, or OCT9_MAPPER_FAR: all that was asked */
    uint16_t known_mm;     /* the same, up to the first place that is not known to be free */
    uint16_t clearance_mm; /* from its centre to the nearest obstacle within near_mm, or
                              OCT9_MAPPER_FAR */
    uint16_t age_ms;       /* of the last frame, at most 65535 */
} oct9_mapper_found_t;

/* A mapper. The caller owns it. Read `occupancy` and `base`; only the library writes. */
typedef struct {
    oct9_occupancy_t occupancy;
    oct9_frame_t base; /* of the window as it lay at first */
    oct9_changes_t changes;
    oct9_sender_t sender;
    oct9_scan_t scan;
    oct9_cone_t cone;
    const oct9_sensor_t *sensor;
    const oct9_mapper_policy_t *policy;
    oct9_beam_t *beams;
    oct9_mapper_look_t *looks;
    oct9_range_t range;
    volatile int8_t seen; /* the status of the last frame that held a reading; OCT9_ERR_STALE until
                             it is mapped, and before the first */
    volatile bool owed;   /* the window could not follow */
    uint8_t packets;      /* since the last one that repeats */
    uint8_t stage;        /* of the frame that is being mapped */
    uint8_t trust;        /* bits: a clock runs, the frame repeats */
    uint8_t late;         /* frames in a row that were late */
    uint8_t next_hash;    /* of a laser: the oldest of its frames' hashes */
    uint16_t beams_count; /* of that frame */
    uint16_t next;        /* the beam whose cone is next */
    oct9_cone_sight_t sight; /* of a wide beam */
    oct9_point_t origin;
    uint32_t generation;       /* of the map, after the frame's last part */
    uint32_t frame_ms;         /* of the last frame */
    oct9_mapper_pose_t last;   /* its pose */
    uint32_t hits;             /* a hash of its hits */
    uint32_t repeat_ms;        /* since when the hits are the same */
    oct9_mapper_pose_t repeat; /* where the sensor was then */
    oct9_rotation_t facing;    /* the last turn of more than 6 degrees led here */
    oct9_rotation_t away;      /* the last one of more than 12 */
    uint32_t facing_ms;        /* and ended then */
    uint32_t away_ms;
    oct9_mapper_been_t been[OCT9_MAPPER_BEEN];
    oct9_mm_t here;       /* the place that oct9_mapper_follow was given last */
    bool started, placed; /* it was given one, and one near the last */
    uint8_t been_count, been_next;
    uint32_t forget_ms;                            /* time for which nothing was forgotten yet */
    uint32_t forget_left, free_left, pressed_left; /* leaves that it still has to forget */
} oct9_mapper_t;

/* Begins with an unknown map. Keeps `memory`'s arrays, `sensor` and `policy` by pointer. `run` is
 * the identity of what is sent (packet.h), or NULL: nothing is shared.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the memory, the sensor or the policy is out of its
 * range, look_mm or the distance in which the robot stops at fastest_mm, radius_mm and twice two
 * cells, each rounded up, together are more than farthest_mm or than the sensor measures,
 * memory->zones is less than the sensor needs, or `run` is given without a table or with a bad one;
 * with OCT9_ERR_PACKET_RUN iff run->start is 0.
 * It writes each slot of the pool and each word of the table.
 * Stack: M0 112 bytes. One writer. */
oct9_status_t oct9_mapper_init(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                               const oct9_sensor_t *sensor, const oct9_mapper_policy_t *policy,
                               const oct9_run_t *run);

/* Moves the window to where the robot's middle is, if it is about 64 cells or more off the window's
 * middle on an axis: call it before each oct9_mapper_see. What leaves the window is forgotten.
 * Where a move does not fit the pool, free space is forgotten first, up to 4,096 leaves of it. A
 * place that is farther from that of the last call than the robot comes in stale_ms is left alone
 * until the next call confirms it.
 * Fails with OCT9_ERR_POOL_FULL iff the move does not fit even so: then it is owed, and until a
 * later call finds the robot in the window's middle the space outside of it blocks each check; with
 * OCT9_ERR_RANGE iff the window's corner would not fit int32_t, in cells or in millimetres. To
 * share all that leaves, with repeats 0, call oct9_mapper_share before this call while it returns
 * more than 0 or OCT9_AGAIN.
 * Stack: M0 568 bytes. One writer. */
oct9_status_t oct9_mapper_follow(oct9_mapper_t *mapper, const oct9_mm_t *place_mm);

/* Maps a frame of readings, which were measured at frame->time_ms from `pose`, the sensor's; and
 * forgets as much as the time since the last frame is of a round. A frame in which no reading means
 * anything only forgets.
 * Fails with OCT9_ERR_ARGUMENT iff frame->count is 0 or above the sensor's zones, or as
 * oct9_pose_check does; with OCT9_ERR_STALE iff the frame is not later than the last one, by at
 * most stale_ms: then nothing is changed; with OCT9_ERR_RANGE or OCT9_ERR_OUTSIDE iff the place is
 * not in the window, which oct9_mapper_follow prevents; with OCT9_ERR_POOL_FULL only with a model
 * that refuses, as oct9_scan_run does, or if a wide beam's cap does not fit: then a part of the
 * frame may be mapped. After any error but that of
 * a late frame each check alarms until a frame with a reading that means something is mapped.
 * Its cost is that of the scan (scan.h), of 4,096 calls of oct9_occupancy_forget_free for a leaf
 * each at most, and of a sixteenth and a round's part of the map's leaves that are forgotten; and
 * for a beam that is wide (sensor.h) of the cells of its cap and the obstacles in it.
 * Stack: M0 576 bytes. One writer. */
oct9_status_t oct9_mapper_see(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                              const oct9_mapper_pose_t *pose);

/* The same in slices: begins to map a frame, which oct9_mapper_see_run maps. Takes all that it
 * needs of the frame. A frame that was not mapped to its end is given up; what it changed stays.
 * Until this frame is mapped each check alarms, unless no reading of it means anything: check
 * before this call, or after the last slice.
 * Fails as oct9_mapper_see does, except that it never returns OCT9_ERR_POOL_FULL.
 * Its cost grows with the readings.
 * Stack: M0 568 bytes. One writer. */
oct9_status_t oct9_mapper_see_begin(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                    const oct9_mapper_pose_t *pose);

/* Goes on with the frame: for each of `budget` forgets at most 32 leaves or maps a tile of 8 x 8 x
 * 8 cells, and as often, behind the last tile, does a step of a cone. Returns OCT9_OK when the
 * frame is mapped, OCT9_AGAIN when the budget is used up.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff no frame has begun, or one
 * that means something has and something else wrote to the map since its last slice, as
 * oct9_mapper_follow does when it moves the window; with OCT9_ERR_POOL_FULL as oct9_mapper_see
 * does. After an error but the first the frame is over.
 * Its cost is that of oct9_scan_run with this budget, or less.
 * Stack: M0 520 bytes. One writer. */
oct9_status_t oct9_mapper_see_run(oct9_mapper_t *mapper, uint32_t budget);

/* Checks the motion: as it is measured, unless that is slower than slow_mm, and as it is
 * commanded. For each it looks as far as the robot needs to stop, age_ms, reaction_ms and brake_mm
 * taken into account, and from slow_mm on at least look_mm. A robot that stands and shall stop has
 * no motion: then only errors, a stale and a frozen frame alarm.
 *
 * BLOCKED, unless the sphere of radius_mm, and 3 mm and a 4096th of the path more, is clear that
 * far. What it touches already does not count while the motion comes no nearer to it (OCT9_LEAVES,
 * rules.h), so that a robot gets away. While a move of the window is owed, the space outside of it
 * blocks, except for a motion that ends more than that radius inside.
 * UNKNOWN, if it could not stop before a place that is not known to be free, nor goes back where
 * its middle was in the last two rounds, to within a third of its radius on each axis, of the last
 * 24 places that are as far apart, nor within what a beam along the motion saw in the last
 * blind_ms, at most two cells before farthest_mm, and since the sensor last turned by 12 degrees. A
 * beam is along the motion if the motion lies in its cone, or within 5.7 degrees of it; of a laser
 * the middle of a sector. One such beam is enough, except that on the left and on the right of the
 * motion one must have seen as far, where any looks within 9.5 degrees of it. A beam within 1.5
 * degrees of the motion counts for both: what is dark on less than a side, or on a side alone, may
 * not be found.
 * TOO_NEAR, for motions within 60 degrees of a beam, from a reading below nearest_mm or below what
 * the sensor can measure until the next good one of the same zone, and at most for blind_ms; of a
 * laser, until the next good one of the same sector that is more than stale_ms later.
 *
 * After any error *found is an alarm, with 0 mm everywhere: look at `alarm` alone. Fails with
 * OCT9_ERR_STALE iff the mapper is all zero, no frame was seen yet, a frame is being mapped (in a
 * call of oct9_mapper_see, or in slices) or was given up, it has preempted the writer, or the
 * writer has preempted it twice; with the status of the last frame if that failed; with
 * OCT9_ERR_RANGE iff an end of the path is about 256 cells or more outside the window, or
 * millimetres there do not fit int32_t. All lengths are rounded down; "clear" is never false for
 * the map that was asked.
 * Stack: M0 880 bytes. Reentrant. */
oct9_status_t oct9_mapper_check(const oct9_mapper_t *mapper, const oct9_mapper_motion_t *motion,
                                oct9_mapper_found_t *found);

/* Checks the straight path from the motion's place to `to_mm` in the same manner: "may I go there?"
 * All of it counts, at any velocity: UNKNOWN unless all of it is known to be free or was looked at.
 * A path of length 0 is a robot that rests.
 * Fails as oct9_mapper_check does.
 * Stack: M0 880 bytes. Reentrant. */
oct9_status_t oct9_mapper_ask(const oct9_mapper_t *mapper, const oct9_mapper_motion_t *motion,
                              const oct9_mm_t *to_mm, oct9_mapper_found_t *found);

/* Writes a packet of at most `size` bytes of what changed, or, as the policy's `repeats` has it, of
 * the whole map in turn (oct9_packet_write, oct9_packet_repeat). Returns its length in bytes, or 0
 * if nothing is left to send: never with `repeats`, which then repeats.
 * Fails as oct9_packet_write does, with OCT9_ERR_ARGUMENT also where oct9_mapper_init got no run.
 * Stack: M0 240 bytes. One writer. */
int32_t oct9_mapper_share(oct9_mapper_t *mapper, uint8_t *bytes, uint32_t size, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
