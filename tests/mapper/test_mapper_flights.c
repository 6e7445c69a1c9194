/* SPDX-License-Identifier: MIT */
/* The mapper on recorded flights: its alarms are compared with those of 0.10, and in 16 KB of pool
 * with those in 64 KB. And a robot with six beams in a room. Without the flights' folder, which is
 * the argument, they are skipped. */
#include "examples/tof_mapper/host/session.h"
#include "oct9/visit.h"
#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SMALL = 1024, LARGE = 4096, FRAMES_MOST = 4000, FLIGHTS = 7, BEAMS = 6, REASONS = 7 };

/* What 0.10 did in 64 KB: its frames with an alarm in all flights, and the first of them in the
 * approaches to a panel. The measured velocity was all that it looked along; below slow_mm it
 * looked along the nose. */
enum { ALARMS_BEFORE = 1117 };
static const struct {
    const char *name;
    unsigned first_before; /* of an approach */
} flights[FLIGHTS] = { { "A0", 88 }, { "A1", 92 }, { "R0", 0 }, { "O12", 0 },
                       { "O16", 0 }, { "O17", 0 }, { "O23", 0 } };
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const char *folder;

static oct9_mapper_t mapper;
static oct9_block_t pool[LARGE];
static oct9_beam_t beams[DRONE_ZONES];
static oct9_mapper_look_t looks[DRONE_ZONES];

/* What came of a flight: the reasons of each frame in the air. */
typedef struct {
    unsigned frames, late, errors, alarms, by[REASONS];
    unsigned first; /* that is blocked */
    uint8_t why[FRAMES_MOST + 1];
} flown_t;

static void begin(const oct9_sensor_t *sensor, uint32_t blocks)
{
    const oct9_mapper_memory_t memory = { pool, blocks, beams, looks, DRONE_ZONES, NULL, 0 };
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &policy, NULL), OCT9_OK);
}

static void count(flown_t *flown, const oct9_mapper_found_t *found)
{
    CHECK_EQ(found->alarm, found->why != 0);
    flown->alarms += found->alarm;
    if (flown->by[4] == 0 && (found->why & OCT9_MAPPER_BLOCKED) != 0)
        flown->first = flown->frames;
    for (unsigned i = 0; i < REASONS; i++)
        flown->by[i] += found->why >> i & 1u;
    flown->why[flown->frames++] = found->why;
}

static void fly(const flight_t *flight, uint32_t blocks, flown_t *flown)
{
    memset(flown, 0, sizeof *flown);
    begin(&oct9_sensor_vl53l5cx_8x8, blocks);
    for (size_t i = 0; i < flight->count && flown->frames < FRAMES_MOST; i++) {
        sensor_frame_t frame;
        oct9_mapper_found_t found;
        session_frame(&flight->frames[i], &frame);
        const oct9_sensor_frame_t readings = {
            frame.time_ms, frame.distance_mm, frame.status, DRONE_ZONES, 0, 0
        };
        if (!drone_flies(&frame))
            continue;
        oct9_mapper_motion_t motion = { .now_ms = frame.time_ms, .place_mm = frame.pose.place_mm };
        memcpy(motion.velocity_mm, frame.velocity_mm, sizeof motion.velocity_mm);
        memcpy(motion.command_mm, frame.command_mm, sizeof motion.command_mm);
        flown->errors += oct9_mapper_follow(&mapper, &frame.pose.place_mm) != OCT9_OK;
        const oct9_status_t seen = oct9_mapper_see(&mapper, &readings, &frame.pose);
        flown->late += seen == OCT9_ERR_STALE; /* some times of the recordings repeat */
        flown->errors += seen != OCT9_OK && seen != OCT9_ERR_STALE;
        flown->errors += oct9_mapper_check(&mapper, &motion, &found) != OCT9_OK;
        count(flown, &found);
    }
}

/* Frames with an alarm of one that the other has neither in that frame nor in one beside it. */
static unsigned without_partner(const flown_t *one, const flown_t *other)
{
    unsigned lone = 0;
    for (unsigned i = 0; i < one->frames; i++)
        lone += one->why[i] != 0 && other->why[i] == 0 && other->why[i + 1] == 0 &&
                (i == 0 || other->why[i - 1] == 0);
    return lone;
}

/* Of the approaches to a panel each alarm of the large pool is one of the small pool's within a
 * frame. In the others the small pool may forget sooner. It invents few alarms: obstacles do not
 * grow, but what is coarsened to make room may hide a passage. */
static void compare(unsigned number, const flown_t *small, const flown_t *large)
{
    const char *const name = flights[number].name;
    const unsigned lost = without_partner(large, small), new = without_partner(small, large);
    printf("| %s | %u | %u | %u | %u | %u | %u | %u | %u | %u |\n", name, large->frames,
           large->alarms, large->by[4], large->by[5], large->by[6], large->by[3], small->alarms,
           lost, new);
    CHECK_EQ(small->errors, 0);
    CHECK_EQ(large->errors, 0);
    CHECK_EQ(small->frames, large->frames);
    CHECK(large->late <= large->frames / 10);
    CHECK_EQ(large->by[0] + large->by[1] + large->by[2], 0); /* no error, nothing stale or frozen */
    if (name[0] == 'A') {
        CHECK(large->by[4] > 0);
        CHECK(large->first <= flights[number].first_before);
        CHECK_EQ(lost, 0);
    }
    CHECK(lost <= large->frames / 40);
    CHECK(new <= large->frames / 20);
}

/* All flights; returns their frames with an alarm in the large pool. */
static unsigned fly_all(void)
{
    static flown_t small, large;
    unsigned alarms = 0;
    for (unsigned i = 0; i < FLIGHTS; i++) {
        char path[512];
        flight_t flight;
        snprintf(path, sizeof path, "%s/%s", folder, flights[i].name);
        CHECK(flight_read(&flight, path));
        if (flight.count == 0)
            continue;
        fly(&flight, LARGE, &large);
        fly(&flight, SMALL, &small);
        compare(i, &small, &large);
        alarms += large.alarms;
        flight_free(&flight);
    }
    return alarms;
}

static void flights_warn_as_before_and_small_pools_as_large_ones(void)
{
    printf("| flight | in the air | frames with an alarm, 64 KB | blocked | near | not known "
           "| too near | 16 KB | lost | new |\n"
           "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    const unsigned alarms = fly_all();
    printf("frames with an alarm: %u, with 0.10 %u\n", alarms, ALARMS_BEFORE);
    CHECK(alarms * 10u <= ALARMS_BEFORE * 12u);
}

/* --- six beams ---------------------------------------------------------------------------- */

enum { HZ = 20, SECONDS = 40 };

/* How far the walls of a room of 6 x 5 x 2.5 m are; 32767: farther than 4 m. */
static int16_t look(const double place[3], const double direction[3])
{
    static const double low[3] = { -3.01, -2.51, -0.01 }, high[3] = { 3.01, 2.51, 2.51 };
    double metres = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        if (fabs(direction[i]) > 1e-9)
            metres = fmin(metres, ((direction[i] > 0 ? high : low)[i] - place[i]) / direction[i]);
    return (int16_t)(metres < 4.0 ? lround(1000.0 * metres) : 32767);
}

static void look_around(double time, oct9_mapper_pose_t *pose, int16_t mm[BEAMS])
{
    const double turn = 8.0 * atan(1.0), yaw = turn * time / 8.0, course = turn * time / 20.0;
    const double place[3] = { 1.5 * cos(course), 1.2 * sin(course),
                              1.0 + 0.3 * sin(turn * time / 7.0) };
    const double c = cos(yaw), s = sin(yaw);
    const double directions[BEAMS][3] = { { c, s, 0 },  { -c, -s, 0 }, { -s, c, 0 },
                                          { s, -c, 0 }, { 0, 0, 1 },   { 0, 0, -1 } };
    pose->place_mm.x = (int32_t)lround(1000.0 * place[0]);
    pose->place_mm.y = (int32_t)lround(1000.0 * place[1]);
    pose->place_mm.z = (int32_t)lround(1000.0 * place[2]);
    pose->rotation = (oct9_rotation_t){ (int16_t)lround(OCT9_ONE_Q14 * cos(yaw / 2)), 0, 0,
                                        (int16_t)lround(OCT9_ONE_Q14 * sin(yaw / 2)) };
    for (int i = 0; i < BEAMS; i++)
        mm[i] = look(place, directions[i]);
}

static uint32_t occupied_cells(void)
{
    static oct9_visit_t visit;
    const oct9_map_t map = oct9_map_of_tree(&mapper.occupancy.tree);
    oct9_leaf_t leaf;
    uint32_t cells = 0;
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        cells += (uint32_t)1 << 3u * leaf.level;
    return cells;
}

static void six_beams_fill_no_pool(void)
{
    static uint8_t seen[SMALL / 8];
    begin(&oct9_sensor_multiranger, SMALL);
    for (int i = 0; i < HZ * SECONDS; i++) {
        oct9_mapper_pose_t pose;
        int16_t mm[BEAMS];
        look_around((double)i / HZ, &pose, mm);
        const oct9_sensor_frame_t frame = { (uint32_t)(i * 1000 / HZ), mm, NULL, BEAMS, 0, 0 };
        CHECK_EQ(oct9_mapper_follow(&mapper, &pose.place_mm), OCT9_OK);
        CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_OK);
    }
    printf("six beams: %u occupied cells after %d s\n", occupied_cells(), SECONDS);
    CHECK(occupied_cells() >= 50);
    CHECK(occupied_cells() <= 1500); /* of caps, which are up to half a metre wide */
    CHECK_EQ(mapper.occupancy.grown, 0);
    CHECK_EQ(oct9_tree_check(&mapper.occupancy.tree, seen), OCT9_OK);
}

int main(int argc, char **argv)
{
    char path[512];
    folder = argc > 1 ? argv[1] : "";
    snprintf(path, sizeof path, "%s/A0/state_ToF.csv", folder);
    FILE *const file = fopen(path, "r");
    if (file) {
        fclose(file);
        RUN(flights_warn_as_before_and_small_pools_as_large_ones);
    } else {
        printf("skipped: the recorded flights, as %s is missing\n", folder);
    }
    RUN(six_beams_fill_no_pool);
    return test_end();
}
