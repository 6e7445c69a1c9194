/* SPDX-License-Identifier: MIT */
/* Scans: frames of 16 beams up to 1.2 m into 100 blocks. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/scan.h"

#include <stddef.h>

enum { BLOCKS = 100, BEAMS = 16, FRAMES = 4 };

OCT9_POOL(static, pool, BLOCKS);
static oct9_occupancy_t occupancy;
static oct9_beam_t beams[BEAMS];
static oct9_beams_t list;
static oct9_scan_t scan;
static int16_t distance_mm[BEAMS];

static const oct9_model_t model = OCT9_MODEL_DEFAULT;
static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 80000);
static const oct9_range_t range = { 50, 1200 };

/* About the cube's middle. */
static oct9_pose_t pose(void)
{
    oct9_pose_t at;
    at.place = place_point(16000, 640);
    at.rotation = place_rotation();
    return at;
}

static void begin_list(void)
{
    const oct9_pose_t at = pose();
    (void)oct9_scan_beams_begin(&list, &frame, &at, &range, beams, BEAMS);
}

static void read_distances(void)
{
    for (unsigned i = 0; i < BEAMS; i++)
        distance_mm[i] = (int16_t)(300u + calls_below(1000));
}

static void answer_list(oct9_status_t status)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < list.count; i++)
        calls_answer(((uint32_t)beams[i].end.x * 31u + (uint32_t)beams[i].end.y) * 31u +
                     (uint32_t)beams[i].end.z + beams[i].met);
}

static void beams_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_pose_t at = pose();
        oct9_status_t status;
        CALL(status = oct9_scan_beams_begin(&list, &frame, &at, &range, beams, BEAMS));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)list.turn[0][1]);
    }
}

static void beams_point(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        begin_list();
        oct9_reading_t reading;
        reading.x = (int16_t)calls_below(1000);
        reading.y = (int16_t)((int32_t)calls_below(1000) - 500);
        reading.z = (int16_t)((int32_t)calls_below(1000) - 500);
        oct9_status_t status;
        CALL(status = oct9_scan_beams_point(&list, &reading));
        answer_list(status);
    }
}

static void beams_zones(void)
{
    oct9_direction_t directions[BEAMS];
    uint8_t zone[BEAMS];
    for (unsigned i = 0; i < BEAMS; i++) {
        directions[i].x = 15000;
        directions[i].y = (int16_t)((int)(i % 4u) * 2000 - 3000);
        directions[i].z = (int16_t)((int)(i / 4u) * 2000 - 3000);
        zone[i] = i % 5u ? OCT9_ZONE_HIT : OCT9_ZONE_CLEAR;
    }
    for (unsigned i = 0; i < FRAMES; i++) {
        begin_list();
        read_distances();
        oct9_status_t status;
        CALL(status = oct9_scan_beams_zones(&list, directions, distance_mm, zone, BEAMS));
        answer_list(status);
    }
}

static void beams_laser(void)
{
    for (unsigned i = 0; i < FRAMES; i++) {
        begin_list();
        read_distances();
        oct9_status_t status;
        CALL(
            status = oct9_scan_beams_laser(&list, 57344, 1024 * 65536L, distance_mm, BEAMS, false));
        answer_list(status);
    }
}

/* A frame of beams, for any map. */
static void look(void)
{
    begin_list();
    read_distances();
    (void)oct9_scan_beams_laser(&list, 57344, 1024 * 65536L, distance_mm, BEAMS, false);
}

static void scan_begin(void)
{
    (void)oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, NULL);
    for (unsigned i = 0; i < FRAMES; i++) {
        look();
        oct9_status_t status;
        CALL(status = oct9_scan_begin(&scan, &occupancy, &list.origin, beams, list.count));
        calls_answer((uint32_t)status);
    }
}

static void scan_run(void)
{
    (void)oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, NULL);
    for (unsigned i = 0; i < FRAMES; i++) {
        look();
        oct9_status_t status = oct9_scan_begin(&scan, &occupancy, &list.origin, beams, list.count);
        CALL(status = oct9_scan_run(&scan, UINT32_MAX));
        calls_answer((uint32_t)status);
        calls_answer(scan.tiles);
        calls_answer(scan.changed);
        calls_answer(occupancy.tree.used);
    }
}

static const call_t call[] = {
    { "scan_beams_begin", beams_begin }, { "scan_beams_point", beams_point },
    { "scan_beams_zones", beams_zones }, { "scan_beams_laser", beams_laser },
    { "scan_begin", scan_begin },        { "scan_run", scan_run }
};

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
