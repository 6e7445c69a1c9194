/* SPDX-License-Identifier: MIT */
/* Internal: what the parts of the mapper have in common. mapper.c begins it and moves its window,
 * frames.c maps, trust.c says how far readings may be trusted, along.c what they say of a motion,
 * been.c where the robot was, check.c asks. */
#ifndef OCT9_SRC_MAPPER_H
#define OCT9_SRC_MAPPER_H

#include "oct9/mapper.h"
#include "port/oct9_port.h"

/* The stages of a frame. */
enum { NO_FRAME, FORGETTING, SCANNING, WIDENING };

enum {
    FREE_LEAVES =
        4096, /* the most in which a frame, or a move of the window, looks for free space */
    LEAST_ACCEPTED = 1650 /* 2^14 times the tangent of half of a laser's sector, and more than
                             rounding */
};

/* Bits of look->state. */
enum {
    SEEN = 1, /* seen_ms is set */
    NEAR = 2, /* its last reading was too near */
    FROZEN = 4,
    HIDES = 8 /* what was too near may be nearer still where it is dark */
};

/* The number of looks: one of each zone, or of each of a laser's sectors. */
static inline uint16_t oct9_mapper_looks(const oct9_sensor_t *sensor)
{
    return sensor->directions ? sensor->zones : OCT9_SENSOR_SECTORS;
}

/* Whether a zone, or a sector on a laser's own axes, looks at the robot itself. */
static inline bool oct9_mapper_is_own(const oct9_sensor_t *sensor, uint16_t number)
{
    return sensor->own && ((unsigned)sensor->own[number / 8u] >> number % 8u & 1u) != 0;
}

/* The most that a length of a policy may be, in mm: 192 cells, or 32767. */
int32_t oct9_mapper_reach(const oct9_mapper_policy_t *policy);

/* A check that comes in the middle of a frame finds neither where an obstacle was nor where it is:
 * it is blocked. */
static inline void oct9_mapper_set_seen(oct9_mapper_t *mapper, oct9_status_t status)
{
    OCT9_ORDERED;
    mapper->seen = (int8_t)status;
    OCT9_ORDERED;
}

/* The distance in mm in which the robot stops that moves at `speed` mm a second, begins to brake in
 * `after` ms and then loses `brake` mm a second, 1..65535, in each: rounded up, at most 32767. */
uint32_t oct9_mapper_stop_mm(uint32_t brake, uint32_t speed, uint32_t after);

/* The distance between two places in mm, rounded up; 65535: 2^15 or more on an axis. */
uint32_t oct9_mapper_distance_mm(const oct9_mm_t *a, const oct9_mm_t *b);

/* Where a motion from a place is so many mm on, below 2^15, in a direction of 2^14: short by less
 * than 1 mm on each axis. What does not fit int32_t wraps, far from the cube, where a path is
 * refused: no sum of a place in the cube wraps. */
void oct9_mapper_move(const oct9_mm_t *from, const int32_t direction[3], int32_t mm, oct9_mm_t *to);

/* Sets a direction of 2^14 from three numbers below 2^30, not all 0. Returns their length, rounded
 * down to 13 bits or more of it. */
uint32_t oct9_mapper_direction(int32_t direction[3], const int32_t by[3]);

/* --- been.c: where the robot was -------------------------------------------------------------- */

void oct9_mapper_been_reset(oct9_mapper_t *mapper);

/* Says where the robot is now; oct9_mapper_been_add writes it down. Returns false for a place that
 * is farther from the last one than the robot comes in stale_ms, until the next one confirms it. */
bool oct9_mapper_been_at(oct9_mapper_t *mapper, const oct9_mm_t *place);
void oct9_mapper_been_add(oct9_mapper_t *mapper, uint32_t time_ms);

/* Whether the robot's middle was, in the last two rounds of forgetting, within a third of its
 * radius of each place of a path: `length_mm` in a direction, in 2^-14. */
bool oct9_mapper_been_along(const oct9_mapper_t *mapper, uint32_t now_ms, const oct9_mm_t *from,
                            const int32_t direction[3], int32_t length_mm);

/* --- trust.c: times, poses, and beams that repeat themselves or see nothing ------------------- */

/* How a frame's time and pose follow those of the last one. */
typedef enum { LATE, FOLLOWS, RESTARTED, JUMPED, FIRST } oct9_mapper_step_t;

enum { OCT9_MAPPER_LATE_MOST = 100 };

oct9_mapper_step_t oct9_mapper_step(const oct9_mapper_t *mapper, uint32_t time_ms,
                                    const oct9_mm_t *place, uint32_t slack_mm);

/* Forgets all that was looked at. */
void oct9_mapper_trust_reset(oct9_mapper_t *mapper);

/* What one frame is compared with. */
typedef struct {
    uint32_t time_ms;
    int32_t moved[3]; /* since the last frame, in 16ths of a mm on the axes of the sensor */
    bool repeats;     /* the whole frame repeats the last ones, and may not */
    bool upside_down; /* a laser whose angles grow clockwise, seen from above */
    uint32_t heading; /* of a laser in the world, in 2^-16 turns */
    int32_t up[2];    /* how far its axes point up, in 2^-14 */
} oct9_mapper_news_t;

/* Begins with a frame that follows the last one: says how the sensor moved since, and whether all
 * of the frame repeats. */
void oct9_mapper_trust_begin(oct9_mapper_t *mapper, oct9_mapper_news_t *news,
                             const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose);

/* Takes reading i of the frame: what it means, given that. A beam that repeats itself means
 * nothing. */
oct9_zone_t oct9_mapper_trust_take(oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                                   const oct9_sensor_frame_t *frame, uint16_t i);

/* Whether the last frame repeated those before it, and may not have. */
bool oct9_mapper_trust_freezes(const oct9_mapper_t *mapper);

/* --- along.c: what the beams say of a motion -------------------------------------------------- */

/* The direction of a motion, in 2^-14, and what the beams say of it. */
typedef struct {
    int32_t direction[3]; /* on the axes of the world */
    uint32_t seen_mm;     /* how far beams along it saw, on each side, from where the sensor was */
    bool too_near, frozen;
} oct9_mapper_along_t;

void oct9_mapper_look_along(const oct9_mapper_t *mapper, uint32_t now_ms,
                            oct9_mapper_along_t *along);

#endif
