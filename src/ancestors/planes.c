/* SPDX-License-Identifier: MIT */
/* The traversal by splitting planes, from the root down.
 *
 * The segment enters a node at an event. On each axis the node's mid plane is crossed at that event
 * or before it, and the child is in the upper half; or the plane is ahead. A node on the path keeps
 * the axes whose planes are ahead. The far plane of a leaf on an axis is the mid plane of the
 * smallest node in which that axis is ahead. So the nearest of the leaf's three far planes is the
 * one that is crossed next, by one comparison for each pair of axes, and the node that it cuts has
 * the next child. Planes of one event, at an edge or corner, are crossed together, and the largest
 * of the nodes that they cut has the child.
 *
 * Within the child no time is compared again. At an event e = (u_e / D_e, late_e) the gap of an
 * axis to a plane is
 *
 *   gap = u_a D_e - u_e D_a + (late_a > late_e),
 *
 * and the plane is crossed iff gap <= 0. From the child's far planes down, a half of the node takes
 * half * D_e from the gap.
 *
 * Bounds: as in src/ancestors/course.h. The gap to the far plane of the event's own node is at most
 * 32768 D_e < 2^31, so that its value modulo 2^32 is exact. */
#include "port/oct9_hot.h"

#include "oct9/planes.h"
#include "src/ancestors/course.h"
#include "src/map/map.h"

/* Reads the inner node that `ref` names. */
static inline void read_inner(oct9_planes_t *planes, uint32_t ref, unsigned level, bool tree)
{
    oct9_opened_t *opened = &planes->path[level - 1u].opened;
    if (!tree && ref == OCT9_REF_PAIR)
        return; /* it is open */
    opened->first = ref;
    if (tree)
        return;
    if (level == 1) {
        opened->states = oct9_image_brick(planes->tile, ref);
        return;
    }
    const oct9_inner_t inner = oct9_image_read(planes->tile, ref);
    opened->first = inner.first;
    opened->states = oct9_image_states(inner.states);
}

/* The child of the path's node of `level`, in the lower half on the axes that are ahead. */
static inline uint32_t child_ahead(oct9_planes_t *planes, unsigned level, bool tree)
{
    const oct9_planes_node_t *node = &planes->path[level - 1u];
    const oct9_opened_t *at = &node->opened;
    const unsigned child = node->ahead ^ 7u ^ planes->course.mirror;
    OCT9_ASSERT(child < 8);
    if (tree)
        return oct9_tree_child(planes->map.tree, at->first, child);
    if (level == 1)
        return oct9_leaf_ref(at->states, child);
    const uint32_t ref = oct9_image_child(at->first, at->states, child);
    return ref - OCT9_REF_PAIRS >= OCT9_REF_PAIRS
             ? ref
             : oct9_pair_child(planes->map.image, at, &planes->path[level - 2u].opened,
                               oct9_pair_number(level - 1u, child), &planes->tile);
}

/* Halves the node of `level` on each axis, down to the leaf at the event. Returns what names the
 * leaf, and sets its level. */
static OCT9_INLINE uint32_t halve_to_leaf(oct9_planes_t *planes, uint32_t ref, unsigned *level,
                                          const oct9_event_t *event, bool tree)
{
    const oct9_course_t *course = &planes->course;
    uint32_t gap[3];
    unsigned at = *level;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        gap[a] = oct9_course_gap(course, a, planes->far[a], event);
    do {
        const uint32_t half = (uint32_t)OCT9_CELL_Q6 << (at - 1u);
        const uint32_t half_gap = event->den << (at + 5u); /* below 2^16 * 2^14 */
        unsigned ahead = 0;
        read_inner(planes, ref, at, tree);
        OCT9_UNROLL
        for (unsigned a = 0; a < 3; a++)
            if (gap[a] > half_gap) {
                gap[a] -= half_gap;
                planes->far[a] -= half;
                ahead |= 1u << a;
            }
        planes->path[at - 1u].ahead = (uint8_t)ahead;
        ref = child_ahead(planes, at, tree);
    } while (--at != 0 && ref < OCT9_REF_LEAF);
    *level = at;
    return ref;
}

/* Descends from a node of `level` to the leaf at the event. planes->far leads to the node's far
 * planes, then to the leaf's. */
static OCT9_INLINE void descend_planes(oct9_planes_t *planes, uint32_t ref, unsigned level,
                                       const oct9_event_t *event, bool tree)
{
    if (level != 0 && ref < OCT9_REF_LEAF)
        ref = halve_to_leaf(planes, ref, &level, event, tree);
    planes->level = (uint8_t)level;
    planes->payload = oct9_ref_payload(ref);
}

bool oct9_planes_begin(oct9_planes_t *planes, const oct9_map_t *map, const oct9_point_t *from,
                       const oct9_point_t *to)
{
    OCT9_ASSERT(planes && map && from && to);
    oct9_event_t entry;
    planes->map.tree = map->tree;
    planes->map.image = planes->tile = map->image;
    planes->generation = oct9_map_generation(map);
    if (!oct9_course_begin(&planes->course, from, to, &entry))
        return false;
    for (unsigned a = 0; a < 3; a++)
        planes->far[a] = oct9_course_distance(&planes->course, a, OCT9_CELLS);
    const uint32_t cube = oct9_map_cube(map, &planes->path[OCT9_LEVELS - 1u].opened, &planes->tile);
    OCT9_BY_KIND(descend_planes, map->tree != NULL, planes, cube, OCT9_LEVELS, &entry);
    return true;
}

/* Finds the largest of the nodes whose mid planes are crossed on these axes: on each axis the
 * smallest one in which it is ahead. Leaves those axes that are crossed in that node. Returns its
 * level; above OCT9_LEVELS if the segment leaves the cube. */
static inline unsigned node_of(const oct9_planes_t *planes, unsigned *axes)
{
    unsigned level = planes->level + 1u;
    for (; level <= OCT9_LEVELS; level++) {
        const unsigned left = *axes & ~(unsigned)planes->path[level - 1u].ahead;
        if (left == 0)
            break;
        *axes = left;
    }
    return level;
}

/* Crosses the mid planes of the node of `level` on these axes, which are ahead. The distances then
 * lead to the far planes of the next child. */
static inline void cross_planes(oct9_planes_t *planes, unsigned level, unsigned axes)
{
    oct9_planes_node_t *node = &planes->path[level - 1u];
    const uint32_t size = (uint32_t)OCT9_CELL_Q6 << (level - 1u); /* of the child */
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t start = planes->course.start[a];
        const uint32_t plane = (start + planes->far[a] - 1u) | (size - 1u);
        planes->far[a] = plane + 1u - start + ((axes & 1u << a) != 0 ? size : 0);
    }
    node->ahead &= (uint8_t)~axes;
}

/* Descends from the node of `level` through its next child. */
static OCT9_INLINE void into_child(oct9_planes_t *planes, unsigned level, const oct9_event_t *event,
                                   bool tree)
{
    descend_planes(planes, child_ahead(planes, level, tree), level - 1u, event, tree);
}

int oct9_planes_next(oct9_planes_t *planes)
{
    OCT9_ASSERT(planes);
    if (oct9_map_stale(&planes->map, planes->generation))
        return OCT9_ERR_STALE;
    const oct9_course_t *course = &planes->course;
    unsigned axes = oct9_course_next(course, planes->far[0], planes->far[1], planes->far[2]);
    const unsigned first = axes & 1u ? 0 : axes & 2u ? 1 : 2;
    const oct9_event_t event = { planes->far[first], course->length[first], course->late[first] };
    if (!oct9_event_happens(&event))
        return 0;
    const unsigned level = node_of(planes, &axes);
    if (level > OCT9_LEVELS)
        return 0;
    cross_planes(planes, level, axes);
    OCT9_BY_KIND(into_child, planes->map.tree != NULL, planes, level, &event);
    return 1;
}

/* The leaf's low corner in cells, mirrored. */
static inline uint16_t low_of(const oct9_planes_t *planes, unsigned axis)
{
    const uint32_t far = (planes->course.start[axis] + planes->far[axis]) / OCT9_CELL_Q6;
    return (uint16_t)(far - ((uint32_t)1 << planes->level));
}

void oct9_planes_leaf(const oct9_planes_t *planes, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(planes && leaf);
    const uint32_t most = OCT9_CELLS - ((uint32_t)1 << planes->level);
    uint16_t low[3];
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t at = low_of(planes, axis);
        low[axis] = (uint16_t)(planes->course.late[axis] ? most - at : at);
    }
    leaf->corner.x = low[0];
    leaf->corner.y = low[1];
    leaf->corner.z = low[2];
    leaf->level = planes->level;
    leaf->payload = planes->payload;
    leaf->state = (uint8_t)oct9_map_state(&planes->map, planes->payload);
}

oct9_face_t oct9_planes_entry(const oct9_planes_t *planes, oct9_fraction_t *time)
{
    OCT9_ASSERT(planes && time);
    const uint16_t low[3] = { low_of(planes, 0), low_of(planes, 1), low_of(planes, 2) };
    return oct9_course_face(&planes->course, low, time);
}
