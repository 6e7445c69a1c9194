/* SPDX-License-Identifier: MIT */
/* The program of docs/guide/layered.md, unchanged, in geb079: a robot drives along four lines of
 * the corridor with a simulated 8 x 8 sensor. Each step is checked against brute force by cells,
 * and both maps are asked alone, too.
 *
 * Usage: test_layered_page IMAGE */
#include "examples/corridor/sensor.h"
#include "oct9.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "build/generated/layered_page.h"

enum { LINES = 4, STEPS = 399, STEP_MM = 40, RADIUS_MM = 150, FROM_X = -5000, HEIGHT_MM = 1100 };
static const int32_t line_y[LINES] = { 0, 320, 640, 880 };
static uint8_t *bytes;
static size_t size;

static uint8_t state_in(const oct9_map_t *map, const oct9_cell_t *cell)
{
    oct9_leaf_t leaf;
    return oct9_map_locate(map, *cell, &leaf) == OCT9_OK ? leaf.state : (uint8_t)OCT9_UNKNOWN;
}

/* The contract of layered.h, from both maps on their own. `shift` is that of the building. */
static uint8_t joined(const oct9_cell_t *cell, const int32_t shift[3], oct9_layered_policy_t policy)
{
    const oct9_map_t seen = oct9_map_of_tree(&live.tree), below = oct9_map_of_image(&building);
    const int32_t x = cell->x - shift[0], y = cell->y - shift[1], z = cell->z - shift[2];
    const uint8_t u = state_in(&seen, cell);
    uint8_t l = OCT9_UNKNOWN;
    if (x >= 0 && x < 512 && y >= 0 && y < 512 && z >= 0 && z < 512) {
        const oct9_cell_t there = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
        l = state_in(&below, &there);
    }
    if (policy == OCT9_LAYERED_UPPER_FIRST)
        return u != OCT9_UNKNOWN ? u : l;
    return u == OCT9_OCCUPIED || l == OCT9_OCCUPIED ? OCT9_OCCUPIED
         : u == OCT9_FREE || l == OCT9_FREE         ? OCT9_FREE
                                                    : OCT9_UNKNOWN;
}

/* True if no cell within reach of the sphere on its segment along x is anything but free. */
static bool clear_by_cells(const oct9_sphere_input_t *ball, oct9_layered_policy_t policy)
{
    int32_t shift[3];
    shift[0] = (building.frame.origin_mm.x - frame.origin_mm.x) / 80;
    shift[1] = (building.frame.origin_mm.y - frame.origin_mm.y) / 80;
    shift[2] = (building.frame.origin_mm.z - frame.origin_mm.z) / 80;
    const int32_t r = ball->motion.radius_q6;
    const int32_t lo[3] = { ball->motion.from.x, ball->motion.from.y, ball->motion.from.z };
    const int32_t hi[3] = { ball->motion.to.x, ball->motion.to.y, ball->motion.to.z };
    int first[3], last[3];
    for (int a = 0; a < 3; a++) {
        first[a] = (lo[a] - r - 1 - OCT9_LOW_Q6) >> 6;
        last[a] = (hi[a] + r - OCT9_LOW_Q6) >> 6;
    }
    for (int z = first[2]; z <= last[2]; z++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int x = first[0]; x <= last[0]; x++) {
                const int c[3] = { x, y, z };
                int64_t sum = 0;
                for (int a = 0; a < 3; a++) {
                    const int32_t low = CELL_LOW(c[a]), high = low + 64;
                    const int32_t gap = low > hi[a] ? low - hi[a] : high < lo[a] ? lo[a] - high : 0;
                    sum += (int64_t)gap * gap;
                }
                const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
                if (sum <= (int64_t)r * r && joined(&cell, shift, policy) != OCT9_FREE)
                    return false;
            }
    return true;
}

static bool clear_in(const oct9_map_t *map, const oct9_frame_t *its_frame, const oct9_mm_t *from,
                     const oct9_mm_t *to)
{
    oct9_sphere_input_t ball = { .motion = { .radius_q6 = 0 } };
    oct9_sweep_output_t met;
    return oct9_mm_sphere(its_frame, from, to, RADIUS_MM, &ball.motion) == OCT9_OK &&
           oct9_sweep_sphere(map, &ball, &met) == OCT9_OK && met.hit == OCT9_HIT_NONE;
}

/* What the sensor sees of the building, whose unknown space it sees through, as beams. */
static void look(const oct9_mm_t *at)
{
    static oct9_point_t to[SENSOR_RAYS];
    static oct9_beam_t beams[SENSOR_RAYS];
    static sensor_frame_t seen;
    const oct9_map_t map = oct9_map_of_image(&building);
    sensor_pose_t pose = { { 0, 0, 0 }, 16383, 0 };
    CHECK_EQ(oct9_mm_place(&building.frame, at, &pose.place), OCT9_OK);
    CHECK_EQ(sensor_simulate(to, &map, &building.frame, &pose, &seen), OCT9_OK);
    for (int i = 0; i < SENSOR_RAYS; i++) {
        const oct9_point_t *end = seen.hits[i].hit == OCT9_HIT_LEAF ? &seen.hits[i].point : &to[i];
        const int32_t cells[3] = { (building.frame.origin_mm.x - frame.origin_mm.x) / 80,
                                   (building.frame.origin_mm.y - frame.origin_mm.y) / 80,
                                   (building.frame.origin_mm.z - frame.origin_mm.z) / 80 };
        beams[i].end.x = (int16_t)(end->x + 64 * cells[0]);
        beams[i].end.y = (int16_t)(end->y + 64 * cells[1]);
        beams[i].end.z = (int16_t)(end->z + 64 * cells[2]);
        beams[i].met = seen.hits[i].hit == OCT9_HIT_LEAF ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
    }
    CHECK_EQ(robot_sees(at, beams, SENSOR_RAYS), OCT9_OK);
}

static void drive(int32_t y, oct9_layered_policy_t policy)
{
    unsigned image = 0, tree = 0, both = 0, clear = 0;
    CHECK_EQ(robot_begin(bytes, (oct9_rom_size_t)size, policy), OCT9_OK);
    for (int i = 0; i < STEPS; i++) {
        const oct9_mm_t here = { FROM_X + i * STEP_MM, y, HEIGHT_MM };
        const oct9_mm_t next = { here.x + STEP_MM, y, HEIGHT_MM };
        CHECK_EQ(robot_follow(&here), OCT9_OK);
        look(&here);
        oct9_sphere_input_t ball;
        CHECK_EQ(oct9_mm_sphere(&frame, &here, &next, RADIUS_MM, &ball.motion), OCT9_OK);
        const bool is = path_is_clear(&here, &next, RADIUS_MM);
        CHECK_EQ(is, clear_by_cells(&ball, policy));
        const oct9_map_t alone = oct9_map_of_image(&building), seen = oct9_map_of_tree(&live.tree);
        const bool in_image = clear_in(&alone, &building.frame, &here, &next);
        const bool in_tree = clear_in(&seen, &frame, &here, &next);
        image += in_image;
        tree += in_tree;
        both += in_image && in_tree;
        clear += is;
    }
    printf("y %4d, policy %d: clear of %d: image %u, sensors %u, both %u, layered %u; %u blocks\n",
           (int)y, (int)policy, STEPS, image, tree, both, clear, (unsigned)live.tree.used);
    CHECK(clear >= both && clear >= 316);
    CHECK(live.window.x != 0); /* it has moved */
}

static void four_lines(void)
{
    for (int i = 0; i < LINES; i++) {
        drive(line_y[i], OCT9_LAYERED_UNION);
        drive(line_y[i], OCT9_LAYERED_UPPER_FIRST);
    }
}

/* A reader of both maps: its map and frame, and a write to the live map in between. */
static void a_reader(void)
{
    const oct9_cell_t cell = { 1, 2, 3 };
    const oct9_mm_t at = { FROM_X, 400, HEIGHT_MM };
    CHECK_EQ(robot_begin(bytes, (oct9_rom_size_t)size, OCT9_LAYERED_UNION), OCT9_OK);
    CHECK_EQ(robot_follow(&at), OCT9_OK);
    oct9_reader_t reader = oct9_reader_of_layered(&layered, &live, &building.frame, 2);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_OK);
    CHECK_EQ(reader.frame.origin_mm.x, frame.origin_mm.x);
    CHECK_EQ(reader.window.x, live.window.x);
    const oct9_mm_t next = { at.x + STEP_MM, at.y, at.z };
    CHECK_EQ(clear_in(&reader.map, &reader.frame, &at, &next),
             path_is_clear(&at, &next, RADIUS_MM));
    CHECK_EQ(oct9_reader_end(&reader), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&live.tree, cell, 9), OCT9_OK);
    CHECK_EQ(oct9_reader_end(&reader), OCT9_AGAIN);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&live.tree, cell, 0), OCT9_OK);
    CHECK_EQ(oct9_reader_end(&reader), OCT9_ERR_STALE);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_ERR_STALE); /* no try is left */
    reader.tries = 1;
    live.tree.generation++; /* as if a writer were interrupted here */
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_ERR_STALE);
    live.tree.generation++;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        printf("it is skipped: no image\n");
        return test_end();
    }
    (void)fseek(file, 0, SEEK_END);
    size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(size);
    CHECK(bytes && fread(bytes, 1, size, file) == size);
    (void)fclose(file);
    RUN(four_lines);
    RUN(a_reader);
    free(bytes);
    return test_end();
}
