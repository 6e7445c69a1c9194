/* SPDX-License-Identifier: MIT */
/* The tables of sensors, and the packets of a laser. */
#include "oct9/sensor.h"

#include "port/oct9_port.h"

/* --- tables ----------------------------------------------------------------------------------- */

enum {
    L5_STATUSES = 0x220, /* 5 and 9 */
    L5_NO_TARGET = 255,
    L5_SPREAD_4X4 = 2450, /* tan(8.5 degrees): a square zone of 11.2 and its corners */
    L1_SPREAD = 3933      /* tan(13.5 degrees) */
};

/* 1 forward, (3.5 - column) / 4 * tan(22.5 degrees) left, the same of the row up. */
#define ZONE(left, up)             \
    {                              \
        OCT9_ONE_Q14, (left), (up) \
    }
#define ROW_OF_8(up)                                                               \
    ZONE(5938, up), ZONE(4242, up), ZONE(2545, up), ZONE(848, up), ZONE(-848, up), \
        ZONE(-2545, up), ZONE(-4242, up), ZONE(-5938, up)
#define ROW_OF_4(up) ZONE(5090, up), ZONE(1697, up), ZONE(-1697, up), ZONE(-5090, up)

static const oct9_direction_t zones_8x8[64] = { ROW_OF_8(5938),  ROW_OF_8(4242), ROW_OF_8(2545),
                                                ROW_OF_8(848),   ROW_OF_8(-848), ROW_OF_8(-2545),
                                                ROW_OF_8(-4242), ROW_OF_8(-5938) };
static const oct9_direction_t zones_4x4[16] = { ROW_OF_4(5090), ROW_OF_4(1697), ROW_OF_4(-1697),
                                                ROW_OF_4(-5090) };
static const oct9_direction_t six_sides[6] = { { OCT9_ONE_Q14, 0, 0 }, { -OCT9_ONE_Q14, 0, 0 },
                                               { 0, OCT9_ONE_Q14, 0 }, { 0, -OCT9_ONE_Q14, 0 },
                                               { 0, 0, OCT9_ONE_Q14 }, { 0, 0, -OCT9_ONE_Q14 } };

const oct9_sensor_t oct9_sensor_vl53l5cx_8x8 = { .directions = zones_8x8,
                                                 .zones = 64,
                                                 .least_mm = 20,
                                                 .most_mm = 4000,
                                                 .hit = L5_STATUSES,
                                                 .dark_mm = -1,
                                                 .dark_status = L5_NO_TARGET,
                                                 .noise_mm = 20 };
const oct9_sensor_t oct9_sensor_vl53l5cx_4x4 = { .directions = zones_4x4,
                                                 .zones = 16,
                                                 .least_mm = 20,
                                                 .most_mm = 4000,
                                                 .hit = L5_STATUSES,
                                                 .dark_mm = -1,
                                                 .dark_status = L5_NO_TARGET,
                                                 .spread_q14 = L5_SPREAD_4X4,
                                                 .noise_mm = 20 };
const oct9_sensor_t oct9_sensor_multiranger = { .directions = six_sides,
                                                .zones = 6,
                                                .least_mm = 40,
                                                .most_mm = 4000,
                                                .hit = 1,
                                                .dark_mm = INT16_MAX,
                                                .spread_q14 = L1_SPREAD,
                                                .noise_mm = 20 };
const oct9_sensor_t oct9_sensor_ld19 = { .zones = OCT9_LD19_POINTS,
                                         .least_mm = 20,
                                         .most_mm = 12000,
                                         .hit = 1,
                                         .dark_mm = 0,
                                         .noise_mm = 30 };

/* --- LD06 and LD19 ---------------------------------------------------------------------------- */

enum {
    HEAD = 0x54,
    LENGTH = 0x2C,
    FIRST_ANGLE = 4,
    POINTS = 6,
    POINT_BYTES = 3,
    LAST_ANGLE = 42,
    CRC = 46,
    CRC_POLYNOMIAL = 0x4D
};

#define TURN 36000u       /* in the packet's angles */
#define ANGLE_Q32 119305u /* 2^32 / TURN, rounded; the error of a turn is 3 / 2^20 of a turn */

static uint16_t take_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] + 256u * bytes[1]);
}

static uint8_t crc8(const uint8_t *bytes, unsigned count)
{
    uint32_t crc = 0;
    for (unsigned i = 0; i < count; i++) {
        crc = (crc ^ bytes[i]) & 0xFFu;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = (crc << 1 ^ ((crc & 0x80u) != 0 ? CRC_POLYNOMIAL : 0u)) & 0xFFu;
    }
    return (uint8_t)crc;
}

static void drop_first(oct9_ld19_t *reader)
{
    reader->count--;
    for (unsigned i = 0; i < reader->count; i++)
        reader->bytes[i] = reader->bytes[i + 1u];
}

/* Drops what cannot begin a packet. */
static void drop_to_head(oct9_ld19_t *reader)
{
    while (reader->count != 0 &&
           (reader->bytes[0] != HEAD || (reader->count > 1 && reader->bytes[1] != LENGTH)))
        drop_first(reader);
}

/* The points of a packet, whose angles run clockwise; false: it is damaged. */
static bool take_packet(oct9_ld19_t *reader, oct9_sensor_frame_t *frame)
{
    const uint8_t *const bytes = reader->bytes;
    const uint32_t first = take_u16(bytes + FIRST_ANGLE), last = take_u16(bytes + LAST_ANGLE);
    if (crc8(bytes, CRC) != bytes[CRC] || first > TURN || last > TURN)
        return false;
    for (unsigned i = 0; i < OCT9_LD19_POINTS; i++) {
        const uint16_t mm = take_u16(bytes + POINTS + POINT_BYTES * i);
        reader->distance_mm[i] = (int16_t)(mm <= INT16_MAX ? mm : INT16_MAX);
    }
    const uint32_t span = (last + TURN - first) % TURN; /* times ANGLE_Q32 below 2^32 */
    frame->distance_mm = reader->distance_mm;
    frame->status = NULL;
    frame->count = OCT9_LD19_POINTS;
    frame->first_q16 = (uint16_t)((0u - first * ANGLE_Q32) >> 16);
    frame->step_q32 = -(int32_t)(span * ANGLE_Q32 / (OCT9_LD19_POINTS - 1u));
    return true;
}

oct9_status_t oct9_sensor_ld19_read(oct9_ld19_t *reader, uint8_t byte, oct9_sensor_frame_t *frame)
{
    OCT9_ASSERT(reader && frame && reader->count < OCT9_LD19_BYTES);
    reader->bytes[reader->count++] = byte;
    drop_to_head(reader);
    if (reader->count < OCT9_LD19_BYTES)
        return OCT9_AGAIN;
    if (take_packet(reader, frame)) {
        reader->count = 0;
        return OCT9_OK;
    }
    drop_first(reader);
    drop_to_head(reader);
    return OCT9_ERR_PACKET_BAD;
}
