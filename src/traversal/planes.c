/* SPDX-License-Identifier: MIT */
/* The traversal by splitting planes, from the root down.
 *
 * The segment enters a node at an event, `now`. It leaves the node at another event, the node's
 * end, or ends in it. On each axis whose mid plane is crossed at `now` or before, the child is in
 * the upper half; the other mid planes are ahead. If the nearest of them comes before the node's
 * end, it cuts the node's part of the segment and is the end of the child. When the child is done,
 * the plane is crossed, and the next child follows. Planes of one event, at an edge or corner, are
 * crossed together. Planes that are crossed with the node's end are left to the parent. So a node
 * has at most four children in turn, and the stack has for each level the planes that are still
 * ahead.
 *
 * Bounds: as in src/traversal/course.h. */
#include "oct9/planes.h"
#include "src/map/map.h"
#include "src/traversal/course.h"

enum { NO_AXIS = 3 };

/* The mid plane of the node of `level` at the current position, in cells, mirrored. */
static inline uint32_t mid_of(const oct9_planes_t *planes, unsigned axis, unsigned level)
{
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS + 1u && axis < 3);
    const uint32_t half = (uint32_t)1 << (level - 1u);
    return (planes->low[axis] & ~(2u * half - 1u)) + half;
}

/* The nearest of a node's mid planes `ahead`, if the segment reaches it before the node's end;
 * otherwise NO_AXIS. */
static OCT9_INLINE unsigned nearest_mid(const oct9_planes_t *planes, unsigned level, unsigned ahead,
                                        unsigned end_axis, unsigned end)
{
    const oct9_course_t *course = &planes->course;
    unsigned turn = NO_AXIS, first = end_axis;
    uint32_t nearest = first == NO_AXIS ? 0 : oct9_course_distance(course, first, end);
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t distance = oct9_course_distance(course, axis, mid_of(planes, axis, level));
        if ((ahead & 1u << axis) && distance + course->late[axis] <= course->length[axis] &&
            (first == NO_AXIS || oct9_course_before(course, axis, distance, first, nearest))) {
            turn = first = axis;
            nearest = distance;
        }
    }
    return turn;
}

/* Chooses the plane of the node that is crossed next. */
static inline void choose_turn(oct9_planes_t *planes, unsigned level)
{
    oct9_planes_node_t *node = &planes->path[level - 1u];
    node->turn_axis = (uint8_t)nearest_mid(planes, level, node->ahead, node->end_axis, node->end);
}

/* Enters the node of `level` at `now`: sets the half on each axis and the planes that are ahead. */
static OCT9_INLINE void split(oct9_planes_t *planes, unsigned level, const oct9_event_t *now)
{
    unsigned ahead = 7;
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t mid = mid_of(planes, axis, level);
        if (oct9_course_past(&planes->course, axis, mid, now)) {
            planes->low[axis] = (uint16_t)mid;
            ahead &= ~(1u << axis);
        }
    }
    planes->path[level - 1u].ahead = (uint8_t)ahead;
    choose_turn(planes, level);
}

/* Sets the end of the node of `level`: the plane that its parent crosses next, or the parent's
 * end. */
static void set_end(oct9_planes_t *planes, unsigned level)
{
    OCT9_ASSERT(level != 0 && level < OCT9_LEVELS);
    const oct9_planes_node_t *parent = &planes->path[level];
    oct9_planes_node_t *node = &planes->path[level - 1u];
    const bool turns = parent->turn_axis != NO_AXIS;
    node->end_axis = turns ? parent->turn_axis : parent->end_axis;
    node->end = turns ? (uint16_t)mid_of(planes, parent->turn_axis, level + 1u) : parent->end;
}

/* Sets the end of the cube. Its far planes are the mid planes of a node of twice its size. */
static void set_cube_end(oct9_planes_t *planes)
{
    oct9_planes_node_t *cube = &planes->path[OCT9_LEVELS - 1u];
    cube->end = OCT9_CELLS;
    cube->end_axis = (uint8_t)nearest_mid(planes, OCT9_LEVELS + 1u, 7, NO_AXIS, 0);
}

/* Reads the inner node that `ref` names. */
static inline void open_node(oct9_planes_t *planes, uint32_t ref, unsigned level, bool tree)
{
    oct9_opened_t *opened = &planes->path[level - 1u].opened;
    if (!tree && ref == OCT9_REF_PAIR)
        return; /* it is open */
    opened->first = ref;
    if (tree)
        return;
    if (level == 1) {
        opened->states = oct9_image_brick(planes->map.image, ref);
        return;
    }
    const oct9_inner_t inner = oct9_image_read(planes->map.image, ref);
    opened->first = inner.first;
    opened->states = oct9_image_states(inner.states);
}

/* The number, as a child, of the node at the current position below the node of `level`. */
static inline unsigned number_of(const oct9_planes_t *planes, unsigned level)
{
    const unsigned x = planes->low[0], y = planes->low[1], z = planes->low[2], bit = level - 1u;
    return ((x >> bit & 1u) | (y >> bit & 1u) << 1 | (z >> bit & 1u) << 2) ^ planes->course.mirror;
}

static inline uint32_t child_of(oct9_planes_t *planes, unsigned level, bool tree)
{
    const oct9_opened_t *at = &planes->path[level - 1u].opened;
    const unsigned child = number_of(planes, level);
    if (tree)
        return oct9_tree_child(planes->map.tree, at->first, child);
    if (level == 1)
        return oct9_leaf_ref(at->states, child);
    const uint32_t ref = oct9_image_child(at->first, at->states, child);
    return ref - OCT9_REF_PAIRS >= OCT9_REF_PAIRS
             ? ref
             : oct9_pair_child(planes->map.image, at, &planes->path[level - 2u].opened, level - 1u,
                               child);
}

/* Descends from a node of `level` to the leaf at `now`. */
static OCT9_INLINE void descend(oct9_planes_t *planes, uint32_t ref, unsigned level,
                                const oct9_event_t *now, bool tree)
{
    for (; level != 0 && ref < OCT9_REF_LEAF; level--) {
        open_node(planes, ref, level, tree);
        if (level != OCT9_LEVELS)
            set_end(planes, level);
        split(planes, level, now);
        ref = child_of(planes, level, tree);
    }
    planes->level = (uint8_t)level;
    planes->payload = oct9_ref_payload(ref);
}

bool oct9_planes_begin(oct9_planes_t *planes, const oct9_map_t *map, const oct9_point_t *from,
                       const oct9_point_t *to)
{
    OCT9_ASSERT(planes && map && from && to);
    oct9_event_t entry;
    planes->map.tree = map->tree;
    planes->map.image = map->image;
    planes->generation = oct9_map_generation(map);
    planes->level = OCT9_LEVELS; /* the cube: it has no next leaf */
    if (!oct9_course_begin(&planes->course, from, to, &entry))
        return false;
    planes->low[0] = planes->low[1] = planes->low[2] = 0;
    set_cube_end(planes);
    OCT9_BY_KIND(descend, map->tree != NULL, planes,
                 oct9_map_cube(map, &planes->path[OCT9_LEVELS - 1u].opened), OCT9_LEVELS, &entry);
    return true;
}

/* Crosses the next plane of the node of `level`, and those that are crossed with it. */
static void take_turn(oct9_planes_t *planes, unsigned level, oct9_event_t *now)
{
    oct9_planes_node_t *node = &planes->path[level - 1u];
    const uint32_t half = (uint32_t)1 << (level - 1u);
    oct9_course_event(&planes->course, node->turn_axis, mid_of(planes, node->turn_axis, level),
                      now);
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t mid = mid_of(planes, axis, level);
        planes->low[axis] &= (uint16_t) ~(half - 1u);
        if ((node->ahead & 1u << axis) && oct9_course_past(&planes->course, axis, mid, now)) {
            planes->low[axis] = (uint16_t)mid;
            node->ahead &= (uint8_t) ~(1u << axis);
        }
    }
    choose_turn(planes, level);
}

/* Descends from the node of `level` through its child at the current position. */
static OCT9_INLINE void into_child(oct9_planes_t *planes, unsigned level, const oct9_event_t *now,
                                   bool tree)
{
    descend(planes, child_of(planes, level, tree), level - 1u, now, tree);
}

int oct9_planes_next(oct9_planes_t *planes)
{
    OCT9_ASSERT(planes);
    if (oct9_map_stale(&planes->map, planes->generation))
        return OCT9_ERR_STALE;
    oct9_event_t now;
    unsigned level = planes->level + 1u;
    while (level <= OCT9_LEVELS && planes->path[level - 1u].turn_axis == NO_AXIS)
        level++;
    if (level > OCT9_LEVELS)
        return 0;
    take_turn(planes, level, &now);
    OCT9_BY_KIND(into_child, planes->map.tree != NULL, planes, level, &now);
    return 1;
}

void oct9_planes_leaf(const oct9_planes_t *planes, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(planes && leaf);
    const uint32_t most = OCT9_CELLS - ((uint32_t)1 << planes->level);
    uint16_t low[3];
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t at = planes->low[axis];
        low[axis] = (uint16_t)(planes->course.late[axis] ? most - at : at);
    }
    leaf->corner.x = low[0];
    leaf->corner.y = low[1];
    leaf->corner.z = low[2];
    leaf->level = planes->level;
    leaf->payload = planes->payload;
    leaf->state = (uint8_t)oct9_map_state(&planes->map, planes->payload);
}
