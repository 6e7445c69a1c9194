/* SPDX-License-Identifier: MIT */
/* The RAM tree: up to 100 blocks, boxes of up to 8 cells' edge, spheres of 3 cells. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/tree.h"

#include <stddef.h>

enum { BLOCKS = 100, LOW = 240, EDGE = 32 };

OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;

static void empty(void)
{
    (void)oct9_tree_init(&tree, pool, BLOCKS, NULL);
}

/* The tree's shape after a change. */
static void answer(oct9_status_t status)
{
    calls_answer((uint32_t)status);
    calls_answer(tree.used);
    calls_answer(tree.root);
}

static oct9_box_t any_box(uint16_t most)
{
    oct9_box_t box;
    box.lo = place_cell(LOW, EDGE);
    const oct9_cell_t edge = place_cell(1, most);
    box.hi.x = (uint16_t)(box.lo.x + edge.x);
    box.hi.y = (uint16_t)(box.lo.y + edge.y);
    box.hi.z = (uint16_t)(box.lo.z + edge.z);
    return box;
}

static void furnish(void)
{
    empty();
    for (unsigned i = 0; i < 12; i++) {
        const oct9_box_t box = any_box(6);
        (void)oct9_tree_fill_box(&tree, &box, (uint16_t)(1u + i % 3u));
    }
}

static void tree_init(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_status_t status;
        CALL(status = oct9_tree_init(&tree, pool, BLOCKS, NULL));
        answer(status);
    }
}

static void tree_set_node(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_node_t node = { place_cell(LOW, EDGE), (uint8_t)(i % 5u) };
        const uint16_t mask = (uint16_t)(0u - (1u << node.level));
        node.corner.x &= mask;
        node.corner.y &= mask;
        node.corner.z &= mask;
        oct9_status_t status;
        CALL(status = oct9_tree_set_node(&tree, &node, (uint16_t)(i % 3u)));
        answer(status);
    }
}

static void tree_fill_box(void)
{
    empty();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_box_t box = any_box(8);
        oct9_status_t status;
        CALL(status = oct9_tree_fill_box(&tree, &box, (uint16_t)(i % 3u)));
        answer(status);
    }
}

static void tree_fill_sphere(void)
{
    empty();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t centre = place_point(LOW * OCT9_CELL_Q6, EDGE * OCT9_CELL_Q6);
        oct9_status_t status;
        CALL(status = oct9_tree_fill_sphere(&tree, &centre, 3 * OCT9_CELL_Q6, (uint16_t)(i % 3u)));
        answer(status);
    }
}

static void tree_check(void)
{
    static uint8_t seen[(BLOCKS + 7) / 8];
    for (unsigned i = 0; i < 4; i++) {
        furnish();
        oct9_status_t status;
        CALL(status = oct9_tree_check(&tree, seen));
        answer(status);
    }
}

static const call_t call[] = { { "tree_init", tree_init },
                               { "tree_set_node", tree_set_node },
                               { "tree_fill_box", tree_fill_box },
                               { "tree_fill_sphere", tree_fill_sphere },
                               { "tree_check", tree_check } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
