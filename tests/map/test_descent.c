/* SPDX-License-Identifier: MIT */
/* What the descent and the fill of a box, the scan and the search are made of, for all levels,
 * children and sets of children, and boxes: compared with counts bit by bit. */
#include "src/map/descent.h"
#include "src/map/fill.h"
#include "src/map/tree.h"
#include "src/number/morton.h"
#include "tests/test.h"

enum { BACKGROUNDS = 64 }; /* what the other bits may be */

/* A Morton code, and the bits above it. */
static uint32_t background(unsigned i)
{
    if (i < 2)
        return i == 0 ? 0 : UINT32_MAX >> 5;
    const uint32_t x = i * 2654435769u; /* spread over all bits */
    return (x ^ x << 13 ^ x >> 7) >> 5;
}

static uint32_t with_child(uint32_t code, unsigned level, unsigned child)
{
    uint32_t unit = 1;
    for (unsigned l = 0; l < level; l++)
        unit *= 8u;
    return code - code / unit % 8u * unit + child * unit;
}

static unsigned child_of(uint32_t code, unsigned level)
{
    for (unsigned l = 0; l < level; l++)
        code /= 8u;
    return code % 8u;
}

/* --- the descent ----------------------------------------------------------------------------- */

static void a_child_is_three_bits(void)
{
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned level = 0; level < OCT9_LEVELS; level++)
            for (unsigned child = 0; child < 8; child++) {
                oct9_descent_t descent = { .code = background(i), .level = level };
                oct9_descent_name(&descent, child);
                CHECK_EQ(descent.code, with_child(background(i), level, child));
                CHECK_EQ(oct9_morton_child(descent.code, level), child);
            }
}

/* A chain of blocks, each the child of the one before that a code names; all else are leaves. */
static void chain(oct9_tree_t *tree, oct9_block_t *pool, uint32_t code, unsigned blocks)
{
    (void)oct9_tree_init(tree, pool, OCT9_LEVELS, NULL);
    uint16_t *slot = &tree->root;
    for (unsigned l = OCT9_LEVELS; l > OCT9_LEVELS - blocks; l--) {
        for (unsigned c = 0; c < 8; c++)
            pool[l - 1u].slot[c] = (uint16_t)(OCT9_SLOT_LEAF + c);
        *slot = (uint16_t)(l - 1u);
        slot = &pool[l - 1u].slot[child_of(code, l - 1u)];
    }
}

static void a_code_leads_to_its_node(void)
{
    oct9_tree_t tree;
    oct9_block_t pool[OCT9_LEVELS];
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned blocks = 0; blocks <= OCT9_LEVELS; blocks++)
            for (unsigned level = 0; level <= OCT9_LEVELS; level++) {
                const uint32_t code = background(i);
                const unsigned leaf = OCT9_LEVELS - blocks, end = leaf > level ? leaf : level;
                oct9_descent_t descent;
                chain(&tree, pool, code, blocks);
                oct9_descent_find(&descent, &tree, code, level);
                CHECK_EQ(descent.level, end);
                CHECK_EQ(descent.code, code);
                CHECK(descent.slot[OCT9_LEVELS] == &tree.root);
                for (unsigned l = end; l < OCT9_LEVELS; l++)
                    CHECK(descent.slot[l] == &pool[l].slot[child_of(code, l)]);
            }
}

/* From any leaf of a chain to any other, and from the root alone. */
static void a_path_goes_on_as_from_the_root(void)
{
    oct9_tree_t tree;
    oct9_block_t pool[OCT9_LEVELS];
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned level = 0; level < OCT9_LEVELS; level++)
            for (unsigned child = 0; child < 8; child++) {
                const uint32_t to = background(i), from = with_child(to, level, child);
                oct9_descent_t went, found;
                chain(&tree, pool, background((i + child) % BACKGROUNDS), OCT9_LEVELS - level / 2u);
                oct9_descent_find(&found, &tree, to, 0);
                oct9_descent_begin(&went, &tree.root, from);
                oct9_descent_go(&went, &tree, from);
                oct9_descent_go(&went, &tree, to);
                CHECK_EQ(went.level, found.level);
                CHECK_EQ(went.code, to);
                for (unsigned l = found.level; l <= OCT9_LEVELS; l++)
                    CHECK(went.slot[l] == found.slot[l]);
            }
}

/* Eight equal leaves at the end of a chain merge, and so do those above them that become equal. */
static void a_path_ends_at_the_merged_leaf(void)
{
    oct9_tree_t tree;
    oct9_block_t pool[OCT9_LEVELS];
    for (unsigned i = 0; i < BACKGROUNDS; i++)
        for (unsigned merged = 0; merged <= OCT9_LEVELS; merged++) {
            oct9_descent_t descent;
            chain(&tree, pool, background(i), OCT9_LEVELS);
            tree.used = OCT9_LEVELS;
            for (unsigned l = 0; l < OCT9_LEVELS; l++)
                for (unsigned c = 0; c < 8; c++)
                    if (c != child_of(background(i), l))
                        pool[l].slot[c] = (uint16_t)(OCT9_SLOT_LEAF + (l >= merged));
            oct9_descent_find(&descent, &tree, background(i), 0);
            *oct9_descent_end(&descent) = OCT9_SLOT_LEAF;
            oct9_descent_merge(&descent, &tree);
            CHECK_EQ(descent.level, merged);
            CHECK_EQ(*oct9_descent_end(&descent), OCT9_SLOT_LEAF);
            CHECK_EQ(tree.used, OCT9_LEVELS - merged);
        }
}

static void inner_nodes_come_in_order(void)
{
    oct9_tree_t tree;
    oct9_block_t pool[OCT9_LEVELS];
    for (unsigned i = 0; i < BACKGROUNDS; i++) {
        const uint32_t code = background(i);
        oct9_descent_t descent;
        chain(&tree, pool, code, OCT9_LEVELS);
        oct9_descent_find(&descent, &tree, code, OCT9_LEVELS);
        for (unsigned level = OCT9_LEVELS; level > 1; level--) {
            const unsigned inner = child_of(code, level - 1u);
            for (unsigned child = 0; child < 8; child++) {
                CHECK_EQ(oct9_descent_inner(&descent, tree.pool, child), child <= inner);
                if (child > inner)
                    continue;
                CHECK_EQ(descent.level, level - 1u);
                CHECK_EQ(descent.code, code);
                CHECK(oct9_descent_end(&descent) == &pool[level - 1u].slot[inner]);
                CHECK_EQ(oct9_descent_up(&descent), inner + 1u);
            }
            CHECK(oct9_descent_inner(&descent, tree.pool, 0));
        }
        CHECK(!oct9_descent_inner(&descent, tree.pool, 0)); /* the last has leaves alone */
        chain(&tree, pool, code, OCT9_LEVELS);
        oct9_descent_find(&descent, &tree, code, OCT9_LEVELS);
        tree.used = OCT9_LEVELS;
        CHECK_EQ(oct9_descent_blocks(&descent, &tree, false), OCT9_LEVELS);
        CHECK_EQ(descent.level, OCT9_LEVELS);
        CHECK_EQ(tree.used, OCT9_LEVELS);
        oct9_descent_set(&descent, &tree, OCT9_SLOT_LEAF);
        CHECK_EQ(tree.used, 0);
        CHECK_EQ(tree.root, OCT9_SLOT_LEAF);
        CHECK_EQ(tree.free_head, OCT9_LEVELS - 1);
    }
}

/* --- a box and the nodes --------------------------------------------------------------------- */

/* The cells of a node that lie in a box, on each axis: none, some, or all. */
static unsigned relation(const oct9_cell_t *corner, unsigned level, const oct9_box_t *box)
{
    const unsigned low[] = { corner->x, corner->y, corner->z };
    const unsigned from[] = { box->lo.x, box->lo.y, box->lo.z };
    const unsigned to[] = { box->hi.x, box->hi.y, box->hi.z };
    unsigned found = OCT9_COVERS;
    for (unsigned a = 0; a < 3; a++) {
        const unsigned end = low[a] + (1u << level);
        if (end <= from[a] || low[a] >= to[a])
            return OCT9_APART_FROM;
        if (low[a] < from[a] || end > to[a])
            found = OCT9_CUTS;
    }
    return found;
}

/* From the box's node down through all that it cuts, and through all children of those. */
static void check_nodes(oct9_fill_t *fill, const oct9_box_t *box, uint32_t code, unsigned level)
{
    oct9_cell_t corner;
    oct9_morton_decode(code, &corner);
    fill->descent.code = code;
    fill->descent.level = level;
    const unsigned is = oct9_fill_relation(fill);
    CHECK_EQ(is, relation(&corner, level, box));
    if (is != OCT9_CUTS)
        return;
    unsigned meets = 0;
    const unsigned these = oct9_span_meets(fill->cut[level], fill->span[level - 1u]);
    for (unsigned child = 0; child < 8; child++) {
        const uint32_t below = with_child(code, level - 1u, child);
        oct9_morton_decode(below, &corner);
        if (relation(&corner, level - 1u, box) != OCT9_APART_FROM)
            meets |= 1u << child;
    }
    CHECK_EQ(these, meets);
    for (unsigned child = 0; child < 8; child++)
        check_nodes(fill, box, with_child(code, level - 1u, child), level - 1u);
}

/* The node that holds a box: both its ends, and no smaller one does. */
static void check_box(const oct9_box_t *box, bool all)
{
    oct9_fill_t fill;
    const oct9_cell_t last = { (uint16_t)(box->hi.x - 1u), (uint16_t)(box->hi.y - 1u),
                               (uint16_t)(box->hi.z - 1u) };
    const uint32_t low = oct9_morton_encode(&box->lo), high = oct9_morton_encode(&last);
    oct9_fill_box(&fill, box);
    uint32_t corner = low;
    for (unsigned l = 0; l < fill.level; l++)
        corner = with_child(corner, l, 0);
    CHECK_EQ(oct9_morton_corner(fill.descent.code, fill.level), corner);
    for (unsigned l = fill.level; l <= OCT9_LEVELS; l++)
        CHECK_EQ(child_of(low, l), child_of(high, l));
    if (fill.level > 0)
        CHECK(child_of(low, fill.level - 1u) != child_of(high, fill.level - 1u));
    if (all)
        check_nodes(&fill, box, corner, fill.level);
}

static void boxes_have_a_node(void)
{
    for (uint16_t low = 0; low < OCT9_CELLS; low++)
        for (uint16_t end = (uint16_t)(low + 1u); end <= OCT9_CELLS; end++) {
            const oct9_box_t x = { { low, 3, 500 }, { end, 4, 512 } };
            const oct9_box_t y = { { 0, low, 0 }, { 1, end, 1 } };
            const oct9_box_t z = { { 7, 256, low }, { 8, 260, end } };
            check_box(&x, low % 37u == 0);
            check_box(&y, low % 41u == 0);
            check_box(&z, low % 43u == 0 && end % 5u == 0);
        }
}

static void nodes_lie_to_boxes(void)
{
    for (unsigned i = 0; i < 4096; i++) {
        const uint32_t x = i * 2654435769u, y = x ^ x >> 15, size = 1u + (i & 15u);
        const oct9_cell_t low = { (uint16_t)(y % 490u), (uint16_t)((y >> 9) % 490u),
                                  (uint16_t)((y >> 18) % 490u) };
        const oct9_box_t box = { low,
                                 { (uint16_t)(low.x + size),
                                   (uint16_t)(low.y + (y >> 3) % 16u + 1u),
                                   (uint16_t)(low.z + (y >> 7) % 16u + 1u) } };
        check_box(&box, true);
    }
}

int main(void)
{
    RUN(a_child_is_three_bits);
    RUN(a_code_leads_to_its_node);
    RUN(a_path_goes_on_as_from_the_root);
    RUN(a_path_ends_at_the_merged_leaf);
    RUN(inner_nodes_come_in_order);
    RUN(boxes_have_a_node);
    RUN(nodes_lie_to_boxes);
    return test_end();
}
