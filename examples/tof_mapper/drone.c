/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/drone.h"

#include "oct9/visit.h"

/* A radius of 120 mm is the drone's, 65, and a margin, which holds the 3 mm that scan.h asks for.
 * The line loses nothing, so that nothing is repeated. What is not said here is careful: no floor
 * is known, and a zone that sees nothing knows nothing. */
static const oct9_mapper_policy_t policy = { .cell_um = DRONE_CELL_UM,
                                             .floor_mm = OCT9_MAPPER_NO_FLOOR,
                                             .nearest_mm = DRONE_NEAREST_MM,
                                             .farthest_mm = DRONE_FARTHEST_MM,
                                             .radius_mm = 120,
                                             .look_mm = 1000,
                                             .near_mm = 500,
                                             .least_mm = 150,
                                             .slow_mm = DRONE_SLOW_MM,
                                             .fastest_mm = 1300,
                                             .brake_mm = 3000,
                                             .reaction_ms = 250,
                                             .stale_ms = 300,
                                             .repeat_ms = 400,
                                             .blind_ms = 500,
                                             .jump_mm = 100,
                                             .dark_mm = 0,
                                             .round_ms = 10000,
                                             .repeats = 0,
                                             .unknown = OCT9_PASSES,
                                             .model = { 17, 8, -16, 51, -1, 1, 1, 16,
                                                        OCT9_COARSEN } };

oct9_status_t drone_init(drone_t *drone)
{
    static const oct9_run_t run = DRONE_RUN;
    const oct9_mapper_memory_t memory = { drone->pool, DRONE_BLOCKS, drone->beams, drone->looks,
                                          DRONE_ZONES, drone->table, DRONE_WORDS };
    return oct9_mapper_init(&drone->mapper, &memory, &oct9_sensor_vl53l5cx_8x8, &policy, &run);
}

bool drone_flies(const sensor_frame_t *frame)
{
    return frame->pose.place_mm.z >= DRONE_LEAST_HEIGHT_MM;
}

oct9_status_t drone_see(drone_t *drone, const sensor_frame_t *frame)
{
    const oct9_sensor_frame_t readings = {
        frame->time_ms, frame->distance_mm, frame->status, DRONE_ZONES, 0, 0
    };
    const oct9_status_t followed = oct9_mapper_follow(&drone->mapper, &frame->pose.place_mm);
    const oct9_status_t seen = oct9_mapper_see(&drone->mapper, &readings, &frame->pose);
    return seen != OCT9_OK && seen != OCT9_ERR_STALE ? seen : followed;
}

oct9_status_t drone_check(const drone_t *drone, const sensor_frame_t *frame,
                          oct9_mapper_found_t *found)
{
    oct9_mapper_motion_t motion = { .now_ms = frame->time_ms, .place_mm = frame->pose.place_mm };
    for (unsigned i = 0; i < 3; i++) {
        motion.velocity_mm[i] = frame->velocity_mm[i];
        motion.command_mm[i] = frame->command_mm[i];
    }
    return oct9_mapper_check(&drone->mapper, &motion, found);
}

uint32_t drone_digest(const drone_t *drone)
{
    const oct9_map_t map = oct9_map_of_tree(&drone->mapper.occupancy.tree);
    uint32_t digest = 0;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    (void)oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const uint16_t words[4] = { leaf.corner.x, leaf.corner.y, leaf.corner.z, leaf.payload };
        for (unsigned i = 0; i < 4; i++) {
            const uint8_t bytes[2] = { (uint8_t)words[i], (uint8_t)(words[i] >> 8) };
            digest = oct9_rom_crc32(digest, bytes, 2);
        }
    }
    return digest;
}
