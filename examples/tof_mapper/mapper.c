/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/mapper.h"

#include "oct9/mm.h"

enum {
    CELL_MM = MAPPER_CELL_UM / 1000,
    MIDDLE = OCT9_CELLS / 2,
    STEP_LEVEL = 6,               /* the window moves by 64 cells, 2.56 m: these and the */
    STEP_CELLS = 1 << STEP_LEVEL, /* sensor's 4 m fit into half of it */
    TILES_A_CALL = 64,
    LEAVES_FORGOTTEN = 150,       /* in a frame: a round takes 8 s at most */
    LEAVES_IN_NEED = 1500,        /* when this much of the pool is used: so it seldom */
    NEED = MAPPER_BLOCKS * 5 / 8, /* gets full, and little must be coarsened */
    SLOW_MM = 200                 /* a second: below it the drone looks where it points */
};

/* The window's (0, 0, 0): then the drone's own origin is in the middle of the cube. */
static const oct9_frame_t base = { { -MIDDLE * CELL_MM, -MIDDLE *CELL_MM, -MIDDLE *CELL_MM },
                                   MAPPER_CELL_UM };

/* Twice what it looks ahead. Farther off the beams are so far apart that each clears a separate
 * line of cells, which takes most of the blocks and helps nobody. */
static const oct9_range_t range = { MAPPER_NEAREST_MM, 2 * MAPPER_LOOK_MM };

static const oct9_model_t model = { .hit = 17,
                                    .miss = 8,
                                    .lowest = -16,
                                    .highest = 51,
                                    .free_at = -1,
                                    .occupied_at = 1,
                                    .keep = 1,
                                    .fade = 16,
                                    .full = OCT9_COARSEN };

oct9_status_t mapper_init(mapper_t *mapper)
{
    mapper->frame = base;
    const oct9_status_t status = oct9_occupancy_changes_init(&mapper->changes, mapper->change_table,
                                                             MAPPER_CHANGES);
    return status != OCT9_OK ? status
                             : oct9_occupancy_init(&mapper->occupancy, mapper->pool, MAPPER_BLOCKS,
                                                   &model, &mapper->changes);
}

bool mapper_flies(const sensor_frame_t *frame)
{
    return frame->place_mm.z >= MAPPER_LEAST_HEIGHT_MM;
}

/* How many steps bring a place back to within one of the window's middle. */
static int32_t steps_to(int32_t place_mm, int32_t origin_mm)
{
    return ((place_mm - origin_mm) / CELL_MM - MIDDLE) / STEP_CELLS;
}

static oct9_status_t follow(mapper_t *mapper, const oct9_mm_t *place)
{
    const oct9_mm_t *origin = &mapper->frame.origin_mm;
    const oct9_offset_t by = { steps_to(place->x, origin->x), steps_to(place->y, origin->y),
                               steps_to(place->z, origin->z) };
    if (by.x == 0 && by.y == 0 && by.z == 0)
        return OCT9_OK;
    const oct9_status_t status = oct9_window_move(&mapper->occupancy, &by, STEP_LEVEL);
    if (status == OCT9_ERR_POOL_FULL)
        return OCT9_OK; /* the drone is far from the rim yet: next time */
    return status != OCT9_OK ? status
                             : oct9_window_frame(&mapper->occupancy.window, &base, &mapper->frame);
}

static oct9_status_t scan(mapper_t *mapper, const oct9_beams_t *list)
{
    oct9_scan_t *scan = &mapper->scratch.scan;
    oct9_status_t status = oct9_scan_begin(scan, &mapper->occupancy, &list->origin, list->beams,
                                           list->count);
    if (status == OCT9_OK)
        do
            status = oct9_scan_run(scan, TILES_A_CALL);
        while (status == OCT9_AGAIN);
    return status;
}

oct9_status_t mapper_see(mapper_t *mapper, const sensor_frame_t *frame)
{
    oct9_status_t status = follow(mapper, &frame->place_mm);
    if (status == OCT9_OK)
        status = oct9_mm_place(&mapper->frame, &frame->place_mm, &mapper->pose.place);
    if (status != OCT9_OK)
        return status;
    oct9_beams_t list;
    mapper->pose.rotation = frame->rotation;
    status = oct9_scan_beams_begin(&list, &mapper->frame, &mapper->pose, &range, mapper->beams,
                                   TOF_ZONES);
    if (status == OCT9_OK)
        status = oct9_scan_beams_zones(&list, tof_zones, frame->distance_mm, frame->zone,
                                       TOF_ZONES);
    if (status != OCT9_OK)
        return status;
    mapper->refused = list.refused;
    return list.count != 0 ? scan(mapper, &list) : OCT9_OK;
}

oct9_status_t mapper_forget(mapper_t *mapper)
{
    const bool need = mapper->occupancy.tree.used > NEED;
    const oct9_status_t status = oct9_occupancy_forget(&mapper->occupancy,
                                                       need ? LEAVES_IN_NEED : LEAVES_FORGOTTEN);
    return status == OCT9_AGAIN ? OCT9_OK : status;
}

/* Where the drone is MAPPER_LOOK_MM on. */
static oct9_mm_t look_to(const sensor_frame_t *frame)
{
    int32_t direction[3], length = 0;
    for (unsigned i = 0; i < 3; i++) {
        direction[i] = frame->velocity_mm[i];
        length += (direction[i] >> 2) * (direction[i] >> 2); /* 3 * 2^26 at most */
    }
    length = 4 * (int32_t)oct9_point_isqrt((uint32_t)length);
    if (length < SLOW_MM) {
        oct9_matrix_t turn;
        oct9_pose_matrix(&frame->rotation, &turn);
        for (unsigned i = 0; i < 3; i++)
            direction[i] = turn.m[i][0] >> 14; /* the drone's x axis */
        length = turn.scale >> 14;
    }
    return (oct9_mm_t){ frame->place_mm.x + direction[0] * MAPPER_LOOK_MM / length,
                        frame->place_mm.y + direction[1] * MAPPER_LOOK_MM / length,
                        frame->place_mm.z + direction[2] * MAPPER_LOOK_MM / length };
}

/* What is unknown passes: the drone has seen little of the world behind it. */
static const oct9_rules_t rules = { .unknown = OCT9_PASSES };

static oct9_status_t check_path(mapper_t *mapper, const sensor_frame_t *frame, findings_t *found)
{
    const oct9_map_t map = oct9_map_of_tree(&mapper->occupancy.tree);
    const oct9_mm_t to = look_to(frame);
    oct9_sphere_input_t input = { .rules = rules };
    oct9_sweep_output_t output;
    int32_t mm;
    oct9_status_t status = oct9_mm_sphere(&mapper->frame, &frame->place_mm, &to, MAPPER_RADIUS_MM,
                                          &input.from, &input.to, &input.radius_q6);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(&map, &input, &output);
    if (status != OCT9_OK || output.hit == OCT9_HIT_NONE)
        return status;
    status = oct9_mm_of_drive(&frame->place_mm, &to, output.fraction.num, output.fraction.den, &mm);
    found->clear_mm = (uint16_t)mm;
    return status;
}

static oct9_status_t check_clearance(mapper_t *mapper, const sensor_frame_t *frame,
                                     findings_t *found)
{
    const oct9_map_t map = oct9_map_of_tree(&mapper->occupancy.tree);
    oct9_near_t obstacle;
    oct9_nearest_input_t input = { .capacity = 1, .found = &obstacle, .rules = rules };
    oct9_nearest_output_t output;
    int32_t mm;
    oct9_status_t status = oct9_mm_sphere(&mapper->frame, &frame->place_mm, &frame->place_mm,
                                          MAPPER_NEAR_MM, &input.point, &input.point,
                                          &input.range_q6);
    if (status == OCT9_OK)
        status = oct9_nearest_find(&map, &input, &output);
    if (status != OCT9_OK || output.count == 0)
        return status;
    status = oct9_mm_of_distance(&mapper->frame, oct9_point_isqrt(obstacle.distance2_q12), &mm);
    found->clearance_mm = (uint16_t)mm;
    return status;
}

oct9_status_t mapper_check(mapper_t *mapper, const sensor_frame_t *frame, findings_t *found)
{
    findings_t seen = MAPPER_NOTHING;
    oct9_status_t status = check_path(mapper, frame, &seen);
    if (status == OCT9_OK)
        status = check_clearance(mapper, frame, &seen);
    seen.alarm = seen.clear_mm != MAPPER_FAR_MM || seen.clearance_mm < MAPPER_CLEARANCE_MM;
    *found = status == OCT9_OK ? seen : (findings_t)MAPPER_FAILED;
    return status;
}

uint32_t mapper_digest(mapper_t *mapper)
{
    const oct9_map_t map = oct9_map_of_tree(&mapper->occupancy.tree);
    uint32_t digest = 0;
    oct9_leaf_t leaf;
    (void)oct9_visit_begin(&mapper->scratch.visit, &map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&mapper->scratch.visit, UINT32_MAX, &leaf) > 0) {
        const uint16_t words[4] = { leaf.corner.x, leaf.corner.y, leaf.corner.z, leaf.payload };
        for (unsigned i = 0; i < 4; i++) {
            const uint8_t bytes[2] = { (uint8_t)words[i], (uint8_t)(words[i] >> 8) };
            digest = oct9_rom_crc32(digest, bytes, 2);
        }
    }
    return digest;
}
