/* SPDX-License-Identifier: MIT */
/* What the proofs assume of bits, by all cases: how a child is found in an image's node. */
#include "src/map/map.h"
#include "tests/test.h"

#include <stdio.h>

enum { FIRST = 1000 };

static uint32_t cases;

static unsigned state_of(uint32_t states, unsigned child)
{
    const unsigned low = states / (1u << child) % 2u, high = states / (256u << child) % 2u;
    return low + 2u * high;
}

/* All states of eight children; a brick's have none that is inner. */
static void each_child_of_each_node(void)
{
    for (uint32_t states = 0; states < 65536u; states++) {
        uint32_t inner = FIRST;
        for (unsigned child = 0; child < 8; child++, cases++) {
            const unsigned state = state_of(states, child);
            const uint32_t expected = state == OCT9_IMAGE_INNER ? inner++ : OCT9_REF_LEAF + state;
            CHECK_EQ(oct9_image_child(FIRST, states, child), expected);
            CHECK_EQ(oct9_leaf_ref(states, child), OCT9_REF_LEAF + state);
        }
        CHECK_EQ((states & states >> 8 & 0xFFu) != 0, inner != FIRST);
    }
}

static void each_slot_as_a_reference(void)
{
    for (uint32_t slot = 0; slot < 65536u; slot++, cases++)
        CHECK_EQ(oct9_tree_ref((uint16_t)slot), slot < OCT9_SLOT_LEAF ? slot : 0xFFFF0000u + slot);
}

static void each_seven_bits_counted(void)
{
    for (uint32_t x = 0; x < 128u; x++, cases++) {
        uint32_t count = 0;
        for (unsigned bit = 0; bit < 7; bit++)
            count += x / (1u << bit) % 2u;
        CHECK_EQ(oct9_port_bits(x), count);
    }
}

static void highest_and_lowest_bits(void)
{
    for (unsigned high = 0; high < 32; high++) {
        for (unsigned low = 0; low <= high; low++, cases++) {
            const uint32_t x = (uint32_t)1 << high | (uint32_t)1 << low;
            const uint32_t full = ((uint32_t)2 << high) - ((uint32_t)1 << low);
            CHECK(oct9_port_top_bit(x) == high && oct9_port_low_bit(x) == low);
            CHECK(oct9_port_top_bit(full) == high && oct9_port_low_bit(full) == low);
        }
    }
}

int main(void)
{
    RUN(each_child_of_each_node);
    RUN(each_slot_as_a_reference);
    RUN(each_seven_bits_counted);
    RUN(highest_and_lowest_bits);
    printf("%lu cases\n", (unsigned long)cases);
    return test_end();
}
