/* SPDX-License-Identifier: MIT */
/* Where a motion touches a solid. */
#include "src/solid.h"

#include "src/axes.h"
#include "src/core_point.h"
#include "src/fraction.h"

/* A 65535th as a sub-cell, to the nearest, by 2^32 / 65535 = 65537 and a little; |at| below 2^34.
 * */
static int16_t to_sub_cell(int64_t at)
{
    const int64_t rounded = (at * 65537 + ((int64_t)1 << 31)) >> 32;
    return (int16_t)(rounded < INT16_MIN ? INT16_MIN : rounded > INT16_MAX ? INT16_MAX : rounded);
}

void oct9_solid_place(const oct9_solid_t *solid, const oct9_motion_t *motion,
                      oct9_contact_t *contact)
{
    const oct9_fraction_t fraction = { contact->num, OCT9_WAY_MAX };
    oct9_core_point_t nearest;
    oct9_line_t line;
    int32_t unit[3], point[3];
    oct9_line_of_motion(motion, &line);
    oct9_core_point(solid, &line, contact->num, OCT9_WAY_MAX, &nearest);
    oct9_core_point_direction(&nearest, unit);
    /* |G| is the part of `from` along it: a product below 3^(1/2) 2^33 * 2^28. */
    int64_t gap = 0;
    for (unsigned a = 0; a < 3; a++)
        gap += nearest.from[a] * unit[a];
    const int64_t back = (gap >> 28) - (int64_t)solid->radius_q6 * OCT9_WAY_MAX;
    for (unsigned a = 0; a < 3; a++) {
        point[a] = to_sub_cell(nearest.place[a] - ((back * unit[a]) >> 28));
        contact->normal[a] = (int16_t)((unit[a] + (1 << 13)) >> 14); /* MISRA D23 */
    }
    oct9_fraction_point(&fraction, &motion->from, &motion->to, &contact->at);
    oct9_point_set(&contact->point, point);
}
