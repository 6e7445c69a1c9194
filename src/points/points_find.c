/* SPDX-License-Identifier: MIT */
/* The points of a region: depth-first search. Each level has a byte of the children that are still
 * to be visited.
 *
 * A node's children are selected at once by the region's box. A child is then compared with the
 * sphere or the frustum. Points of a node that is completely in the region are copied without a
 * test. Tests have no branches: each entry is written after those found so far, and then counts or
 * not. */
#include "port/oct9_port.h"
#include "src/points/points.h"
#include "src/query/cull.h"
#include "src/query/region.h"

/* What an entry is compared with. If a node below the cube overlaps the sphere, its farthest point
 * is at most 32767 + 16384 sqrt(3) from the centre, and the square fits 32 bits: 61146^2 < 2^32.
 * Only if the cube itself is a leaf, an entry is compared with both the sphere and its box. */
enum { NO_SHAPE = 0, BOX = 1, BALL = 2, PLANES = 4 };

enum { MISSED, CUTS, COVERED };

static inline int32_t size_of_level(unsigned level)
{
    return (int32_t)OCT9_CELL_Q6 << level;
}

/* The relation of a node to the box, which it overlaps. */
static inline unsigned lies_to_box(const oct9_points_find_t *find, const int16_t *corner,
                                   int32_t size)
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (corner[a] < find->low[a] || corner[a] + size - 1 > find->high[a])
            return CUTS;
    return COVERED;
}

/* The relation of a node below the cube to the sphere, whose box it overlaps. So a gap is at most
 * the radius, and three squares are below 2^30 each. */
static inline unsigned lies_to_ball(const oct9_points_find_t *find, const int16_t *corner,
                                    int32_t size)
{
    uint32_t nearest2 = 0, farthest2 = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t below = corner[a] - find->centre[a], above = -(below + size - 1);
        const int32_t gap = below > above ? below : above;
        nearest2 += gap > 0 ? (uint32_t)(gap * gap) : 0;
    }
    if (nearest2 > find->radius2_q12)
        return MISSED;
    if (size > find->widest)
        return CUTS;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t below = corner[a] - find->centre[a], above = -(below + size - 1);
        const int32_t reach = below < above ? below : above;
        farthest2 += (uint32_t)reach * (uint32_t)reach;
    }
    return farthest2 <= find->radius2_q12 ? COVERED : CUTS;
}

/* The relation of a node to the frustum. */
static unsigned lies_to_frustum(oct9_points_find_t *find, unsigned level, const int16_t *corner,
                                int32_t size)
{
    const int32_t low[3] = { corner[0], corner[1], corner[2] };
    const unsigned crossed = oct9_cull_cube(&find->cull, level + 1u, low, size - 1);
    if (crossed == OCT9_CULL_OUTSIDE)
        return MISSED;
    oct9_cull_keep(&find->cull, level, crossed);
    return crossed == OCT9_CULL_INSIDE ? COVERED : CUTS;
}

static OCT9_INLINE unsigned lies(oct9_points_find_t *find, unsigned level, const int16_t *corner)
{
    const int32_t size = size_of_level(level);
    switch (find->shape) {
    case BALL: return lies_to_ball(find, corner, size);
    case PLANES: return lies_to_frustum(find, level, corner, size);
    default: return lies_to_box(find, corner, size);
    }
}

/* The children of the node with this corner that overlap the shape's box. The node itself must
 * overlap it. */
static inline unsigned meeting(const oct9_points_find_t *find, const int16_t *corner, int32_t half)
{
    static const uint8_t uppers[] = { 0xAA, 0xCC, 0xF0 };
    unsigned children = 0xFF;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t middle = corner[a] + half;
        if (find->low[a] >= middle)
            children &= uppers[a];
        if (find->high[a] < middle)
            children &= ~(unsigned)uppers[a];
    }
    return children;
}

/* low <= x <= high, with one comparison. */
static inline bool between(int32_t x, int32_t low, int32_t high)
{
    return (uint32_t)(x - low) <= (uint32_t)(high - low);
}

/* True if the entry passes the test. Outside the box the value of the squares does not matter. */
static OCT9_INLINE bool holds(const oct9_points_find_t *find, const oct9_entry_t *entry,
                              unsigned test)
{
    const int32_t x = entry->point.x, y = entry->point.y, z = entry->point.z;
    bool in = true;
    if (test & BOX)
        in = (int)between(x, find->low[0], find->high[0]) &
             between(y, find->low[1], find->high[1]) & between(z, find->low[2], find->high[2]);
    if (test & BALL) {
        const uint32_t dx = (uint32_t)(x - find->centre[0]), dy = (uint32_t)(y - find->centre[1]),
                       dz = (uint32_t)(z - find->centre[2]);
        in = in & (dx * dx + dy * dy + dz * dz <= find->radius2_q12);
    }
    if (test & PLANES) {
        const int32_t at[3] = { x, y, z };
        in = oct9_cull_cube(&find->cull, find->level, at, 0) == OCT9_CULL_INSIDE;
    }
    return in;
}

/* Appends those entries of the current bucket that are in the shape to the `count` found so far, up
 * to `capacity`. Returns the new count. */
static OCT9_INLINE uint32_t read_bucket(oct9_points_find_t *find, oct9_entry_t *restrict found,
                                        uint32_t count, uint32_t capacity, unsigned test)
{
    const oct9_bucket_t *const bucket = &find->points->buckets[find->bucket];
    const oct9_entry_t *const entry = oct9_points_entries(find->points, find->bucket);
    const uint32_t end = bucket->count;
    uint32_t i = find->place;
    for (; i < end && count < capacity; i++) {
        oct9_entry_copy(&found[count], &entry[i]);
        count += holds(find, &entry[i], test);
    }
    find->place = (uint16_t)i;
    if (i == end) {
        find->bucket = bucket->next;
        find->place = 0;
    }
    return count;
}

static inline uint32_t scan_bucket(oct9_points_find_t *find, oct9_entry_t *found, uint32_t count,
                                   uint32_t capacity)
{
    const unsigned test = find->test;
    if (test == NO_SHAPE)
        return read_bucket(find, found, count, capacity, NO_SHAPE);
    if (test == BOX)
        return read_bucket(find, found, count, capacity, BOX);
    if (test == BALL)
        return read_bucket(find, found, count, capacity, BALL);
    if (test == PLANES)
        return read_bucket(find, found, count, capacity, PLANES);
    return read_bucket(find, found, count, capacity, BOX | BALL);
}

/* Enters an inner node, or goes to the first bucket of a leaf. */
static inline void enter_slot(oct9_points_find_t *find, oct9_points_index_t slot, unsigned level,
                              const int16_t *corner, unsigned how)
{
    if (slot >= OCT9_POINTS_LEAF) {
        find->bucket = oct9_points_bucket(slot);
        find->level = (uint8_t)level;
        if (how == COVERED)
            find->test = NO_SHAPE;
        else if (find->shape == BALL && level == OCT9_LEVELS)
            find->test = BALL | BOX;
        else
            find->test = find->shape;
        return;
    }
    oct9_points_find_level_t *const children = &find->at[level - 1u];
    children->block = slot;
    children->whole = how == COVERED;
    for (unsigned a = 0; a < 3; a++)
        children->corner[a] = corner[a];
    children->pending = (uint8_t)(how == COVERED
                                      ? 0xFFu
                                      : meeting(find, corner, size_of_level(level - 1u)));
    find->depth = (uint8_t)(level - 1u);
}

/* Takes the next child. Returns false if none is left. */
static inline bool take_next_child(oct9_points_find_t *find)
{
    unsigned level = find->depth;
    while (level < OCT9_LEVELS && find->at[level].pending == 0)
        level++;
    find->depth = (uint8_t)level;
    if (level == OCT9_LEVELS)
        return false;
    oct9_points_find_level_t *const at = &find->at[level];
    const unsigned child = oct9_port_low_bit(at->pending);
    at->pending = (uint8_t)(at->pending & (at->pending - 1u));
    const oct9_points_index_t slot = find->points->tree.pool[at->block].slot[child];
    if (slot >= OCT9_POINTS_LEAF)
        find->leaves++;
    else
        find->nodes++;
    if (slot == OCT9_POINTS_EMPTY)
        return true;
    int16_t corner[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        corner[a] = (int16_t)(at->corner[a] +
                              (int32_t)((uint32_t)(child >> a & 1u) << (level + 6u)));
    const unsigned how = at->whole ? COVERED : lies(find, level, corner);
    if (how != MISSED)
        enter_slot(find, slot, level, corner, how);
    return true;
}

int oct9_points_find_next(oct9_points_find_t *find, uint32_t budget, oct9_entry_t *found,
                          uint16_t capacity)
{
    OCT9_ASSERT(find && found);
    if (budget == 0)
        return OCT9_REFUSE();
    if (capacity == 0)
        return OCT9_REFUSE();
    if (oct9_points_stale(find->points, find->generation))
        return OCT9_ERR_STALE;
    if (capacity > INT16_MAX)
        capacity = INT16_MAX; /* the most that an int holds on all targets */
    uint32_t count = 0;
    while (count < capacity) {
        if (find->place == 0) { /* at the beginning of a bucket */
            if (budget-- == 0)
                return count != 0 ? (int)count : OCT9_AGAIN;
            if (find->bucket != OCT9_BUCKET_NONE)
                find->leaves++; /* each further bucket of a leaf counts as a leaf */
            else if (!take_next_child(find))
                break;
        }
        if (find->bucket != OCT9_BUCKET_NONE)
            count = scan_bucket(find, found, count, capacity);
    }
    return (int)count;
}

/* --- beginning ------------------------------------------------------------------------------- */

static void set_ball(oct9_points_find_t *find, const oct9_region_t *region)
{
    const int32_t radius = region->radius_q6;
    oct9_point_get(&region->centre, find->centre);
    for (unsigned a = 0; a < 3; a++) {
        find->low[a] = find->centre[a] - radius;
        find->high[a] = find->centre[a] + radius;
    }
    find->radius2_q12 = (uint32_t)(radius * radius);
    /* The edge of the largest cube in the sphere: 2 / sqrt(3) of the radius or slightly less. The
     * product is below 2^31. */
    find->widest = radius * 37837 / 32768;
}

/* Sets the region and a box around it. */
static void set_region(oct9_points_find_t *find, const oct9_region_t *region)
{
    oct9_region_kind_t kind = OCT9_REGION_ALL;
    if (region)
        kind = region->kind;
    find->shape = BOX;
    for (unsigned a = 0; a < 3; a++) {
        find->low[a] = OCT9_LOW_Q6;
        find->high[a] = OCT9_HIGH_Q6 - 1;
    }
    if (kind == OCT9_REGION_BOX) {
        oct9_point_get(&region->lo, find->low);
        oct9_point_get(&region->hi, find->high);
    } else if (kind == OCT9_REGION_SPHERE) {
        find->shape = BALL;
        set_ball(find, region);
    } else if (kind == OCT9_REGION_FRUSTUM) {
        find->shape = PLANES;
        oct9_cull_begin(&find->cull, region->frustum);
    }
}

/* Starts at the cube. As an inner node it does not count as visited. */
static void start_at_cube(oct9_points_find_t *find)
{
    static const int16_t corner[3] = { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 };
    const oct9_points_index_t root = find->points->tree.root;
    for (unsigned a = 0; a < 3; a++)
        if (find->high[a] < OCT9_LOW_Q6 || find->low[a] >= OCT9_HIGH_Q6)
            return;
    if (root != OCT9_POINTS_EMPTY)
        enter_slot(find, root, OCT9_LEVELS, corner, CUTS);
}

oct9_status_t oct9_points_find_begin(oct9_points_find_t *find, const oct9_points_t *points,
                                     const oct9_region_t *region)
{
    OCT9_ASSERT(find && points);
    const oct9_status_t status = oct9_region_check(region);
    if (status != OCT9_OK)
        return status;
    find->points = points;
    find->generation = oct9_points_generation(points);
    find->bucket = OCT9_BUCKET_NONE;
    find->place = 0;
    find->leaves = find->nodes = 0;
    find->depth = OCT9_LEVELS;
    set_region(find, region);
    start_at_cube(find);
    return OCT9_OK;
}
