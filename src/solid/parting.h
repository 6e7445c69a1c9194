/* SPDX-License-Identifier: MIT */
/* Internal: planes that part a motion from a solid.
 *
 * A plane whose normal points from the solid to the motion parts them if the solid's core is on one
 * side and the moving point stays more than the radius away on the other. The normal is that of the
 * core's point nearest to one place of the path, rounded to 14 bits. Whether the plane parts them
 * is then decided exactly, or rounded to "no": a bad normal costs time, but it is never taken for a
 * parting one. So most motions that do not touch a solid need no wide number. A plane that does not
 * part them says where the path comes nearer to the core; the next place is there. So the planes
 * that part are those of the closest approach, which part the motion from the next solids, too.
 *
 * Where no plane parts the whole motion, a plane still gives a time up to which it does not touch.
 * From there the next plane is found. This is Newton's method for the distance, which is convex, so
 * that it comes close to the contact in a few steps and never passes it.
 *
 * Source: Mirtich 1996, "Impulse-based dynamic simulation of rigid body systems" (conservative
 * advancement). */
#ifndef OCT9_SRC_PARTING_H
#define OCT9_SRC_PARTING_H

#include "src/solid/core_point.h"

/* A motion and a solid. */
typedef struct {
    const oct9_solid_t *solid;
    const oct9_line_t *line;
    uint16_t radius;         /* the sum of both */
    uint32_t end;            /* the motion counts up to end / 65535: 1..65535 */
    oct9_parting_t *parting; /* NULL, or receives the plane that parts them */
} oct9_meeting_t;

/* True if a plane parts them. If false, the motion does not touch the solid up to `from` / 65535,
 * or `from` is 0. `middle` is a place near the solid and near the path; any other place costs time
 * only. */
bool oct9_solid_parted(const oct9_meeting_t *meeting, const int32_t middle[3], uint32_t *from);

#endif
