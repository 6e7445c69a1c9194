/* SPDX-License-Identifier: MIT */
/* Internal: frames of MAVLink.
 *
 *     MAVLink 2: 0xFD, length, incompatible flags, compatible flags, sequence, system, component,
 *                id (3 bytes), message, checksum (2 bytes), with a flag a signature of 13 bytes
 *     MAVLink 1: 0xFE, length, sequence, system, component, id (1 byte), message, checksum
 *
 * All numbers are little-endian. The checksum is of all bytes behind the first, and of one more
 * that stands for the message's definition. In MAVLink 2 the zeros at a message's end are not sent.
 */
#ifndef OCT9_SRC_MAVLINK_H
#define OCT9_SRC_MAVLINK_H

#include <stdint.h>

enum {
    OCT9_MAVLINK_2 = 0xFD,
    OCT9_MAVLINK_1 = 0xFE,
    OCT9_MAVLINK_HEAD_2 = 10, /* bytes before the message */
    OCT9_MAVLINK_HEAD_1 = 6,
    OCT9_MAVLINK_CRC_BYTES = 2,
    OCT9_MAVLINK_SIGNED = 1, /* the flag */
    OCT9_MAVLINK_SIGNATURE = 13
};

#define OCT9_MAVLINK_CRC_BEGIN ((uint16_t)0xFFFF)

/* The checksum with a byte more: CRC-16/MCRF4XX, x^16 + x^12 + x^5 + 1 reflected.
 * Source: ITU-T X.25. */
uint16_t oct9_mavlink_crc(uint16_t crc, uint8_t byte);

#endif
