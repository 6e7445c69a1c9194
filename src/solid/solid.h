/* SPDX-License-Identifier: MIT */
/* Internal: one primitive or object against points, motions, boxes and planes, exactly.
 *
 * A sphere, capsule, triangle or box is a core (a point, a segment, a triangle, a box) grown by a
 * radius. A moving sphere of radius q touches it iff the sphere's centre comes within radius + q of
 * the core. */
#ifndef OCT9_SRC_SOLID_H
#define OCT9_SRC_SOLID_H

#include "oct9/detail/parting.h"
#include "oct9/primitive.h"
#include "oct9/region.h"
#include "src/query/capsule.h"

/* Corners are in -65536..65535, those of triangles and capsules in the cube. */
typedef struct {
    uint8_t kind;         /* oct9_primitive_kind_t */
    uint16_t radius_q6;   /* 0..32767; 0 for a box or a triangle */
    int32_t corner[3][3]; /* [which][axis]: the core's; of a box the low one and the
                             high one */
} oct9_solid_t;

/* True if a query does not leave out what has this category: see oct9_primitive_t. */
static inline bool oct9_category_counts(uint16_t category, uint16_t ignored)
{
    return category == 0 || (category & ~(unsigned)ignored) != 0;
}

static inline void oct9_solid_parting_init(oct9_parting_t *parting)
{
    parting->normal[0] = parting->normal[1] = parting->normal[2] = 0;
    parting->limit = INT32_MIN;
}

void oct9_solid_of_primitive(const oct9_primitive_t *primitive, oct9_solid_t *solid);

/* A primitive's three points, of which two or all may be the same, and its radius: its bounding box
 * is theirs, grown by the radius. */
typedef struct {
    const oct9_point_t *first, *second, *third;
    int32_t radius;
} oct9_outline_t;

static inline oct9_outline_t oct9_outline_of(const oct9_primitive_t *primitive)
{
    oct9_outline_t outline = { &primitive->a, &primitive->b, &primitive->c, 0 };
    if (primitive->kind == OCT9_PRIMITIVE_TRIANGLE)
        return outline;
    outline.third = &primitive->a;
    if (primitive->kind == OCT9_PRIMITIVE_SPHERE)
        outline.second = &primitive->a;
    if (primitive->kind != OCT9_PRIMITIVE_BOX)
        outline.radius = primitive->radius_q6;
    return outline;
}

/* The number of the core's corners; for a box, of those that are given. */
static inline unsigned oct9_solid_corners(const oct9_solid_t *solid)
{
    return solid->kind == OCT9_PRIMITIVE_SPHERE   ? 1
         : solid->kind == OCT9_PRIMITIVE_TRIANGLE ? 3
                                                  : 2;
}

/* The closed interval of a solid of so many corners on one axis. */
static inline void oct9_solid_span(const oct9_solid_t *solid, unsigned corners, unsigned axis,
                                   int32_t *low, int32_t *high)
{
    int32_t least = solid->corner[0][axis], most = least;
    for (unsigned c = 1; c < corners; c++) {
        const int32_t at = solid->corner[c][axis];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    *low = least - solid->radius_q6;
    *high = most + solid->radius_q6;
}

/* The closed bounding box of the solid. */
void oct9_solid_bounds(const oct9_solid_t *solid, int32_t low[3], int32_t high[3]);

/* Sets a capsule for a centre that moves from `from` by `delta`, within 2^16, and the closed box
 * from low to high. The caller sets the radius. */
void oct9_solid_capsule(oct9_capsule_t *capsule, const int32_t from[3], const int32_t delta[3],
                        const int32_t low[3], const int32_t high[3]);

/* True if the bounding box of the motion meets that of the primitive. */
bool oct9_primitive_near(const oct9_primitive_t *primitive, const oct9_motion_t *motion);

/* True if the solid's bounding box is at most `range_q6` (0..32767) from the point. */
bool oct9_solid_within(const oct9_solid_t *solid, const oct9_point_t *point, uint16_t range_q6);

/* True if the plane that parted the same motion, as far or farther, from another solid also parts
 * it from this primitive. */
bool oct9_primitive_parted_by(const oct9_primitive_t *primitive, const oct9_parting_t *parting);

/* True if the motion touches the solid not later than last / 65535; last is 0..65535. `num` is as
 * in oct9_contact_t, at most `last`; NULL: a yes or no is enough. `parting` receives the plane that
 * parts them, if one does, for oct9_primitive_parted_by; `last` must not grow from test to test. Or
 * it is NULL. */
bool oct9_solid_contact(const oct9_solid_t *solid, const oct9_motion_t *motion, uint16_t last,
                        oct9_parting_t *parting, uint16_t *num);

/* For a motion that touches the solid in its first 65535th. False if it does so where it starts and
 * that does not block, by a policy other than OCT9_BLOCKS. Exact for each kind of solid. */
bool oct9_solid_start_blocks(const oct9_solid_t *solid, const oct9_motion_t *motion,
                             oct9_policy_t policy);

/* Fills in the rest of a contact whose `num` is set. */
void oct9_solid_place(const oct9_solid_t *solid, const oct9_motion_t *motion,
                      oct9_contact_t *contact);

/* True if the solid is at most `range_q6` (0..32767) from the point and `distance` is below what it
 * is at first, at most OCT9_DISTANCE_END. It becomes the distance from the solid's surface in 1/256
 * sub-cells, rounded down; 0 inside the solid. */
#define OCT9_DISTANCE_END ((uint32_t)1 << 23) /* above each distance in range */
bool oct9_solid_distance(const oct9_solid_t *solid, const oct9_point_t *point, uint16_t range_q6,
                         uint32_t *distance);

/* True if the solid is at most `radius_q6` (0..32767) from the point. */
bool oct9_solid_meets_sphere(const oct9_solid_t *solid, const oct9_point_t *centre,
                             uint16_t radius_q6);

/* True if the solid has a point in the closed box, whose corners are in -32768..32768. */
bool oct9_solid_meets_box(const oct9_solid_t *solid, const int32_t low[3], const int32_t high[3]);

/* The greatest extent of the core along a normal within 2^14: within 3 * 2^14 * 2^16. */
int64_t oct9_solid_reach(const oct9_solid_t *solid, const int16_t normal[3]);

/* True if the solid has, for each of the planes whose bits are set in `open`, a point on the
 * plane's inner side. */
bool oct9_solid_meets_frustum(const oct9_solid_t *solid, const oct9_frustum_t *frustum,
                              unsigned open);

#endif
