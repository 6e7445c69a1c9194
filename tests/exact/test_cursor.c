/* SPDX-License-Identifier: MIT */
/* What the proofs assume of packed cells (verify/prove/src/cursor.h.acsl), for all levels, children
 * and edges: a child's number is made of the bits of its level, and counts like a number. */
#include "src/map/tree.h"
#include "src/number/packed.h"
#include "src/map/fill.h"
#include "tests/test.h"

enum { BACKGROUNDS = 64 }; /* what the other bits may be */

static uint32_t background(unsigned i)
{
    if (i < 2)
        return i == 0 ? 0 : UINT32_MAX;
    const uint32_t x = i * 2654435769u; /* spread over all bits */
    return x ^ x << 13 ^ x >> 7;
}

/* Bit by bit, with no mask: what an axis is has ten bits. */
static unsigned child_of(uint32_t at, unsigned level)
{
    unsigned child = 0;
    for (unsigned a = 0; a < 3; a++)
        child += (at / ((uint32_t)1 << (level + 10u * a)) % 2u) << a;
    return child;
}

static uint32_t with_child(uint32_t at, unsigned level, unsigned child)
{
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t bit = (uint32_t)1 << (level + 10u * a);
        if (at / bit % 2u != (child >> a & 1u))
            at = at / bit % 2u != 0 ? at - bit : at + bit;
    }
    return at;
}

/* The edge of a node of this level; of level 10, more than there is, all ones. */
static uint32_t edge_of(unsigned level)
{
    uint32_t edge = 0;
    for (unsigned l = 0; l < level; l++)
        edge = with_child(edge, l, 7);
    return level > OCT9_LEVELS ? UINT32_MAX : edge;
}

static void a_child_is_three_bits(void)
{
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned level = 0; level <= OCT9_LEVELS; level++)
            for (unsigned child = 0; child < 8; child++)
                CHECK_EQ(oct9_packed_child(with_child(background(i), level, child), level), child);
    for (unsigned level = 0; level <= OCT9_LEVELS; level++)
        CHECK_EQ(oct9_packed_edge(level), edge_of(level));
}

static void next_from(uint32_t at, unsigned level, unsigned edge_level)
{
    uint16_t slots[9];
    oct9_cursor_t cursor = { .at = at, .level = level };
    const unsigned child = child_of(at, level);
    const bool inside = level < edge_level;
    cursor.slot[level] = slots + child;
    const uint32_t answer = oct9_cursor_next(&cursor, edge_of(edge_level));
    CHECK_EQ(answer != 0, inside && child < 7);
    CHECK_EQ(cursor.slot[level] - slots, child + 1);
    CHECK_EQ(cursor.at, inside ? with_child(at, level, (child + 1) % 8) : at);
}

static void children_are_counted(void)
{
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned level = 0; level <= OCT9_LEVELS; level++)
            for (unsigned edge = 0; edge <= OCT9_LEVELS + 1; edge++)
                for (unsigned child = 0; child < 8; child++)
                    next_from(with_child(background(i), level, child), level, edge);
}

/* The node that holds a box: both its ends, and no smaller one does. */
static void box_from(uint32_t low, uint32_t high)
{
    oct9_fill_t fill;
    unsigned level = 0;
    oct9_fill_box(&fill, low, high);
    while (level < OCT9_LEVELS && fill.edge != edge_of(level))
        level++;
    CHECK_EQ(fill.edge, edge_of(level));
    uint32_t corner = low;
    for (unsigned l = 0; l < level; l++)
        corner = with_child(corner, l, 0);
    CHECK_EQ(fill.cursor.at, corner);
    for (unsigned l = level; l <= OCT9_LEVELS; l++)
        CHECK_EQ(child_of(low, l), child_of(high, l));
    if (level > 0)
        CHECK(child_of(low, level - 1u) != child_of(high, level - 1u));
}

static void boxes_have_a_node(void)
{
    for (uint16_t low = 0; low < OCT9_CELLS; low++)
        for (uint16_t high = low; high < OCT9_CELLS; high++) {
            const oct9_cell_t x = { low, 3, 500 }, x_end = { high, 3, 511 };
            const oct9_cell_t y = { 0, low, 0 }, y_end = { 0, high, 0 };
            const oct9_cell_t z = { 7, 256, low }, z_end = { 7, 259, high };
            box_from(oct9_packed(&x), oct9_packed(&x_end));
            box_from(oct9_packed(&y), oct9_packed(&y_end));
            box_from(oct9_packed(&z), oct9_packed(&z_end));
        }
}

int main(void)
{
    RUN(a_child_is_three_bits);
    RUN(children_are_counted);
    RUN(boxes_have_a_node);
    return test_end();
}
