/* SPDX-License-Identifier: MIT */
/* The checksum of MAVLink's frames. */
#include "src/autopilot/mavlink.h"

uint16_t oct9_mavlink_crc(uint16_t crc, uint8_t byte)
{
    uint32_t rest = (uint32_t)crc ^ byte;
    for (unsigned bit = 0; bit < 8; bit++)
        rest = rest >> 1 ^ (rest % 2u != 0 ? 0x8408u : 0u);
    return (uint16_t)rest;
}
