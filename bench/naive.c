/* SPDX-License-Identifier: MIT */
/* The naive traversal: cell by cell by Bresenham's test, made exact; each cell's leaf is found from
 * the root, and is a new one unless it begins where the last did. */
#include "bench/naive.h"

static uint16_t real_cell(const naive_t *naive, unsigned axis)
{
    const unsigned cell = naive->cell[axis];
    return (uint16_t)(naive->course.late[axis] ? OCT9_CELLS - 1u - cell : cell);
}

static void find(const naive_t *naive, oct9_leaf_t *leaf)
{
    const oct9_cell_t cell = { real_cell(naive, 0), real_cell(naive, 1), real_cell(naive, 2) };
    (void)oct9_map_locate(&naive->map, cell, leaf);
}

bool naive_begin(naive_t *naive, const oct9_map_t *map, const oct9_point_t *from,
                 const oct9_point_t *to)
{
    oct9_event_t entry;
    naive->map = *map;
    if (!oct9_course_begin(&naive->course, from, to, &entry) || entry.num != 0)
        return false;
    for (unsigned axis = 0; axis < 3; axis++)
        naive->cell[axis] = (uint16_t)((naive->course.start[axis] - naive->course.late[axis]) /
                                       OCT9_CELL_Q6);
    find(naive, &naive->leaf);
    return true;
}

/* Goes to the next cell; false if the segment ends before it or leaves the cube. */
static bool step(naive_t *naive)
{
    const oct9_course_t *course = &naive->course;
    oct9_event_t event;
    unsigned first = 0;
    for (unsigned axis = 1; axis < 3; axis++) {
        oct9_course_event(course, axis, naive->cell[axis] + 1u, &event);
        if (!oct9_course_past(course, first, naive->cell[first] + 1u, &event))
            first = axis;
    }
    oct9_course_event(course, first, naive->cell[first] + 1u, &event);
    if (!oct9_event_happens(&event))
        return false;
    for (unsigned axis = 0; axis < 3; axis++)
        if (oct9_course_past(course, axis, naive->cell[axis] + 1u, &event) &&
            ++naive->cell[axis] == OCT9_CELLS)
            return false;
    return true;
}

bool naive_next(naive_t *naive)
{
    while (step(naive)) {
        oct9_leaf_t leaf;
        find(naive, &leaf);
        if (leaf.corner.x != naive->leaf.corner.x || leaf.corner.y != naive->leaf.corner.y ||
            leaf.corner.z != naive->leaf.corner.z) {
            naive->leaf = leaf;
            return true;
        }
    }
    return false;
}
