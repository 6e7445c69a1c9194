/* SPDX-License-Identifier: MIT */
/* Sets of up to 64 points, in buckets of 8. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/morton.h"
#include "oct9/points.h"

enum { POINTS = 64, BLOCKS = 48, BUCKETS = 24, CAPACITY = 8, NEAREST = 4, QUESTIONS = 32 };

static oct9_block_t blocks[BLOCKS];
static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[BUCKETS * CAPACITY];
static oct9_entry_t found[8];
static oct9_near_point_t near[NEAREST];
static oct9_points_t points;
static oct9_points_find_t find;
static oct9_points_nearest_t nearest;

static const oct9_points_config_t config = {
    .blocks = blocks, .block_count = BLOCKS, .buckets = buckets, .entries = entries,
    .bucket_count = BUCKETS, .capacity = CAPACITY, .least_level = 3
};

/* In the cube's middle: 64 cells wide. */
static oct9_point_t somewhere(void)
{
    return place_point(14336, 4096);
}

static void empty(void)
{
    (void)oct9_points_init(&points, &config);
}

static void fill(void)
{
    empty();
    for (uint16_t i = 0; i < POINTS; i++) {
        const oct9_point_t at = somewhere();
        (void)oct9_points_insert(&points, &at, i);
    }
}

static void answer(oct9_status_t status)
{
    calls_answer((uint32_t)status);
    calls_answer(points.count);
    calls_answer(points.used);
}

static void points_init(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_status_t status;
        CALL(status = oct9_points_init(&points, &config));
        answer(status);
    }
}

static void points_insert(void)
{
    empty();
    for (uint16_t i = 0; i < POINTS; i++) {
        const oct9_point_t at = somewhere();
        oct9_status_t status;
        CALL(status = oct9_points_insert(&points, &at, i));
        answer(status);
    }
}

/* In the order in which a search finds them. */
static void points_remove(void)
{
    fill();
    for (unsigned i = 0; i < POINTS; i++) {
        const oct9_point_t low = { 0, 0, 0 }, high = { 32767, 32767, 32767 };
        (void)oct9_points_box(&find, &points, &low, &high);
        (void)oct9_points_next(&find, UINT32_MAX, found, 1);
        oct9_status_t status;
        CALL(status = oct9_points_remove(&points, &found[0].point, found[0].id));
        answer(status);
    }
}

static uint32_t code_of(const oct9_entry_t *entry)
{
    const oct9_cell_t cell = { (uint16_t)(entry->point.x >> 6), (uint16_t)(entry->point.y >> 6),
                               (uint16_t)(entry->point.z >> 6) };
    return oct9_morton_encode(&cell);
}

static void points_build(void)
{
    static oct9_entry_t sorted[POINTS];
    for (unsigned round = 0; round < 2; round++) {
        for (uint16_t i = 0; i < POINTS; i++) {
            const oct9_entry_t entry = { somewhere(), i };
            uint16_t at = i;
            for (; at > 0 && code_of(&sorted[at - 1]) > code_of(&entry); at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = entry;
        }
        empty();
        oct9_status_t status;
        CALL(status = oct9_points_build(&points, sorted, POINTS));
        answer(status);
    }
}

static void points_box(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_point_t lo = somewhere();
        const oct9_point_t hi = { (int16_t)(lo.x + 1024), (int16_t)(lo.y + 1024),
                                  (int16_t)(lo.z + 1024) };
        oct9_status_t status;
        CALL(status = oct9_points_box(&find, &points, &lo, &hi));
        answer(status);
    }
}

static void points_sphere(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_point_t centre = somewhere();
        oct9_status_t status;
        CALL(status = oct9_points_sphere(&find, &points, &centre, 1024));
        answer(status);
    }
}

static void points_next(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_point_t centre = somewhere();
        int got = 1;
        (void)oct9_points_sphere(&find, &points, &centre, 1024);
        while (got > 0) {
            CALL(got = oct9_points_next(&find, UINT32_MAX, found, 8));
            calls_answer((uint32_t)got);
            calls_answer(find.nodes);
        }
    }
}

static oct9_points_nearest_input_t question(unsigned i)
{
    const oct9_points_nearest_input_t input = { .point = somewhere(), .range_q6 = 4096,
                                                .capacity = i % 2u ? 1 : NEAREST, .found = near };
    return input;
}

static void answer_nearest(oct9_status_t status, const oct9_points_nearest_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++)
        calls_answer(near[i].distance2);
}

static void points_nearest(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_points_nearest_input_t input = question(i);
        oct9_points_nearest_output_t output;
        oct9_status_t status;
        CALL(status = oct9_points_nearest(&points, &input, &output));
        answer_nearest(status, &output);
    }
}

static void points_nearest_begin(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_points_nearest_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_points_nearest_begin(&nearest, &points, &input));
        calls_answer((uint32_t)status);
    }
}

static void points_nearest_run(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_points_nearest_input_t input = question(i);
        oct9_points_nearest_output_t output;
        oct9_status_t status = oct9_points_nearest_begin(&nearest, &points, &input);
        CALL(status = oct9_points_nearest_run(&nearest, UINT32_MAX, &output));
        answer_nearest(status, &output);
    }
}

static void points_check(void)
{
    static uint8_t seen[(BUCKETS + 7) / 8];
    fill();
    oct9_status_t status;
    CALL(status = oct9_points_check(&points, seen));
    answer(status);
}

static const call_t call[] = {
    { "points_init", points_init }, { "points_insert", points_insert },
    { "points_remove", points_remove }, { "points_build", points_build },
    { "points_box", points_box }, { "points_sphere", points_sphere },
    { "points_next", points_next }, { "points_nearest", points_nearest },
    { "points_nearest_begin", points_nearest_begin },
    { "points_nearest_run", points_nearest_run }, { "points_check", points_check }
};

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
