/* SPDX-License-Identifier: MIT */
/* The nearest points: depth-first search from near to far, within a bound that shrinks.
 *
 * Each node's children are visited in the order of their octants seen from the point, the nearest
 * octant first, so that a near point is found early. A node that is farther than the last point of
 * a full list is left out. */
#include "port/oct9_port.h"
#include "src/points/points.h"

/* Stands for a squared distance that does not fit. It is beyond any bound: these are at most
 * 65535^2. */
#define FAR UINT32_MAX

/* The children of a node that a search for the nearest has entered, all of one level. */
typedef struct {
    uint8_t pending;           /* those still to be visited, as bits */
    uint8_t order;             /* the bit of a child is its number XOR this */
    oct9_points_index_t block; /* of the node */
    int16_t corner[3];         /* of the node, in sub-cells */
    uint32_t distance2_q12;    /* to the first child */
    uint32_t more2_q12[3];     /* what its sibling on an axis adds to that */
} level_t;

/* A search for the nearest. */
typedef struct {
    uint8_t depth;              /* the lowest level that may have pending children */
    oct9_points_index_t bucket; /* the next bucket to scan; OCT9_BUCKET_NONE: between leaves */
    uint16_t count;
    const oct9_points_t *points;
    const oct9_points_nearest_input_t *input;
    uint32_t bound2_q12; /* the largest squared distance that still counts */
    int32_t point[3];
    uint32_t leaves, nodes;
    level_t at[OCT9_LEVELS]; /* [l]: for children of level l */
} nearest_t;

static inline uint32_t sum_or_far(uint32_t a, uint32_t b)
{
    return a + b < a ? FAR : a + b;
}

/* The square of a number of at most 65535. */
static inline uint32_t square_of_gap(int32_t x)
{
    return (uint32_t)x * (uint32_t)x;
}

static inline uint32_t distance2_of_entry(const nearest_t *nearest, const oct9_entry_t *entry)
{
    return sum_or_far(sum_or_far(square_of_gap(entry->point.x - nearest->point[0]),
                                 square_of_gap(entry->point.y - nearest->point[1])),
                      square_of_gap(entry->point.z - nearest->point[2]));
}

/* Inserts an entry into the list. A full list loses its last entry. */
static void insert_entry(nearest_t *nearest, const oct9_entry_t *entry, uint32_t distance2)
{
    const oct9_points_nearest_input_t *in = nearest->input;
    if (nearest->count < in->capacity)
        nearest->count++;
    unsigned place = nearest->count - 1u;
    for (; place > 0 && in->found[place - 1u].distance2_q12 > distance2; place--) {
        in->found[place].distance2_q12 = in->found[place - 1u].distance2_q12;
        oct9_entry_copy(&in->found[place].entry, &in->found[place - 1u].entry);
    }
    OCT9_ASSERT(place == 0 || in->found[place - 1u].distance2_q12 <= distance2);
    in->found[place].distance2_q12 = distance2;
    oct9_entry_copy(&in->found[place].entry, entry);
    if (nearest->count < in->capacity)
        return;
    const uint32_t worst = in->found[in->capacity - 1u].distance2_q12;
    nearest->bound2_q12 = worst == 0 ? 0 : worst - 1u;
    if (worst == 0)
        nearest->depth = OCT9_LEVELS; /* nothing can be nearer */
}

/* Visits the current bucket and goes to the leaf's next one, unless the search has ended: the cube
 * as a leaf has no second bucket. */
static inline void visit_bucket(nearest_t *nearest)
{
    const oct9_points_t *const points = nearest->points;
    OCT9_ASSERT(nearest->bucket < points->bucket_count);
    const oct9_bucket_t *const bucket = &points->buckets[nearest->bucket];
    const oct9_entry_t *entry = oct9_points_entries(points, nearest->bucket);
    const oct9_entry_t *const end = entry + bucket->count;
    for (; entry != end; entry++) {
        const uint32_t distance2 = distance2_of_entry(nearest, entry);
        if (distance2 <= nearest->bound2_q12)
            insert_entry(nearest, entry, distance2);
    }
    nearest->bucket = nearest->depth == OCT9_LEVELS ? OCT9_BUCKET_NONE : bucket->next;
}

/* The square of the distance on one axis from the point to the sub-cells from `low` to `high`. */
static inline uint32_t gap2(int32_t point, int32_t low, int32_t high)
{
    const int32_t gap = point < low ? low - point : point > high ? point - high : 0;
    return square_of_gap(gap);
}

/* Enters an inner node, whose children have `level`. The first child is the one in the octant that
 * contains the point or is nearest to it. */
static inline void open_octants(nearest_t *nearest, oct9_points_index_t block, unsigned level,
                                const int16_t *corner)
{
    OCT9_ASSERT(level < OCT9_LEVELS);
    level_t *const children = &nearest->at[level];
    const int32_t half = (int32_t)OCT9_CELL_Q6 << level;
    unsigned octant = 0;
    uint32_t distance2 = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t point = nearest->point[a], low = corner[a], middle = low + half;
        uint32_t near = gap2(point, low, middle - 1), far = gap2(point, middle, middle + half - 1);
        if (point >= middle) {
            const uint32_t upper = far;
            octant |= 1u << a;
            far = near;
            near = upper;
        }
        children->corner[a] = corner[a];
        children->more2_q12[a] = far - near;
        distance2 = sum_or_far(distance2, near);
    }
    children->distance2_q12 = distance2;
    children->block = block;
    children->pending = 0xFF;
    children->order = (uint8_t)octant;
    nearest->depth = (uint8_t)level;
}

/* The squared distance from the point to the child with this bit. */
static inline uint32_t distance2_of_child(const level_t *at, unsigned bit)
{
    uint32_t sum = at->distance2_q12;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (bit >> a & 1u)
            sum = sum_or_far(sum, at->more2_q12[a]);
    return sum;
}

/* Takes the bit of the next child that is near enough, or 8. If a child is too far, so are all that
 * differ from the first in the same axes and more. */
static inline unsigned take_nearest(const nearest_t *nearest, level_t *at)
{
    static const uint8_t beyond[] = { 0xFF, 0xAA, 0xCC, 0x88, 0xF0, 0xA0, 0xC0, 0x80 };
    unsigned pending = at->pending, bit = 8;
    while (pending != 0) {
        bit = oct9_port_low_bit(pending);
        pending &= pending - 1u;
        if (distance2_of_child(at, bit) <= nearest->bound2_q12)
            break;
        pending &= ~(unsigned)beyond[bit];
        bit = 8;
    }
    at->pending = (uint8_t)pending;
    return bit;
}

/* Visits the next child. Returns false if none is left. */
static inline bool visit_next_child(nearest_t *nearest)
{
    level_t *at = &nearest->at[nearest->depth];
    unsigned bit = 8;
    for (; nearest->depth < OCT9_LEVELS; nearest->depth++, at++)
        if ((bit = take_nearest(nearest, at)) != 8)
            break;
    if (bit == 8)
        return false;
    const unsigned level = nearest->depth, child = bit ^ at->order;
    const oct9_points_index_t slot = nearest->points->tree.pool[at->block].slot[child];
    if (slot >= OCT9_POINTS_LEAF) {
        nearest->leaves++;
        if (slot != OCT9_POINTS_EMPTY)
            nearest->bucket = oct9_points_bucket(slot);
        return true;
    }
    nearest->nodes++;
    int16_t corner[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        corner[a] = (int16_t)(at->corner[a] +
                              (int32_t)((uint32_t)(child >> a & 1u) << (level + 6u)));
    open_octants(nearest, slot, level - 1u, corner);
    return true;
}

static OCT9_NOT_INLINE void visit_octants(nearest_t *nearest)
{
    while (nearest->depth != OCT9_LEVELS || nearest->bucket != OCT9_BUCKET_NONE) {
        if (nearest->bucket != OCT9_BUCKET_NONE)
            nearest->leaves++; /* each further bucket of a leaf counts as a leaf */
        else if (!visit_next_child(nearest))
            return;
        if (nearest->bucket != OCT9_BUCKET_NONE)
            visit_bucket(nearest);
    }
}

/* Begins with the cube. */
static OCT9_NOT_INLINE void begin_octants(nearest_t *nearest, const oct9_points_t *points,
                                          const oct9_points_nearest_input_t *input)
{
    static const int16_t corner[3] = { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 };
    nearest->points = points;
    nearest->input = input;
    oct9_point_get(&input->point, nearest->point);
    nearest->bound2_q12 = (uint32_t)input->range_q6 * input->range_q6;
    nearest->count = 0;
    nearest->leaves = nearest->nodes = 0;
    nearest->bucket = OCT9_BUCKET_NONE;
    nearest->depth = OCT9_LEVELS;
    const oct9_points_index_t root = points->tree.root; /* as an inner node it does not count */
    if (root < OCT9_POINTS_LEAF)
        open_octants(nearest, root, OCT9_LEVELS - 1u, corner);
    else if (root != OCT9_POINTS_EMPTY)
        nearest->bucket = oct9_points_bucket(root);
}

oct9_status_t oct9_points_nearest(const oct9_points_t *points,
                                  const oct9_points_nearest_input_t *input,
                                  oct9_points_nearest_output_t *output)
{
    OCT9_ASSERT(points && input && (input->found || input->capacity == 0) && output);
    if (input->capacity == 0)
        return OCT9_REFUSE();
    if (oct9_points_stale(points, oct9_points_generation(points)))
        return OCT9_ERR_STALE;
    nearest_t nearest;
    begin_octants(&nearest, points, input);
    visit_octants(&nearest);
    output->count = nearest.count;
    output->leaves = nearest.leaves;
    output->nodes = nearest.nodes;
    return OCT9_OK;
}
