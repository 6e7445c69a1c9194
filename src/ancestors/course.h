/* SPDX-License-Identifier: MIT */
/* Internal: a segment's course in mirrored coordinates, and the times at which it crosses planes.
 *
 * Each axis on which the segment descends is mirrored (x -> -x), so that all travel is upward.
 * Coordinates count from the low face of the cube, mirrored or not. A mirrored cell is (lo, hi]
 * instead of [lo, hi): its planes are crossed just after they are reached. The time of an event is
 * thus a pair (num / den, late), with late = 1 on a mirrored axis. Pairs are compared by the
 * fraction, then by late. On one axis let A be the start, D the length and u the distance from A to
 * a plane; that plane is crossed at (u / D, late).
 *
 * Bounds: u is -49152..49152 modulo 2^32, D is at most 65535. The sign alone decides for u < 0.
 * Each product of others is at most 65536 * 65535, so that one more still fits 32 bits.
 *
 * Source of the mirrored axes: Revelles, Urena and Lastra 2000, "An efficient parametric algorithm
 * for octree traversal". */
#ifndef OCT9_SRC_COURSE_H
#define OCT9_SRC_COURSE_H

#include "oct9/detail/course.h"
#include "oct9/walk.h"
#include "port/oct9_port.h"

#include <stdbool.h>

typedef struct {
    uint32_t num, den, late; /* num at most 49152 */
} oct9_event_t;

/* Sets a course. Returns true, with the event at which the segment enters the cube, (0, 0) if it
 * starts inside. Returns false if the segment misses the cube. */
bool oct9_course_begin(oct9_course_t *course, const oct9_point_t *from, const oct9_point_t *to,
                       oct9_event_t *entry);

/* The event at which the segment enters a node with this low corner in cells, mirrored: the last of
 * those at its low planes. Returns its axis, the first of several; 3 at (0, 0) if the segment
 * starts past all three. */
unsigned oct9_course_entry(const oct9_course_t *course, const uint16_t low[3], oct9_event_t *entry);

/* The same as the node's face and the time. */
static inline oct9_face_t oct9_course_face(const oct9_course_t *course, const uint16_t low[3],
                                           oct9_fraction_t *time)
{
    oct9_event_t entry;
    const unsigned axis = oct9_course_entry(course, low, &entry);
    time->num = entry.num;
    time->den = entry.den;
    return axis == 3 ? OCT9_FACE_NONE : (oct9_face_t)(2u * axis + entry.late);
}

/* The distance from A to a plane: `plane` in cells, mirrored, 0..512. */
inline uint32_t oct9_course_distance(const oct9_course_t *course, unsigned axis, uint32_t plane)
{
    OCT9_ASSERT(axis < 3 && plane <= OCT9_CELLS);
    return plane * OCT9_CELL_Q6 - course->start[axis];
}

/* True if the plane is crossed at the event or before it. */
inline bool oct9_course_past(const oct9_course_t *course, unsigned axis, uint32_t plane,
                             const oct9_event_t *event)
{
    const uint32_t distance = oct9_course_distance(course, axis, plane);
    const uint32_t later = course->late[axis] & ~event->late;
    OCT9_ASSERT(event->num <= 2u * OCT9_CUBE_Q6 && event->den <= 2u * OCT9_CUBE_Q6);
    return (int32_t)distance < 0 ||
           distance * event->den + later <= event->num * course->length[axis];
}

/* The event of a plane that is ahead. */
inline void oct9_course_event(const oct9_course_t *course, unsigned axis, uint32_t plane,
                              oct9_event_t *event)
{
    event->num = oct9_course_distance(course, axis, plane);
    event->den = course->length[axis];
    event->late = course->late[axis];
}

/* True if the event of axis a's plane, at this distance, comes before that of axis b's. Both planes
 * must be ahead. */
inline bool oct9_course_before(const oct9_course_t *course, unsigned a, uint32_t distance_a,
                               unsigned b, uint32_t distance_b)
{
    const uint32_t later = course->late[b] & ~(uint32_t)course->late[a];
    return distance_a * course->length[b] < distance_b * course->length[a] + later;
}

/* The axes whose planes, at these distances ahead, are crossed at the earliest event, as bits. The
 * lowest bit is an axis of that event, and the bits above it are those that cross with it. */
static OCT9_INLINE unsigned oct9_course_next(const oct9_course_t *course, uint32_t x, uint32_t y,
                                             uint32_t z)
{
    if (!oct9_course_before(course, 1, y, 0, x)) {
        if (!oct9_course_before(course, 2, z, 0, x))
            return 1u | (unsigned)!oct9_course_before(course, 0, x, 1, y) << 1 |
                   (unsigned)!oct9_course_before(course, 0, x, 2, z) << 2;
    } else if (!oct9_course_before(course, 2, z, 1, y)) {
        return 2u | (unsigned)!oct9_course_before(course, 1, y, 2, z) << 2;
    }
    return 4u;
}

/* How far an axis is from the plane at `distance` at the event, times the event's den; 0 or less,
 * as a number modulo 2^32, if it has crossed that plane. */
inline uint32_t oct9_course_gap(const oct9_course_t *course, unsigned axis, uint32_t distance,
                                const oct9_event_t *event)
{
    return distance * event->den - event->num * course->length[axis] +
           (course->late[axis] & ~event->late);
}

/* True if the segment reaches the event. */
inline bool oct9_event_happens(const oct9_event_t *event)
{
    return event->num + event->late <= event->den;
}

#endif
