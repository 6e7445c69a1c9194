/* SPDX-License-Identifier: MIT */
/* A box seen from the robot and put into the arrays: any box, any table of sectors and layers. */
#include "src/sectors/ring.h"

#include "any.h"

static uint16_t obstacle_q6[OCT9_SECTORS_MAX], free_q6[OCT9_SECTORS_MAX];
static int16_t borders[OCT9_SECTORS_MAX + 1];
static oct9_sectors_input_t input;
static oct9_sectors_box_t box;

static void any_table(uint16_t kind)
{
    input.radius_q6 = (uint16_t)WITHIN(0, 16383);
    input.range_q6 = (uint16_t)WITHIN(1, 16384);
    input.from = (uint16_t)WITHIN(0, 65535);
    input.sectors = kind == OCT9_SECTORS_PITCH ? 8 : (uint16_t)WITHIN(1, 128);
    input.layers = kind == OCT9_SECTORS_PITCH ? 5 : 1;
    input.kind = kind;
    input.borders = borders;
    input.obstacle_q6 = obstacle_q6;
    input.free_q6 = free_q6;
    ANY(obstacle_q6);
    ANY(free_q6);
    for (unsigned i = 0; i <= OCT9_SECTORS_MAX; i++)
        borders[i] = (int16_t)WITHIN(-16384, 16384);
}

static void any_box(void)
{
    for (unsigned a = 0; a < 3; a++) {
        box.low[a] = WITHIN(-65535, 65535);
        box.high[a] = WITHIN(-65535, 65535);
    }
}

static void see(uint16_t kind)
{
    any_table(kind);
    any_box();
    if (oct9_sectors_matters(&input, 0, true, &box))
        oct9_sectors_put(&input, &box, true);
    (void)oct9_sectors_end(&input, OCT9_OK);
}

int main(void)
{
    see(OCT9_SECTORS_HEIGHTS);
    see(OCT9_SECTORS_PITCH);
    return 0;
}
