/* SPDX-License-Identifier: MIT */
/* What a contact with an object must say: where, at the object's nearest point, which normal.
 * In 65535ths of a sub-cell places are whole numbers below 2^34; only a ball's nearest point and
 * the normal's length take a root, in long double. */
#ifndef OCT9_TEST_OBJECTS_CONTACT_HPP
#define OCT9_TEST_OBJECTS_CONTACT_HPP

#include "objects_model.hpp"

#include <string>

namespace oracle {

/* Where the motion's centre is, in 65535ths. */
inline Triple centre_at(const oct9_motion_t &motion, int64_t num)
{
    const Move move = move_between(motion.from, motion.to);
    Triple out;

    for (size_t axis = 0; axis < 3; axis++)
        out[axis] = 65535 * move.from[axis] + num * move.step[axis];
    return out;
}

/* From the nearest point of the core to the centre, in 65535ths. */
inline Triple away_from(const Block &core, const Triple &centre)
{
    Triple out;

    for (size_t axis = 0; axis < 3; axis++)
        out[axis] = centre[axis] -
                    std::clamp(centre[axis], 65535 * core.lo[axis], 65535 * core.hi[axis]);
    return out;
}

inline long double length_of(const Triple &v)
{
    long double square = 0;

    for (int64_t c : v)
        square += static_cast<long double>(c) * static_cast<long double>(c);
    return std::sqrt(square);
}

inline std::string normal_differs(const Triple &away, const int16_t normal[3])
{
    const long double length = length_of(away);

    for (size_t axis = 0; axis < 3; axis++) {
        const long double part = static_cast<long double>(away[axis]);
        const long double is = length > 0 ? 16384 * part / length : 0;
        if (std::fabs(normal[axis] - is) > (length > 0 ? 2.000001L : 0))
            return "normal " + std::to_string(normal[0]) + " " + std::to_string(normal[1]) + " " +
                   std::to_string(normal[2]) + ", axis " + std::to_string(axis) + " should be " +
                   std::to_string(is);
    }
    return "";
}

/* Within one sub-cell on each axis. Of a ball it is the point of the surface in the centre's
 * direction, from inside too, as far as a point can be written there. From the ball's own centre
 * every point of the surface is as near. */
inline std::string point_differs(const oct9_bounds_t &b, const Triple &centre, const Triple &away,
                                 const oct9_point_t &point)
{
    const long double length = length_of(away);
    const long double reach = 65535.0L * static_cast<long double>(radius_of(b));
    const Triple is = triple_of(point);

    if (is_ball(b) && length <= 0)
        return within(b, is, 2) ? "" : "point is not of the ball";
    for (size_t axis = 0; axis < 3; axis++) {
        const long double part = static_cast<long double>(away[axis]);
        const long double off = is_ball(b) ? part * reach / length - part : -part;
        const long double at = std::clamp((static_cast<long double>(centre[axis]) + off) / 65535,
                                          -32768.0L, 32767.0L);
        if (std::fabs(static_cast<long double>(is[axis]) - at) > 1.000001L)
            return "point's axis " + std::to_string(axis) + " is " + std::to_string(is[axis]) +
                   ", should be " + std::to_string(at);
    }
    return "";
}

/* Of a contact at the right `num`. */
inline std::string contact_differs(const oct9_motion_t &motion, const oct9_bounds_t &b,
                                   const oct9_contact_t &contact)
{
    const Move move = move_between(motion.from, motion.to);
    const Triple centre = centre_at(motion, contact.num), at = triple_of(contact.at);
    const Triple away = away_from(core_of(b), centre);

    for (size_t axis = 0; axis < 3; axis++)
        if (at[axis] != move.from[axis] + move.step[axis] * contact.num / 65535)
            return "at's axis " + std::to_string(axis) + " is " + std::to_string(at[axis]);
    const std::string text = point_differs(b, centre, away, contact.point);
    return text.empty() ? normal_differs(away, contact.normal) : text;
}

} // namespace oracle

#endif
