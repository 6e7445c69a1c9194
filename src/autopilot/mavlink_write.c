/* SPDX-License-Identifier: MIT */
/* Frames of MAVLink that are sent. */
#include "oct9/autopilot.h"
#include "port/oct9_port.h"
#include "src/autopilot/float_bits.h"
#include "src/autopilot/mavlink.h"
#include "src/number/bytes.h"

#include <stddef.h>

enum { MAVLINK_VERSION = 3, SET_MESSAGE_INTERVAL = 511 };

/* What is fixed of a message. */
typedef struct {
    uint8_t length; /* with its zeros */
    uint8_t extra;  /* the byte that the checksum takes at its end */
} layout_t;

static void put_float(uint8_t *bytes, int32_t number, uint32_t parts)
{
    oct9_put_le32(bytes, oct9_float_make(number, parts, false));
}

static void put_heartbeat(uint8_t *bytes, const oct9_mavlink_heartbeat_t *heartbeat)
{
    bytes[4] = heartbeat->type;
    bytes[5] = heartbeat->autopilot;
    bytes[6] = heartbeat->mode;
    bytes[7] = heartbeat->status;
    bytes[8] = MAVLINK_VERSION;
}

static void put_request(uint8_t *bytes, const oct9_mavlink_request_t *request)
{
    put_float(bytes, request->id, 1);
    put_float(bytes + 4, request->interval_us, 1);
    oct9_put_le16(bytes + 28, SET_MESSAGE_INTERVAL);
    bytes[30] = request->system;
    bytes[31] = request->component;
}

static void put_distance(uint8_t *bytes, const oct9_mavlink_distance_t *distance)
{
    oct9_put_le32(bytes, distance->time_ms);
    oct9_put_le16(bytes + 4, distance->least_cm);
    oct9_put_le16(bytes + 6, distance->most_cm);
    oct9_put_le16(bytes + 8, distance->distance_cm);
    bytes[10] = distance->sensor;
    bytes[11] = distance->id;
    bytes[12] = distance->orientation;
    bytes[13] = distance->variance;
    put_float(bytes + 14, (int32_t)distance->width_urad, 1000000);
    put_float(bytes + 18, (int32_t)distance->height_urad, 1000000);
}

/* The whole degrees of a step, for MAVLink 1, which has no increment_f. */
static uint8_t whole_degrees(int16_t step_cdeg)
{
    const uint16_t step = (uint16_t)(step_cdeg > 0 ? step_cdeg : 0);
    return (uint8_t)(step % 100u == 0 && step <= 25500u ? step / 100u : 0u);
}

static void put_ring(uint8_t *bytes, const oct9_mavlink_ring_t *ring)
{
    oct9_put_le32(bytes, (uint32_t)ring->time_us);
    oct9_put_le32(bytes + 4, (uint32_t)(ring->time_us >> 32));
    for (size_t i = 0; i < OCT9_MAVLINK_RING; i++)
        oct9_put_le16(bytes + 8u + 2u * i, ring->distance_cm[i]);
    oct9_put_le16(bytes + 152, ring->least_cm);
    oct9_put_le16(bytes + 154, ring->most_cm);
    bytes[156] = ring->sensor;
    bytes[157] = whole_degrees(ring->step_cdeg);
    put_float(bytes + 158, ring->step_cdeg, 100);
    put_float(bytes + 162, ring->first_cdeg, 100);
    bytes[166] = ring->frame;
}

static void put_point(uint8_t *bytes, const oct9_mavlink_point_t *point)
{
    oct9_put_le32(bytes, point->time_ms);
    put_float(bytes + 4, point->x_mm, 1000);
    put_float(bytes + 8, point->y_mm, 1000);
    put_float(bytes + 12, point->z_mm, 1000);
    put_float(bytes + 16, point->least_mm, 1000);
    put_float(bytes + 20, point->most_mm, 1000);
    oct9_put_le16(bytes + 24, point->id);
    bytes[26] = point->sensor;
    bytes[27] = point->frame;
}

static layout_t layout_of(oct9_mavlink_kind_t kind)
{
    layout_t layout = { 0, 0 };
    switch (kind) {
    case OCT9_MAVLINK_HEARTBEAT:
        layout.length = 9;
        layout.extra = 50;
        break;
    case OCT9_MAVLINK_REQUEST:
        layout.length = 33;
        layout.extra = 152;
        break;
    case OCT9_MAVLINK_DISTANCE_SENSOR:
        layout.length = 39;
        layout.extra = 85;
        break;
    case OCT9_MAVLINK_OBSTACLE_DISTANCE:
        layout.length = 167;
        layout.extra = 23;
        break;
    case OCT9_MAVLINK_OBSTACLE_DISTANCE_3D:
        layout.length = 28;
        layout.extra = 130;
        break;
    default: /* none of them */ break;
    }
    return layout;
}

static void put_message(uint8_t *bytes, const oct9_mavlink_message_t *message)
{
    switch (message->kind) {
    case OCT9_MAVLINK_HEARTBEAT: put_heartbeat(bytes, &message->is.heartbeat); break;
    case OCT9_MAVLINK_REQUEST: put_request(bytes, &message->is.request); break;
    case OCT9_MAVLINK_DISTANCE_SENSOR: put_distance(bytes, &message->is.distance); break;
    case OCT9_MAVLINK_OBSTACLE_DISTANCE: put_ring(bytes, &message->is.ring); break;
    default: put_point(bytes, &message->is.point); break;
    }
}

int32_t oct9_autopilot_write(oct9_mavlink_sender_t *sender, const oct9_mavlink_message_t *message,
                             uint8_t *bytes, uint32_t size)
{
    OCT9_ASSERT(sender && message && bytes);
    const layout_t layout = layout_of(message->kind);
    const uint32_t full = OCT9_MAVLINK_HEAD_2 + (uint32_t)layout.length;
    if (layout.length == 0 || size < full + OCT9_MAVLINK_CRC_BYTES)
        return OCT9_REFUSE();
    for (uint32_t i = 0; i < full; i++)
        bytes[i] = 0;
    put_message(bytes + OCT9_MAVLINK_HEAD_2, message);
    uint32_t end = full;
    while (end > OCT9_MAVLINK_HEAD_2 + 1u && bytes[end - 1u] == 0)
        end--;
    bytes[0] = OCT9_MAVLINK_2;
    bytes[1] = (uint8_t)(end - OCT9_MAVLINK_HEAD_2);
    bytes[4] = sender->sequence++;
    bytes[5] = sender->system;
    bytes[6] = sender->component;
    oct9_put_le16(bytes + 7, (uint16_t)message->kind);
    uint16_t crc = OCT9_MAVLINK_CRC_BEGIN;
    for (uint32_t i = 1; i < end; i++)
        crc = oct9_mavlink_crc(crc, bytes[i]);
    oct9_put_le16(bytes + end, oct9_mavlink_crc(crc, layout.extra));
    return (int32_t)(end + OCT9_MAVLINK_CRC_BYTES);
}
