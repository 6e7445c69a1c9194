/* SPDX-License-Identifier: MIT */
/* Forward kinematics in integers: rotations are unit quaternions in Q1.14, multiplied joint by
 * joint; a link goes along its own z axis. */
#include "examples/arm/arm.h"

#include "examples/arm/sine.h"
#include "oct9/mm.h"

/* Centres go to sixteenths of a millimetre; a radius is one sixteenth more, which holds that. */
enum { ONE = OCT9_ONE_Q14, PARTS = 16, PART_Q14 = ONE / PARTS, FAR_MM = 1 << 26 };

typedef enum { ABOUT_Y, ABOUT_Z } axis_t;

static const struct {
    axis_t axis; /* of its joint */
    int16_t length_mm;
} link[ARM_LINKS] = { { ABOUT_Z, 160 }, { ABOUT_Y, 400 }, { ABOUT_Y, 360 },
                      { ABOUT_Y, 100 }, { ABOUT_Z, 80 },  { ABOUT_Y, 100 } };

const arm_sphere_t arm_sphere[ARM_SPHERES] = {
    { 60, 160, 1 }, { 50, 90, 2 },  { 50, 170, 2 }, { 50, 250, 2 }, { 50, 330, 2 }, { 48, 400, 2 },
    { 42, 80, 3 },  { 42, 150, 3 }, { 42, 220, 3 }, { 42, 290, 3 }, { 40, 360, 3 }, { 38, 60, 4 },
    { 38, 100, 4 }, { 36, 60, 5 },  { 30, 10, 6 },  { 22, 50, 6 },  { 14, 86, 6 }
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
    oct9_pose_matrix(rotation, &matrix);
    for (unsigned a = 0; a < 3; a++)
        to.at[a] = from->at[a] + matrix.m[a][2] / (matrix.scale / ONE) * mm;
    return to;
}

static bool in_parts(int32_t mm, int32_t *parts)
{
    const bool good = mm > -FAR_MM && mm < FAR_MM;
    *parts = good ? mm * PARTS : 0;
    return good;
}

/* The same frame, in sixteenths of a millimetre and of a micrometre. */
static bool fine_frame(const oct9_frame_t *frame, oct9_frame_t *fine)
{
    oct9_mm_t origin;
    return in_parts(frame->origin_mm.x, &origin.x) && in_parts(frame->origin_mm.y, &origin.y) &&
           in_parts(frame->origin_mm.z, &origin.z) &&
           oct9_mm_frame(fine, &origin, frame->cell_um * PARTS) == OCT9_OK; /* below 2^30 */
}

/* To the nearest sixteenth. */
static int32_t parts_of(int32_t mm_q14)
{
    return (mm_q14 + PART_Q14 / 2) >> 10;
}

_Static_assert(PART_Q14 == 1 << 10, "parts_of shifts by it");

/* The spheres of one link, the first of which has number *sphere. */
static bool place_spheres(const oct9_frame_t *fine, unsigned number, const place_q14_t *joint,
                          const oct9_rotation_t *rotation, unsigned *sphere, arm_place_t *place)
{
    for (unsigned i; (i = *sphere) < ARM_SPHERES && arm_sphere[i].link == number; (*sphere)++) {
        const place_q14_t centre = along(joint, rotation, arm_sphere[i].along_mm);
        const oct9_mm_t parts = { parts_of(centre.at[0]), parts_of(centre.at[1]),
                                  parts_of(centre.at[2]) };
        const int32_t radius = (arm_sphere[i].radius_mm + ARM_MARGIN_MM) * PARTS + 1;
        oct9_motion_t ball;
        if (oct9_mm_sphere(fine, &parts, &parts, radius, &ball) != OCT9_OK)
            return false;
        place->centre[i] = ball.from;
        place->radius_q6[i] = ball.radius_q6;
    }
    return true;
}

bool arm_reach(const oct9_frame_t *frame, const arm_angles_t *angles, arm_place_t *place)
{
    oct9_rotation_t rotation = OCT9_ROTATION_NONE;
    place_q14_t joint = { { 0, 0, 0 } };
    oct9_frame_t fine;
    unsigned sphere = 0;
    if (!fine_frame(frame, &fine))
        return false;
    for (unsigned i = 0; i < ARM_LINKS; i++) {
        rotation = turned_by(&rotation, link[i].axis, angles->quarters[i]);
        if (!place_spheres(&fine, i + 1u, &joint, &rotation, &sphere, place))
            return false;
        joint = along(&joint, &rotation, link[i].length_mm);
    }
    return true;
}
