/* SPDX-License-Identifier: MIT */
/* The mapper: how it begins, how its window follows the robot, and how it shares its map. */
#include "src/mapper/mapper.h"

#include "oct9/mm.h"
#include "src/number/frame.h"
#include "src/number/magnitude.h"

enum {
    STEP_LEVEL = 6, /* the window moves by 64 cells */
    STEP_CELLS = 1 << STEP_LEVEL,
    MIDDLE = OCT9_CELLS / 2,
    POLICY_CELL_UM_MIN = 4000,
    CELL_UM_GRAIN = 125, /* then the window's corner is a whole number of millimetres */
    BLOCKS_MIN = 73,     /* that a move may take */
    SPREAD_MOST = OCT9_ONE_Q14
};

/* --- init ------------------------------------------------------------------------------------- */

/* `cells` of 125 um * 8 in millimetres, at most 512 * 536,870. */
static int32_t cells_mm(const oct9_mapper_policy_t *policy, uint32_t cells)
{
    return (int32_t)(policy->cell_um / CELL_UM_GRAIN * cells / 8u);
}

/* All that the robot asks and sees lies in the window, which follows 64 cells behind it. */
int32_t oct9_mapper_reach(const oct9_mapper_policy_t *policy)
{
    const int32_t reach = cells_mm(policy, MIDDLE - STEP_CELLS);
    return reach < INT16_MAX ? reach : INT16_MAX;
}

/* A direction has a length of at least a half and at most the root of 3. */
static bool directions_good(const oct9_sensor_t *sensor)
{
    for (uint16_t i = 0; sensor->directions && i < sensor->zones; i++) {
        const int32_t x = sensor->directions[i].x, y = sensor->directions[i].y,
                      z = sensor->directions[i].z;
        const uint32_t square = (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z);
        if (square < (uint32_t)1 << 26 || square > (uint32_t)3 << 28)
            return false;
    }
    return true;
}

static bool sensor_good(const oct9_sensor_t *sensor)
{
    return sensor->zones != 0 && sensor->least_mm >= 1 && sensor->least_mm <= sensor->most_mm &&
           (sensor->hit & sensor->clear) == 0 && sensor->spread_q14 <= SPREAD_MOST &&
           directions_good(sensor);
}

static bool lengths_good(const oct9_mapper_policy_t *policy)
{
    const uint32_t reach = (uint32_t)oct9_mapper_reach(policy);
    return policy->nearest_mm >= 1 && policy->nearest_mm <= policy->farthest_mm &&
           policy->farthest_mm <= reach && policy->radius_mm >= 1 && policy->radius_mm <= reach &&
           policy->look_mm >= 1 && policy->look_mm <= reach && policy->near_mm >= 1 &&
           policy->near_mm <= reach && policy->least_mm <= policy->near_mm &&
           policy->jump_mm <= reach && policy->dark_mm <= reach;
}

/* What was not filled in is 0. */
static bool motion_good(const oct9_mapper_policy_t *policy)
{
    return policy->fastest_mm != 0 && policy->brake_mm != 0 && policy->reaction_ms != 0 &&
           policy->stale_ms != 0 && policy->repeat_ms != 0 && policy->blind_ms != 0 &&
           policy->round_ms != 0;
}

static bool policy_good(const oct9_mapper_policy_t *policy)
{
    return policy->cell_um >= POLICY_CELL_UM_MIN && policy->cell_um <= OCT9_CELL_UM_MAX &&
           policy->cell_um % CELL_UM_GRAIN == 0 && lengths_good(policy) && motion_good(policy) &&
           (policy->unknown == OCT9_BLOCKS || policy->unknown == OCT9_PASSES);
}

/* speed <= 65535, so that each product is below 2^32. */
uint32_t oct9_mapper_stop_mm(uint32_t brake, uint32_t speed, uint32_t after)
{
    if (speed > UINT16_MAX || after > UINT16_MAX)
        return INT16_MAX;
    const uint32_t rolls = speed * after / 1000u + 1u;
    const uint32_t slows = speed * speed / (2u * brake) + 1u; /* at most 2^31 */
    const uint32_t sum = rolls + slows;
    return sum < INT16_MAX ? sum : INT16_MAX;
}

/* How far ahead a check may look, for the robot at its fastest. */
static uint32_t farthest_look(const oct9_mapper_policy_t *policy)
{
    const uint32_t stop = oct9_mapper_stop_mm(policy->brake_mm, policy->fastest_mm,
                                              policy->reaction_ms);
    return stop > policy->look_mm ? stop : policy->look_mm;
}

/* The distances that the sensor measures and the robot wants. What it asks, beams must reach. */
static bool set_range(oct9_mapper_t *mapper, const oct9_sensor_t *sensor,
                      const oct9_mapper_policy_t *policy)
{
    oct9_range_t *const range = &mapper->range;
    range->min_mm = (int16_t)policy->nearest_mm;
    range->max_mm = (int16_t)policy->farthest_mm;
    if (range->min_mm < sensor->least_mm)
        range->min_mm = sensor->least_mm;
    if (range->max_mm > sensor->most_mm)
        range->max_mm = sensor->most_mm;
    return range->min_mm <= range->max_mm &&
           farthest_look(policy) + policy->radius_mm + 2u * oct9_two_cells_mm(policy->cell_um) <=
               (uint32_t)range->max_mm;
}

/* Obstacles that the robot can reach before it stops are not forgotten: nearer to the sensor, which
 * is within the robot, than that, twice its radius and a cell, in cells. */
static uint16_t near_cells(const oct9_mapper_policy_t *policy)
{
    const uint32_t mm = farthest_look(policy) + 2u * policy->radius_mm; /* below 2^17 */
    return (uint16_t)(mm * 1000u / policy->cell_um + 2u);               /* below 2^26 / 4000 */
}

/* How wide beams are mapped. The whole cap of a hit is needed where the robot may come before it
 * looks again: as near as what is not forgotten. Cells may stick out of a cone by
 * three eighths. */
static void set_sight(oct9_mapper_t *mapper)
{
    const oct9_mapper_policy_t *const policy = mapper->policy;
    const uint32_t cells = near_cells(policy), most = OCT9_CELLS / 2 - 1;
    /* Below 2^16 * 64000 / 4000 = 2^20. */
    const uint32_t noise_q6 = (uint32_t)64000 * mapper->sensor->noise_mm / policy->cell_um + 1u;
    mapper->sight.spread_q14 = mapper->sensor->spread_q14;
    mapper->sight.cap_q6 = (uint16_t)((cells < most ? cells : most) * OCT9_CELL_Q6);
    mapper->sight.margin_q6 = (uint16_t)(noise_q6 < UINT16_MAX ? noise_q6 : UINT16_MAX);
    mapper->sight.loose_q6 = OCT9_CELL_Q6 * 3 / 8;
    mapper->sight.most = (int8_t)policy->model.hit;
    if (mapper->sight.most > policy->model.highest)
        mapper->sight.most = policy->model.highest;
}

/* The map and, if there is a run, the sender of its changes. */
static oct9_status_t begin_map(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                               const oct9_run_t *run)
{
    oct9_status_t status = OCT9_OK;
    mapper->sender.occupancy = NULL;
    if (run)
        status = oct9_occupancy_changes_init(&mapper->changes, memory->table, memory->words);
    if (status == OCT9_OK)
        status = oct9_occupancy_init(&mapper->occupancy, memory->pool, memory->blocks,
                                     &mapper->policy->model, run ? &mapper->changes : NULL);
    mapper->occupancy.near_cells = near_cells(mapper->policy);
    set_sight(mapper);
    if (status == OCT9_OK && run)
        status = oct9_packet_sender_init(&mapper->sender, &mapper->occupancy, run);
    return status;
}

oct9_status_t oct9_mapper_init(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                               const oct9_sensor_t *sensor, const oct9_mapper_policy_t *policy,
                               const oct9_run_t *run)
{
    OCT9_ASSERT(mapper && memory && sensor && policy);
    if (memory->blocks < BLOCKS_MIN || memory->zones < sensor->zones ||
        memory->zones < oct9_mapper_looks(sensor) || !sensor_good(sensor) || !policy_good(policy) ||
        !set_range(mapper, sensor, policy) || (run && !memory->table))
        return OCT9_REFUSE();
    oct9_mapper_set_seen(mapper, OCT9_ERR_STALE); /* a check may come before the rest is set */
    mapper->sensor = sensor;
    mapper->policy = policy;
    mapper->beams = memory->beams;
    mapper->looks = memory->looks;
    mapper->packets = 0;
    mapper->owed = mapper->placed = mapper->started = false;
    mapper->late = 0;
    mapper->stage = NO_FRAME;
    mapper->forget_ms = 0;
    oct9_mapper_trust_reset(mapper);
    mapper->base.origin_mm.x = -cells_mm(policy, MIDDLE);
    mapper->base.origin_mm.y = mapper->base.origin_mm.x;
    mapper->base.origin_mm.z = mapper->base.origin_mm.x;
    (void)oct9_frame_set_cell(&mapper->base, policy->cell_um); /* policy_good has checked it */
    return begin_map(mapper, memory, run);
}

/* --- follow ----------------------------------------------------------------------------------- */

/* How many steps of the window bring a place back to within one of its middle. 2^32 mm are at most
 * 2^30 cells. */
static int32_t steps_to(const oct9_mapper_t *mapper, int32_t place_mm, int32_t origin_mm)
{
    const uint32_t grains = mapper->base.cell_um / CELL_UM_GRAIN; /* of an eighth of a mm: 32.. */
    const bool below = place_mm < origin_mm;
    const uint32_t mm = oct9_magnitude_between(place_mm, origin_mm);
    const uint32_t cells = mm / grains * 8u + mm % grains * 8u / grains;
    return ((below ? -(int32_t)cells : (int32_t)cells) - MIDDLE) / STEP_CELLS;
}

/* Moves the window, if need be into the place of free space, which the sensor sees again. */
static oct9_status_t move_window(oct9_mapper_t *mapper, const oct9_offset_t *by)
{
    oct9_occupancy_t *const occupancy = &mapper->occupancy;
    oct9_status_t status = oct9_window_move(occupancy, by, STEP_LEVEL);
    if (status == OCT9_ERR_POOL_FULL) {
        (void)oct9_occupancy_forget_free(occupancy, FREE_LEAVES);
        status = oct9_window_move(occupancy, by, STEP_LEVEL);
    }
    return status;
}

oct9_status_t oct9_mapper_follow(oct9_mapper_t *mapper, const oct9_mm_t *place_mm)
{
    OCT9_ASSERT(mapper && place_mm);
    if (!oct9_mapper_been_at(mapper, place_mm))
        return OCT9_OK;
    const oct9_offset_t *const window = &mapper->occupancy.window;
    oct9_frame_t frame;
    oct9_status_t status = oct9_window_frame(window, &mapper->base, &frame);
    if (status != OCT9_OK)
        return status;
    const oct9_offset_t by = { steps_to(mapper, place_mm->x, frame.origin_mm.x),
                               steps_to(mapper, place_mm->y, frame.origin_mm.y),
                               steps_to(mapper, place_mm->z, frame.origin_mm.z) };
    const oct9_offset_t to = { window->x + by.x * STEP_CELLS, window->y + by.y * STEP_CELLS,
                               window->z + by.z * STEP_CELLS };
    status = oct9_window_frame(&to, &mapper->base, &frame);
    if (status == OCT9_OK && (by.x | by.y | by.z) != 0)
        status = move_window(mapper, &by);
    mapper->owed = status != OCT9_OK;
    return status;
}

/* --- share ------------------------------------------------------------------------------------ */

int32_t oct9_mapper_share(oct9_mapper_t *mapper, uint8_t *bytes, uint32_t size, uint32_t budget)
{
    OCT9_ASSERT(mapper && bytes);
    const uint8_t repeats = mapper->policy->repeats;
    int32_t length = 0;
    if (!mapper->sender.occupancy)
        return OCT9_REFUSE();
    if (repeats == 0 || mapper->packets + 1u < repeats)
        length = oct9_packet_write(&mapper->sender, bytes, size, budget);
    if (repeats != 0 && (length == 0 || length == OCT9_AGAIN)) {
        mapper->packets = 0;
        return oct9_packet_repeat(&mapper->sender, bytes, size, budget);
    }
    if (length > 0)
        mapper->packets++;
    return length;
}
