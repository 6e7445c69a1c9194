/* SPDX-License-Identifier: MIT */
/* Sensors by table: where the readings of a sensor look, and which of them mean something.
 *
 * Example, with (const int16_t distance_mm[64], const uint8_t status[64], uint8_t zone[64]):
 *
 *     const oct9_sensor_t *const sensor = &oct9_sensor_vl53l5cx_8x8;
 *     for (unsigned i = 0; i < sensor->zones; i++)
 *         zone[i] = (uint8_t)oct9_sensor_zone(sensor, distance_mm[i], status[i]);
 *
 * A driver gives each reading a distance and mostly a status. A reading means one of five things
 * (oct9_zone_t):
 *
 * - HIT: something at that distance.
 * - NEAR: something nearer than the sensor can measure. Where that is, nobody knows: it is an alarm
 *   for each motion toward it.
 * - DARK: nothing came back. The sensor looks at the sky or at a black wall, so that no table here
 *   takes that for "clear". A mapper that does clears a black obstacle in seven readings.
 * - CLEAR: nothing is there, by a sensor that knows.
 * - NONE: nothing at all. So do all numbers that the sensor cannot measure and that its table does
 *   not name, as -1 and 8191; a table has no list of them.
 *
 * A driver that has no statuses must leave out what is not valid before it gives a frame to
 * anybody, or give it a distance that means NONE: a reading of a VL53L1X of 350 mm with status 7
 * (wrapped around) is a hit here if its status is not given.
 *
 * All data are constants; the linker drops the tables that are not used. */
#ifndef OCT9_SENSOR_H
#define OCT9_SENSOR_H

#include "oct9/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sensor. Fill one in for a sensor that has no table here. */
typedef struct {
    const oct9_direction_t *directions; /* [zones], in the axes of the sensor; NULL: a laser, whose
                                           frames have angles in its x-y plane */
    uint16_t zones;                     /* the most readings in a frame, 1..OCT9_BEAMS_MAX */
    int16_t least_mm, most_mm; /* what it can measure, 1 <= least <= most; a distance of 0 or more
                                  below it is NEAR, a negative one or one above it NONE */
    uint32_t hit, clear;       /* bit s: what status s, 0..31, means. A status in neither, and any
                                  above 31, means NONE; no bit is in both */
    int16_t dark_mm;     /* the distance that says "nothing came back", of any status but those that
                            clear; -1: none does */
    uint8_t dark_status; /* the status that says so, at any distance; 0: none does */
    uint16_t spread_q14; /* the tangent of half the angle of a beam, Q1.14; 0: it is thin */
    uint16_t noise_mm;   /* by how much a reading changes though nothing moves */
    const uint8_t *own;  /* bit i % 8 of byte i / 8 is set iff zone i, of a laser sector i of
                            OCT9_SENSOR_SECTORS, looks at the robot itself: it means NONE to a
                            mapper. NULL: none does */
} oct9_sensor_t;

/* Sectors of a laser's turn, all alike: sector i begins at i / 32 of a turn, from x towards y. */
#define OCT9_SENSOR_SECTORS 32u

/* A frame of readings, as a driver has them; kept by nobody. */
typedef struct {
    uint32_t time_ms;           /* when it was measured, not when it was read, in the clock of all
                                   times that the mapper is given; may begin anywhere, and wraps */
    const int16_t *distance_mm; /* [count] */
    const uint8_t *status;      /* [count], or NULL: the driver has none, all are 0 */
    uint16_t count;             /* 1..zones: the first readings of the table */
    uint16_t first_q16;         /* of a laser: the angle of reading 0, in turns, from x towards y */
    int32_t step_q32;           /* of a laser: the angle between two readings, in turns */
} oct9_sensor_frame_t;

/* ST VL53L5CX and VL53L8CX, x forward, y left, z up; 45 x 45 degrees, 63 over the diagonal.
 * Zone 0 is at the top left, seen from the sensor, and rows run to the right. Distances are along
 * the axis. Statuses 5 and 9 are hits; 255, "no target", is DARK. `distance_mm` and `target_status`
 * of the driver's results fit unchanged with one target for each zone.
 *
 * A zone is no ray. It is a square pyramid of 5.6 degrees, with 4 x 4 zones of 11.2, whose sides
 * meet those of its neighbours: at 2 m it is 207 mm wide, or 414. The part reports one distance of
 * all that is in it. Two things in one zone are one reading: that of the one that sends more light
 * back, or of the nearer one with vl53l5cx_set_target_order; the part does not distinguish two that
 * are less than 600 mm apart. The table of 8 x 8 zones takes a zone for its middle all the same
 * (spread_q14 is 0), as its neighbours look beside it: what it saw is up to 5 % of its distance
 * beside the place that is mapped, 1.41 times as far in a corner. Add that to the robot's radius,
 * for the distance in which it stops. With 4 x 4 zones the sensor's axis is 8.3 degrees from the
 * nearest middles: their table has wide beams, of 8.5 degrees to each side.
 * Source: ST UM2884 and UM3109 (statuses, field of view, zones, targets), DS13754;
 * docs/flights.md (orientation, axis). */
extern const oct9_sensor_t oct9_sensor_vl53l5cx_8x8;
extern const oct9_sensor_t oct9_sensor_vl53l5cx_4x4;

/* Single beams of ST VL53L1X on a drone: front, back, left, right, up, down. A deck of five has no
 * beam down: its frames have a count of 5. Status 0 is a hit. 32767, which the Crazyflie's driver
 * gives for each reading that is not valid, is DARK: for any reason, nothing was measured. 0
 * is what the driver has before its first reading and after a reboot of the part. It counts as
 * NEAR, an alarm, for it is also what a part may say of something that touches it. 8191 means NONE.
 * A beam is a cone of 27 degrees, 960 mm wide at 2 m: what is reported may lie anywhere on its cap.
 * Source: ST UM2356 (statuses), DS12385 (field of view); the driver of Bitcraze's Multi-ranger deck
 * (32767). */
extern const oct9_sensor_t oct9_sensor_multiranger;

/* LDROBOT LD06 and LD19, a laser: a frame is a packet of 12 points, see oct9_sensor_ld19_read. A
 * distance of 0 is DARK: the part says it of all that returns too little.
 * Source: LDROBOT, "LD19 development manual". */
extern const oct9_sensor_t oct9_sensor_ld19;

/* Returns what a reading means, whether its zone is one of `own` or not.
 * Inline. Reentrant. */
static inline oct9_zone_t oct9_sensor_zone(const oct9_sensor_t *sensor, int16_t distance_mm,
                                           uint8_t status)
{
    const bool known = status < 32u;
    if (known && (sensor->clear >> status & 1u) != 0)
        return OCT9_ZONE_CLEAR;
    if ((distance_mm >= 0 && distance_mm == sensor->dark_mm) ||
        (status != 0 && status == sensor->dark_status))
        return OCT9_ZONE_DARK;
    if (!known || (sensor->hit >> status & 1u) == 0 || distance_mm < 0 ||
        distance_mm > sensor->most_mm)
        return OCT9_ZONE_NONE;
    return distance_mm < sensor->least_mm ? OCT9_ZONE_NEAR : OCT9_ZONE_HIT;
}

/* --- LD06 and LD19: 47 bytes by UART at 230,400 baud.
 *
 * 0x54, 0x2C, speed (2 bytes, low one first, as all numbers), first angle (2 bytes, hundredths of a
 * degree, clockwise from above), 12 times distance (2 bytes, mm) and intensity, last angle (2
 * bytes), time (2 bytes), CRC-8 (polynomial 0x4D) of all bytes before it. */

#define OCT9_LD19_BYTES 47u
#define OCT9_LD19_POINTS 12u

/* A receiver of its bytes; begins as all zero. Only the library uses its fields. */
typedef struct {
    uint8_t count; /* bytes that wait, fewer than a packet */
    uint8_t bytes[OCT9_LD19_BYTES];
    int16_t distance_mm[OCT9_LD19_POINTS];
} oct9_ld19_t;

/* Takes a byte of the UART. Returns OCT9_OK when it completes a packet: then `frame` is its points,
 * in the axes x forward, y left, and stays good until the next packet. This call never
 * writes `time_ms`: the caller sets it, each packet's own. Returns OCT9_AGAIN when more
 * bytes are needed; what cannot begin a packet is skipped.
 * Fails with OCT9_ERR_PACKET_BAD iff it completes 47 bytes that begin as a packet, and their CRC is
 * wrong or an angle is above 36,000. The next packet is looked for behind the first of them. Any
 * bytes are safe.
 * A distance above 32767 counts as 32767, which means NONE. Each angle is within 1/32768 turn of
 * the packet's.
 * Stack: M0 72 bytes. Reentrant. */
oct9_status_t oct9_sensor_ld19_read(oct9_ld19_t *reader, uint8_t byte, oct9_sensor_frame_t *frame);

#ifdef __cplusplus
}
#endif
#endif
