/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_SECTORS_EXTREMES_H
#define TESTS_SECTORS_EXTREMES_H

#include "oct9/sectors.h"
#include "tests/calls/extreme_numbers.h"

enum { SECTORS_BORDERS = 6 };

static uint16_t sectors_count(void)
{
    static const uint16_t ends[] = { 0, 1, 2, 3, 127, 128, 129, 256, 32768, 65535 };
    return one_in(2) ? (uint16_t)(1 + random_below(&r, 24)) : PICK(ends);
}

static oct9_sectors_input_t sectors_question(int16_t borders[SECTORS_BORDERS])
{
    oct9_sectors_input_t in = { .point = point(), .borders = borders };
    in.radius_q6 = one_in(2) ? (uint16_t)random_below(&r, 600) : length();
    in.range_q6 = one_in(2) ? (uint16_t)random_below(&r, 6000) : length();
    in.from = (uint16_t)random_u32(&r);
    in.sectors = sectors_count();
    in.layers = (uint16_t)(one_in(16) ? sectors_count() : 1 + random_below(&r, 4));
    in.kind = (uint16_t)(one_in(32) ? length() : random_below(&r, 2));
    if (one_in(8))
        in.filter_mask = length();
    if (one_in(32))
        in.filter_value = length();
    for (unsigned i = 0; i < SECTORS_BORDERS; i++) {
        const int16_t half = (int16_t)(coordinate() / 2), any = one_in(8) ? coordinate() : half;
        borders[i] = one_in(32) || i == 0 || any >= borders[i - 1] ? any : borders[i - 1];
    }
    return in;
}

static bool bad_sectors(const oct9_sectors_input_t *in)
{
    bool bad = in->kind > 1 || in->range_q6 == 0 || (uint32_t)in->radius_q6 + in->range_q6 > 32767;
    for (unsigned i = 0; i < in->layers; i++)
        bad = bad || in->borders[i] > in->borders[i + 1];
    return bad || (in->kind == OCT9_SECTORS_PITCH &&
                   (in->borders[0] < -16384 || in->borders[in->layers] > 16384));
}

/* Each distance is within the range, and what is beside the arrays is not touched. */
static void check_sectors(const oct9_sectors_input_t *in, oct9_status_t status)
{
    const unsigned count = (unsigned)in->sectors * in->layers;
    for (unsigned i = 0; i < count; i++) {
        const uint16_t near = in->obstacle_q6 ? in->obstacle_q6[i] : OCT9_SECTORS_NONE;
        const uint16_t known = in->free_q6 ? in->free_q6[i] : 0;
        if (status != OCT9_OK)
            CHECK((!in->obstacle_q6 || near == 0) && known == 0);
        CHECK(near <= in->range_q6 || near == OCT9_SECTORS_NONE);
        CHECK(known <= in->range_q6 || known == OCT9_SECTORS_NONE);
        CHECK(known <= near);
    }
    CHECK(!in->obstacle_q6 || query_painted(in->obstacle_q6 + count, sizeof(uint16_t)));
    CHECK(!in->free_q6 || query_painted(in->free_q6 + count, sizeof(uint16_t)));
}

static void try_sectors(const oct9_map_t *map)
{
    int16_t borders[SECTORS_BORDERS];
    uint16_t found[2][OCT9_SECTORS_MAX + 1];
    oct9_sectors_input_t in = sectors_question(borders);
    const uint32_t count = (uint32_t)in.sectors * in.layers;
    const bool bad_size = count == 0 || count > OCT9_SECTORS_MAX;
    query_paint(found, sizeof found);
    if (!bad_size && in.layers >= SECTORS_BORDERS)
        in.layers = 1;
    in.obstacle_q6 = one_in(3) ? NULL : found[0];
    in.free_q6 = one_in(3) ? NULL : found[1];
    const bool none = !in.obstacle_q6 && !in.free_q6;
    const bool bad = bad_size || none || bad_sectors(&in) ||
                     bad_filter(map, in.filter_mask, in.filter_value) != 0;
    const oct9_status_t status = oct9_sectors_find(map, &in);
    CHECK_EQ(status, bad ? OCT9_ERR_ARGUMENT : OCT9_OK);
    *(bad ? &refused : &answered) += 1;
    if (bad_size || none)
        CHECK(query_painted(found, sizeof found));
    else
        check_sectors(&in, status);
}

#endif
