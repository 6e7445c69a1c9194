/* SPDX-License-Identifier: MIT */
/* Obstacles of one direction for autopilots. */
#include "port/oct9_port.h"
#include "src/autopilot/autopilot.h"
#include "src/autopilot/autopilot_axes.h"
#include "src/number/bearing.h"

#define NO_ID 65535u /* an int of 16 bits does not hold it */

enum { NEAREST_MM = 20, UNKNOWN_VARIANCE = 255 };
/* An orientation sees an eighth of a turn, 9 steps, and one step more to each side: PX4 puts it
 * into all bins that it touches, over those of its neighbours. */
enum { EIGHTHS = 8, EIGHTH_STEPS = 9, SEEN_STEPS = 11, STRAIGHT_UP = 16384 };
enum { HALF_EIGHTH = 4096, FACE_BORDERS = 4, FACE_ROOM = 2 };

#define FARTHEST_MM ((int32_t)100000)
#define EIGHTH_URAD UINT32_C(785399) /* 45 degrees, rounded up */

/* --- OBSTACLE_DISTANCE_3D --------------------------------------------------------------------- */

/* The middle of a layer, in 65536ths of a turn above the horizon. */
static uint16_t middle_pitch(const oct9_sectors_input_t *sectors, uint32_t layer)
{
    return (uint16_t)(((int32_t)sectors->borders[layer] + sectors->borders[layer + 1u]) / 2);
}

/* The middle of a sector, counter-clockwise from `ahead`. */
static uint16_t middle_turn(const oct9_autopilot_input_t *input, uint32_t sector)
{
    const uint32_t ring = input->sectors->sectors;
    const uint32_t middle = (2u * sector + 1u) * 32768u / ring;
    return (uint16_t)(input->sectors->from + middle - input->ahead);
}

/* The cosine and the sine of an angle in 65536ths of a turn, in Q14, rounded toward 0. */
static void unit_q14(uint16_t angle, int32_t *cosine, int32_t *sine)
{
    oct9_bearing_unit((uint32_t)angle << 16, cosine, sine);
    *cosine /= (int32_t)1 << 16;
    *sine /= (int32_t)1 << 16;
}

/* Puts the obstacle into the middle of its angles. A product is at most FARTHEST_MM * 2^14 < 2^31,
 * and is rounded toward 0: the point is never farther away. */
static void place_obstacle(const oct9_autopilot_input_t *input, uint16_t number, int32_t mm,
                           oct9_mavlink_point_t *point)
{
    const uint32_t ring = input->sectors->sectors;
    int32_t level, up, ahead, left, right[3];
    unit_q14(middle_pitch(input->sectors, number / ring), &level, &up);
    unit_q14(middle_turn(input, number % ring), &ahead, &left);
    const int32_t away = mm * level / OCT9_ONE_Q14;
    const int32_t at[3] = { away * ahead / OCT9_ONE_Q14, away * left / OCT9_ONE_Q14,
                            mm * up / OCT9_ONE_Q14 };
    oct9_axes_of_left(at, right);
    point->x_mm = right[0];
    point->y_mm = right[1];
    point->z_mm = right[2];
}

/* True if no sector and no layer crosses a border of ArduPilot's 8 x 5 faces: an obstacle is sent
 * in the middle of its angles, so that it would be missed in the other face. */
static bool fits_faces(const oct9_autopilot_input_t *input)
{
    static const int16_t pitch[FACE_BORDERS] = { -8192, -2731, 2731, 8192 };
    const oct9_sectors_input_t *const sectors = input->sectors;
    const uint32_t ring = sectors->sectors;
    const uint32_t turned = (uint32_t)input->ahead - HALF_EIGHTH - sectors->from;
    const uint32_t off = ((turned & 0xFFFFu) * ring + FACE_ROOM * ring) & 0xFFFFu;
    bool fits = ring % EIGHTHS == 0 && off <= 2u * FACE_ROOM * ring;
    for (unsigned layer = 0; layer < sectors->layers; layer++)
        for (unsigned face = 0; face < FACE_BORDERS; face++) {
            const int32_t low = sectors->borders[layer], high = sectors->borders[layer + 1u];
            fits = fits && (low >= pitch[face] - FACE_ROOM || high <= pitch[face] + FACE_ROOM);
        }
    return fits;
}

static oct9_status_t make_point(const oct9_autopilot_input_t *input, uint16_t number, int32_t most,
                                bool touched, oct9_mavlink_message_t *message)
{
    const oct9_sectors_input_t *const sectors = input->sectors;
    if (sectors->kind != (uint16_t)OCT9_SECTORS_PITCH ||
        number >= (uint32_t)sectors->sectors * sectors->layers || !fits_faces(input))
        return OCT9_REFUSE();
    const uint16_t layer = (uint16_t)(number / sectors->sectors);
    const oct9_shown_part_t part = { (uint16_t)(number % sectors->sectors), 1, layer,
                                     (uint16_t)(layer + 1u) };
    oct9_shown_t shown;
    oct9_autopilot_least(input, &part, touched, &shown);
    const bool seen = shown.kind == OCT9_SHOWN_OBSTACLE || shown.kind == OCT9_SHOWN_TOUCHED;
    if (!seen && number != 0)
        return OCT9_AGAIN;
    most = most < FARTHEST_MM ? most : FARTHEST_MM;
    int32_t mm = seen && shown.mm < most ? shown.mm : most;
    if (mm < NEAREST_MM)
        mm = NEAREST_MM; /* nearer, its parts would be rounded to another direction */
    oct9_mavlink_point_t *const point = &message->is.point;
    message->kind = OCT9_MAVLINK_OBSTACLE_DISTANCE_3D;
    point->time_ms = input->time_ms;
    point->least_mm = 0;
    point->most_mm = most;
    point->id = NO_ID;
    point->sensor = OCT9_MAVLINK_SENSOR;
    point->frame = OCT9_MAVLINK_FRAME_BODY;
    place_obstacle(input, number, mm, point);
    return OCT9_OK;
}

/* --- DISTANCE_SENSOR -------------------------------------------------------------------------- */

/* The part of the table that an orientation sees. Returns false if there is none. */
static bool oriented_part(const oct9_autopilot_input_t *input, uint16_t orientation,
                          oct9_shown_part_t *part)
{
    const oct9_sectors_input_t *const sectors = input->sectors;
    if (orientation < EIGHTHS) {
        oct9_autopilot_cone(input, orientation * EIGHTH_STEPS * OCT9_AUTOPILOT_STEP,
                            SEEN_STEPS * OCT9_AUTOPILOT_STEP, part);
        return true;
    }
    part->first = 0;
    part->count = sectors->sectors;
    part->low = (uint16_t)(sectors->layers - 1u);
    part->high = sectors->layers;
    return orientation == OCT9_MAVLINK_UP && sectors->kind == (uint16_t)OCT9_SECTORS_PITCH &&
           sectors->borders[sectors->layers] == STRAIGHT_UP;
}

static oct9_status_t make_distance(const oct9_autopilot_input_t *input, uint16_t orientation,
                                   int32_t most_mm, bool touched, oct9_mavlink_message_t *message)
{
    oct9_shown_part_t part;
    oct9_shown_t shown;
    if (!oriented_part(input, orientation, &part))
        return OCT9_REFUSE();
    oct9_autopilot_least(input, &part, touched, &shown);
    if (shown.kind == OCT9_SHOWN_UNKNOWN)
        return OCT9_AGAIN;
    oct9_mavlink_distance_t *const distance = &message->is.distance;
    message->kind = OCT9_MAVLINK_DISTANCE_SENSOR;
    distance->time_ms = input->time_ms;
    distance->least_cm = 0;
    distance->most_cm = oct9_autopilot_most_cm(most_mm);
    distance->distance_cm = oct9_autopilot_cm(&shown, distance->most_cm);
    if (orientation == OCT9_MAVLINK_UP && distance->distance_cm > distance->most_cm)
        distance->distance_cm = (uint16_t)(distance->most_cm - 1u);
    distance->sensor = OCT9_MAVLINK_SENSOR;
    distance->id = (uint8_t)orientation;
    distance->orientation = (uint8_t)orientation;
    distance->variance = UNKNOWN_VARIANCE;
    distance->width_urad = orientation < EIGHTHS ? EIGHTH_URAD : 0u;
    distance->height_urad = 0;
    return OCT9_OK;
}

oct9_status_t oct9_autopilot_point(const oct9_autopilot_input_t *input, oct9_mavlink_kind_t kind,
                                   uint16_t number, oct9_mavlink_message_t *message)
{
    OCT9_ASSERT(input && input->sectors && input->frame && message);
    int32_t most_mm;
    bool touched;
    if (input->north)
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_autopilot_open(input, &most_mm, &touched);
    if (status != OCT9_OK)
        return status;
    if (kind == OCT9_MAVLINK_OBSTACLE_DISTANCE_3D)
        return make_point(input, number, most_mm, touched, message);
    if (kind == OCT9_MAVLINK_DISTANCE_SENSOR)
        return make_distance(input, number, most_mm, touched, message);
    return OCT9_REFUSE();
}
