/* SPDX-License-Identifier: MIT */
/* Sectors: 72 within 5 m, of obstacles 0.3 m above and below; in every second case what is known
 * to be free, too. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/sectors.h"

enum { SECTORS = 72 };

static const int16_t band[2] = { -PART_150_MM * 2, PART_150_MM * 2 };
static const oct9_map_t *map;
static oct9_sectors_t scratch;
static uint16_t obstacle_q6[SECTORS], free_q6[SECTORS];

static oct9_sectors_input_t question(unsigned i)
{
    const oct9_sectors_input_t input = { .point = part_free(),
                                         .range_q6 = PART_5_M,
                                         .from = (uint16_t)calls_random(),
                                         .sectors = SECTORS,
                                         .layers = 1,
                                         .borders = band,
                                         .obstacle_q6 = obstacle_q6,
                                         .free_q6 = i % 2u ? free_q6 : NULL };
    return input;
}

static void answer(oct9_status_t status, const oct9_sectors_input_t *input)
{
    calls_answer((uint32_t)status);
    for (unsigned s = 0; s < SECTORS; s++)
        calls_answer((uint32_t)obstacle_q6[s] << 16 | (input->free_q6 ? free_q6[s] : 0u));
}

static void find(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_sectors_find(map, &input));
        answer(status, &input);
    }
}

static void begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_sectors_begin(&scratch, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status = oct9_sectors_begin(&scratch, map, &input);
        CALL(status = oct9_sectors_run(&scratch, UINT32_MAX));
        answer(status, &input);
    }
}

int main(void)
{
    static const call_t call[] = { { "sectors_find", find },
                                   { "sectors_begin", begin },
                                   { "sectors_run", run } };
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
