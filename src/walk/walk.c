/* SPDX-License-Identifier: MIT */
/* Exact leaf stepping.
 *
 * Each axis that the segment descends is mirrored (x -> 32768 - x, a child's number XOR the
 * axis's bit), so that all travel is upward. A mirrored node is (lo, hi] on its axis instead of
 * [lo, hi): its planes are crossed just after they are reached. The time of an event is thus a
 * pair (t, late), late = 1 on a mirrored axis, ordered as pairs are.
 *
 * Write A for the start, D for the length, u for the distance from A to a plane, all of one
 * axis. That plane is reached at t = u / D. At the event e = (u_e / D_e, late_e) axis a is
 * still below its plane iff
 *
 *     gap = u_a D_e - u_e D_a + (late_a > late_e) > 0.
 *
 * gap / D_e is the way left to the plane at that time; an axis with gap 0 crosses at this very
 * event, corners included.
 *
 * Bounds: u <= 65536 and D <= 65535, so that each product is below 2^32. Nothing is divided and
 * nothing accumulates.
 *
 * How it gets from leaf to leaf is told in src/walk/walk_code.h, for the fast build, and in
 * src/walk/walk_ways.h, for the small one.
 *
 * Source: Bresenham 1965 for the test between axes; Pease's engine octree for stepping leaves;
 * the pairs (t, late) and the gaps are this library's own. */
#include "src/walk/walk.h"

#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

/* What happens when an axis is at a plane. */
typedef struct {
    oct9_fraction_t time;
    uint32_t late;
} event_t;

/* At the event the axis is still below its plane at that way: never if it starts above it, as ways
 * to what is behind, modulo 2^32, are 2^31 or more. The sum is at most 65536 * 65535 + 1. */
static OCT9_ALWAYS_INLINE bool is_below(const oct9_walk_axis_t *axis, uint32_t way,
                                        const event_t *event)
{
    return way >> 31 == 0 && way * event->time.den + (axis->late & ~event->late) >
                                    event->time.num * axis->length;
}

static inline void event_set(event_t *event, const oct9_walk_axis_t *axis, uint32_t way)
{
    event->time.num = way;
    event->time.den = axis->length;
    event->late = axis->late;
}

/* The leaf's edge in sub-cells. */
static inline uint32_t leaf_size(const oct9_walk_t *walk)
{
    return (uint32_t)OCT9_CELL_Q6 << walk->level;
}

/* The way to the far plane of a node that a place of the axis lies in; `low` are the bits below its
 * edge. Places are mirrored, less one on a mirrored axis, so that nodes are [lo, hi) again. */
static inline void set_way(oct9_walk_axis_t *axis, uint32_t place, uint32_t low)
{
    axis->way = (place | low) + 1u - axis->start;
}

static inline uint32_t first_place(const oct9_walk_axis_t *axis)
{
    return axis->start - axis->late;
}

/* The ways to the far planes of a leaf that the start lies in. */
static OCT9_APART void set_ways(oct9_walk_t *walk)
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        set_way(&walk->axis[a], first_place(&walk->axis[a]), leaf_size(walk) - 1u);
}

/* Reads the inner node that `ref` names into the path; false if nothing occupied is below it
 * and that is all that is asked. A brick is a node none of whose children is inner. */
static inline bool open_node(oct9_walk_t *walk, uint32_t ref, unsigned level, bool tree)
{
    oct9_walk_node_t *const at = &walk->path[level - 1u];
    if (tree) {
        at->first = ref;
        return true;
    }
    if (level == 1) {
        at->states = oct9_image_brick(walk->map.image, ref);
        return !oct9_brick_void(at->states) || !walk->skip_void;
    }
    const oct9_inner_t node = oct9_image_read(walk->map.image, ref);
    at->first = node.first;
    at->states = node.states;
    return !node.is_void || !walk->skip_void;
}

/* The child of the path's node above `level`, by its number when mirrored. */
static inline uint32_t path_child(const oct9_walk_t *walk, unsigned level, unsigned number,
                                  bool tree)
{
    const oct9_walk_node_t *const at = &walk->path[level];
    const unsigned child = number ^ walk->mirror;
    return tree ? oct9_tree_child(walk->map.tree, at->first, child)
                : oct9_image_child(at->first, at->states, child);
}

#if OCT9_FAST
#include "src/walk/walk_code.h" /* MISRA D25 */
#else
#include "src/walk/walk_ways.h" /* MISRA D25 */
#endif

/* --- where it begins ------------------------------------------------------------------------- */

/* `from` of -32768..32767 becomes 1..65536 if it is mirrored. */
static inline void set_axis(oct9_walk_axis_t *axis, int32_t from, int32_t to)
{
    const bool late = to < from;
    axis->late = late;
    if (late) {
        from = OCT9_CUBE_Q6 - from;
        to = OCT9_CUBE_Q6 - to;
    }
    axis->start = (uint32_t)from;
    axis->length = (uint16_t)(to - from);
#if OCT9_FAST
    /* Downward it leaves the cube at plane 0; no int16_t lies above the cube. */
    axis->end = (uint32_t)((late ? to < OCT9_CUBE_Q6 ? to : OCT9_CUBE_Q6 : to + 1) - from);
#else
    axis->end = (uint32_t)0 - late;                    /* to the place where it starts */
#endif
}

static OCT9_APART void set_axes(oct9_walk_t *walk, const oct9_point_t *from,
                                const oct9_point_t *to)
{
    walk->nodes = 0;
    unsigned mirror = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        set_axis(&walk->axis[a], oct9_point_axis(from, a), oct9_point_axis(to, a));
        mirror += walk->axis[a].late * (1u << a);
    }
    walk->mirror = (uint8_t)mirror;
#if OCT9_FAST
    walk->x_after_y = (uint8_t)(mirror & ~(mirror >> 1) & 1u);
    walk->x_after_z = (uint8_t)(mirror & ~(mirror >> 2) & 1u);
    walk->y_after_z = (uint8_t)(mirror >> 1 & ~(mirror >> 2) & 1u);
#endif
}

/* Finds the event at which the segment enters the cube, as it enters a leaf that is as large: at
 * (0, 1) if it starts there. It is not late: no int16_t lies above the cube, so that a mirrored
 * axis cannot enter. False if an axis has left the cube by then, or the segment has ended. */
static OCT9_APART bool find_entry(oct9_walk_t *walk, event_t *entry)
{
    for (unsigned a = 0; a < 3; a++)
        walk->axis[a].way = (uint32_t)OCT9_CUBE_Q6 - walk->axis[a].start;
    (void)oct9_walk_entry(walk, &entry->time);
    entry->late = 0;
    if (entry->time.num > entry->time.den)
        return false;
    for (unsigned a = 0; a < 3; a++)
        if (!is_below(&walk->axis[a], walk->axis[a].way, entry))
            return false;
    return true;
}

bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to)
{
    OCT9_ASSERT(walk && map && from && to);
    walk->map.tree = map->tree;
    walk->map.image = map->image;
    walk->generation = oct9_map_generation(map);
    set_axes(walk, from, to);
    const uint32_t root = oct9_map_root(map);
#if OCT9_FAST
    if (oct9_point_inside(from)) {
        OCT9_BY_KIND(find_inside, map->tree != NULL, walk, root);
        return true;
    }
#endif
    event_t entry;
    walk->level = OCT9_LEVELS;
    if (!find_entry(walk, &entry))
        return false;
    go_in(walk, root, &entry);
    return true;
}

bool oct9_walk_begin(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to)
{
    walk->skip_void = false;
    return oct9_walk_start(walk, map, from, to);
}

void oct9_walk_turn(oct9_walk_t *walk, uint32_t code, const oct9_point_t *from,
                    const oct9_point_t *to)
{
    set_axes(walk, from, to);
    set_code(walk, code);
    set_ways(walk);
}

/* --- leaf by leaf --------------------------------------------------------------------------- */

int oct9_walk_next(oct9_walk_t *walk)
{
    OCT9_ASSERT(walk);
    return oct9_map_stale(&walk->map, walk->generation) ? OCT9_ERR_STALE : oct9_walk_step(walk);
}

static OCT9_INLINE oct9_walk_stop_t until(oct9_walk_t *walk, unsigned stops, uint32_t *budget,
                                          bool tree)
{
    uint32_t left = *budget;
    oct9_walk_stop_t stop = OCT9_WALK_SPENT;
    while (left != 0) {
        left--;
        /* An image's payload is the state. */
        const unsigned state = OCT9_FAST && !tree ? walk->payload : (unsigned)oct9_walk_state(walk);
        if (stops >> state & 1u) {
            stop = OCT9_WALK_STOPPED;
            break;
        }
        if (!next(walk, tree)) {
            stop = OCT9_WALK_ENDED;
            break;
        }
    }
    *budget = left;
    return stop;
}

oct9_walk_stop_t oct9_walk_until(oct9_walk_t *walk, unsigned stops, uint32_t *budget)
{
    return OCT9_BY_KIND(until, walk->map.tree != NULL, walk, stops, budget);
}

oct9_state_t oct9_walk_state(const oct9_walk_t *walk)
{
    return oct9_map_state(&walk->map, walk->payload);
}

/* The leaf is entered at the latest of the events at its near planes. One that lies behind the
 * start is none: for a mirrored axis, whose planes are crossed late, the start's own is one. */
oct9_face_t oct9_walk_entry(const oct9_walk_t *walk, oct9_fraction_t *time)
{
    OCT9_ASSERT(walk && time);
    event_t entry = { { 0, 1 }, 0 };
    unsigned face = OCT9_FACE_NONE;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const oct9_walk_axis_t *const axis = &walk->axis[a];
        const uint32_t way = axis->way - leaf_size(walk);
        if (is_below(axis, way, &entry)) {
            event_set(&entry, axis, way);
            face = 2u * a + axis->late;
        }
    }
    time->num = entry.time.num;
    time->den = entry.time.den;
    return (oct9_face_t)face;
}

void oct9_walk_leaf(const oct9_walk_t *walk, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(walk && leaf);
    const uint32_t aligned = OCT9_CELLS - ((uint32_t)1 << walk->level);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const oct9_walk_axis_t *const axis = &walk->axis[a];
        const uint32_t last = (axis->start + axis->way) / OCT9_CELL_Q6 - 1u;   /* cell, mirrored */
        oct9_cell_set_axis(&leaf->corner, a, (last ^ ((uint32_t)0 - axis->late)) & aligned);
    }
    leaf->level = walk->level;
    leaf->payload = walk->payload;
    leaf->state = (uint8_t)oct9_walk_state(walk);
}
