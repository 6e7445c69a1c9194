/* SPDX-License-Identifier: MIT */
/* Frames of readings, into the map: what is old is forgotten, then the beams are scanned, then what
 * a wide beam says beside its middle is added. */
#include "src/mapper/mapper.h"

#include "oct9/mm.h"
#include "src/mapping/cone.h"
#include "src/mapping/occupancy.h"
#include "src/number/axes.h"

enum {
    FORGET_A_STEP = 32,
    PRESSED_ROUND = 16 /* frames of a round where obstacles alone take half of the pool */
};

/* --- beams ------------------------------------------------------------------------------------ */

/* Adds a beam that means something. The list has room. */
static void add_beam(const oct9_mapper_t *mapper, oct9_beams_t *list,
                     const oct9_sensor_frame_t *frame, uint16_t i, oct9_zone_t zone,
                     int16_t distance_mm)
{
    const oct9_sensor_t *const sensor = mapper->sensor;
    const uint8_t met = (uint8_t)zone;
    if (sensor->directions) {
        (void)oct9_scan_beams_zones(list, &sensor->directions[i], &distance_mm, &met, 1);
        return;
    }
    /* A laser's beam clears where its distance is 0. */
    const int16_t seen = (int16_t)(zone == OCT9_ZONE_HIT ? distance_mm : 0);
    const uint32_t angle = ((uint32_t)frame->first_q16 << 16) + (uint32_t)frame->step_q32 * i;
    (void)oct9_scan_beams_laser(list, (uint16_t)(angle >> 16), 0, &seen, 1, true);
}

/* Adds what a reading means. A beam that saw nothing up to dark_mm clears no farther than that;
 * what is too near is mapped as near as anything is. */
static void add_reading(oct9_mapper_t *mapper, const oct9_mapper_news_t *news, oct9_beams_t *list,
                        const oct9_sensor_frame_t *frame, uint16_t i)
{
    const int32_t clear_mm = list->clear_mm, dark_mm = mapper->policy->dark_mm;
    oct9_zone_t zone = oct9_mapper_trust_take(mapper, news, frame, i);
    int16_t distance_mm = frame->distance_mm[i];
    if (zone == OCT9_ZONE_NEAR) {
        zone = OCT9_ZONE_HIT;
        distance_mm = mapper->range.min_mm;
    } else if (zone == OCT9_ZONE_DARK) {
        zone = OCT9_ZONE_CLEAR;
        list->clear_mm = dark_mm < clear_mm ? dark_mm : clear_mm;
    }
    if (zone != OCT9_ZONE_NONE)
        add_beam(mapper, list, frame, i, zone, distance_mm);
    list->clear_mm = clear_mm;
}

/* Begins the list of a frame's beams. */
static oct9_status_t begin_beams(const oct9_mapper_t *mapper, oct9_beams_t *list,
                                 const oct9_mapper_pose_t *pose)
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
    return status;
}

/* --- begin ------------------------------------------------------------------------------------ */

/* Begins to forget a little, before the scan that needs the room: as many leaves as the time since
 * the last ones is of a round; in a pool that is more than half used free space, which a sensor
 * sees again; and if that is not enough, obstacles sooner. */
static void begin_forgetting(oct9_mapper_t *mapper)
{
    const uint32_t leaves = 7u * mapper->occupancy.tree.used + 1u; /* below 2^18 */
    const uint32_t round_ms = mapper->policy->round_ms, passed_ms = mapper->forget_ms;
    const unsigned bits = leaves >> 16 != 0 ? 2 : 0;
    mapper->forget_left = (leaves >> bits) * passed_ms / round_ms << bits; /* below 2^32 */
    /* What is left of the time makes the next part of a leaf. */
    mapper->forget_ms = passed_ms - (mapper->forget_left >> bits) * round_ms / (leaves >> bits);
    mapper->free_left = leaves < FREE_LEAVES ? leaves : FREE_LEAVES;
    mapper->pressed_left = leaves / PRESSED_ROUND + 1u;
}

/* Time passes, of which no more than a round counts. */
static void pass_time(oct9_mapper_t *mapper, uint32_t since_ms)
{
    const uint32_t round_ms = mapper->policy->round_ms;
    const uint32_t sum = mapper->forget_ms + (since_ms < round_ms ? since_ms : round_ms);
    mapper->forget_ms = sum < round_ms ? sum : round_ms;
}

/* All that was seen was seen from another place than it seemed: begins anew. */
static void begin_anew(oct9_mapper_t *mapper)
{
    static const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    (void)oct9_occupancy_clear_box(&mapper->occupancy, &all); /* it needs no blocks */
    oct9_mapper_trust_reset(mapper);
}

/* Takes the frame's readings. A write to what a check reads is one to the map. */
static void take_readings(oct9_mapper_t *mapper, oct9_beams_t *list,
                          const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose)
{
    oct9_mapper_news_t news;
    oct9_occupancy_begin(&mapper->occupancy);
    oct9_mapper_trust_begin(mapper, &news, frame, pose);
    for (uint16_t i = 0; i < frame->count; i++)
        add_reading(mapper, &news, list, frame, i);
    /* What comes near the robot is measured from where it is now. */
    oct9_point_cell(&list->origin, &mapper->occupancy.robot);
    oct9_occupancy_end(&mapper->occupancy);
}

/* Begins with a frame that is later than the last one. */
static oct9_status_t begin_frame(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                 const oct9_mapper_pose_t *pose, oct9_mapper_step_t step)
{
    oct9_beams_t list;
    if (frame->count == 0 || frame->count > mapper->sensor->zones)
        return OCT9_REFUSE();
    const oct9_status_t status = begin_beams(mapper, &list, pose);
    if (status != OCT9_OK)
        return status;
    if (step == JUMPED)
        begin_anew(mapper);
    if (step == RESTARTED)
        oct9_mapper_trust_reset(mapper);
    pass_time(mapper, step == FOLLOWS ? frame->time_ms - mapper->frame_ms : 0);
    take_readings(mapper, &list, frame, pose);
    mapper->beams_count = list.count;
    mapper->next = 0;
    oct9_point_copy(&mapper->origin, &list.origin);
    mapper->stage = FORGETTING;
    begin_forgetting(mapper);
    return OCT9_OK;
}

/* A frame of nothing leaves the check as it was; but after a jump there is no map. */
oct9_status_t oct9_mapper_see_begin(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                                    const oct9_mapper_pose_t *pose)
{
    OCT9_ASSERT(mapper && frame && frame->distance_mm && pose);
    const oct9_mapper_step_t step = oct9_mapper_step(mapper, frame->time_ms, &pose->place_mm, 0);
    if (step == LATE) {
        if (mapper->late < OCT9_MAPPER_LATE_MOST)
            mapper->late++;
        return OCT9_ERR_STALE;
    }
    const oct9_status_t before = step == JUMPED ? OCT9_ERR_STALE : (oct9_status_t)mapper->seen;
    oct9_mapper_set_seen(mapper, OCT9_ERR_STALE);
    mapper->stage = NO_FRAME;
    mapper->late = 0;
    const oct9_status_t status = begin_frame(mapper, frame, pose, step);
    if (status != OCT9_OK)
        oct9_mapper_set_seen(mapper, status);
    else if (mapper->beams_count == 0)
        oct9_mapper_set_seen(mapper, before);
    mapper->generation = mapper->occupancy.tree.generation;
    return status;
}

/* --- run -------------------------------------------------------------------------------------- */

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

/* The number of layers of cells, from below, that reach down to the floor. */
static uint16_t floor_layers(const oct9_mapper_t *mapper)
{
    const int32_t floor_mm = mapper->policy->floor_mm;
    oct9_frame_t window;
    if (floor_mm == OCT9_MAPPER_NO_FLOOR ||
        oct9_window_frame(&mapper->occupancy.window, &mapper->base, &window) != OCT9_OK ||
        floor_mm < window.origin_mm.z)
        return 0;
    const uint32_t mm = (uint32_t)floor_mm - (uint32_t)window.origin_mm.z;
    const uint32_t eighths = window.cell_um / 125u; /* of a mm, in a cell: 32.. */
    const uint32_t layers = mm / eighths * 8u + mm % eighths * 8u / eighths + 1u;
    return (uint16_t)(layers < OCT9_CELLS ? layers : OCT9_CELLS);
}

/* The beams are good, and their origin is in the cube. */
static void begin_scan(oct9_mapper_t *mapper)
{
    mapper->stage = SCANNING;
    (void)oct9_scan_begin(&mapper->scan, &mapper->occupancy, &mapper->origin, mapper->beams,
                          mapper->beams_count);
    mapper->scan.floor = floor_layers(mapper);
}

/* Begins the cone of the next beam. */
static void begin_cone(oct9_mapper_t *mapper)
{
    const oct9_beam_t *const beam = &mapper->beams[mapper->next];
    oct9_cone_begin(&mapper->cone, &mapper->occupancy, &mapper->origin, &beam->end,
                    beam->met == OCT9_BEAM_HIT, &mapper->sight);
    mapper->cone.floor = mapper->scan.floor;
}

/* What wide beams say beside their middles. */
static oct9_status_t run_widening(oct9_mapper_t *mapper, uint32_t budget)
{
    for (;;) {
        const oct9_status_t status = oct9_cone_run(&mapper->cone, &budget);
        if (status == OCT9_OK)
            mapper->next++;
        if (status != OCT9_OK || mapper->next == mapper->beams_count)
            return status;
        begin_cone(mapper);
    }
}

/* The scan, and behind it the cones, if beams are wide. */
static oct9_status_t run_scanning(oct9_mapper_t *mapper, uint32_t budget)
{
    const oct9_status_t status = oct9_scan_run(&mapper->scan, budget);
    if (status != OCT9_OK || mapper->sensor->spread_q14 == 0)
        return status;
    mapper->stage = WIDENING;
    begin_cone(mapper);
    return run_widening(mapper, budget);
}

/* The next part of the frame. */
static oct9_status_t run_part(oct9_mapper_t *mapper, uint32_t budget)
{
    if (mapper->stage == NO_FRAME || mapper->generation != mapper->occupancy.tree.generation)
        return OCT9_ERR_STALE;
    if (mapper->stage == WIDENING)
        return run_widening(mapper, budget);
    for (; mapper->stage == FORGETTING; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        if (forget_step(mapper))
            continue;
        if (mapper->beams_count == 0)
            return OCT9_OK;
        begin_scan(mapper);
    }
    return budget == 0 ? OCT9_AGAIN : run_scanning(mapper, budget);
}

oct9_status_t oct9_mapper_see_run(oct9_mapper_t *mapper, uint32_t budget)
{
    OCT9_ASSERT(mapper);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = run_part(mapper, budget);
    mapper->generation = mapper->occupancy.tree.generation;
    if (status == OCT9_AGAIN)
        return status;
    if (mapper->stage != NO_FRAME && mapper->beams_count != 0)
        oct9_mapper_set_seen(mapper, status);
    mapper->stage = NO_FRAME;
    return status;
}

oct9_status_t oct9_mapper_see(oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                              const oct9_mapper_pose_t *pose)
{
    const oct9_status_t status = oct9_mapper_see_begin(mapper, frame, pose);
    return status == OCT9_OK ? oct9_mapper_see_run(mapper, UINT32_MAX) : status;
}
