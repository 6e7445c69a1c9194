/* SPDX-License-Identifier: MIT */
/* A segment in mirrored coordinates: its setting, and its entry into the cube. */
#include "src/ancestors/course.h"

extern inline uint32_t oct9_course_distance(const oct9_course_t *course, unsigned axis,
                                            uint32_t plane);
extern inline bool oct9_course_past(const oct9_course_t *course, unsigned axis, uint32_t plane,
                                    const oct9_event_t *event);
extern inline void oct9_course_event(const oct9_course_t *course, unsigned axis, uint32_t plane,
                                     oct9_event_t *event);
extern inline bool oct9_course_before(const oct9_course_t *course, unsigned a, uint32_t distance_a,
                                      unsigned b, uint32_t distance_b);
extern inline uint32_t oct9_course_gap(const oct9_course_t *course, unsigned axis,
                                       uint32_t distance, const oct9_event_t *event);
extern inline bool oct9_event_happens(const oct9_event_t *event);

/* A start is from -16384 to 49152. */
static void set_course_axis(oct9_course_t *course, unsigned axis, int32_t from, int32_t to)
{
    course->late[axis] = to < from;
    if (to < from) {
        from = -from;
        to = -to;
    }
    course->start[axis] = (uint32_t)(from - OCT9_LOW_Q6);
    course->length[axis] = (uint16_t)(to - from);
}

/* The segment enters with the last of its axes. An axis of length 0 gives (u, 0), which is later
 * than all other times: never. */
unsigned oct9_course_entry(const oct9_course_t *course, const uint16_t low[3], oct9_event_t *entry)
{
    unsigned last = 3;
    entry->num = 0;
    entry->den = 1;
    entry->late = 0;
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++)
        if (!oct9_course_past(course, axis, low[axis], entry)) {
            oct9_course_event(course, axis, low[axis], entry);
            last = axis;
        }
    return last;
}

bool oct9_course_begin(oct9_course_t *course, const oct9_point_t *from, const oct9_point_t *to,
                       oct9_event_t *entry)
{
    static const uint16_t cube[3] = { 0, 0, 0 };
    set_course_axis(course, 0, from->x, to->x);
    set_course_axis(course, 1, from->y, to->y);
    set_course_axis(course, 2, from->z, to->z);
    course->mirror = (uint8_t)(course->late[0] | course->late[1] << 1 | course->late[2] << 2);
    (void)oct9_course_entry(course, cube, entry);
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++)
        if (oct9_course_past(course, axis, OCT9_CELLS, entry))
            return false;
    return oct9_event_happens(entry);
}
