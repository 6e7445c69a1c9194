/* SPDX-License-Identifier: MIT */
/* Frames of MAVLink that are received. Any bytes are safe: a frame has at most 10 + 255 + 2 + 13
 * bytes, and those of its message beyond what is held are only counted in its checksum. */
#include "oct9/autopilot.h"
#include "port/oct9_port.h"
#include "src/autopilot/float_bits.h"
#include "src/autopilot/mavlink.h"
#include "src/number/bytes.h"
#include "src/number/magnitude.h"

#include <stddef.h>

enum { ATTITUDE_QUATERNION = 31, LOCAL_POSITION_NED = 32 };
enum { ATTITUDE_LENGTH = 32, POSITION_LENGTH = 28, ATTITUDE_EXTRA = 246, POSITION_EXTRA = 185 };
enum { MET_ATTITUDE = 1, MET_POSITION = 2 };

/* The square of a quaternion's length in Q32: 0.95 and 1.05 squared. */
#define SHORTEST_SQUARE UINT64_C(3876207985)
#define LONGEST_SQUARE UINT64_C(4735201443)
#define LONGEST_PART 68813 /* 1.05 in Q16 */

/* --- what a message says ---------------------------------------------------------------------- */

/* Reads `count` floats, each times `times`. One that is refused is 0. */
static bool read_floats(const uint8_t *bytes, unsigned count, uint32_t times, int32_t *numbers)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = 0;
        good = oct9_float_times(oct9_get_le32(bytes + 4u * i), times, &numbers[i]) && good;
    }
    return good;
}

static bool quaternion_good(const int32_t q_q16[4])
{
    uint64_t square = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t part = oct9_magnitude(q_q16[i]);
        if (part > LONGEST_PART)
            return false;
        square += (uint64_t)part * part;
    }
    return square >= SHORTEST_SQUARE && square <= LONGEST_SQUARE;
}

/* Whether a message is later than the last of its kind, which is void if the autopilot's clock went
 * back. The first one is. */
static bool is_later(oct9_mavlink_receiver_t *receiver, uint8_t which, uint32_t time_ms,
                     uint32_t *last_ms, bool *known)
{
    const uint32_t by = time_ms - *last_ms;
    const bool later = (receiver->met & which) == 0 || (by != 0 && by <= (uint32_t)INT32_MAX);
    receiver->met |= which;
    if (!later && by != 0)
        *known = false;
    *last_ms = time_ms;
    return later;
}

static oct9_status_t take_attitude(oct9_mavlink_receiver_t *receiver, uint32_t now_ms)
{
    oct9_mavlink_attitude_t *const attitude = &receiver->attitude;
    int32_t q_q16[4];
    if (!read_floats(receiver->bytes + 4, 4, 65536, q_q16) || !quaternion_good(q_q16))
        return OCT9_ERR_PACKET_BAD;
    if (!is_later(receiver, MET_ATTITUDE, oct9_get_le32(receiver->bytes), &attitude->time_ms,
                  &attitude->known))
        return OCT9_ERR_STALE;
    for (unsigned i = 0; i < 4; i++)
        attitude->q_q16[i] = q_q16[i];
    attitude->came_ms = now_ms;
    attitude->known = true;
    return OCT9_OK;
}

static oct9_status_t take_position(oct9_mavlink_receiver_t *receiver, uint32_t now_ms)
{
    oct9_mavlink_position_t *const position = &receiver->position;
    int32_t numbers[6];
    if (!read_floats(receiver->bytes + 4, 6, 1000, numbers))
        return OCT9_ERR_PACKET_BAD;
    if (!is_later(receiver, MET_POSITION, oct9_get_le32(receiver->bytes), &position->time_ms,
                  &position->known))
        return OCT9_ERR_STALE;
    for (unsigned i = 0; i < 3; i++) {
        position->place_mm[i] = numbers[i];
        position->velocity_mm[i] = numbers[3u + i];
    }
    position->came_ms = now_ms;
    position->known = true;
    return OCT9_OK;
}

/* --- frames ----------------------------------------------------------------------------------- */

static void begin_mavlink_frame(oct9_mavlink_receiver_t *receiver, uint8_t head)
{
    receiver->head = head;
    receiver->at = 1;
    receiver->crc = OCT9_MAVLINK_CRC_BEGIN;
    receiver->flags = 0;
    receiver->id = 0;
    for (unsigned i = 0; i < OCT9_MAVLINK_HELD; i++)
        receiver->bytes[i] = 0;
}

/* A byte of the head. The fields of MAVLink 1 behind the length stand two bytes earlier. */
static void take_mavlink_head(oct9_mavlink_receiver_t *receiver, unsigned at, uint8_t byte)
{
    const bool older = receiver->head == OCT9_MAVLINK_HEAD_1;
    switch (older && at > 1u ? at + 2u : at) {
    case 1: receiver->length = byte; break;
    case 2: receiver->flags = byte; break;
    case 5: receiver->from_system = byte; break;
    case 6: receiver->from_component = byte; break;
    case 7: receiver->id = byte; break;
    case 8: receiver->id |= (uint32_t)byte << 8; break;
    case 9: receiver->id |= (uint32_t)byte << 16; break;
    default: /* 3, 4: flags that may be ignored, the sequence */ break;
    }
}

/* Whether the message is one that counts. */
static bool counts(const oct9_mavlink_receiver_t *receiver)
{
    return (receiver->id == ATTITUDE_QUATERNION || receiver->id == LOCAL_POSITION_NED) &&
           (receiver->flags & ~(unsigned)OCT9_MAVLINK_SIGNED) == 0 &&
           (receiver->system == 0 || receiver->system == receiver->from_system) &&
           (receiver->component == 0 || receiver->component == receiver->from_component);
}

/* A frame has come up to its checksum. */
static oct9_status_t take_frame(oct9_mavlink_receiver_t *receiver, uint32_t now_ms)
{
    const bool attitude = receiver->id == ATTITUDE_QUATERNION;
    const uint8_t length = attitude ? ATTITUDE_LENGTH : POSITION_LENGTH;
    const uint8_t extra = attitude ? ATTITUDE_EXTRA : POSITION_EXTRA;
    if (!counts(receiver))
        return OCT9_AGAIN;
    if (oct9_mavlink_crc(receiver->crc, extra) != receiver->sent ||
        (receiver->head == OCT9_MAVLINK_HEAD_1 && receiver->length < length))
        return OCT9_ERR_PACKET_BAD;
    return attitude ? take_attitude(receiver, now_ms) : take_position(receiver, now_ms);
}

/* A byte that the checksum covers. */
static void take_covered(oct9_mavlink_receiver_t *receiver, unsigned at, uint8_t byte)
{
    receiver->crc = oct9_mavlink_crc(receiver->crc, byte);
    if (at < receiver->head)
        take_mavlink_head(receiver, at, byte);
    else if (at - receiver->head < OCT9_MAVLINK_HELD)
        receiver->bytes[at - receiver->head] = byte;
}

/* A byte of a frame. `end` is where the checksum begins; it is not known in the head, whose bytes
 * are before it in any case. */
static oct9_status_t take_byte(oct9_mavlink_receiver_t *receiver, uint8_t byte, uint32_t now_ms)
{
    const unsigned at = receiver->at++;
    const unsigned end = (unsigned)receiver->head + receiver->length;
    oct9_status_t status = OCT9_AGAIN;
    if (at < receiver->head || at < end) {
        take_covered(receiver, at, byte);
        return OCT9_AGAIN;
    }
    if (at == end)
        receiver->sent = byte;
    if (at == end + 1u) {
        receiver->sent = (uint16_t)(receiver->sent + 256u * byte);
        status = take_frame(receiver, now_ms);
    }
    const bool is_signed = (receiver->flags & OCT9_MAVLINK_SIGNED) != 0;
    if (at == end + (is_signed ? 1u + OCT9_MAVLINK_SIGNATURE : 1u))
        receiver->head = 0;
    return status;
}

oct9_status_t oct9_autopilot_read(oct9_mavlink_receiver_t *receiver, uint8_t byte, uint32_t now_ms)
{
    OCT9_ASSERT(receiver);
    if (receiver->head != 0)
        return take_byte(receiver, byte, now_ms);
    if (byte == OCT9_MAVLINK_2)
        begin_mavlink_frame(receiver, OCT9_MAVLINK_HEAD_2);
    else if (byte == OCT9_MAVLINK_1)
        begin_mavlink_frame(receiver, OCT9_MAVLINK_HEAD_1);
    return OCT9_AGAIN;
}
