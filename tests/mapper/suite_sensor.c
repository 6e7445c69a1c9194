/* SPDX-License-Identifier: MIT */
/* The tables of sensors, and a laser's packets: whole, damaged, in noise, and of random bytes. */
#include "oct9/sensor.h"

#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/shared/sensors.h"
#include "tests/test.h"

/* --- tables ----------------------------------------------------------------------------------- */

static bool good(unsigned s, unsigned status)
{
    return s < 2 ? status == 5 || status == 9 : status == 0;
}

/* What the tables say of "nothing came back". */
static bool dark(unsigned s, int mm, unsigned status)
{
    return (s < 2 && status == 255) || (s == 2 && mm == 32767) || (s == LASER && mm == 0);
}

/* Every distance around the limits and every sentinel, of each status: no sentinel and no unknown
 * status of any sensor is a hit, and nothing clears. */
static void all_readings(void)
{
    static const int16_t special[] = { -32768, -32767, -2,   -1,   0,    1,     2,
                                       350,    1000,   8190, 8191, 8192, 32766, 32767 };
    for (unsigned s = 0; s < SENSORS; s++)
        for (unsigned status = 0; status < 256; status++)
            for (unsigned i = 0; i < 20; i++) {
                const int around = i < 17 ? sensors[s]->least_mm : sensors[s]->most_mm;
                const int mm = i < 14 ? special[i] : around + (int)(i - 14) % 3 - 1;
                const oct9_zone_t zone = dark(s, mm, status)        ? OCT9_ZONE_DARK
                                       : !good(s, status) || mm < 0 ? OCT9_ZONE_NONE
                                       : mm < sensors[s]->least_mm  ? OCT9_ZONE_NEAR
                                       : mm <= sensors[s]->most_mm  ? OCT9_ZONE_HIT
                                                                    : OCT9_ZONE_NONE;
                CHECK_EQ(oct9_sensor_zone(sensors[s], (int16_t)mm, (uint8_t)status), zone);
            }
}

/* A good reading that comes nearer and nearer is never nothing: down to the sentinel of a laser. */
static void too_near_is_said(void)
{
    for (unsigned s = 0; s < SENSORS; s++)
        for (int mm = 100; mm >= (s == LASER); mm--)
            CHECK_EQ(oct9_sensor_zone(sensors[s], (int16_t)mm, s < 2 ? 5 : 0),
                     mm >= sensors[s]->least_mm ? OCT9_ZONE_HIT : OCT9_ZONE_NEAR);
    CHECK_EQ(sensors[0]->least_mm, 20);
    CHECK_EQ(sensors[1]->least_mm, 20);
    CHECK_EQ(sensors[2]->least_mm, 40);
    CHECK_EQ(sensors[LASER]->least_mm, 20);
}

/* A sensor of one's project may have a status that clears, with any distance, also that of
 * "dark". */
static void a_status_may_clear(void)
{
    const oct9_sensor_t sonar = { .zones = 1,
                                  .least_mm = 30,
                                  .most_mm = 5000,
                                  .hit = 1u << 0,
                                  .clear = (uint32_t)1 << 31,
                                  .dark_mm = 777,
                                  .dark_status = 63 };
    CHECK_EQ(oct9_sensor_zone(&sonar, 0, 31), OCT9_ZONE_CLEAR);
    CHECK_EQ(oct9_sensor_zone(&sonar, 32767, 31), OCT9_ZONE_CLEAR);
    CHECK_EQ(oct9_sensor_zone(&sonar, 777, 31), OCT9_ZONE_CLEAR);
    CHECK_EQ(oct9_sensor_zone(&sonar, 777, 0), OCT9_ZONE_DARK);
    CHECK_EQ(oct9_sensor_zone(&sonar, 777, 200), OCT9_ZONE_DARK);
    CHECK_EQ(oct9_sensor_zone(&sonar, 100, 63), OCT9_ZONE_DARK);
    CHECK_EQ(oct9_sensor_zone(&sonar, -5, 63), OCT9_ZONE_DARK);
    CHECK_EQ(oct9_sensor_zone(&sonar, 100, 62), OCT9_ZONE_NONE);
    CHECK_EQ(oct9_sensor_zone(&sonar, 100, 32), OCT9_ZONE_NONE);
    CHECK_EQ(oct9_sensor_zone(&sonar, 0, 0), OCT9_ZONE_NEAR);
}

/* A table that names neither a dark distance nor a dark status. */
static void dark_may_be_unknown(void)
{
    const oct9_sensor_t sonar = {
        .zones = 1, .least_mm = 30, .most_mm = 5000, .hit = 1u << 0, .dark_mm = -1
    };
    for (unsigned status = 0; status < 256; status++)
        for (int mm = -2; mm < 30; mm++)
            CHECK_EQ(oct9_sensor_zone(&sonar, (int16_t)mm, (uint8_t)status),
                     status == 0 && mm >= 0 ? OCT9_ZONE_NEAR : OCT9_ZONE_NONE);
}

/* 13.5 degrees, and 8.5 of 4 x 4 zones; those whose neighbours look beside them count as thin. */
static void beams_spread(void)
{
    for (unsigned s = 0; s < SENSORS; s++)
        CHECK_EQ(sensors[s]->spread_q14, s == 2 ? 3933 : s == 1 ? 2450 : 0);
    for (unsigned s = 0; s < SENSORS; s++) {
        CHECK(sensors[s]->own == NULL);
        CHECK_EQ(sensors[s]->noise_mm, s == LASER ? 30 : 20);
    }
}

/* 45 degrees over all zones, in steps of one zone: tan(22.5 degrees) is 6786.6 / 2^14. */
static void zones_cover_the_view(void)
{
    for (unsigned s = 0; s < 2; s++) {
        const int32_t side = s == 0 ? 8 : 4;
        for (int32_t row = 0; row < side; row++)
            for (int32_t column = 0; column < side; column++) {
                const oct9_direction_t *const zone = &sensors[s]->directions[row * side + column];
                const int32_t left = (side - 1 - 2 * column) * 67866 / side / 10;
                const int32_t up = (side - 1 - 2 * row) * 67866 / side / 10;
                CHECK_EQ(zone->x, OCT9_ONE_Q14);
                CHECK(zone->y >= left - 1 && zone->y <= left + 1);
                CHECK(zone->z >= up - 1 && zone->z <= up + 1);
            }
        CHECK_EQ(sensors[s]->zones, side * side);
    }
}

/* --- the laser -------------------------------------------------------------------------------- */

enum { BYTES = OCT9_LD19_BYTES, POINTS = OCT9_LD19_POINTS };

static oct9_ld19_t reader;
static oct9_sensor_frame_t frame;

/* By the definition: the remainder of the division of polynomials, bit by bit. */
static uint8_t remainder_of(const uint8_t *bytes, unsigned count)
{
    uint32_t rest = 0;
    for (unsigned bit = 0; bit < 8 * (count + 1); bit++) {
        const uint32_t next = bit < 8 * count ? (uint32_t)bytes[bit / 8] >> (7 - bit % 8) & 1u : 0;
        rest = rest << 1 | next;
        if ((rest & 0x100u) != 0)
            rest ^= 0x14Du;
    }
    return (uint8_t)rest;
}

static void put_u16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

/* Point i is at 100 + 1000 i mm; the tenth at 40,000, which int16_t does not hold. */
static void make_packet(uint8_t bytes[BYTES], uint32_t first, uint32_t last)
{
    for (unsigned i = 0; i < BYTES; i++)
        bytes[i] = 0;
    bytes[0] = 0x54;
    bytes[1] = 0x2C;
    put_u16(bytes + 2, 3600);
    put_u16(bytes + 4, first);
    for (unsigned i = 0; i < POINTS; i++) {
        put_u16(bytes + 6 + 3 * i, i == 10 ? 40000u : 100u + 1000u * i);
        bytes[8 + 3 * i] = 200;
    }
    put_u16(bytes + 42, last);
    bytes[46] = remainder_of(bytes, 46);
}

/* What the last of these bytes returns; those before it return OCT9_AGAIN. */
static oct9_status_t feed(const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i++)
        CHECK_EQ(oct9_sensor_ld19_read(&reader, bytes[i], &frame), OCT9_AGAIN);
    return oct9_sensor_ld19_read(&reader, bytes[count - 1], &frame);
}

static void begin(void)
{
    const oct9_ld19_t none = { 0 };
    reader = none;
}

static void packets_are_read(void)
{
    uint8_t bytes[BYTES];
    begin();
    for (unsigned again = 0; again < 3; again++) {
        make_packet(bytes, 9000, 9880);
        frame.time_ms = 4711 + again;
        CHECK_EQ(feed(bytes, BYTES), OCT9_OK);
        CHECK_EQ(frame.count, POINTS);
        CHECK(frame.status == NULL);
        CHECK(frame.first_q16 >= 0xBFFE && frame.first_q16 <= 0xC001); /* 90 degrees clockwise */
        CHECK(frame.step_q32 > -9544372 - 40 && frame.step_q32 < -9544371 + 40);
        for (unsigned i = 0; i < POINTS; i++)
            CHECK_EQ(frame.distance_mm[i], i == 10 ? INT16_MAX : 100 + 1000 * (int)i);
        CHECK_EQ(oct9_sensor_zone(&oct9_sensor_ld19, frame.distance_mm[10], 0), OCT9_ZONE_NONE);
        CHECK_EQ(frame.time_ms, 4711 + again); /* the caller's */
    }
    /* over north, where the angle begins anew */
    make_packet(bytes, 35600, 480);
    CHECK_EQ(feed(bytes, BYTES), OCT9_OK);
    CHECK(frame.first_q16 >= 726 && frame.first_q16 <= 729); /* 4 degrees */
    CHECK(frame.step_q32 > -9544372 - 40 && frame.step_q32 < -9544371 + 40);
}

/* Each angle within 1/32768 turn of the packet's. */
static void angles_are_near(void)
{
    for (uint32_t first = 0; first <= 36000; first += 1237)
        for (uint32_t span = 0; span < 36000; span += 3571) {
            uint8_t bytes[BYTES];
            begin();
            make_packet(bytes, first, (first + span) % 36000u);
            CHECK_EQ(feed(bytes, BYTES), OCT9_OK);
            for (uint32_t i = 0; i < POINTS; i += POINTS - 1) {
                const uint32_t is = ((uint32_t)frame.first_q16 << 16) +
                                    (uint32_t)frame.step_q32 * i;
                const uint64_t angle = (first + (i == 0 ? 0 : span)) % 36000u;
                const uint32_t exact = (uint32_t)(0u - (uint32_t)((angle << 32) / 36000u));
                const int32_t error = (int32_t)(is - exact);
                CHECK(error < (int32_t)1 << 17 && error > -((int32_t)1 << 17));
            }
        }
}

/* Each damaged bit, where another packet follows at once: the damaged one is refused or skipped,
 * the next comes through, as no two begin within it. */
static void damage_is_refused(void)
{
    for (unsigned bit = 0; bit < 8 * BYTES; bit++) {
        uint8_t bytes[BYTES];
        unsigned bad = 0, good = 0;
        begin();
        make_packet(bytes, 100, 980);
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1u << bit % 8);
        for (unsigned i = 0; i < 2 * BYTES; i++) {
            if (i == BYTES)
                make_packet(bytes, 100, 980);
            const oct9_status_t status = oct9_sensor_ld19_read(&reader, bytes[i % BYTES], &frame);
            bad += status == OCT9_ERR_PACKET_BAD;
            good += status == OCT9_OK;
            CHECK(i != 2 * BYTES - 1 || status == OCT9_OK);
        }
        CHECK_EQ(good, 1);
        CHECK_EQ(bad, bit < 16 ? 0 : 1); /* without its head nothing begins */
    }
}

static void angles_are_checked(void)
{
    uint8_t bytes[BYTES];
    begin();
    make_packet(bytes, 36000, 36000);
    CHECK_EQ(feed(bytes, BYTES), OCT9_OK);
    CHECK_EQ(frame.step_q32, 0);
    make_packet(bytes, 36001, 0);
    CHECK_EQ(feed(bytes, BYTES), OCT9_ERR_PACKET_BAD);
    begin();
    make_packet(bytes, 0, 36001);
    CHECK_EQ(feed(bytes, BYTES), OCT9_ERR_PACKET_BAD);
}

/* Bytes of which every other begins a packet; then a packet must come through. */
static void any_bytes_are_safe(void)
{
    random_t random = { 311 };
    uint32_t digest = DIGEST_BEGIN;
    begin();
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t kind = random_below(&random, 4);
        const uint8_t byte = (uint8_t)(kind == 0 ? 0x54 : kind == 1 ? 0x2C : random_u32(&random));
        const oct9_status_t status = oct9_sensor_ld19_read(&reader, byte, &frame);
        CHECK(status == OCT9_OK || status == OCT9_AGAIN || status == OCT9_ERR_PACKET_BAD);
        CHECK(reader.count < BYTES);
        digest = digest_add(digest, (uint32_t)status * 256u + reader.count);
    }
    uint8_t bytes[BYTES];
    unsigned good = 0;
    make_packet(bytes, 100, 980);
    for (unsigned i = 0; i < 2 * BYTES; i++)
        good += oct9_sensor_ld19_read(&reader, bytes[i % BYTES], &frame) == OCT9_OK;
    CHECK(good > 0);
    TEST_DIGEST("laser bytes", digest);
}

GOLDEN_SUITE(sensor)
{
    RUN(all_readings);
    RUN(too_near_is_said);
    RUN(a_status_may_clear);
    RUN(dark_may_be_unknown);
    RUN(beams_spread);
    RUN(zones_cover_the_view);
    RUN(packets_are_read);
    RUN(angles_are_near);
    RUN(damage_is_refused);
    RUN(angles_are_checked);
    RUN(any_bytes_are_safe);
}
