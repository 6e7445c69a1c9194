/* SPDX-License-Identifier: MIT */
/* Frames of an autopilot's messages, for boards: the checksum bit by bit. */
#ifndef OCT9_TEST_POSE_FRAME_H
#define OCT9_TEST_POSE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum { POSE_FRAME_NUMBERS = 7, POSE_FRAME_BYTES = 44 };

static void pose_frame_put(uint8_t *bytes, uint32_t bits)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(bits >> 8u * i);
}

/* Writes an ATTITUDE_QUATERNION with 7 floats behind the time, or a LOCAL_POSITION_NED with 6, in
 * MAVLink 2, of system 1. Returns its length. */
static unsigned pose_frame(uint8_t bytes[POSE_FRAME_BYTES], bool attitude, uint32_t time_ms,
                           const uint32_t numbers[POSE_FRAME_NUMBERS])
{
    const unsigned count = attitude ? 7 : 6, end = 10u + 4u + 4u * count;
    uint32_t crc = 0xFFFF;
    for (unsigned i = 0; i < 10; i++)
        bytes[i] = 0;
    bytes[0] = 0xFD;
    bytes[1] = (uint8_t)(end - 10u);
    bytes[5] = bytes[6] = 1;
    bytes[7] = attitude ? 31 : 32;
    pose_frame_put(bytes + 10, time_ms);
    for (unsigned i = 0; i < count; i++)
        pose_frame_put(bytes + 14u + 4u * i, numbers[i]);
    for (unsigned i = 1; i <= end; i++) {
        crc ^= i < end ? bytes[i] : attitude ? 246u : 185u;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0x8408u : 0u);
    }
    bytes[end] = (uint8_t)crc;
    bytes[end + 1u] = (uint8_t)(crc >> 8);
    return end + 2u;
}

#endif
