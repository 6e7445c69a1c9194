/* SPDX-License-Identifier: MIT */
/* The mapper: what each client of the occupancy map does with a frame of its sensor. */
#include "oct9/mapper.h"

#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/sweep.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

/* Of the frame that is being mapped. Until the first frame an empty one is a success. */
enum { NO_FRAME, FIRST_FRAME, EMPTY_FRAME, FORGETTING, SCANNING };

enum {
    STEP_LEVEL = 6, /* the window moves by 64 cells */
    STEP_CELLS = 1 << STEP_LEVEL,
    MIDDLE = OCT9_CELLS / 2,
    CELL_UM_MIN = 4000,
    CELL_UM_GRAIN = 125, /* then the window's corner is a whole number of millimetres */
    BLOCKS_MIN = 64,
    TRIES = 2,
    FREE_LEAVES = 4096, /* the most leaves of a frame in which free space is looked for */
    FORGET_A_STEP = 32,
    PRESSED_ROUND = 16 /* frames of a round where obstacles alone take half of the pool */
};

/* --- init ------------------------------------------------------------------------------------- */

/* `cells` of 125 um * 8 in millimetres, at most 512 * 536,870. */
static int32_t cells_mm(const oct9_mapper_policy_t *policy, uint32_t cells)
{
    return (int32_t)(policy->cell_um / CELL_UM_GRAIN * cells / 8u);
}

static bool sensor_good(const oct9_sensor_t *sensor)
{
    return sensor->zones != 0 && sensor->least_mm >= 1 && sensor->least_mm <= sensor->most_mm &&
           (sensor->hit & sensor->clear) == 0;
}

/* All that the robot asks and sees lies in the window, which follows 64 cells behind it. */
static bool lengths_good(const oct9_mapper_policy_t *policy)
{
    const int32_t cells = cells_mm(policy, MIDDLE - STEP_CELLS);
    const uint32_t reach = cells < INT16_MAX ? (uint32_t)cells : INT16_MAX;
    return policy->nearest_mm >= 1 && policy->nearest_mm <= policy->farthest_mm &&
           policy->farthest_mm <= reach && policy->radius_mm <= reach && policy->look_mm >= 1 &&
           policy->look_mm <= reach && policy->near_mm <= reach &&
           policy->least_mm <= policy->near_mm;
}

static bool policy_good(const oct9_mapper_policy_t *policy)
{
    return policy->cell_um >= CELL_UM_MIN && policy->cell_um <= OCT9_CELL_UM_MAX &&
           policy->cell_um % CELL_UM_GRAIN == 0 && lengths_good(policy) && policy->round != 0 &&
           (policy->unknown == OCT9_BLOCKS || policy->unknown == OCT9_PASSES);
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
           (uint32_t)policy->look_mm + policy->radius_mm + oct9_two_cells_mm(policy->cell_um) <=
               (uint32_t)range->max_mm;
}

/* A check that comes in the middle of a frame finds neither where an obstacle was nor where it is:
 * it is blocked. */
static void set_seen(oct9_mapper_t *mapper, oct9_status_t status)
{
    OCT9_ORDERED;
    mapper->seen = (int8_t)status;
    OCT9_ORDERED;
}

/* The map and, if there is a run, the sender of its changes. */
static oct9_status_t begin(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                           const oct9_run_t *run)
{
    oct9_status_t status = OCT9_OK;
    mapper->sender.occupancy = NULL;
    if (run)
        status = oct9_occupancy_changes_init(&mapper->changes, memory->table, memory->words);
    if (status == OCT9_OK)
        status = oct9_occupancy_init(&mapper->occupancy, memory->pool, memory->blocks,
                                     &mapper->policy->model, run ? &mapper->changes : NULL);
    if (status == OCT9_OK && run)
        status = oct9_packet_sender_init(&mapper->sender, &mapper->occupancy, run);
    return status;
}

oct9_status_t oct9_mapper_init(oct9_mapper_t *mapper, const oct9_mapper_memory_t *memory,
                               const oct9_sensor_t *sensor, const oct9_mapper_policy_t *policy,
                               const oct9_run_t *run)
{
    OCT9_ASSERT(mapper && memory && sensor && policy);
    if (memory->blocks < BLOCKS_MIN || memory->zones < sensor->zones || !sensor_good(sensor) ||
        !policy_good(policy) || !set_range(mapper, sensor, policy) || (run && !memory->table))
        return OCT9_REFUSE();
    mapper->sensor = sensor;
    mapper->policy = policy;
    mapper->beams = memory->beams;
    mapper->refused = 0;
    mapper->packets = 0;
    set_seen(mapper, OCT9_ERR_STALE);
    mapper->stage = FIRST_FRAME;
    mapper->base.origin_mm.x = -cells_mm(policy, MIDDLE);
    mapper->base.origin_mm.y = mapper->base.origin_mm.x;
    mapper->base.origin_mm.z = mapper->base.origin_mm.x;
    (void)oct9_frame_set_cell(&mapper->base, policy->cell_um); /* policy_good has checked it */
    return begin(mapper, memory, run);
}

/* --- follow ----------------------------------------------------------------------------------- */

/* How many steps of the window bring a place back to within one of its middle. 2^32 mm are at most
 * 2^30 cells. */
static int32_t steps_to(const oct9_mapper_t *mapper, int32_t place_mm, int32_t origin_mm)
{
    const uint32_t grains = mapper->base.cell_um / CELL_UM_GRAIN; /* of an eighth of a mm: 32.. */
    const bool below = place_mm < origin_mm;
    const uint32_t mm = below ? (uint32_t)origin_mm - (uint32_t)place_mm
                              : (uint32_t)place_mm - (uint32_t)origin_mm;
    const uint32_t cells = mm / grains * 8u + mm % grains * 8u / grains;
    return ((below ? -(int32_t)cells : (int32_t)cells) - MIDDLE) / STEP_CELLS;
}

oct9_status_t oct9_mapper_follow(oct9_mapper_t *mapper, const oct9_mm_t *place_mm)
{
    OCT9_ASSERT(mapper && place_mm);
    const oct9_offset_t *const window = &mapper->occupancy.window;
    oct9_frame_t frame;
    oct9_status_t status = oct9_window_frame(window, &mapper->base, &frame);
    if (status != OCT9_OK)
        return status;
    const oct9_offset_t by = { steps_to(mapper, place_mm->x, frame.origin_mm.x),
                               steps_to(mapper, place_mm->y, frame.origin_mm.y),
                               steps_to(mapper, place_mm->z, frame.origin_mm.z) };
    if (by.x == 0 && by.y == 0 && by.z == 0)
        return OCT9_OK;
    const oct9_offset_t to = { window->x + by.x * STEP_CELLS, window->y + by.y * STEP_CELLS,
                               window->z + by.z * STEP_CELLS };
    status = oct9_window_frame(&to, &mapper->base, &frame);
    if (status == OCT9_OK)
        status = oct9_window_move(&mapper->occupancy, &by, STEP_LEVEL);
    return status == OCT9_ERR_POOL_FULL ? OCT9_OK : status;
}

/* --- see -------------------------------------------------------------------------------------- */

/* Adds what a reading means. The list has room. */
static void add_reading(const oct9_mapper_t *mapper, oct9_beams_t *list,
                        const oct9_sensor_frame_t *frame, uint16_t i)
{
    const oct9_sensor_t *const sensor = mapper->sensor;
    const int16_t distance = frame->distance_mm[i];
    const uint8_t zone = (uint8_t)oct9_sensor_zone(sensor, distance,
                                                   frame->status ? frame->status[i] : 0);
    if (sensor->directions) {
        (void)oct9_scan_beams_zones(list, &sensor->directions[i], &distance, &zone, 1);
    } else if (zone == OCT9_ZONE_HIT || zone == OCT9_ZONE_CLEAR) {
        /* A laser's beam clears where its distance is 0. */
        const int16_t seen = (int16_t)(zone == OCT9_ZONE_HIT ? distance : 0);
        const uint32_t angle = ((uint32_t)frame->first_q16 << 16) + (uint32_t)frame->step_q32 * i;
        (void)oct9_scan_beams_laser(list, (uint16_t)(angle >> 16), 0, &seen, 1, true);
    }
}

/* Makes the beams of a frame. */
static oct9_status_t make_beams(const oct9_mapper_t *mapper, oct9_beams_t *list,
                                const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose)
{
    oct9_frame_t window;
    oct9_pose_t at;
    at.rotation.w = pose->rotation.w;
    at.rotation.x = pose->rotation.x;
    at.rotation.y = pose->rotation.y;
    at.rotation.z = pose->rotation.z;
    oct9_status_t status = oct9_window_frame(&mapper->occupancy.window, &mapper->base, &window);
    if (status == OCT9_OK)
        status = oct9_mm_place(&window, &pose->place_mm, &at.place);
    if (status == OCT9_OK && !oct9_point_inside(&at.place))
        status = OCT9_ERR_OUTSIDE;
    if (status == OCT9_OK)
        status = oct9_scan_beams_begin(list, &window, &at, &mapper->range, mapper->beams,
                                       mapper->sensor->zones);
    for (uint16_t i = 0; status == OCT9_OK && i < frame->count; i++)
        add_reading(mapper, list, frame, i);
    return status;
}

/* Begins to forget a little, before the scan that needs the room: all that is old; in a pool that
 * is more than half used free space, which a sensor sees again; and if that is not enough,
 * obstacles sooner. */
static void begin_forgetting(oct9_mapper_t *mapper)
{
    const uint32_t leaves = 7u * mapper->occupancy.tree.used + 1u;
    mapper->forget_left = leaves / mapper->policy->round + 1u;
    mapper->free_left = leaves < FREE_LEAVES ? leaves : FREE_LEAVES;
    mapper->pressed_left = leaves / PRESSED_ROUND + 1u;
}

/* Returns false if there is nothing left to forget. */
static bool forget_step(oct9_mapper_t *mapper)
{
    oct9_occupancy_t *const occupancy = &mapper->occupancy;
    const bool pressed = occupancy->tree.used > occupancy->tree.capacity / 2u;
    if (mapper->forget_left != 0) {
        const uint32_t left = mapper->forget_left;
        const uint32_t now = left < FORGET_A_STEP ? left : FORGET_A_STEP;
        const bool ends = oct9_occupancy_forget(occupancy, now) == OCT9_OK;
        mapper->forget_left = ends ? 0 : left - now;
        return true;
    }
    if (pressed && mapper->free_left >= FORGET_A_STEP) {
        (void)oct9_occupancy_forget_free(occupancy, FORGET_A_STEP);
        mapper->free_left -= FORGET_A_STEP;
        return true;
    }
    mapper->forget_left = pressed ? mapper->pressed_left : 0;
    mapper->free_left = mapper->pressed_left = 0;
    return mapper->forget_left != 0;
}

/* Begins with a frame that has readings which mean something; or an empty one. */
static oct9_status_t begin_frame(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                 const oct9_mapper_pose_t *pose)
{
    if (frame->count == 0 || frame->count > mapper->sensor->zones)
        return OCT9_REFUSE();
    oct9_beams_t list;
    const oct9_status_t status = make_beams(mapper, &list, frame, pose);
    if (status != OCT9_OK)
        return status;
    mapper->refused = list.refused;
    mapper->beams_count = list.count;
    oct9_point_copy(&mapper->origin, &list.origin);
    mapper->stage = list.count == 0 ? EMPTY_FRAME : FORGETTING;
    begin_forgetting(mapper);
    return OCT9_OK;
}

/* An empty frame changes nothing: a check is as it was, but for the first frame, and blocked still
 * if the last one was given up. */
oct9_status_t oct9_mapper_see_begin(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                    const oct9_mapper_pose_t *pose)
{
    OCT9_ASSERT(mapper && frame && frame->distance_mm && pose);
    const oct9_status_t before = mapper->stage == FIRST_FRAME ? OCT9_OK
                                                              : (oct9_status_t)mapper->seen;
    set_seen(mapper, OCT9_ERR_STALE);
    mapper->stage = NO_FRAME;
    const oct9_status_t status = begin_frame(mapper, frame, pose);
    if (status != OCT9_OK)
        set_seen(mapper, status);
    else if (mapper->stage == EMPTY_FRAME)
        set_seen(mapper, before);
    mapper->generation = mapper->occupancy.tree.generation;
    return status;
}

/* The next part of the frame. */
static oct9_status_t run(oct9_mapper_t *mapper, uint32_t budget)
{
    if (mapper->stage == EMPTY_FRAME)
        return OCT9_OK;
    if (mapper->stage == NO_FRAME || mapper->stage == FIRST_FRAME ||
        mapper->generation != mapper->occupancy.tree.generation)
        return OCT9_ERR_STALE;
    for (; mapper->stage == FORGETTING; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        if (forget_step(mapper))
            continue;
        mapper->stage = SCANNING;
        /* The beams are good, and their origin is in the cube. */
        (void)oct9_scan_begin(&mapper->scan, &mapper->occupancy, &mapper->origin, mapper->beams,
                              mapper->beams_count);
    }
    return budget == 0 ? OCT9_AGAIN : oct9_scan_run(&mapper->scan, budget);
}

oct9_status_t oct9_mapper_see_run(oct9_mapper_t *mapper, uint32_t budget)
{
    OCT9_ASSERT(mapper);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = run(mapper, budget);
    mapper->generation = mapper->occupancy.tree.generation;
    if (status == OCT9_AGAIN)
        return status;
    if (mapper->stage == FORGETTING || mapper->stage == SCANNING)
        set_seen(mapper, status);
    if (mapper->stage != FIRST_FRAME)
        mapper->stage = NO_FRAME;
    return status;
}

oct9_status_t oct9_mapper_see(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                              const oct9_mapper_pose_t *pose)
{
    const oct9_status_t status = oct9_mapper_see_begin(mapper, frame, pose);
    return status == OCT9_OK ? oct9_mapper_see_run(mapper, UINT32_MAX) : status;
}

/* --- check ------------------------------------------------------------------------------------ */

/* Where the robot is look_mm on. What does not fit int32_t wraps, far from the window, where the
 * path is refused: no sum of a place in the window wraps. */
static oct9_mm_t look_to(const oct9_mapper_policy_t *policy, const oct9_mapper_pose_t *pose,
                         const int16_t velocity_mm[3])
{
    int32_t direction[3];
    uint32_t square = 0; /* 3 2^30 at most */
    for (unsigned i = 0; i < 3; i++) {
        direction[i] = velocity_mm[i];
        square += (uint32_t)(direction[i] * direction[i]);
    }
    int32_t length = oct9_point_isqrt(square);
    if (length < policy->slow_mm || length == 0) {
        oct9_matrix_t turn;
        oct9_pose_matrix(&pose->rotation, &turn);
        for (unsigned i = 0; i < 3; i++)
            direction[i] = turn.m[i][0] / OCT9_ONE_Q14; /* the robot's x axis */
        length = turn.scale / OCT9_ONE_Q14;
    }
    const int32_t look = policy->look_mm; /* below 2^15, as a direction nearly is */
    const oct9_mm_t *const from = &pose->place_mm;
    const oct9_mm_t to = { (int32_t)((uint32_t)from->x + (uint32_t)(direction[0] * look / length)),
                           (int32_t)((uint32_t)from->y + (uint32_t)(direction[1] * look / length)),
                           (int32_t)((uint32_t)from->z +
                                     (uint32_t)(direction[2] * look / length)) };
    return to;
}

/* The careful rules, but for unknown space. */
static void set_rules(oct9_rules_t *rules, const oct9_mapper_policy_t *policy)
{
    rules->unknown = policy->unknown;
    rules->outside = OCT9_UNKNOWN;
    rules->start_inside = OCT9_BLOCKS;
    rules->filter_mask = rules->filter_value = 0;
}

static oct9_status_t check_path(const oct9_mapper_policy_t *policy, const oct9_reader_t *reader,
                                const oct9_mm_t *from, const oct9_mm_t *to,
                                oct9_mapper_found_t *found)
{
    /* look_to's end is short of the true one by less than 1 mm and look_mm / 2^14 on each axis. */
    const int32_t radius_mm = policy->radius_mm + 3 + policy->look_mm / 8192;
    oct9_sphere_input_t input;
    oct9_sweep_output_t output;
    int32_t mm;
    output.hit = OCT9_HIT_NONE;
    input.any_contact = false;
    set_rules(&input.rules, policy);
    oct9_status_t status = oct9_mm_sphere(&reader->frame, from, to, radius_mm, &input.from,
                                          &input.to, &input.radius_q6);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(&reader->map, &input, &output);
    if (status != OCT9_OK || output.hit == OCT9_HIT_NONE)
        return status;
    status = oct9_mm_of_drive(from, to, output.fraction.num, output.fraction.den, &mm);
    if (status == OCT9_OK)
        found->clear_mm = (uint16_t)mm;
    return status;
}

static oct9_status_t check_clearance(const oct9_mapper_policy_t *policy,
                                     const oct9_reader_t *reader, const oct9_mm_t *place,
                                     oct9_mapper_found_t *found)
{
    oct9_near_t obstacle;
    oct9_nearest_input_t input;
    oct9_nearest_output_t output;
    int32_t mm;
    output.count = 0;
    input.capacity = 1;
    input.found = &obstacle;
    set_rules(&input.rules, policy);
    oct9_status_t status = oct9_mm_sphere(&reader->frame, place, place, policy->near_mm,
                                          &input.point, &input.point, &input.range_q6);
    if (status == OCT9_OK)
        status = oct9_nearest_find(&reader->map, &input, &output);
    if (status != OCT9_OK || output.count == 0)
        return status;
    status = oct9_mm_of_distance(&reader->frame, oct9_point_isqrt(obstacle.distance2_q12), &mm);
    if (status == OCT9_OK)
        found->clearance_mm = (uint16_t)mm;
    return status;
}

/* A reader of the map that checks ask: the one place that says which map that is. It sets by hand
 * what oct9_reader_of_window returns: for a struct of that size GCC calls memset and memcpy. */
static void begin_reader(oct9_reader_t *reader, const oct9_mapper_t *mapper)
{
    reader->map = oct9_map_of_tree(&mapper->occupancy.tree);
    reader->occupancy = &mapper->occupancy;
    reader->base = &mapper->base;
    reader->tries = TRIES;
}

/* All that one decision asks, of one map in one frame. */
static oct9_status_t ask(const oct9_mapper_t *mapper, const oct9_mapper_pose_t *pose,
                         const oct9_mm_t *to, oct9_mapper_found_t *found)
{
    oct9_reader_t reader;
    oct9_status_t status;
    begin_reader(&reader, mapper);
    do {
        found->clear_mm = found->clearance_mm = OCT9_MAPPER_FAR;
        status = oct9_reader_begin(&reader);
        if (status == OCT9_OK)
            status = (oct9_status_t)mapper->seen;
        if (status == OCT9_OK)
            status = check_path(mapper->policy, &reader, &pose->place_mm, to, found);
        if (status == OCT9_OK)
            status = check_clearance(mapper->policy, &reader, &pose->place_mm, found);
        if (status == OCT9_OK)
            status = oct9_reader_end(&reader);
    } while (status == OCT9_AGAIN);
    return status;
}

oct9_status_t oct9_mapper_check(const oct9_mapper_t *mapper, const oct9_mapper_pose_t *pose,
                                const int16_t velocity_mm[3], oct9_mapper_found_t *found)
{
    OCT9_ASSERT(mapper && pose && velocity_mm && found);
    oct9_mapper_found_t seen;
    oct9_status_t status = mapper->policy ? oct9_pose_check(&pose->rotation) : OCT9_ERR_STALE;
    if (status == OCT9_OK) {
        const oct9_mm_t to = look_to(mapper->policy, pose, velocity_mm);
        status = ask(mapper, pose, &to, &seen);
    }
    if (status != OCT9_OK) {
        found->alarm = true;
        found->clear_mm = found->clearance_mm = 0;
        return status;
    }
    found->clear_mm = seen.clear_mm;
    found->clearance_mm = seen.clearance_mm;
    found->alarm = seen.clear_mm != OCT9_MAPPER_FAR || seen.clearance_mm < mapper->policy->least_mm;
    return OCT9_OK;
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
