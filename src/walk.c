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
 * gap / D_e is the way left to the plane at that time. The whole step is arithmetic on gaps:
 * an axis with gap 0 crosses at this very event, corners included; the next leaf is found from
 * the common ancestor by halving, as in long division: the upper half iff gap <= half * D_e.
 *
 * Bounds: u <= 65536 and D <= 65535, so that each product is below 2^32. The gap of an axis
 * whose place lies in a node of the cube is at most 32768 D_e < 2^31, so that computing it
 * modulo 2^32 gives it exactly. Nothing is divided and nothing accumulates.
 *
 * Source: Bresenham 1965 for the test between axes; Pease's engine octree for stepping leaves;
 * the pairs (t, late) and the gaps are this library's own. */
#include "src/walk_step.h"

#include "src/node.h"

#define CUBE ((uint32_t)OCT9_CUBE_Q6)

/* A place in the walk: for each axis the far plane of the node that it is in, and the gap to
 * that plane at the event's time. */
typedef struct {
    uint32_t exit_x, exit_y, exit_z;
    uint32_t gap_x, gap_y, gap_z;
    uint32_t den;                             /* of the event: gaps are times this */
} place_t;

/* One axis's part of a descent: the lower half of the node iff the gap is beyond the upper one.
 * Answers `bit` for the lower half, 0 for the upper. */
static inline unsigned halve(uint32_t *gap, uint32_t *exit, uint32_t half_gap, uint32_t half,
                             unsigned bit)
{
    if (*gap <= half_gap)
        return 0;
    *gap -= half_gap;
    *exit -= half;
    return bit;
}

/* From a node of `level` into its child of that place. Answers the bits of the axes that take the
 * lower half, to be flipped. */
static OCT9_INLINE unsigned into_child(place_t *place, unsigned level)
{
    const uint32_t half = 32u << level;                    /* sub-cells: at most 2^14 */
    const uint32_t half_gap = place->den << (level + 5u);  /* below 2^16 * 2^14 = 2^30 */
    return halve(&place->gap_x, &place->exit_x, half_gap, half, 1) |
           halve(&place->gap_y, &place->exit_y, half_gap, half, 2) |
           halve(&place->gap_z, &place->exit_z, half_gap, half, 4);
}

/* Ends a descent in a leaf, or in a node that counts as one. */
static inline void arrive(oct9_walk_t *walk, const place_t *place, unsigned level, uint32_t ref)
{
    walk->exit[0] = place->exit_x;
    walk->exit[1] = place->exit_y;
    walk->exit[2] = place->exit_z;
    walk->level = (uint8_t)level;
    walk->payload = oct9_ref_payload(ref);
}

/* The child of the image's node of `level` in the path. */
static inline uint32_t image_child(const oct9_walk_t *walk, unsigned level, unsigned child)
{
    const uint32_t first = walk->path[level - 1u].first, states = walk->path[level - 1u].states;
    return level == 1 ? oct9_leaf_ref(states, child) : oct9_image_child(first, states, child);
}

/* Reads the inner node that `ref` names into the path; false if nothing occupied is below it
 * and that is all that is asked. */
static inline bool open_node(oct9_walk_t *walk, uint32_t ref, unsigned level, bool tree)
{
    if (tree) {
        walk->path[level - 1u].first = ref;
        return true;
    }
    if (level == 1) {
        const uint32_t brick = oct9_image_brick(walk->map.image, ref);
        walk->path[0].states = brick;
        return !oct9_brick_void(brick) || !walk->skip_void;
    }
    const oct9_inner_t node = oct9_image_read(walk->map.image, ref);
    walk->path[level - 1u].first = node.first;
    walk->path[level - 1u].states = node.states;
    return !node.is_void || !walk->skip_void;
}

/* From a node of `level` down to the leaf of the place. */
static OCT9_INLINE void settle(oct9_walk_t *walk, uint32_t ref, unsigned level, place_t *place,
                               bool tree)
{
    const uint32_t nodes = walk->nodes + level;            /* less the levels that are left */
    while (level != 0 && !(ref & OCT9_REF_LEAF)) {
        if (!open_node(walk, ref, level, tree)) {
            ref = OCT9_REF_LEAF | OCT9_FREE;
            break;
        }
        const unsigned child = into_child(place, level) ^ walk->flip;
        ref = tree ? oct9_tree_child(walk->map.tree, ref, child)
                   : image_child(walk, level, child);
        level--;
    }
    walk->nodes = nodes - level;
    arrive(walk, place, level, ref);
}

/* From the root down to the leaf of a place, as a walk begins. `at` is the place on each axis in
 * sub-cells, mirrored, less one on a mirrored axis, so that cells are [lo, hi) again. */
static OCT9_INLINE uint32_t find_leaf(oct9_walk_t *walk, const uint32_t at[3], bool tree)
{
    const uint32_t xy = at[0] | at[1] << 16;               /* side by side, for speed */
    uint32_t ref = oct9_map_root(&walk->map);
    unsigned level = OCT9_LEVELS;
    while (!(ref & OCT9_REF_LEAF) && level != 0) {
        if (!open_node(walk, ref, level, tree)) {
            ref = OCT9_REF_LEAF | OCT9_FREE;
            break;
        }
        const uint32_t bits_xy = xy >> (level + 5u) & 0x10001u;
        const unsigned child = (((bits_xy | bits_xy >> 15) & 3u) |
                                (at[2] >> (level + 5u) & 1u) << 2) ^ walk->mirror;
        ref = tree ? oct9_tree_child(walk->map.tree, ref, child)
                   : image_child(walk, level, child);
        level--;
    }
    walk->nodes = OCT9_LEVELS - level;
    walk->level = (uint8_t)level;
    return ref;
}

/* Sets one axis; true if it is mirrored. `from` of -32768..32767 becomes 1..65536 then. */
static OCT9_APART unsigned set_axis(oct9_walk_t *walk, unsigned axis, int32_t from, int32_t to)
{
    const bool mirrored = to < from;
    walk->start[axis] = (uint32_t)(mirrored ? OCT9_CUBE_Q6 - from : from);
    walk->length[axis] = (uint16_t)(mirrored ? from - to : to - from);
    walk->late[axis] = mirrored;
    return mirrored;
}

/* Finds the event at which the segment enters the cube, (0, 0) if it starts there: the latest
 * of the axes' own. Only an axis that is not mirrored can enter, as no int16_t lies above the
 * cube; its event is at plane 0, u = -A <= 32768. */
static oct9_fraction_t find_entry(const oct9_walk_t *walk)
{
    oct9_fraction_t entry = { 0, 1 };
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t u = 0u - walk->start[a];
        if ((int32_t)walk->start[a] >= 0)
            continue;
        /* At most 2^15 * 2^16. A length of 0 is later than all else, as it must be: never. */
        if (u * entry.den > entry.num * walk->length[a]) {
            entry.num = u;
            entry.den = walk->length[a];
        }
    }
    return entry;
}

/* Where an axis is at the entry, to the cell, found from the gap to the cube's far plane by
 * halving; false if the axis is not inside then. */
static bool entry_place(const oct9_walk_t *walk, unsigned a, oct9_fraction_t entry, uint32_t *at)
{
    if ((int32_t)walk->start[a] > OCT9_CUBE_Q6)
        return false;                         /* above the cube and climbing */
    /* At most 65536 * 65535 + 1. */
    const uint32_t to_plane = (CUBE - walk->start[a]) * entry.den + walk->late[a];
    const uint32_t gone = entry.num * walk->length[a];
    uint32_t gap = to_plane - gone, exit = CUBE;
    for (unsigned level = OCT9_LEVELS; level > 0; level--)
        (void)halve(&gap, &exit, entry.den << (level + 5u), 32u << level, 0);
    *at = exit - 1u;
    return to_plane > gone;
}

/* Where the walk begins; false if it misses the cube. */
static bool first_place(const oct9_walk_t *walk, uint32_t at[3])
{
    for (unsigned a = 0; a < 3; a++)
        at[a] = walk->start[a] - walk->late[a];
    if ((at[0] | at[1] | at[2]) < CUBE)
        return true;                          /* it starts inside */
    const oct9_fraction_t entry = find_entry(walk);
    if (entry.num > entry.den)
        return false;
    return entry_place(walk, 0, entry, &at[0]) && entry_place(walk, 1, entry, &at[1]) &&
           entry_place(walk, 2, entry, &at[2]);
}

/* By the mirror's bits, in bits 0..5: x is late and y is not, y and not x, x and not z, z and not
 * x, y and not z, z and not y. */
static const uint8_t ties_of_mirror[8] = { 0, 5, 18, 20, 40, 33, 10, 0 };

static OCT9_INLINE void set_axes(oct9_walk_t *walk, const oct9_point_t *from,
                                 const oct9_point_t *to)
{
    walk->nodes = 0;
    const unsigned mirror = set_axis(walk, 0, from->x, to->x) |
                            set_axis(walk, 1, from->y, to->y) << 1 |
                            set_axis(walk, 2, from->z, to->z) << 2;
    walk->mirror = (uint8_t)mirror;
    walk->flip = (uint8_t)(mirror ^ 7u);
    walk->ties = ties_of_mirror[mirror];
}

/* The far planes of the leaf that the walk begins in. */
static void set_exits(oct9_walk_t *walk, const uint32_t at[3])
{
    const uint32_t inside = ((uint32_t)OCT9_CELL_Q6 << walk->level) - 1u;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        walk->exit[a] = (at[a] | inside) + 1u;
}

bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to, bool skip_void)
{
    OCT9_ASSERT(walk && map && from && to);
    uint32_t at[3];
    walk->map.tree = map->tree;
    walk->map.image = map->image;
    walk->skip_void = skip_void;
    set_axes(walk, from, to);
    if (!first_place(walk, at))
        return false;
    walk->payload = oct9_ref_payload(OCT9_BY_KIND(find_leaf, map->tree != NULL, walk, at));
    set_exits(walk, at);
    return true;
}

void oct9_walk_turn(oct9_walk_t *walk, const oct9_point_t *from, const oct9_point_t *to)
{
    set_axes(walk, from, to);
    const uint32_t at[3] = { walk->start[0] - walk->late[0], walk->start[1] - walk->late[1],
                             walk->start[2] - walk->late[2] };
    set_exits(walk, at);
}

bool oct9_walk_begin(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to)
{
    return oct9_walk_start(walk, map, from, to, false);
}

/* One axis as the next event sees it. */
typedef struct {
    uint32_t way, length, late;               /* u, D, late */
} axis_t;

static inline axis_t axis_of(const oct9_walk_t *walk, unsigned number)
{
    const axis_t axis = { walk->exit[number] - walk->start[number], walk->length[number],
                          walk->late[number] };
    return axis;
}

/* The events of axes a and b: ab = u_a D_b and ba = u_b D_a, each at most 65536 * 65535, so
 * that one more still fits. True if a's is not after b's. */
static inline bool comes_first(uint32_t ab, uint32_t ba, uint32_t a_later)
{
    return ab + a_later <= ba;
}

/* The gap of axis b to its far plane at a's event. */
static inline uint32_t gap_at(uint32_t ab, uint32_t ba, uint32_t b_later)
{
    return ba - ab + b_later;
}

/* Takes the event of axis a for the next one; true if the segment reaches it. */
static inline bool take(place_t *place, axis_t a)
{
    place->den = a.length;
    return a.way + a.late <= a.length;
}

/* Finds the next event and the gaps to the leaf's far planes at its time; false if the segment
 * ends before it. Each product of the choice serves for a gap. */
static inline bool next_event(const oct9_walk_t *walk, place_t *place)
{
    const axis_t x = axis_of(walk, 0), y = axis_of(walk, 1), z = axis_of(walk, 2);
    const uint32_t xy = x.way * y.length, yx = y.way * x.length, ties = walk->ties;
    uint32_t xz, zx, yz, zy;
    if (comes_first(xy, yx, ties & 1u)) {
        xz = x.way * z.length;
        zx = z.way * x.length;
        if (comes_first(xz, zx, ties >> 2 & 1u)) {
            place->gap_x = 0;
            place->gap_y = gap_at(xy, yx, ties >> 1 & 1u);
            place->gap_z = gap_at(xz, zx, ties >> 3 & 1u);
            return take(place, x);
        }
        yz = y.way * z.length;
        zy = z.way * y.length;
    } else {
        yz = y.way * z.length;
        zy = z.way * y.length;
        if (comes_first(yz, zy, ties >> 4 & 1u)) {
            place->gap_x = gap_at(yx, xy, ties & 1u);
            place->gap_y = 0;
            place->gap_z = gap_at(yz, zy, ties >> 5 & 1u);
            return take(place, y);
        }
        xz = x.way * z.length;
        zx = z.way * x.length;
    }
    place->gap_x = gap_at(zx, xz, ties >> 2 & 1u);
    place->gap_y = gap_at(zy, yz, ties >> 4 & 1u);
    place->gap_z = 0;
    return take(place, z);
}

/* The lowest bit set in the plane's position if the axis crosses it now, else 0. */
static inline uint32_t crossed(uint32_t gap, uint32_t exit)
{
    return OCT9_RARELY(gap == 0) ? exit & (0u - exit) : 0;
}

/* One axis's part of going over to a neighbour of `size`: its far plane and the gap to it. A
 * crossing axis enters at the plane; the others stay where they are. */
static inline void widen(uint32_t *gap, uint32_t *exit, uint32_t den, uint32_t size)
{
    uint32_t way = (0u - *exit) & (size - 1u);             /* to the next plane: below 2^14 */
    if (*gap == 0) {
        way = size - (*exit & (size - 1u));
        *exit += way;
        *gap = way * den;                     /* at most 2^14 * 2^16 */
        return;
    }
    *exit += way;
    *gap += way * den;                        /* at most size * den again */
}

/* The axes on which the child that ends at these planes is a lower half, to be flipped: those
 * whose plane is an odd multiple of its size. */
static inline unsigned child_ending_at(const place_t *place, unsigned top)
{
    return (place->exit_x >> top & 1u) | (place->exit_y >> top & 1u) << 1 |
           (place->exit_z >> top & 1u) << 2;
}

/* Goes over to the neighbour of size 1 << top, and down to the leaf of the place. The neighbour
 * and the old leaf lie in one parent, of which the crossed plane is the middle. */
static OCT9_INLINE void go_over(oct9_walk_t *walk, unsigned top, place_t *place, bool tree)
{
    const unsigned level = top - 6u;          /* of the neighbour */
    const uint32_t size = 1u << top;
    widen(&place->gap_x, &place->exit_x, place->den, size);
    widen(&place->gap_y, &place->exit_y, place->den, size);
    widen(&place->gap_z, &place->exit_z, place->den, size);
    const unsigned child = child_ending_at(place, top) ^ walk->flip;
    const uint32_t ref = tree ? oct9_tree_child(walk->map.tree, walk->path[level].first, child)
                              : image_child(walk, level + 1u, child);
    settle(walk, ref, level, place, tree);
}

bool oct9_walk_next(oct9_walk_t *walk)
{
    OCT9_ASSERT(walk);
    place_t place;
    place.exit_x = walk->exit[0];
    place.exit_y = walk->exit[1];
    place.exit_z = walk->exit[2];
    if (!next_event(walk, &place))
        return false;
    /* Old and new place differ from this plane's lowest bit set on down. */
    const uint32_t planes = crossed(place.gap_x, place.exit_x) |
                            crossed(place.gap_y, place.exit_y) |
                            crossed(place.gap_z, place.exit_z);
    if (planes >= CUBE)
        return false;                         /* it leaves the cube */
    const unsigned top = oct9_port_top_bit(planes);
    OCT9_BY_KIND(go_over, walk->map.tree != NULL, walk, top, &place);
    return true;
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
    unsigned face = OCT9_FACE_NONE;
    uint32_t late = 0;
    time->num = 0;
    time->den = 1;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t near = walk->exit[a] - ((uint32_t)OCT9_CELL_Q6 << walk->level);
        const uint32_t u = near - walk->start[a], length = walk->length[a];
        if ((int32_t)(u + walk->late[a]) <= 0)
            continue;
        /* Later, or as late and of the later kind; at most 65536 * 65535 + 1. */
        if (time->num * length < u * time->den + (walk->late[a] & ~late)) {
            time->num = u;
            time->den = length;
            late = walk->late[a];
            face = 2u * a + late;
        }
    }
    return (oct9_face_t)face;
}

void oct9_walk_leaf(const oct9_walk_t *walk, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(walk && leaf);
    uint32_t low[3];
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t exit = walk->exit[a] / OCT9_CELL_Q6;
        low[a] = walk->late[a] ? OCT9_CELLS - exit : exit - (1u << walk->level);
    }
    leaf->corner.x = (uint16_t)low[0];
    leaf->corner.y = (uint16_t)low[1];
    leaf->corner.z = (uint16_t)low[2];
    leaf->level = walk->level;
    leaf->payload = walk->payload;
    leaf->state = (uint8_t)oct9_walk_state(walk);
}
