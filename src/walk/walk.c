/* SPDX-License-Identifier: MIT */
/* The walk: all leaves on a segment, in order, exactly.
 *
 * Each axis on which the segment descends is mirrored (x -> -x, and a child's number XOR the axis's
 * bit), so that all travel is upward. A mirrored node is (lo, hi] on its axis instead of [lo, hi):
 * its planes are crossed just after they are reached. The time of an event is thus a pair (t,
 * late), with late = 1 on a mirrored axis. Pairs are compared by t, then by late. Coordinates count
 * from the low face of the cube, mirrored or not.
 *
 * On one axis let A be the start, D the length of the segment and u the distance from A to a plane.
 * The segment reaches that plane at t = u / D. At the event e = (u_e / D_e, late_e) axis a has not
 * yet crossed its plane iff
 *
 *   gap = u_a D_e - u_e D_a + (late_a > late_e) > 0.
 *
 * gap / D_e is the distance left to the plane at that time. An axis with gap 0 crosses at the same
 * event: the segment goes through an edge or a corner.
 *
 * Bounds: u <= 49152 and D <= 65535, so each product is below 2^32. If an axis's position is in a
 * node of the cube, its gap is at most 32768 D_e < 2^31; so the gap computed modulo 2^32 is exact.
 * Nothing is divided and no error accumulates.
 *
 * A leaf is known by its Morton code, three bits for each level: the node's number as a child.
 * Crossing a plane adds one to an axis's bits of the code. The highest bit that changes gives the
 * level of the smallest node that contains both leaves. An axis that does not cross stays within
 * the old leaf's interval, and one that crosses begins at the near plane. So the code alone leads
 * down again through all nodes that are larger than the old leaf, without arithmetic. Only in a
 * smaller leaf must the position be found, by halving gaps as in long division: the upper half iff
 * gap <= half * D_e. In the map geb079 that is one step in five.
 *
 * Sources: a DDA (Amanatides and Woo 1987, "A fast voxel traversal algorithm for ray tracing") with
 * the integer comparison between axes of Bresenham 1965, "Algorithm for computer control of a
 * digital plotter"; the mirrored axes of Revelles, Urena and Lastra 2000, "An efficient parametric
 * algorithm for octree traversal"; locational codes as in Frisken and Perry 2002, "Simple and
 * efficient traversal methods for quadtrees and octrees". Stepping through leaves of different
 * sizes follows Pease's engine octree. The pairs (t, late) and the gaps are this library's own. */
#include "port/oct9_hot.h"

#include "src/walk/walk.h"

#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/walk/axis.h"

/* The leaf's edge in sub-cells. */
static inline uint32_t leaf_size(const oct9_walk_t *walk)
{
    return (uint32_t)OCT9_CELL_Q6 << walk->level;
}

static inline void set_level(oct9_walk_t *walk, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    walk->level = (uint8_t)level;
    walk->unit = (uint32_t)1 << 3u * level;
}

static inline void set_payload(oct9_walk_t *walk, uint32_t ref)
{
    walk->payload = oct9_ref_payload(ref);
}

/* --- down from a node ------------------------------------------------------------------------- */

/* Opens a child of a pair: see oct9_pair_child. The cube is open already. */
static OCT9_COLD uint32_t open_pair(oct9_walk_t *walk, uint32_t ref, unsigned level)
{
    return ref >= OCT9_REF_PAIR
             ? ref
             : oct9_pair_child(walk->map.image, &walk->path[level], &walk->path[level - 1u],
                               oct9_pair_number(level, (unsigned)(ref % 8u)), &walk->tile);
}

static inline bool counts_free(const oct9_walk_t *walk, uint32_t *ref)
{
    if (walk->skip_void)
        *ref = OCT9_REF_LEAF | OCT9_FREE;
    return walk->skip_void;
}

/* Reads the inner node that `ref` names into the path. Returns false if the node counts as a leaf,
 * which `ref` names then: as a free leaf if nothing occupied is below it and the caller asks for
 * nothing else. A brick is a node without inner children. */
static inline bool open_node(oct9_walk_t *walk, uint32_t *ref, unsigned level, bool tree)
{
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS);
    oct9_opened_t *const at = &walk->path[level - 1u];
    if (tree) {
        at->first = *ref;
        return true;
    }
    if (*ref >= OCT9_REF_PAIRS) {
        *ref = open_pair(walk, *ref, level);
        if (*ref >= OCT9_REF_PAIRS)
            return *ref < OCT9_REF_LEAF;
    }
    if (level == 1) {
        at->states = oct9_image_brick(walk->tile, *ref);
        return !oct9_brick_void(at->states) || !counts_free(walk, ref);
    }
    const oct9_inner_t node = oct9_image_read(walk->tile, *ref);
    at->first = node.first;
    if (node.is_void && counts_free(walk, ref))
        return false;
    at->states = node.states;
    return true;
}

/* The child, which has `level`, of the path's node above it. */
static inline uint32_t path_child(const oct9_walk_t *walk, unsigned level, unsigned child,
                                  bool tree)
{
    const oct9_opened_t *const at = &walk->path[level];
    return tree ? oct9_tree_child(walk->map.tree, at->first, child)
                : oct9_image_child(at->first, at->states, child);
}

/* During a tree's write a reader may find a block's index where a cell should be. It counts as a
 * leaf. */
static inline bool is_leaf(uint32_t ref, unsigned level, bool tree)
{
    return ref >= OCT9_REF_LEAF || (tree && level == 0);
}

/* Descends from a node of `level` along a code, mirrored on the axes in `mirror`, to a leaf or to a
 * node of level `stop`. */
static OCT9_INLINE uint32_t descend_along(oct9_walk_t *walk, uint32_t ref, unsigned *level,
                                          uint32_t code, unsigned mirror, unsigned stop, bool tree)
{
    const uint32_t nodes = walk->nodes + *level;
    while (ref < OCT9_REF_LEAF && *level != stop) {
        if (!open_node(walk, &ref, *level, tree))
            break;
        --*level;
        ref = path_child(walk, *level, oct9_morton_child(code, *level) ^ mirror, tree);
    }
    walk->nodes = nodes - *level;
    return ref;
}

/* Descends from a node of the walk's level, which is open, to the leaf of the event at which `axis`
 * enters through its near plane. On entry the distances lead to the node's far planes. */
static void refine(oct9_walk_t *walk, unsigned axis, bool tree)
{
    uint32_t ref;
    const uint32_t distance = walk->axis[axis].distance - leaf_size(walk);
    const uint32_t den = walk->axis[axis].length;
    /* The axes that cross later at the same time. */
    const unsigned later = walk->mirror & (walk->axis[axis].late - 1u);
    uint32_t gap[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        gap[a] = walk->axis[a].distance * den + (later >> a & 1u) - distance * walk->axis[a].length;
    unsigned level = walk->level;
    OCT9_ASSERT(gap[0] <= den << (level + 6u) && gap[1] <= den << (level + 6u) &&
                gap[2] <= den << (level + 6u));
    do {
        level--;
        const uint32_t half = (uint32_t)OCT9_CELL_Q6 << level; /* at most 2^14 */
        const uint32_t half_gap = den << (level + 6u);         /* below 2^16 * 2^14 = 2^30 */
        const unsigned lower =
            oct9_walk_axis_halve(&gap[0], &walk->axis[0].distance, half_gap, half, 1) |
            oct9_walk_axis_halve(&gap[1], &walk->axis[1].distance, half_gap, half, 2) |
            oct9_walk_axis_halve(&gap[2], &walk->axis[2].distance, half_gap, half, 4);
        walk->code ^= (uint32_t)lower << 3u * level;
        ref = path_child(walk, level, lower ^ 7u ^ walk->mirror, tree);
    } while (!is_leaf(ref, level, tree) && open_node(walk, &ref, level, tree));
    OCT9_ASSERT(walk->level > level);
    walk->nodes += walk->level - level;
    set_level(walk, level);
    set_payload(walk, ref);
}

/* --- where the walk begins -------------------------------------------------------------------- */

void oct9_walk_turn(oct9_walk_t *walk, uint32_t code, const oct9_point_t *from,
                    const oct9_point_t *to)
{
    const unsigned level = walk->level;
    OCT9_ASSERT(code < OCT9_MORTON_END && level <= OCT9_LEVELS);
    const uint32_t size = leaf_size(walk);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        oct9_walk_axis_set(&walk->axis[a], oct9_point_axis(from, a), oct9_point_axis(to, a), size);
    const unsigned x = walk->axis[0].late, y = walk->axis[1].late, z = walk->axis[2].late;
    const unsigned mirror = x | y << 1 | z << 2;
    walk->mirror = (uint8_t)mirror;
    walk->x_after_y = (uint8_t)(x & ~y);
    walk->x_after_z = (uint8_t)(x & ~z);
    walk->y_after_z = (uint8_t)(y & ~z);
    walk->code = (code ^ mirror * OCT9_MORTON_EACH) | oct9_morton_below(level);
    set_level(walk, level);
}

/* Finds the event at which the segment enters the cube, which counts as entering a leaf of that
 * size; the distances lead to the cube's far planes. Returns the event's axis, or 3 if an axis has
 * left the cube by then or the segment has ended. */
static unsigned find_entrance(const oct9_walk_t *walk)
{
    oct9_fraction_t time;
    const unsigned face = oct9_walk_entry(walk, &time), late = face & 1u;
    if (time.num + late > time.den)
        return 3;
    for (unsigned a = 0; a < 3; a++)
        if (!oct9_walk_axis_below(&walk->axis[a], walk->axis[a].distance, time.num, time.den, late))
            return 3;
    return face / 2u;
}

/* Goes from the cube, which counts as the leaf, to the leaf by which the segment enters it. Returns
 * false if it does not. */
static bool enter_cube(oct9_walk_t *walk)
{
    const bool tree = walk->map.tree != NULL;
    uint32_t root = oct9_map_cube(&walk->map, &walk->path[OCT9_LEVELS - 1u], &walk->tile);
    const unsigned axis = find_entrance(walk);
    if (axis == 3)
        return false;
    if (root < OCT9_REF_LEAF && open_node(walk, &root, OCT9_LEVELS, tree))
        refine(walk, axis, tree);
    else
        set_payload(walk, root);
    return true;
}

/* Where a descent starts below a world's cube, toward a node of `level`, which is not the cube. */
static OCT9_COLD uint32_t start_in_world(oct9_walk_t *walk, uint32_t code, unsigned *level)
{
    oct9_opened_t none;
    return oct9_descend_pairs(walk->map.image, code, level, &none, &walk->tile);
}

/* Where the descent to the start begins if the cube is a pair. */
static OCT9_COLD uint32_t start_in_pairs(oct9_walk_t *walk, uint32_t code, unsigned *level)
{
    if (oct9_image_layered(walk->map.image))
        return oct9_map_cube(&walk->map, &walk->path[OCT9_LEVELS - 1u], &walk->tile);
    *level = OCT9_IMAGE_START;
    return start_in_world(walk, code, level);
}

/* Finds the leaf of the start, which has that code: its level, its payload and the path to it. */
static OCT9_INLINE void descend_to_start(oct9_walk_t *walk, uint32_t code, bool tree)
{
    unsigned level = OCT9_LEVELS;
    uint32_t ref = tree ? oct9_map_root(&walk->map)
                 : walk->tile->layers
                     ? start_in_pairs(walk, code, &level)
                     : oct9_image_start(walk->tile, oct9_image_entry(code), &level);
    ref = descend_along(walk, ref, &level, code, 0, 0, tree);
    set_payload(walk, ref);
    walk->level = (uint8_t)level;
}

bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to)
{
    OCT9_ASSERT(walk && map && from && to);
    walk->map.tree = map->tree;
    walk->map.image = walk->tile = map->image;
    walk->generation = oct9_map_generation(map);
    walk->nodes = 0;
    walk->level = OCT9_LEVELS;
    uint32_t code = 0;
    const bool inside = oct9_point_inside(from);
    if (inside) {
        oct9_cell_t cell;
        oct9_point_cell(from, &cell);
        code = oct9_morton_encode(&cell);
        OCT9_BY_KIND(descend_to_start, walk->map.tree != NULL, walk, code);
    }
    oct9_walk_turn(walk, code, from, to);
    return inside || enter_cube(walk);
}

bool oct9_walk_begin(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to)
{
    OCT9_ASSERT(walk);
    walk->skip_void = false;
    return oct9_walk_start(walk, map, from, to);
}

uint32_t oct9_walk_code(const oct9_walk_t *walk)
{
    return walk->code ^ walk->mirror * OCT9_MORTON_EACH;
}

/* --- the next event -------------------------------------------------------------------------- */

/* The target of the next event. */
typedef struct {
    uint32_t code;  /* of the position ahead, down to the old leaf's level */
    unsigned level; /* of the neighbour; its parent contains the old position too */
    unsigned axis;  /* the axis whose plane is crossed */
} ahead_t;

/* Adds one to an axis's bits of the code from the leaf's level on. The axis crosses to a position
 * inside the cube. Returns the highest level whose bit changes. */
static OCT9_INLINE unsigned cross_plane(const oct9_walk_t *walk, uint32_t *code, unsigned axis)
{
    const uint32_t first = walk->unit << axis;
#if OCT9_FEW_BRANCHES
    const uint32_t bits = (OCT9_MORTON_EACH | (uint32_t)1 << OCT9_MORTON_BITS) << axis;
    const unsigned top = oct9_port_low_bit(bits & ~*code); /* the bits below it are ones */
    *code ^= bits & (((uint32_t)2 << top) - first);
    return top * 11u >> 5; /* top / 3, as top < 30 */
#else
    uint32_t bit = first; /* at most 2^29 at the end */
    unsigned level = walk->level;
    while (*code & bit) {
        *code ^= bit;
        bit *= 8u;
        level++;
    }
    *code ^= bit;
    return level;
#endif
}

/* For axes a and b, ab = u_a D_b and ba = u_b D_a: at most 65536 * 65535, so that one more still
 * fits. a's event is not after b's iff ab + (late_a > late_b) <= ba. Both are at the same time iff
 * ab == ba and both are late or neither is. */
static inline bool together(const oct9_walk_t *walk, unsigned a, unsigned b)
{
    return walk->axis[a].distance * walk->axis[b].length ==
               walk->axis[b].distance * walk->axis[a].length &&
           walk->axis[a].late == walk->axis[b].late;
}

/* Takes the event of an axis for all axes that cross at it. Returns the code with the level
 * above its bits; one word, so that the caller keeps its values in registers. Returns 0, which
 * no position after another one has, if the segment ends before the event or leaves the cube at
 * it. */
static OCT9_NOT_INLINE uint32_t cross_all(oct9_walk_t *walk, unsigned axis)
{
    uint32_t code = walk->code;
    unsigned axes = 0, level = 0;
    for (unsigned a = 0; a < 3; a++) {
        if (!together(walk, axis, a))
            continue;
        if (walk->axis[a].distance >= walk->axis[a].end)
            return 0;
        axes |= 1u << a;
    }
    for (unsigned a = 0; a < 3; a++) {
        if (!(axes >> a & 1u))
            continue;
        const unsigned top = cross_plane(walk, &code, a);
        if (level < top)
            level = top;
        walk->axis[a].distance += leaf_size(walk);
    }
    return code | (uint32_t)level << OCT9_MORTON_BITS;
}

static inline bool take_all(oct9_walk_t *walk, ahead_t *ahead, unsigned axis)
{
    const uint32_t all = cross_all(walk, axis);
    ahead->axis = axis;
    ahead->code = all & (((uint32_t)1 << OCT9_MORTON_BITS) - 1u);
    ahead->level = (unsigned)(all >> OCT9_MORTON_BITS);
    return all != 0;
}

/* Takes the event of an axis that crosses alone. */
static inline bool take_event(oct9_walk_t *walk, ahead_t *ahead, unsigned axis, uint32_t distance)
{
    ahead->axis = axis;
    ahead->code = walk->code;
    ahead->level = cross_plane(walk, &ahead->code, axis);
    if (distance >= walk->axis[axis].end)
        return false;
    OCT9_ASSERT(ahead->level >= walk->level && ahead->level < OCT9_LEVELS);
    walk->axis[axis].distance = distance + leaf_size(walk);
    return true;
}

/* Takes the next event. Returns false if there is none. Each pair of axes is compared once; each
 * branch then knows which axis crosses. */
static OCT9_INLINE bool look_ahead(oct9_walk_t *walk, ahead_t *ahead)
{
    const uint32_t x = walk->axis[0].distance, dx = walk->axis[0].length;
    const uint32_t y = walk->axis[1].distance, dy = walk->axis[1].length;
    const uint32_t z = walk->axis[2].distance, dz = walk->axis[2].length;
    OCT9_ASSERT(x <= 2u * OCT9_CUBE_Q6 && y <= 2u * OCT9_CUBE_Q6 && z <= 2u * OCT9_CUBE_Q6);
    const uint32_t xy = x * dy, yx = y * dx;
    if (xy + walk->x_after_y <= yx) {
        const uint32_t xz = x * dz, zx = z * dx;
        if (xz + walk->x_after_z <= zx) {
            if (xy == yx || xz == zx)
                return take_all(walk, ahead, 0);
            return take_event(walk, ahead, 0, x);
        }
    } else {
        const uint32_t yz = y * dz, zy = z * dy;
        if (yz + walk->y_after_z <= zy) {
            if (yz == zy)
                return take_all(walk, ahead, 1);
            return take_event(walk, ahead, 1, y);
        }
    }
    return take_event(walk, ahead, 2, z);
}

/* --- the leaf behind the plane ---------------------------------------------------------------- */

/* Sets the far planes of the leaf ahead, which has `level`, is larger than the old leaf and
 * contains the node that the code and the distances name. */
static OCT9_INLINE void widen(oct9_walk_t *walk, unsigned level)
{
    OCT9_ASSERT(level > walk->level && level <= OCT9_LEVELS);
    walk->code |= oct9_morton_below(level);
    set_level(walk, level);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        oct9_walk_axis_t *const axis = &walk->axis[a];
        axis->distance = oct9_walk_axis_far(axis, axis->distance, leaf_size(walk));
    }
}

/* Where the descent to the node at a code, mirrored, starts by a directory, and the level. The code
 * has no bits below the old leaf's level: from a leaf larger than a directory's nodes the descent
 * starts at the cube, and in a world at the octant. */
static inline uint32_t start_ahead(oct9_walk_t *walk, uint32_t code, unsigned *level)
{
    code ^= walk->mirror * OCT9_MORTON_EACH;
    if (walk->map.image->layers) {
        *level = walk->level < OCT9_IMAGE_START ? OCT9_IMAGE_START : walk->level;
        return start_in_world(walk, code, level);
    }
    if (walk->level <= OCT9_IMAGE_START)
        return oct9_image_start(walk->tile, oct9_image_entry(code), level);
    *level = OCT9_LEVELS;
    return oct9_map_root(&walk->map);
}

/* Goes to the neighbour, by the path or from where a descent starts, and down to the leaf ahead.
 * While nodes are larger than the old leaf, the code gives the next child; only below that size is
 * arithmetic needed. */
static OCT9_INLINE void go_over(oct9_walk_t *walk, const ahead_t *ahead, bool tree)
{
    unsigned level = ahead->level;
    uint32_t ref = !tree && level >= OCT9_IMAGE_START && !oct9_image_layered(walk->map.image)
                     ? start_ahead(walk, ahead->code, &level)
                     : path_child(walk, level, oct9_morton_child(ahead->code, level) ^ walk->mirror,
                                  tree);
    walk->code = ahead->code;
    if (ref < OCT9_REF_LEAF) {
        ref = descend_along(walk, ref, &level, ahead->code, walk->mirror, walk->level, tree);
        if (!is_leaf(ref, level, tree) && open_node(walk, &ref, level, tree)) {
            refine(walk, ahead->axis, tree);
            return;
        }
    }
    set_payload(walk, ref);
    if (level != walk->level)
        widen(walk, level);
}

/* --- leaf by leaf ---------------------------------------------------------------------------- */

/* Returns 0 if there is no next leaf, else 1. */
static OCT9_INLINE int step_walk(oct9_walk_t *walk, bool tree)
{
    ahead_t ahead;
    if (!look_ahead(walk, &ahead))
        return 0;
    go_over(walk, &ahead, tree);
    OCT9_ASSERT((~walk->code & oct9_morton_below(walk->level)) == 0);
    return 1;
}

static int step_tree(oct9_walk_t *walk)
{
    return step_walk(walk, true);
}

static int step_image(oct9_walk_t *walk)
{
    return step_walk(walk, false);
}

int oct9_walk_step(oct9_walk_t *walk)
{
    return walk->map.tree ? step_tree(walk) : step_image(walk);
}

/* Separate, so that a step in an image needs no stack for it. */
static OCT9_COLD int next_layered(oct9_walk_t *walk)
{
    return oct9_map_stale(&walk->map, walk->generation) ? OCT9_ERR_STALE : step_image(walk);
}

int oct9_walk_next(oct9_walk_t *walk)
{
    OCT9_ASSERT(walk);
    if (!walk->map.tree)
        return walk->map.image->layers ? next_layered(walk) : step_image(walk);
    return oct9_port_generation(&walk->map.tree->generation) != walk->generation ? OCT9_ERR_STALE
                                                                                 : step_tree(walk);
}

static OCT9_INLINE oct9_walk_stop_t until(oct9_walk_t *walk, unsigned stops, uint32_t *budget,
                                          bool tree)
{
    oct9_walk_stop_t stop = OCT9_WALK_SPENT;
    uint32_t left = *budget;
    for (; left != 0; left--) {
        /* An image's payload is the state. */
        const unsigned state = tree ? (unsigned)oct9_walk_state(walk) : walk->payload;
        if (stops >> state & 1u) {
            stop = OCT9_WALK_STOPPED;
            break;
        }
        if (!(tree ? step_tree(walk) : step_walk(walk, false))) {
            stop = OCT9_WALK_ENDED;
            break;
        }
    }
    *budget = stop == OCT9_WALK_SPENT ? 0 : left - 1u;
    return stop;
}

oct9_walk_stop_t oct9_walk_until(oct9_walk_t *walk, unsigned stops, uint32_t *budget)
{
    return OCT9_BY_KIND(until, walk->map.tree != NULL, walk, stops, budget);
}

/* --- the current leaf ------------------------------------------------------------------------- */

oct9_state_t oct9_walk_state(const oct9_walk_t *walk)
{
    return oct9_map_state(&walk->map, walk->payload);
}

/* The leaf is entered at the latest of the events at its near planes. A plane behind the start has
 * no event. On a mirrored axis, whose planes are crossed late, the plane at the start itself has
 * one. */
oct9_face_t oct9_walk_entry(const oct9_walk_t *walk, oct9_fraction_t *time)
{
    OCT9_ASSERT(walk && time);
    unsigned face = OCT9_FACE_NONE, late = 0;
    uint32_t num = 0, den = 1;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const oct9_walk_axis_t *const axis = &walk->axis[a];
        const uint32_t distance = axis->distance - leaf_size(walk);
        if (oct9_walk_axis_below(axis, distance, num, den, late)) {
            num = distance;
            den = axis->length;
            late = axis->late;
            face = 2u * a + late;
        }
    }
    time->num = num;
    time->den = den;
    return (oct9_face_t)face;
}

void oct9_walk_leaf(const oct9_walk_t *walk, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(walk && leaf);
    const uint32_t aligned = OCT9_CELLS - ((uint32_t)1 << walk->level);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const oct9_walk_axis_t *const axis = &walk->axis[a];
        /* The last cell, mirrored. */
        const uint32_t last = (axis->before + axis->distance) / OCT9_CELL_Q6;
        oct9_cell_set_axis(&leaf->corner, a, (last ^ ((uint32_t)0 - axis->late)) & aligned);
    }
    leaf->level = walk->level;
    leaf->payload = walk->payload;
    leaf->state = (uint8_t)oct9_walk_state(walk);
}
