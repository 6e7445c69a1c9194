/* SPDX-License-Identifier: MIT */
/* Stepping over linked leaves: the course's next event, and the references across the faces that it
 * crosses.
 *
 * Nothing is kept but the leaf's number: its far planes follow from its dimension word, whose bits
 * are flipped on a mirrored axis. The earliest of their events is the next one. Across that face
 * lies a leaf, or quads down to one, found by halving. At an edge or corner other axes cross at the
 * same event; but the leaf that is reached first may be larger and go on beyond their planes. So
 * their faces are crossed where it ends there too, and not otherwise.
 *
 * Bounds: as in src/course.h; for halving, the way within a square at an event is at most
 * 16384 den < 2^30, so that computing it modulo 2^32 gives it exactly. */
#include "src/linked.h"

#include "src/course.h"
#include "src/thresholds.h"

/* The dimension word of a leaf as the course sees it: its last cell is that on the far side. */
static inline uint32_t mirrored_word(const oct9_linked_walk_t *walk, uint32_t number)
{
    const uint32_t word = oct9_linked_word(walk->linked, number);
    return (word ^ walk->flip) | oct9_word_inside(word) * OCT9_WORD_EACH; /* MISRA D23 */
}

/* The far plane of a leaf on an axis, in cells. */
static inline uint32_t far_of(uint32_t word, unsigned axis)
{
    return oct9_word_last(word, axis) + (uint32_t)1;
}

/* The cell, mirrored, that the course enters the cube in, on one axis: by halving if it does not
 * start there. */
static uint32_t entry_cell(const oct9_course_t *course, unsigned axis, const oct9_event_t *entry)
{
    uint32_t cell = 0;
    if (entry->num == 0)
        return (course->start[axis] - course->late[axis]) / OCT9_CELL_Q6;
    for (uint32_t half = OCT9_CELLS / 2; half != 0; half /= 2u)
        if (oct9_course_past(course, axis, cell + half, entry))
            cell += half;
    return cell;
}

/* A cell's code is below another's; both as dimension words. The highest bit that differs on any
 * axis decides: there z counts most, then y, then x, as they stand in the word. */
static inline bool comes_before(uint32_t a, uint32_t b)
{
    const uint32_t differ = a ^ b, on_any = (differ | differ >> 9 | differ >> 18) & 511u;
    const uint32_t bits = OCT9_WORD_EACH << oct9_port_top_bit(on_any | 1u); /* MISRA D23 */
    return (a & bits) < (b & bits);
}

/* The leaf that a cell lies in: the first that does not end before it. */
static uint32_t find_leaf(const oct9_linked_t *linked, uint32_t cell)
{
    uint32_t first = 0, last = linked->leaf_count - 1u;
    while (first < last) {
        const uint32_t middle = (first + last) / 2u;
        if (comes_before(oct9_linked_word(linked, middle), cell))
            first = middle + 1u;
        else
            last = middle;
    }
    return first;
}

bool oct9_linked_begin(oct9_linked_walk_t *walk, const oct9_linked_t *linked,
                       const oct9_point_t *from, const oct9_point_t *to)
{
    OCT9_ASSERT(walk && linked && from && to);
    const oct9_course_t *course = &walk->course;
    oct9_event_t entry;
    uint32_t cell = 0, flip = 0;
    walk->linked = linked;
    walk->leaf = OCT9_LINKED_OUTSIDE;         /* nowhere */
    if (!oct9_course_begin(&walk->course, from, to, &entry))
        return false;
    for (unsigned axis = 0; axis < 3; axis++) {
        cell |= entry_cell(course, axis, &entry) << 9u * axis;
        flip += course->late[axis] * (OCT9_CELLS - (uint32_t)1) << 9u * axis;
    }
    walk->flip = flip;
    walk->leaf = (uint16_t)find_leaf(linked, cell ^ flip);
    return true;
}

/* How far the place of the event is into a square of a leaf's face, on one axis; times the event's
 * den. The square begins at the plane `low`. */
static inline uint32_t way_into(const oct9_course_t *course, unsigned axis, uint32_t low,
                                const oct9_event_t *event)
{
    return event->num * course->length[axis] - (course->late[axis] & ~event->late) -
           oct9_course_way(course, axis, low) * event->den;
}

/* From a quad in the face of the leaf of `word` down to the leaf across. */
static uint32_t through_quads(const oct9_linked_walk_t *walk, uint32_t ref, uint32_t word,
                              unsigned axis, const oct9_event_t *event)
{
    const oct9_course_t *course = &walk->course;
    const unsigned first = oct9_face_first(axis), second = oct9_face_second(axis);
    const uint32_t inside = oct9_word_inside(word), count = walk->linked->leaf_count;
    const unsigned mirror = course->late[first] + 2u * course->late[second];
    uint32_t u = way_into(course, first, oct9_word_last(word, first) - inside, event);
    uint32_t v = way_into(course, second, oct9_word_last(word, second) - inside, event);
    uint32_t half = event->den << (oct9_word_level(word) + 5u);   /* level 1..8: < 2^16 * 2^13 */
    for (; ref >= count; half /= 2u) {
        unsigned quarter = 0;
        if (u >= half) {
            u -= half;
            quarter = 1;
        }
        if (v >= half) {
            v -= half;
            quarter += 2u;
        }
        ref = oct9_port_le16(walk->linked->quads[ref - count].next[quarter ^ mirror]);
    }
    return ref;
}

/* The leaf across the face by which the course leaves a leaf on an axis, or OCT9_LINKED_OUTSIDE. */
static inline uint32_t across(const oct9_linked_walk_t *walk, uint32_t number, uint32_t word,
                              unsigned axis, const oct9_event_t *event)
{
    const unsigned face = 2u * axis + (1u - walk->course.late[axis]);
    const uint32_t ref = oct9_port_le16(walk->linked->leaves[number].next[face]);
    if (ref < walk->linked->leaf_count || ref == OCT9_LINKED_OUTSIDE)
        return ref;
    return through_quads(walk, ref, word, axis, event);
}

/* The axes that cross a leaf's far planes at the next event, as bits: the first of them is the
 * earliest, and those behind it cross with it. */
static inline unsigned next_axes(const oct9_course_t *course, uint32_t word)
{
    const uint32_t x = oct9_course_way(course, 0, far_of(word, 0));
    const uint32_t y = oct9_course_way(course, 1, far_of(word, 1));
    const uint32_t z = oct9_course_way(course, 2, far_of(word, 2));
    if (!oct9_course_before(course, 1, y, 0, x)) {
        if (!oct9_course_before(course, 2, z, 0, x))
            return 1u | (unsigned)!oct9_course_before(course, 0, x, 1, y) << 1 |
                   (unsigned)!oct9_course_before(course, 0, x, 2, z) << 2;
    } else if (!oct9_course_before(course, 2, z, 1, y)) {
        return 2u | (unsigned)!oct9_course_before(course, 1, y, 2, z) << 2;
    }
    return 4u;
}

/* Goes over the far faces on `axes`, of the leaf that is reached by then, where it ends with the
 * old one. Answers the leaf behind, or OCT9_LINKED_OUTSIDE. */
static inline uint32_t go_over(const oct9_linked_walk_t *walk, uint32_t word, unsigned axes,
                               const oct9_event_t *event)
{
    const uint32_t old = word;
    uint32_t number = walk->leaf;
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        if (!(axes >> axis & 1u) || oct9_word_last(word, axis) != oct9_word_last(old, axis))
            continue;
        number = across(walk, number, word, axis, event);
        if (number == OCT9_LINKED_OUTSIDE)
            break;
        word = mirrored_word(walk, number);
    }
    return number;
}

bool oct9_linked_next(oct9_linked_walk_t *walk)
{
    OCT9_ASSERT(walk && walk->leaf != OCT9_LINKED_OUTSIDE);
    const oct9_course_t *course = &walk->course;
    const uint32_t word = mirrored_word(walk, walk->leaf);
    const unsigned axes = next_axes(course, word);
    const unsigned first = axes & 1u ? 0 : axes & 2u ? 1 : 2;
    oct9_event_t event;
    oct9_course_event(course, first, far_of(word, first), &event);
    if (!oct9_event_happens(&event))
        return false;
    const uint32_t number = go_over(walk, word, axes, &event);
    if (number == OCT9_LINKED_OUTSIDE)
        return false;
    walk->leaf = (uint16_t)number;
    return true;
}

void oct9_linked_leaf(const oct9_linked_walk_t *walk, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(walk && leaf && walk->leaf != OCT9_LINKED_OUTSIDE);
    const uint32_t word = oct9_linked_word(walk->linked, walk->leaf);
    const unsigned inside = oct9_word_inside(word);
    leaf->corner.x = (uint16_t)(oct9_word_last(word, 0) - inside);
    leaf->corner.y = (uint16_t)(oct9_word_last(word, 1) - inside);
    leaf->corner.z = (uint16_t)(oct9_word_last(word, 2) - inside);
    leaf->level = (uint8_t)oct9_word_level(word);
    leaf->payload = oct9_port_le16(walk->linked->leaves[walk->leaf].payload);
    leaf->state = (uint8_t)oct9_thresholds_state(&walk->linked->thresholds, leaf->payload);
}
