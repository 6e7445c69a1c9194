/* SPDX-License-Identifier: MIT */
/* Target: bytes of a link to an autopilot. For any bytes the reader goes on, and what it takes
 * makes a pose that others accept.
 *
 * An input is a sequence of parts: a byte of bits, a byte of length, then so many bytes. They are
 * read as they are, or made the message of a frame with a right checksum, as the bits say. */
#include "oct9/autopilot.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { RAW = 1, POSITION = 2, OLDER = 4, SIGNED = 8, ANOTHER = 16, LATER = 32, LONGEST_HEAD = 10 };

typedef struct {
    oct9_mavlink_receiver_t receiver;
    uint32_t now_ms, time_ms;
} link_t;

static void check_pose(const link_t *link)
{
    const oct9_mavlink_receiver_t *const receiver = &link->receiver;
    oct9_autopilot_pose_t robot;
    const oct9_status_t status = oct9_autopilot_pose(receiver, link->now_ms, 100, NULL, &robot);
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_STALE || status == OCT9_ERR_RANGE);
    if (status == OCT9_ERR_STALE)
        return;
    FUZZ_CHECK(receiver->attitude.known && receiver->position.known);
    if (status == OCT9_OK) {
        FUZZ_CHECK(oct9_pose_check(&robot.pose.rotation) == OCT9_OK);
        FUZZ_CHECK(robot.pose.place_mm.x == receiver->position.place_mm[1]);
        FUZZ_CHECK(robot.pose.place_mm.z == -receiver->position.place_mm[2]);
    }
}

static void take(link_t *link, uint8_t byte)
{
    oct9_mavlink_receiver_t *const receiver = &link->receiver;
    const oct9_status_t status = oct9_autopilot_read(receiver, byte, link->now_ms);
    FUZZ_CHECK(receiver->head == 0 || receiver->head == 6 || receiver->head == LONGEST_HEAD);
    if (status == OCT9_AGAIN)
        return;
    FUZZ_CHECK(receiver->system == 0 || receiver->from_system == receiver->system);
    FUZZ_CHECK(receiver->id == 31 || receiver->id == 32);
    if (status == OCT9_OK)
        FUZZ_CHECK((receiver->id == 31 ? receiver->attitude.known : receiver->position.known) &&
                   (receiver->id == 31 ? receiver->attitude.came_ms : receiver->position.came_ms) ==
                       link->now_ms);
    else
        FUZZ_CHECK(status == OCT9_ERR_PACKET_BAD || status == OCT9_ERR_STALE);
    check_pose(link);
}

static uint16_t checksum(uint16_t crc, uint8_t byte)
{
    uint32_t rest = (uint32_t)(crc ^ byte);
    for (unsigned bit = 0; bit < 8; bit++)
        rest = rest >> 1 ^ (rest & 1u ? 0x8408u : 0u);
    return (uint16_t)rest;
}

/* The bytes as a message, whose time goes on if the bits say so. */
static void take_frame(link_t *link, unsigned bits, const uint8_t *body, uint8_t length)
{
    const uint8_t id = bits & POSITION ? 32 : 31, system = bits & ANOTHER ? 2 : 1;
    const uint8_t newer[LONGEST_HEAD] = { 0xFD, length, bits & SIGNED ? 1 : 0, 0, 0, system, 1, id,
                                          0,    0 };
    const uint8_t older[6] = { 0xFE, length, 0, system, 1, id };
    const bool two = (bits & OLDER) == 0;
    const uint8_t *const head = two ? newer : older;
    uint16_t crc = 0xFFFF;
    link->time_ms += bits & LATER ? 1u : 0u;
    for (unsigned i = 0; i < (two ? sizeof newer : sizeof older); i++) {
        crc = i == 0 ? crc : checksum(crc, head[i]);
        take(link, head[i]);
    }
    for (unsigned i = 0; i < length; i++) {
        const bool time = (bits & LATER) != 0 && i < 4;
        const uint8_t byte = time ? (uint8_t)(link->time_ms >> 8u * i) : body[i];
        crc = checksum(crc, byte);
        take(link, byte);
    }
    crc = checksum(crc, id == 31 ? 246 : 185);
    take(link, (uint8_t)crc);
    take(link, (uint8_t)(crc >> 8));
    for (unsigned i = 0; two && (bits & SIGNED) != 0 && i < 13; i++)
        take(link, 0xFD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    link_t link;
    memset(&link, 0, sizeof link);
    if (size == 0)
        return 0;
    link.receiver.system = data[0] % 2u;
    for (size_t at = 1; size - at >= 2;) {
        const size_t said = data[at + 1], room = size - at - 2;
        const size_t length = said < room ? said : room;
        link.now_ms += 10;
        if (data[at] & RAW)
            for (size_t i = 0; i < length; i++)
                take(&link, data[at + 2 + i]);
        else
            take_frame(&link, data[at], data + at + 2, (uint8_t)length);
        at += 2 + length;
    }
    return 0;
}
