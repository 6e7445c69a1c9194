/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/sight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PERIOD = 30,      /* frames: two seconds */
    AGREE = 5,        /* frames that must */
    STEPS_MOST = 260, /* 1 cm each: along the longest beam */
    SEEN_MOST = PERIOD * DRONE_ZONES * (STEPS_MOST + 1)
};

bool sight_begin(sight_t *sight)
{
    memset(sight, 0, sizeof *sight);
    sight->tally = calloc((size_t)OCT9_CELLS * OCT9_CELLS * OCT9_CELLS, sizeof *sight->tally);
    sight->seen = malloc(SEEN_MOST * sizeof *sight->seen);
    return sight->tally && sight->seen;
}

void sight_end(sight_t *sight)
{
    free(sight->tally);
    free(sight->seen);
    sight->tally = NULL;
    sight->seen = NULL;
}

/* The cell of the host's map that a place lies in. */
static bool cell_of(const session_t *session, const double place[3], uint32_t *index)
{
    const oct9_mm_t *origin = &session->now.origin_mm;
    const int32_t low[3] = { origin->x, origin->y, origin->z };
    *index = 0;
    for (int k = 2; k >= 0; k--) {
        const double cell = floor((place[k] - low[k] / 1e3) * 1e6 / DRONE_CELL_UM);
        if (cell < 0.0 || cell >= OCT9_CELLS)
            return false;
        *index = *index * OCT9_CELLS + (uint32_t)cell;
    }
    return true;
}

/* Where the beam of a zone ends; false if it does not count. Beyond the range it only clears, which
 * is left out here. */
static bool beam_end(const flight_frame_t *frame, unsigned zone, double end[3])
{
    const oct9_direction_t *d = &oct9_sensor_vl53l5cx_8x8.directions[zone];
    const double metres = frame->distance_mm[zone] / 1e3;
    const double body[3] = { metres, metres * d->y / OCT9_ONE_Q14, metres * d->z / OCT9_ONE_Q14 };
    if (frame->zone[zone] != FLIGHT_TARGET || frame->distance_mm[zone] < DRONE_NEAREST_MM ||
        frame->distance_mm[zone] >= DRONE_FARTHEST_MM)
        return false;
    flight_turn(&frame->pose, body, end);
    for (int k = 0; k < 3; k++)
        end[k] += frame->pose.place_m[k];
    return true;
}

/* A cell was seen in a frame: only its first time in the frame counts. */
static void note(sight_t *sight, uint32_t index, uint16_t frame, bool hit)
{
    tally_t *tally = &sight->tally[index];
    if (tally->last == frame)
        return;
    if (tally->last == 0)
        sight->seen[sight->count++] = index;
    tally->last = frame;
    tally->hits = (uint8_t)(tally->hits + hit);
    tally->passes = (uint8_t)(tally->passes + !hit);
}

static void note_passed(sight_t *sight, const session_t *session, const double from[3],
                        const double to[3], uint16_t frame)
{
    double length = 0.0;
    for (int k = 0; k < 3; k++)
        length += (to[k] - from[k]) * (to[k] - from[k]);
    const int steps = (int)fmin(sqrt(length) / 0.01, STEPS_MOST);
    for (int i = 0; i < steps; i++) {
        uint32_t index;
        double place[3];
        for (int k = 0; k < 3; k++)
            place[k] = from[k] + (to[k] - from[k]) * i / steps;
        if (cell_of(session, place, &index))
            note(sight, index, frame, false);
    }
}

/* Ends first, as they win over what passes. */
static void note_frame(sight_t *sight, const session_t *session, size_t i)
{
    const flight_frame_t *frame = &session->flight->frames[i];
    const uint16_t number = (uint16_t)(i + 1);
    double end[3];
    uint32_t index;
    for (unsigned zone = 0; zone < FLIGHT_ZONES; zone++)
        if (beam_end(frame, zone, end) && cell_of(session, end, &index))
            note(sight, index, number, true);
    for (unsigned zone = 0; zone < FLIGHT_ZONES; zone++)
        if (beam_end(frame, zone, end))
            note_passed(sight, session, frame->pose.place_m, end, number);
}

static void forget_all(sight_t *sight)
{
    for (size_t i = 0; i < sight->count; i++)
        sight->tally[sight->seen[i]] = (tally_t){ 0 };
    sight->count = 0;
    sight->frames = 0;
}

static void compare_cell(sight_t *sight, const oct9_map_t *map, uint32_t index)
{
    const tally_t *tally = &sight->tally[index];
    const bool solid = tally->hits >= AGREE && tally->passes == 0;
    const bool air = tally->passes >= AGREE && tally->hits == 0;
    const oct9_cell_t cell = { (uint16_t)(index % OCT9_CELLS),
                               (uint16_t)(index / OCT9_CELLS % OCT9_CELLS),
                               (uint16_t)(index / OCT9_CELLS / OCT9_CELLS) };
    oct9_leaf_t leaf;
    if (oct9_map_locate(map, cell, &leaf) != OCT9_OK)
        return;
    sight->solid += solid;
    sight->solid_occupied += solid && leaf.state == OCT9_OCCUPIED;
    sight->air += air;
    sight->air_free += air && leaf.state == OCT9_FREE;
    sight->air_occupied += air && leaf.state == OCT9_OCCUPIED;
}

static bool same_place(const oct9_offset_t *a, const oct9_offset_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

void sight_watch(sight_t *sight, const session_t *session, size_t frame)
{
    const oct9_occupancy_t *occupancy = &session->drone->mapper.occupancy;
    const oct9_map_t map = oct9_map_of_tree(&occupancy->tree);
    if (!session->status[frame].mapped)
        return;
    if (!same_place(&sight->window, &occupancy->window))
        forget_all(sight); /* the cells have other numbers now */
    sight->window = occupancy->window;
    note_frame(sight, session, frame);
    if (++sight->frames < PERIOD)
        return;
    for (size_t i = 0; i < sight->count; i++)
        compare_cell(sight, &map, sight->seen[i]);
    forget_all(sight);
}
