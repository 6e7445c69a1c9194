/* SPDX-License-Identifier: MIT */
/* The points of a box or a ball: depth first, for each level a byte of the children that are still
 * to be visited.
 *
 * A node's children are chosen at once, by the shape's box; a child is then held against the ball.
 * What lies in the shape altogether is copied without a test. Tests have no branches: every entry
 * is written behind those that were found, and counts or not. */
#include "src/points.h"

#include "src/reach.h"

/* What an entry is held against. Where a node below the cube meets the ball, its farthest point is
 * at most 32767 + 16384 sqrt(3) from the centre, and the square fits 32 bits: 61146^2 < 2^32. Only
 * where the cube itself is a leaf an entry is held against the ball and its box. */
enum { NOTHING = 0, BOX = 1, BALL = 2 };

enum { APART, CUTS, COVERED };

static inline int32_t size_of(unsigned level)
{
    return (int32_t)OCT9_CELL_Q6 << level;
}

/* How a node lies to the box, which it meets. */
static inline unsigned lies_to_box(const oct9_points_find_t *find, const uint16_t *corner,
                                   int32_t size)
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (corner[a] < find->low[a] || corner[a] + size - 1 > find->high[a])
            return CUTS;
    return COVERED;
}

/* How a node below the cube lies to the ball, whose box it meets: so a gap is at most the radius,
 * three squares below 2^30. */
static inline unsigned lies_to_ball(const oct9_points_find_t *find, const uint16_t *corner,
                                    int32_t size)
{
    uint32_t nearest2 = 0, farthest2 = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t below = corner[a] - find->centre[a], above = -(below + size - 1);
        const int32_t gap = below > above ? below : above;
        nearest2 += gap > 0 ? (uint32_t)(gap * gap) : 0;
    }
    if (nearest2 > find->radius2)
        return APART;
    if (size > find->widest)
        return CUTS;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t below = corner[a] - find->centre[a], above = -(below + size - 1);
        const int32_t reach = below < above ? below : above;
        farthest2 += (uint32_t)reach * (uint32_t)reach;
    }
    return farthest2 <= find->radius2 ? COVERED : CUTS;
}

/* The children of the node with this corner that meet the shape's box, as the node itself does. */
static inline unsigned meeting(const oct9_points_find_t *find, const uint16_t *corner, int32_t half)
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

/* low <= x <= high, by one comparison. */
static inline bool between(int32_t x, int32_t low, int32_t high)
{
    return (uint32_t)(x - low) <= (uint32_t)(high - low);
}

/* The entry passes the test. Outside the box it does not matter what the squares come to. */
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
        in = in & (dx * dx + dy * dy + dz * dz <= find->radius2);
    }
    return in;
}

/* Puts those entries of the bucket where the search is that are in the shape behind the `count`
 * that were found, up to `capacity`: how many there are then. */
/* MISRA D27 */
static OCT9_INLINE uint32_t scan(oct9_points_find_t *find, oct9_entry_t *restrict found,
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
    switch (find->test) {
    case NOTHING: return scan(find, found, count, capacity, NOTHING);
    case BOX: return scan(find, found, count, capacity, BOX);
    case BALL: return scan(find, found, count, capacity, BALL);
    default: return scan(find, found, count, capacity, BOX | BALL);
    }
}

/* Goes into an inner node, or to the first bucket of a leaf. */
static inline void enter(oct9_points_find_t *find, uint16_t slot, unsigned level,
                         const uint16_t *corner, unsigned lies)
{
    if (slot >= OCT9_SLOT_LEAF) {
        find->bucket = oct9_points_bucket(slot);
        if (lies == COVERED)
            find->test = NOTHING;
        else if (find->shape == BALL && level == OCT9_LEVELS)
            find->test = BALL | BOX;
        else
            find->test = find->shape;
        return;
    }
    oct9_points_find_level_t *const children = &find->at[level - 1u];
    children->block = slot;
    children->whole = lies == COVERED;
    for (unsigned a = 0; a < 3; a++)
        children->corner[a] = corner[a];
    children->pending = (uint8_t)(lies == COVERED ? 0xFFu
                                                  : meeting(find, corner, size_of(level - 1u)));
    find->depth = (uint8_t)(level - 1u);
}

/* Takes the next child; false if there is none left. */
static inline bool step(oct9_points_find_t *find)
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
    const uint16_t slot = find->points->tree.pool[at->block].slot[child];
    if (slot >= OCT9_SLOT_LEAF)
        find->leaves++;
    else
        find->nodes++;
    if (slot == OCT9_POINTS_EMPTY)
        return true;
    uint16_t corner[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        corner[a] = (uint16_t)(at->corner[a] + ((child >> a & 1u) << (level + 6u)));
    unsigned lies = COVERED;
    if (!at->whole)
        lies = find->shape == BALL ? lies_to_ball(find, corner, size_of(level))
                                   : lies_to_box(find, corner, size_of(level));
    if (lies != APART)
        enter(find, slot, level, corner, lies);
    return true;
}

int oct9_points_next(oct9_points_find_t *find, uint32_t budget, oct9_entry_t *found,
                     uint16_t capacity)
{
    OCT9_ASSERT(find && found);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    if (capacity == 0)
        return OCT9_ERR_CAPACITY;
    if (find->generation != find->points->tree.generation)
        return OCT9_ERR_STALE;
    if (capacity > INT16_MAX)
        capacity = INT16_MAX;                 /* an int holds as many everywhere */
    uint32_t count = 0;
    while (count < capacity) {
        if (find->place == 0) {               /* not within a bucket */
            if (budget-- == 0)
                return count != 0 ? (int)count : OCT9_AGAIN;
            if (find->bucket != OCT9_BUCKET_NONE)
                find->leaves++;               /* the next bucket of a leaf counts as a leaf */
            else if (!step(find))
                break;
        }
        if (find->bucket != OCT9_BUCKET_NONE)
            count = scan_bucket(find, found, count, capacity);
    }
    return (int)count;
}

/* --- beginning ------------------------------------------------------------------------------- */

static void begin(oct9_points_find_t *find, const oct9_points_t *points, unsigned shape)
{
    find->points = points;
    find->generation = points->tree.generation;
    find->shape = (uint8_t)shape;
    find->bucket = OCT9_BUCKET_NONE;
    find->place = 0;
    find->leaves = find->nodes = 0;
    find->depth = OCT9_LEVELS;
}

/* The cube itself, which as an inner node counts as no visit. */
static void start(oct9_points_find_t *find)
{
    static const uint16_t corner[3];
    const uint16_t root = find->points->tree.root;
    for (unsigned a = 0; a < 3; a++)
        if (find->high[a] < 0)                /* no point or centre is above the cube */
            return;
    if (root != OCT9_POINTS_EMPTY)
        enter(find, root, OCT9_LEVELS, corner, CUTS);
}

oct9_status_t oct9_points_box(oct9_points_find_t *find, const oct9_points_t *points,
                              const oct9_point_t *lo, const oct9_point_t *hi)
{
    OCT9_ASSERT(find && points && lo && hi);
    if (lo->x > hi->x || lo->y > hi->y || lo->z > hi->z)
        return OCT9_ERR_BOX;
    begin(find, points, BOX);
    oct9_point_get(lo, find->low);
    oct9_point_get(hi, find->high);
    start(find);
    return OCT9_OK;
}

oct9_status_t oct9_points_sphere(oct9_points_find_t *find, const oct9_points_t *points,
                                 const oct9_point_t *centre, uint16_t radius_q6)
{
    OCT9_ASSERT(find && points && centre);
    if (radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_ERR_RADIUS;
    const int32_t radius = radius_q6;
    begin(find, points, BALL);
    oct9_point_get(centre, find->centre);
    for (unsigned a = 0; a < 3; a++) {
        find->low[a] = find->centre[a] - radius;
        find->high[a] = find->centre[a] + radius;
    }
    find->radius2 = (uint32_t)(radius * radius);
    /* The edge of the largest cube in a ball, 2 / sqrt(3) of the radius or a little less: the
     * product is below 2^31. */
    find->widest = radius * 37837 / 32768;
    start(find);
    return OCT9_OK;
}
