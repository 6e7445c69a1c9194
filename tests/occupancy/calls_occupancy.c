/* SPDX-License-Identifier: MIT */
/* The robot's own map: random cells of a cube of 24, in 100 blocks that coarsen. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/occupancy.h"
#include "oct9/window.h"

enum { BLOCKS = 100, CHANGES = 64, LOW = 240, EDGE = 24 };

OCT9_POOL(static, pool, BLOCKS);
static uint32_t table[CHANGES];
static oct9_changes_t changes;
static oct9_occupancy_t occupancy;
static const oct9_model_t model = OCT9_MODEL_DEFAULT;

static void empty(void)
{
    (void)oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, &changes);
    (void)oct9_occupancy_changes_init(&changes, table, CHANGES);
}

static void look_around(void)
{
    empty();
    for (unsigned i = 0; i < 48; i++)
        (void)oct9_occupancy_observe(&occupancy, place_cell(LOW, EDGE), i % 3u == 0);
}

static void answer(int status)
{
    calls_answer((uint32_t)status);
    calls_answer(occupancy.tree.used);
    calls_answer(occupancy.merged);
}

static void occupancy_init(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_status_t status;
        CALL(status = oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, &changes));
        answer(status);
    }
}

static void log_odds(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint16_t payload = oct9_occupancy_payload((int)calls_below(255) - 127, i % 4u);
        int value;
        CALL(value = oct9_occupancy_log_odds(payload));
        calls_answer((uint32_t)value);
    }
}

static void age(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint16_t payload = oct9_occupancy_payload((int)calls_below(255) - 127, i % 4u);
        unsigned value;
        CALL(value = oct9_occupancy_age(payload));
        calls_answer(value);
    }
}

static void log_odds_payload(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const int value = (int)calls_below(255) - 127;
        uint16_t payload;
        CALL(payload = oct9_occupancy_payload(value, i % 4u));
        calls_answer(payload);
    }
}

static void occupancy_observe(void)
{
    empty();
    for (unsigned i = 0; i < 2 * CALLS_CASES; i++) {
        const oct9_cell_t cell = place_cell(LOW, EDGE);
        oct9_status_t status;
        CALL(status = oct9_occupancy_observe(&occupancy, cell, i % 3u == 0));
        answer(status);
    }
}

static void occupancy_changed(void)
{
    look_around();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_change_t change = { { { 0, 0, 0 }, 0 }, 0 };
        int got;
        CALL(got = oct9_occupancy_changed(&occupancy, &change));
        calls_answer((uint32_t)got + change.cells + change.node.corner.x);
    }
}

static void occupancy_clear_box(void)
{
    for (unsigned i = 0; i < 8; i++) {
        look_around();
        oct9_box_t box;
        box.lo = place_cell(LOW, EDGE);
        box.hi.x = (uint16_t)(box.lo.x + 8);
        box.hi.y = (uint16_t)(box.lo.y + 8);
        box.hi.z = (uint16_t)(box.lo.z + 8);
        oct9_status_t status;
        CALL(status = oct9_occupancy_clear_box(&occupancy, &box));
        answer(status);
    }
}

static void occupancy_clear_sphere(void)
{
    for (unsigned i = 0; i < 8; i++) {
        look_around();
        const oct9_point_t centre = place_point(LOW * OCT9_CELL_Q6, EDGE * OCT9_CELL_Q6);
        oct9_status_t status;
        CALL(status = oct9_occupancy_clear_sphere(&occupancy, &centre, 5 * OCT9_CELL_Q6));
        answer(status);
    }
}

static void forget(void)
{
    look_around();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_occupancy_forget(&occupancy, 16));
        answer(status);
    }
}

static void forget_free(void)
{
    look_around();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_occupancy_forget_free(&occupancy, 16));
        answer(status);
    }
}

static void window_move(void)
{
    for (unsigned i = 0; i < 4; i++) {
        const oct9_offset_t by = { i % 2u ? 1 : -1, i < 2u ? 1 : 0, 0 };
        look_around();
        oct9_status_t status;
        CALL(status = oct9_window_move(&occupancy, &by, 6));
        answer(status);
    }
}

static void window_frame(void)
{
    const oct9_frame_t base = OCT9_FRAME(-20480, -20480, 0, 80000);
    empty();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_frame_t frame = base;
        occupancy.window.x = (int32_t)calls_below(2000) - 1000;
        occupancy.window.y = (int32_t)calls_below(2000) - 1000;
        oct9_status_t status;
        CALL(status = oct9_window_frame(&occupancy.window, &base, &frame));
        answer(status);
        calls_answer((uint32_t)frame.origin_mm.x);
    }
}

static void changes_init(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_status_t status;
        CALL(status = oct9_occupancy_changes_init(&changes, table, CHANGES));
        calls_answer((uint32_t)status);
    }
}

static const call_t call[] = { { "occupancy_init", occupancy_init },
                               { "occupancy_log_odds", log_odds },
                               { "occupancy_age", age },
                               { "occupancy_payload", log_odds_payload },
                               { "occupancy_observe", occupancy_observe },
                               { "occupancy_changed", occupancy_changed },
                               { "occupancy_clear_box", occupancy_clear_box },
                               { "occupancy_clear_sphere", occupancy_clear_sphere },
                               { "occupancy_forget", forget },
                               { "occupancy_forget_free", forget_free },
                               { "window_move", window_move },
                               { "window_frame", window_frame },
                               { "occupancy_changes_init", changes_init } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
