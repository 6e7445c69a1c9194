/* SPDX-License-Identifier: MIT */
/* What the beams say of a motion: how far one of them saw along it, and whether one is too near or
 * frozen. */
#include "src/mapper/mapper.h"

#include "src/mapping/beams.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

/* 2^14 times tangents of angles to a motion. */
enum {
    LEAST_BESIDE = 2742, /* 9.5 degrees: of 8 x 8 zones the second column of a motion along their
                            axis */
    BOTH_SIDES = 430     /* 1.5 degrees: a beam within them counts on both sides */
};

/* A direction of the world on the axes that the sensor had at the last frame, in 2^-14. */
static void to_sensor(const oct9_mapper_t *mapper, const int32_t direction[3], int32_t to[3])
{
    oct9_matrix_t turn;
    oct9_pose_matrix(&mapper->last.rotation, &turn);
    for (unsigned i = 0; i < 3; i++) {
        const int64_t sum = (int64_t)direction[0] * turn.m[0][i] +
                            (int64_t)direction[1] * turn.m[1][i] +
                            (int64_t)direction[2] * turn.m[2][i]; /* within 2^15 * 2^29 * 3 */
        to[i] = (int32_t)(sum / ((int32_t)1 << 28));
    }
}

static void copy_vector(int32_t to[3], const int32_t from[3])
{
    for (unsigned i = 0; i < 3; i++)
        to[i] = from[i];
}

/* The tangent, times 2^14, of an angle to a motion: that of a wide beam, or `least`. */
static uint32_t accepted(const oct9_sensor_t *sensor, uint32_t least)
{
    return sensor->spread_q14 > least ? sensor->spread_q14 : least;
}

/* Of a zone on the axes of the sensor, of a sector on those of the world. */
static void direction_of(const oct9_mapper_t *mapper, uint16_t number, int32_t direction[3])
{
    if (!mapper->sensor->directions) {
        /* The middle of the sector. */
        oct9_beams_direction((2u * number + 1u) * (65536u / OCT9_SENSOR_SECTORS / 2u), direction);
        return;
    }
    direction[0] = mapper->sensor->directions[number].x;
    direction[1] = mapper->sensor->directions[number].y;
    direction[2] = mapper->sensor->directions[number].z;
}

static uint32_t square_of_beam(const int32_t beam[3])
{
    return (uint32_t)(beam[0] * beam[0]) + (uint32_t)(beam[1] * beam[1]) +
           (uint32_t)(beam[2] * beam[2]); /* at most 3 2^28 */
}

/* Whether a motion goes toward what a beam sees: within 60 degrees. */
static bool is_toward(const int32_t beam[3], int32_t part)
{
    return part > 0 && (uint32_t)(part * part) >= square_of_beam(beam) / 4u; /* part below 2^15 */
}

/* Whether a beam is within the angle of a motion: the square of its length is at most that of its
 * part along the motion, times 1 + tangent^2. */
static bool is_along(const int32_t beam[3], int32_t part, uint32_t tangent)
{
    const uint32_t more = 16384u + (tangent * tangent >> 14);        /* tangent below 2^15 */
    const uint64_t grown = (uint64_t)(uint32_t)(part * part) * more; /* part below 2^15.9 */
    return part > 0 && square_of_beam(beam) <= grown >> 14;
}

/* How far a zone saw in the last blind_ms, from where the sensor was at the last frame. What it saw
 * before the sensor turned was elsewhere. */
static uint32_t seen_by(const oct9_mapper_t *mapper, const oct9_mapper_look_t *look,
                        uint32_t now_ms)
{
    const oct9_mapper_policy_t *const policy = mapper->policy;
    const bool turned_since = mapper->sensor->directions &&
                              (int32_t)(look->seen_ms - mapper->facing_ms) < 0;
    if ((look->state & SEEN) == 0 || turned_since ||
        (int32_t)(now_ms - look->seen_ms) > (int32_t)policy->blind_ms)
        return 0;
    const uint32_t before = mapper->frame_ms - look->seen_ms;
    const uint32_t since = (before < UINT16_MAX ? before : UINT16_MAX) * policy->fastest_mm / 1000u;
    return look->reach_mm > since ? look->reach_mm - since : 0;
}

/* A side of a motion: whether beams look there, and how far one of them saw. */
typedef struct {
    bool looks;
    uint32_t seen_mm;
} side_t;

/* Notes what a beam saw on its side of the motion. `across` is its part to the left: in the middle
 * it looks at both sides. */
static void note_side(side_t sides[2], int32_t across, uint32_t seen_mm)
{
    for (unsigned i = 0; i < 2; i++) {
        side_t *const side = &sides[i];
        if (i == 0 ? across < -BOTH_SIDES : across > BOTH_SIDES)
            continue;
        side->looks = true;
        side->seen_mm = seen_mm > side->seen_mm ? seen_mm : side->seen_mm;
    }
}

/* The axes of the world or of the sensor on which beams are compared with a motion: along it, and
 * level to its left. A motion straight up has no left. */
typedef struct {
    int32_t motion[3], left[3];
} axes_t;

static void set_motion_axes(const oct9_mapper_t *mapper, const int32_t direction[3], axes_t *axes)
{
    const int32_t left[3] = { -direction[1], direction[0], 0 };
    if (mapper->sensor->directions) {
        to_sensor(mapper, direction, axes->motion);
        to_sensor(mapper, left, axes->left);
    } else {
        copy_vector(axes->motion, direction);
        copy_vector(axes->left, left);
    }
}

/* Both are at most 1.8 * 2^14 long. */
static int32_t part_along(const int32_t beam[3], const int32_t axis[3])
{
    return (axis[0] * beam[0] + axis[1] * beam[1] + axis[2] * beam[2]) / OCT9_ONE_Q14;
}

/* A zone that looks at the robot itself sees no motion. The sectors of a laser are on the axes of
 * the world, and no part of the robot. */
static bool looks_out(const oct9_mapper_t *mapper, uint16_t number)
{
    return !mapper->sensor->directions || !oct9_mapper_is_own(mapper->sensor, number);
}

/* One beam along the motion must have seen, and one on each side where beams look: before a dark
 * edge, those that look past it say nothing of the side that lies before it. */
void oct9_mapper_look_along(const oct9_mapper_t *mapper, uint32_t now_ms,
                            oct9_mapper_along_t *along)
{
    axes_t axes;
    int32_t beam[3];
    side_t sides[2];
    const uint32_t tangent = accepted(mapper->sensor, LEAST_ACCEPTED);
    const uint32_t beside = accepted(mapper->sensor, LEAST_BESIDE);
    set_motion_axes(mapper, along->direction, &axes);
    sides[0].looks = sides[1].looks = false;
    sides[0].seen_mm = sides[1].seen_mm = 0;
    along->seen_mm = 0;
    along->too_near = along->frozen = false;
    for (uint16_t i = 0; i < oct9_mapper_looks(mapper->sensor); i++) {
        const oct9_mapper_look_t *const look = &mapper->looks[i];
        direction_of(mapper, i, beam);
        const int32_t part = part_along(beam, axes.motion);
        along->too_near = along->too_near || ((look->state & NEAR) != 0 && is_toward(beam, part));
        if (!looks_out(mapper, i) || !is_along(beam, part, beside))
            continue;
        const uint32_t seen = seen_by(mapper, look, now_ms);
        note_side(sides, part_along(beam, axes.left), seen);
        if (!is_along(beam, part, tangent))
            continue;
        along->frozen = along->frozen || (look->state & FROZEN) != 0;
        along->seen_mm = seen > along->seen_mm ? seen : along->seen_mm;
    }
    for (unsigned i = 0; i < 2; i++)
        if (sides[i].looks && sides[i].seen_mm < along->seen_mm)
            along->seen_mm = sides[i].seen_mm;
}
