/* SPDX-License-Identifier: MIT */
/* Points: sets of up to 64. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/points.h"

enum { POINTS = 64, BLOCKS = 48, BUCKETS = 24, CAPACITY = 8, NEAREST = 4, QUESTIONS = 32 };

static oct9_block_t blocks[BLOCKS];
static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[BUCKETS * CAPACITY];
static oct9_entry_t found[8];
static oct9_near_point_t near[NEAREST];
static oct9_points_t points;
static oct9_points_find_t find;

static const oct9_points_config_t config = { .blocks = blocks,
                                             .block_count = BLOCKS,
                                             .buckets = buckets,
                                             .entries = entries,
                                             .bucket_count = BUCKETS,
                                             .bucket_size = CAPACITY,
                                             .least_level = 3 };

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
        (void)oct9_points_find_begin(&find, &points, NULL);
        (void)oct9_points_find_next(&find, UINT32_MAX, found, 1);
        oct9_status_t status;
        CALL(status = oct9_points_remove(&points, &found[0].point, found[0].id));
        answer(status);
    }
}

static oct9_point_t on(oct9_point_t at, int by)
{
    const oct9_point_t to = { (int16_t)(at.x + by), (int16_t)(at.y + by), (int16_t)(at.z + by) };
    return to;
}

/* Each point by half a cell or by 16 cells along each axis, in turn. */
static void points_move(void)
{
    static oct9_entry_t from[POINTS];
    fill();
    (void)oct9_points_find_begin(&find, &points, NULL);
    (void)oct9_points_find_next(&find, UINT32_MAX, from, POINTS);
    for (unsigned i = 0; i < POINTS; i++) {
        const oct9_point_t to = on(from[i].point, i % 2u ? 1024 : 32);
        oct9_status_t status;
        CALL(status = oct9_points_move(&points, &from[i].point, from[i].id, &to));
        answer(status);
    }
}

static void points_key(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t at = somewhere();
        uint32_t key;
        CALL(key = oct9_points_key(&at));
        calls_answer(key);
    }
}

static void points_build(void)
{
    static oct9_entry_t sorted[POINTS];
    for (unsigned round = 0; round < 2; round++) {
        for (uint16_t i = 0; i < POINTS; i++) {
            const oct9_entry_t entry = { somewhere(), i };
            uint16_t at = i;
            for (; at > 0 && oct9_points_key(&sorted[at - 1].point) > oct9_points_key(&entry.point);
                 at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = entry;
        }
        empty();
        oct9_status_t status;
        CALL(status = oct9_points_build(&points, sorted, POINTS));
        answer(status);
    }
}

/* A box, a sphere, or what has a point above z, below which six times the same plane cuts all off.
 */
static oct9_region_t region_of(unsigned kind, oct9_frustum_t *frustum)
{
    const oct9_point_t at = somewhere();
    const oct9_region_t region = { .kind = kind == 0 ? OCT9_REGION_BOX
                                         : kind == 1 ? OCT9_REGION_SPHERE
                                                     : OCT9_REGION_FRUSTUM,
                                   .lo = at,
                                   .hi = on(at, 1024),
                                   .centre = at,
                                   .radius_q6 = 1024,
                                   .frustum = frustum };
    const oct9_plane_t plane = { { 0, 0, 1 }, at.z };
    for (unsigned p = 0; p < 6; p++)
        frustum->plane[p] = plane;
    return region;
}

static void points_find_begin(void)
{
    fill();
    for (unsigned i = 0; i < 3 * QUESTIONS; i++) {
        oct9_frustum_t frustum;
        const oct9_region_t region = region_of(i % 3u, &frustum);
        oct9_status_t status;
        CALL(status = oct9_points_find_begin(&find, &points, &region));
        answer(status);
    }
}

static void points_find_next(void)
{
    fill();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                       .centre = somewhere(),
                                       .radius_q6 = 1024 };
        int got = 1;
        (void)oct9_points_find_begin(&find, &points, &region);
        while (got > 0) {
            CALL(got = oct9_points_find_next(&find, UINT32_MAX, found, 8));
            calls_answer((uint32_t)got);
            calls_answer(find.nodes);
        }
    }
}

static oct9_points_nearest_input_t question(unsigned i)
{
    const oct9_points_nearest_input_t input = {
        .point = somewhere(), .range_q6 = 4096, .capacity = i % 2u ? 1 : NEAREST, .found = near
    };
    return input;
}

static void answer_nearest(oct9_status_t status, const oct9_points_nearest_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++)
        calls_answer(near[i].distance2_q12);
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

static void points_check(void)
{
    static uint8_t seen[(BUCKETS + 7) / 8];
    fill();
    oct9_status_t status;
    CALL(status = oct9_points_check(&points, seen));
    answer(status);
}

static const call_t call[] = { { "points_init", points_init },
                               { "points_insert", points_insert },
                               { "points_remove", points_remove },
                               { "points_move", points_move },
                               { "points_build", points_build },
                               { "points_key", points_key },
                               { "points_find_begin", points_find_begin },
                               { "points_find_next", points_find_next },
                               { "points_nearest", points_nearest },
                               { "points_check", points_check } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
