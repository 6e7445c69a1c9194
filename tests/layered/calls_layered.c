/* SPDX-License-Identifier: MIT */
/* Layered maps: an empty tree over the part. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/layered.h"

OCT9_POOL(static, pool, 1);
static oct9_tree_t tree;
static oct9_layered_t layered;
static const oct9_map_t *part;

static void init(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_layered_init(&layered, &tree, NULL, part, NULL, OCT9_LAYERED_UNION));
        calls_answer((uint32_t)status);
    }
}

static void place(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_offset_t shift = { (int32_t)calls_below(512), 64, (int32_t)calls_below(64) };
        oct9_status_t status;
        CALL(status = oct9_layered_place(&layered, &shift, i % 4u));
        calls_answer((uint32_t)status);
        calls_answer(layered.turns);
    }
}

static void shift_of_frames(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_frame_t upper = OCT9_FRAME(0, 0, 0, 80000);
        const oct9_frame_t lower = OCT9_FRAME(80 * (int32_t)calls_below(1000), -80, 640, 80000);
        oct9_offset_t shift = { 0, 0, 0 };
        oct9_status_t status;
        CALL(status = oct9_layered_shift(&upper, &lower, &shift));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)shift.x);
    }
}

static void read_begin(void)
{
    const oct9_map_t map = oct9_layered_map(&layered);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        uint32_t seen;
        CALL(seen = oct9_map_read_begin(&map));
        calls_answer(seen % 2u);
    }
}

static void read_end(void)
{
    const oct9_map_t map = oct9_layered_map(&layered);
    const uint32_t seen = oct9_map_read_begin(&map);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_map_read_end(&map, seen));
        calls_answer((uint32_t)status);
    }
}

int main(void)
{
    static const call_t calls[] = {
        { "layered_init", init },
        { "layered_place", place },
        { "layered_shift", shift_of_frames },
        { "map_read_begin", read_begin },
        { "map_read_end", read_end },
    };
    part = part_map();
    if (!part || oct9_tree_init(&tree, pool, 1, NULL) != OCT9_OK)
        return 1;
    return calls_run(calls, sizeof calls / sizeof calls[0]);
}
