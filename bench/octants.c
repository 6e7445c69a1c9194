/* SPDX-License-Identifier: MIT */
/* The two older methods. Both keep a stack in place of the recursion of their sources. */
#include "bench/octants.h"

#include "src/map/map.h"

static octants_node_t *node_at(octants_t *octants)
{
    return &octants->path[octants->level - 1u];
}

/* The low corner of an octant of the node, mirrored. */
static void octant_low(const octants_t *octants, const octants_node_t *node, unsigned child,
                       uint16_t low[3])
{
    for (unsigned a = 0; a < 3; a++)
        low[a] = (uint16_t)(node->low[a] + ((child >> a & 1u) << (octants->level - 1u)));
}

/* Opens a node of `level`, whose low corner is set, and puts it on the path. */
static void open_node(octants_t *octants, uint32_t ref, unsigned level)
{
    octants->level = level;
    octants_node_t *node = node_at(octants);
    node->child = 0;
    node->opened.first = ref;
    if (level == 1) {
        node->opened.states = oct9_image_brick(octants->map.image, ref);
        return;
    }
    const oct9_inner_t inner = oct9_image_read(octants->map.image, ref);
    node->opened.first = inner.first;
    node->opened.states = oct9_image_states(inner.states);
}

static void set_leaf(octants_t *octants, const uint16_t low[3], uint32_t ref)
{
    const unsigned level = octants->level - 1u;
    const uint32_t most = OCT9_CELLS - ((uint32_t)1 << level);
    const uint8_t *late = octants->course.late;
    oct9_leaf_t *leaf = &octants->leaf;
    leaf->corner.x = (uint16_t)(late[0] ? most - low[0] : low[0]);
    leaf->corner.y = (uint16_t)(late[1] ? most - low[1] : low[1]);
    leaf->corner.z = (uint16_t)(late[2] ? most - low[2] : low[2]);
    leaf->level = (uint8_t)level;
    leaf->payload = oct9_ref_payload(ref);
    leaf->state = (uint8_t)leaf->payload;
}

/* Goes into an octant. Returns true if it is a leaf, which is then set; otherwise it is opened. */
static bool enter(octants_t *octants, unsigned child)
{
    const octants_node_t *node = node_at(octants);
    const unsigned real = child ^ octants->course.mirror;
    const uint32_t ref = octants->level == 1
                           ? oct9_leaf_ref(node->opened.states, real)
                           : oct9_image_child(node->opened.first, node->opened.states, real);
    uint16_t low[3];
    octant_low(octants, node, child, low);
    if (ref >= OCT9_REF_LEAF) {
        set_leaf(octants, low, ref);
        return true;
    }
    open_node(octants, ref, octants->level - 1u);
    for (unsigned a = 0; a < 3; a++)
        node_at(octants)->low[a] = low[a];
    return false;
}

static bool begin(octants_t *octants, const oct9_map_t *map, const oct9_point_t *from,
                  const oct9_point_t *to)
{
    oct9_event_t entry;
    octants->map = *map;
    if (!oct9_course_begin(&octants->course, from, to, &entry))
        return false;
    oct9_opened_t root;
    open_node(octants, oct9_map_cube(map, &root), OCT9_LEVELS);
    for (unsigned a = 0; a < 3; a++)
        node_at(octants)->low[a] = 0;
    return true;
}

/* --- a box test for each octant --------------------------------------------------------------- */

/* True if a point of the segment is in the octant: it enters before it leaves, and before it ends.
 */
static bool meets(const octants_t *octants, const octants_node_t *node, unsigned child)
{
    const oct9_course_t *course = &octants->course;
    const uint32_t size = (uint32_t)1 << (octants->level - 1u);
    uint16_t low[3];
    oct9_event_t entry;
    octant_low(octants, node, child, low);
    (void)oct9_course_entry(course, low, &entry);
    return oct9_event_happens(&entry) && !oct9_course_past(course, 0, low[0] + size, &entry) &&
           !oct9_course_past(course, 1, low[1] + size, &entry) &&
           !oct9_course_past(course, 2, low[2] + size, &entry);
}

bool boxes_begin(octants_t *octants, const oct9_map_t *map, const oct9_point_t *from,
                 const oct9_point_t *to)
{
    return begin(octants, map, from, to) && boxes_next(octants);
}

/* Mirrored, the octants on a ray are in the order of their numbers. */
bool boxes_next(octants_t *octants)
{
    while (octants->level <= OCT9_LEVELS) {
        octants_node_t *node = node_at(octants);
        if (node->child == 8) {
            octants->level++;
            continue;
        }
        const unsigned child = node->child++;
        if (meets(octants, node, child) && enter(octants, child))
            return true;
    }
    return false;
}

/* --- the parametric descent ------------------------------------------------------------------- */

/* The first octant of the node on top of the path: on each axis the upper one iff the mid plane is
 * crossed when the node is entered. */
static void first_octant(octants_t *octants)
{
    octants_node_t *node = node_at(octants);
    const uint32_t half = (uint32_t)1 << (octants->level - 1u);
    oct9_event_t entry;
    (void)oct9_course_entry(&octants->course, node->low, &entry);
    for (unsigned a = 0; a < 3; a++)
        if (oct9_course_past(&octants->course, a, node->low[a] + half, &entry))
            node->child |= (uint8_t)(1u << a);
}

/* Descends to the leaf in the octant that the ray is in. */
static void descend(octants_t *octants)
{
    while (!enter(octants, node_at(octants)->child))
        first_octant(octants);
}

bool parametric_begin(octants_t *octants, const oct9_map_t *map, const oct9_point_t *from,
                      const oct9_point_t *to)
{
    if (!begin(octants, map, from, to))
        return false;
    first_octant(octants);
    descend(octants);
    return true;
}

/* The next octant of a node is across the nearest of the three far planes of the present one; where
 * that is the node's own, its parent goes on. */
bool parametric_next(octants_t *octants)
{
    const oct9_course_t *course = &octants->course;
    for (; octants->level <= OCT9_LEVELS; octants->level++) {
        octants_node_t *node = node_at(octants);
        const uint32_t size = (uint32_t)1 << (octants->level - 1u);
        uint32_t far[3];
        uint16_t low[3];
        octant_low(octants, node, node->child, low);
        for (unsigned a = 0; a < 3; a++)
            far[a] = oct9_course_distance(course, a, low[a] + size);
        const unsigned axes = oct9_course_next(course, far[0], far[1], far[2]);
        const unsigned first = axes & 1u ? 0 : axes & 2u ? 1 : 2;
        if (far[first] + course->late[first] > course->length[first])
            return false;
        if (axes & node->child)
            continue;
        node->child |= (uint8_t)axes;
        descend(octants);
        return true;
    }
    return false;
}
