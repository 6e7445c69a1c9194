/* SPDX-License-Identifier: MIT */
/* Forward kinematics in integers: rotations are unit quaternions in Q1.14, multiplied joint by
 * joint; a link goes along its own z axis. */
#include "examples/arm/arm.h"

#include "examples/arm/sine.h"

enum { ONE = OCT9_ONE_Q14, UM_PER_MM = 1000 };

typedef enum { ABOUT_Y, ABOUT_Z } axis_t;

static const struct {
    axis_t axis;                          /* of its joint */
    int16_t length_mm;
} link[ARM_LINKS] = {
    { ABOUT_Z, 160 }, { ABOUT_Y, 400 }, { ABOUT_Y, 360 }, { ABOUT_Y, 100 }, { ABOUT_Z, 80 },
    { ABOUT_Y, 100 }
};

const arm_sphere_t arm_sphere[ARM_SPHERES] = {
    { 60, 160, 1 },
    { 50, 90, 2 }, { 50, 170, 2 }, { 50, 250, 2 }, { 50, 330, 2 }, { 48, 400, 2 },
    { 42, 80, 3 }, { 42, 150, 3 }, { 42, 220, 3 }, { 42, 290, 3 }, { 40, 360, 3 },
    { 38, 60, 4 }, { 38, 100, 4 },
    { 36, 60, 5 },
    { 30, 10, 6 }, { 22, 50, 6 }, { 14, 86, 6 }
};

/* In mm, Q14: the arm is at most 1.2 m long, so that coordinates stay below 2^25. */
typedef struct {
    int32_t at[3];
} place_q14_t;

/* Two products of at most 2^28, to the nearest. */
static int16_t round_q28(int32_t sum)
{
    return (int16_t)((sum + (sum < 0 ? -ONE / 2 : ONE / 2)) / ONE);
}

/* a, then in its own frame a turn about an axis by (w, s): cosine and sine of half the angle. */
static oct9_rotation_t turned(const oct9_rotation_t *a, axis_t axis, int32_t w, int32_t s)
{
    oct9_rotation_t r;
    if (axis == ABOUT_Y) {
        r.w = round_q28(a->w * w - a->y * s);
        r.x = round_q28(a->x * w - a->z * s);
        r.y = round_q28(a->y * w + a->w * s);
        r.z = round_q28(a->z * w + a->x * s);
    } else {
        r.w = round_q28(a->w * w - a->z * s);
        r.x = round_q28(a->x * w + a->y * s);
        r.y = round_q28(a->y * w - a->x * s);
        r.z = round_q28(a->z * w + a->w * s);
    }
    return r;
}

static oct9_rotation_t turned_by(const oct9_rotation_t *before, axis_t axis, int16_t quarters)
{
    return turned(before, axis, sine_q14(quarters + SINE_RIGHT_ANGLE), sine_q14(quarters));
}

/* The place that lies so far, up to 2^10 mm, along the z axis of a rotation. The matrix is
 * divided by its scale, so that a quaternion that is not quite a unit one costs no length. */
static place_q14_t along(const place_q14_t *from, const oct9_rotation_t *rotation, int32_t mm)
{
    oct9_matrix_t matrix;
    place_q14_t to;
    oct9_rotation_matrix(rotation, &matrix);
    for (unsigned a = 0; a < 3; a++)
        to.at[a] = from->at[a] + matrix.m[a][2] / (matrix.scale / ONE) * mm;
    return to;
}

/* 64 bits, as a cell is up to 2^26 um: (2^25 + 2^31 * 2^14) * 64000 < 2^62. */
static bool to_q6(const oct9_frame_t *frame, int32_t mm_q14, int32_t origin_mm, int16_t *q6)
{
    const int64_t mm = mm_q14 - (int64_t)origin_mm * ONE;
    const int64_t to = mm * (UM_PER_MM * OCT9_CELL_Q6) / (int64_t)frame->cell_um / ONE;
    *q6 = (int16_t)to;
    return to >= INT16_MIN && to <= INT16_MAX;
}

static bool to_point(const oct9_frame_t *frame, const place_q14_t *place, oct9_point_t *point)
{
    const oct9_mm_t *origin = &frame->origin_mm;
    return to_q6(frame, place->at[0], origin->x, &point->x) &&
           to_q6(frame, place->at[1], origin->y, &point->y) &&
           to_q6(frame, place->at[2], origin->z, &point->z);
}

/* The spheres of one link, the first of which has number *sphere. */
static bool place_spheres(const oct9_frame_t *frame, unsigned number, const place_q14_t *joint,
                          const oct9_rotation_t *rotation, unsigned *sphere, arm_place_t *place)
{
    for (; *sphere < ARM_SPHERES && arm_sphere[*sphere].link == number; (*sphere)++) {
        const place_q14_t centre = along(joint, rotation, arm_sphere[*sphere].along_mm);
        if (!to_point(frame, &centre, &place->centre[*sphere]))
            return false;
    }
    return true;
}

bool arm_reach(const oct9_frame_t *frame, const arm_angles_t *angles, arm_place_t *place)
{
    oct9_rotation_t rotation = OCT9_ROTATION_NONE;
    place_q14_t joint = { { 0, 0, 0 } };
    unsigned sphere = 0;
    for (unsigned i = 0; i < ARM_LINKS; i++) {
        rotation = turned_by(&rotation, link[i].axis, angles->quarters[i]);
        if (!to_point(frame, &joint, &place->joint[i]) ||
            !place_spheres(frame, i + 1u, &joint, &rotation, &sphere, place))
            return false;
        joint = along(&joint, &rotation, link[i].length_mm);
    }
    return to_point(frame, &joint, &place->joint[ARM_LINKS]);
}
