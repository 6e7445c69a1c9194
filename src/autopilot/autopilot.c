/* SPDX-License-Identifier: MIT */
/* Rings of obstacles for autopilots. */
#include "src/autopilot/autopilot.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/frame.h"

enum { TURN_STEPS = 72, LEAST_MM = 20 };
enum { FIRST_CDEG = -2000, STEP_CDEG = 500, BEFORE_FIRST = 4 };

/* An int of 16 bits does not hold these. */
#define MOST_CM ((int32_t)65533)
#define UNKNOWN_CM 65535u

#define TURN_PARTS (TURN_STEPS * OCT9_AUTOPILOT_STEP)
#define UNIT_PARTS (TURN_PARTS / 65536u) /* of a 65536th of a turn */
#define SLACK (4u * UNIT_PARTS) /* 0.02 degrees that a sector and an element may have in common */

/* --- what may be shown ------------------------------------------------------------------------ */

static bool shown_input_good(const oct9_autopilot_input_t *input)
{
    const oct9_sectors_input_t *const sectors = input->sectors;
    const bool free_asked = input->unknown == OCT9_BLOCKS;
    return oct9_frame_good(input->frame) && input->oldest_ms != 0 &&
           (free_asked || input->unknown == OCT9_PASSES) &&
           (input->failed == OCT9_AUTOPILOT_TOUCHED || input->failed == OCT9_AUTOPILOT_SILENT) &&
           sectors->sectors != 0 && sectors->layers != 0 &&
           (uint32_t)sectors->sectors * sectors->layers <= OCT9_SECTORS_MAX &&
           (free_asked ? sectors->free_q6 : sectors->obstacle_q6) != NULL;
}

/* Whether the map does not have all that is there, or the sectors are too old. What is too near is
 * not mapped. */
static bool is_failed(const oct9_autopilot_input_t *input)
{
    const unsigned failures = OCT9_MAPPER_ERROR | OCT9_MAPPER_STALE | OCT9_MAPPER_FROZEN |
                              OCT9_MAPPER_TOO_NEAR;
    return input->now_ms - input->time_ms > input->oldest_ms ||
           (input->found && (input->found->why & failures) != 0);
}

oct9_status_t oct9_autopilot_open(const oct9_autopilot_input_t *input, int32_t *most_mm,
                                  bool *touched)
{
    if (!shown_input_good(input))
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_mm_of_distance(input->frame, input->sectors->range_q6,
                                                     most_mm);
    if (status != OCT9_OK)
        return status;
    if (*most_mm < LEAST_MM)
        return OCT9_ERR_RANGE;
    *touched = is_failed(input);
    return *touched && input->failed == OCT9_AUTOPILOT_SILENT ? OCT9_ERR_STALE : OCT9_OK;
}

/* --- the least of several sectors ------------------------------------------------------------- */

static void least_sector(const oct9_autopilot_input_t *input, uint32_t sector, uint16_t *least_q6,
                         bool *unknown)
{
    const uint16_t *const obstacle_q6 = input->sectors->obstacle_q6;
    const uint16_t *const free_q6 = input->sectors->free_q6;
    const bool blocks = input->unknown == OCT9_BLOCKS;
    if (obstacle_q6 && obstacle_q6[sector] < *least_q6)
        *least_q6 = obstacle_q6[sector];
    if (blocks && free_q6[sector] < *least_q6)
        *least_q6 = free_q6[sector];
    *unknown = *unknown || (!blocks && (!free_q6 || free_q6[sector] != OCT9_SECTORS_NONE));
}

void oct9_autopilot_least(const oct9_autopilot_input_t *input, const oct9_shown_part_t *part,
                          bool touched, oct9_shown_t *shown)
{
    const uint32_t ring = input->sectors->sectors;
    uint16_t least_q6 = OCT9_SECTORS_NONE;
    bool unknown = false;
    OCT9_ASSERT(part->first < ring && part->high <= input->sectors->layers);
    for (uint32_t layer = part->low; layer < part->high; layer++)
        for (uint32_t i = 0; i < part->count; i++)
            least_sector(input, layer * ring + (part->first + i) % ring, &least_q6, &unknown);
    shown->mm = 0;
    if (touched)
        shown->kind = OCT9_SHOWN_TOUCHED;
    else if (least_q6 != OCT9_SECTORS_NONE)
        shown->kind = oct9_mm_of_distance(input->frame, least_q6, &shown->mm) == OCT9_OK
                        ? OCT9_SHOWN_OBSTACLE
                        : OCT9_SHOWN_TOUCHED;
    else
        shown->kind = unknown ? OCT9_SHOWN_UNKNOWN : OCT9_SHOWN_CLEAR;
}

/* Sectors run counter-clockwise, from `from` on. A product is below 5/4 TURN_PARTS * 128 < 2^31. */
void oct9_autopilot_cone(const oct9_autopilot_input_t *input, uint32_t clockwise, uint32_t across,
                         oct9_shown_part_t *part)
{
    const oct9_sectors_input_t *const sectors = input->sectors;
    const uint32_t ahead = (uint16_t)(input->ahead - sectors->from) * UNIT_PARTS;
    const uint32_t low = (ahead + 2u * TURN_PARTS - clockwise - across / 2u + SLACK) % TURN_PARTS;
    const uint32_t first = low * sectors->sectors / TURN_PARTS;
    const uint32_t last = (low + across - 2u * SLACK) * sectors->sectors / TURN_PARTS;
    const uint32_t count = last - first + 1u;
    OCT9_ASSERT(clockwise < TURN_PARTS && across <= TURN_PARTS / 4u);
    part->first = (uint16_t)first;
    part->count = (uint16_t)(count < sectors->sectors ? count : sectors->sectors);
    part->low = 0;
    part->high = sectors->layers;
}

uint16_t oct9_autopilot_most_cm(int32_t most_mm)
{
    const int32_t cm = most_mm / 10;
    return (uint16_t)(cm < MOST_CM ? cm : MOST_CM);
}

uint16_t oct9_autopilot_cm(const oct9_shown_t *shown, uint16_t most_cm)
{
    if (shown->kind == OCT9_SHOWN_CLEAR)
        return (uint16_t)(most_cm + 1u);
    if (shown->kind == OCT9_SHOWN_UNKNOWN)
        return UNKNOWN_CM;
    const int32_t cm = shown->mm / 10;
    if (cm < 1)
        return 1;
    return (uint16_t)(cm < most_cm ? cm : most_cm - 1);
}

/* --- the ring --------------------------------------------------------------------------------- */

oct9_status_t oct9_autopilot_ring(const oct9_autopilot_input_t *input,
                                  oct9_mavlink_message_t *message)
{
    OCT9_ASSERT(input && input->sectors && input->frame && message);
    int32_t most_mm;
    bool touched;
    const oct9_status_t status = oct9_autopilot_open(input, &most_mm, &touched);
    if (status != OCT9_OK)
        return status;
    oct9_mavlink_ring_t *const ring = &message->is.ring;
    message->kind = OCT9_MAVLINK_OBSTACLE_DISTANCE;
    ring->time_us = (uint64_t)input->time_ms * 1000u;
    ring->least_cm = 0;
    ring->most_cm = oct9_autopilot_most_cm(most_mm);
    ring->step_cdeg = STEP_CDEG;
    ring->first_cdeg = FIRST_CDEG;
    ring->sensor = OCT9_MAVLINK_SENSOR;
    ring->frame = (uint8_t)(input->north ? OCT9_MAVLINK_FRAME_GLOBAL : OCT9_MAVLINK_FRAME_BODY);
    for (uint32_t i = 0; i < OCT9_MAVLINK_RING; i++) {
        const uint32_t step = (i + TURN_STEPS - BEFORE_FIRST) % TURN_STEPS;
        oct9_shown_part_t part;
        oct9_shown_t shown;
        oct9_autopilot_cone(input, step * OCT9_AUTOPILOT_STEP, OCT9_AUTOPILOT_STEP, &part);
        oct9_autopilot_least(input, &part, touched, &shown);
        ring->distance_cm[i] = oct9_autopilot_cm(&shown, ring->most_cm);
    }
    return OCT9_OK;
}
