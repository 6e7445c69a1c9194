/* SPDX-License-Identifier: MIT */
/* What a window about the robot takes of a RAM tree: the blocks of what a sensor sees of the map.
 *
 * A robot's map holds what its beams crossed, not all that is free about it. So a sensor looks from
 * places all over the map, in directions all around; each frame goes into an empty map of log-odds,
 * and the frame that takes the most blocks counts. */
#include "oct9/sensor.h"
#include "oct9/cast.h"
#include "oct9/mm.h"
#include "oct9/scan.h"
#include "tools/plan/plan.h"
#include "tools/source/mapping.h"

#include <math.h>

enum {
    PLACES = 5, /* along each axis of the map */
    TURNS = 8,  /* in each place */
    ZONES = 64,
    SMALLEST_CELL_UM = 4000
};

typedef struct {
    mapping_t mapping;
    const oct9_map_t *map; /* NULL: open space */
    oct9_range_t range;
    uint32_t most; /* blocks of a frame, so far */
} sensor_t;

/* Ends the beams at what they meet. */
static void shorten(const oct9_map_t *map, oct9_beams_t *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        oct9_beam_t *const beam = &list->beams[i];
        const oct9_cast_input_t ray = {
            .from = list->origin,
            .to = beam->end,
            .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE, .start_inside = OCT9_PASSES }
        };
        oct9_cast_output_t met;
        if (oct9_cast_ray(map, &ray, &met) == OCT9_OK && met.hit == OCT9_HIT_LEAF) {
            beam->end = met.point;
            beam->met = OCT9_BEAM_HIT;
        }
    }
}

/* The blocks of a map that holds this list of beams alone. */
static uint32_t blocks_of(mapping_t *mapping, const oct9_beams_t *list)
{
    static const oct9_model_t model = OCT9_MODEL_DEFAULT;
    oct9_occupancy_t *const occupancy = &mapping->occupancy;
    oct9_scan_t scan;
    if (oct9_occupancy_init(occupancy, mapping->pool, OCT9_BLOCKS_MAX, &model, NULL) != OCT9_OK ||
        oct9_scan_begin(&scan, occupancy, &list->origin, list->beams, list->count) != OCT9_OK ||
        oct9_scan_run(&scan, UINT32_MAX) != OCT9_OK)
        return PLAN_MANY;
    return scan.merged + scan.grown + scan.skipped != 0 ? PLAN_MANY : occupancy->tree.used;
}

static void look(sensor_t *sensor, const oct9_point_t *place, unsigned turn)
{
    mapping_t *const mapping = &sensor->mapping;
    const double half = acos(-1) * turn / TURNS;
    const oct9_pose_t pose = { *place,
                               { (int16_t)lround(OCT9_ONE_Q14 * cos(half)), 0, 0,
                                 (int16_t)lround(OCT9_ONE_Q14 * sin(half)) } };
    int16_t distance_mm[ZONES];
    uint8_t zone[ZONES];
    oct9_beams_t list;
    for (unsigned i = 0; i < ZONES; i++) {
        distance_mm[i] = sensor->range.max_mm;
        zone[i] = OCT9_ZONE_CLEAR;
    }
    if (oct9_scan_beams_begin(&list, &mapping->frame, &pose, &sensor->range, mapping->list,
                              ZONES) != OCT9_OK ||
        oct9_scan_beams_zones(&list, oct9_sensor_vl53l5cx_8x8.directions, distance_mm, zone,
                              ZONES) != OCT9_OK ||
        list.count == 0)
        return;
    if (sensor->map)
        shorten(sensor->map, &list);
    const uint32_t blocks = blocks_of(mapping, &list);
    if (sensor->most < blocks)
        sensor->most = blocks;
}

/* Looks all around from the middle of a cell. */
static void look_from(sensor_t *sensor, const oct9_cell_t *cell)
{
    const oct9_frame_t *const frame = &sensor->mapping.frame;
    const uint32_t at[3] = { cell->x, cell->y, cell->z };
    int32_t mm[3];
    oct9_point_t place;
    for (unsigned a = 0; a < 3; a++)
        mm[a] = (int32_t)(((uint64_t)at[a] * 2 + 1) * frame->cell_um / 2000);
    const oct9_mm_t middle = { mm[0], mm[1], mm[2] };
    if (oct9_mm_place(frame, &middle, &place) == OCT9_OK)
        for (unsigned turn = 0; turn < TURNS; turn++)
            look(sensor, &place, turn);
}

static uint16_t place_on(const uint16_t extent[6], unsigned axis, unsigned i)
{
    const unsigned from = extent[axis], to = extent[axis + 3u];
    return (uint16_t)(from + (to - from) * (2 * i + 1) / (2 * PLACES));
}

/* Looks from the places that have this state; false: there are none. */
static bool look_around(sensor_t *sensor, const uint16_t extent[6], oct9_state_t state)
{
    bool found = false;
    for (unsigned i = 0; i < PLACES * PLACES * PLACES; i++) {
        const oct9_cell_t cell = { place_on(extent, 0, i % PLACES),
                                   place_on(extent, 1, i / PLACES % PLACES),
                                   place_on(extent, 2, i / PLACES / PLACES) };
        oct9_leaf_t leaf;
        if (oct9_map_locate(sensor->map, cell, &leaf) != OCT9_OK || leaf.state != state)
            continue;
        look_from(sensor, &cell);
        found = true;
    }
    return found;
}

/* A range whose clear beams go as far as the sensor sees within the window: they end two cells
 * before it. */
static int16_t range_mm(double window_m, uint32_t cell_um)
{
    const double half_cube_mm = OCT9_CELLS * (cell_um / 2e3);
    const double seen_mm = fmax(fmin(fmin(window_m * 500, MAPPING_FARTHEST_MM), half_cube_mm), 1);
    return (int16_t)fmin(seen_mm + ceil(cell_um / 500.0), INT16_MAX);
}

uint32_t plan_window_blocks(const plan_row_t *row, double window_m)
{
    static const oct9_cell_t middle = { OCT9_CELLS / 2, OCT9_CELLS / 2, OCT9_CELLS / 2 };
    const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, row->cell_um);
    sensor_t sensor = { .map = row->map.image ? &row->map : NULL,
                        .range = { 1, range_mm(window_m, row->cell_um) } };
    if (row->cell_um < SMALLEST_CELL_UM)
        return PLAN_MANY;
    if (!mapping_open(&sensor.mapping, &frame, OCT9_BLOCKS_MAX, INFINITY))
        sensor.most = PLAN_MANY;
    else if (!sensor.map || (!look_around(&sensor, row->extent, OCT9_FREE) &&
                             !look_around(&sensor, row->extent, OCT9_UNKNOWN)))
        look_from(&sensor, &middle);
    mapping_close(&sensor.mapping);
    return sensor.most;
}

double plan_window_largest(const plan_row_t *row, double window_m, int64_t most)
{
    enum { GRAINS = 10 }; /* in a metre */
    uint32_t fits = 0, too_large = (uint32_t)fmin(ceil(window_m * GRAINS), 1e6);
    while (too_large - fits > 1) {
        const uint32_t tried = (fits + too_large) / 2;
        const uint32_t blocks = plan_window_blocks(row, (double)tried / GRAINS);
        if (plan_pool_bytes(blocks) <= most && blocks <= OCT9_BLOCKS_MAX)
            fits = tried;
        else
            too_large = tried;
    }
    return (double)fits / GRAINS;
}
