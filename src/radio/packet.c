/* SPDX-License-Identifier: MIT */
/* Reading packets. Any bytes are safe: each position is compared with the packet's end before it is
 * read. */
#include "src/radio/packet.h"

#include "oct9/image.h"
#include "port/oct9_port.h"
#include "src/number/morton.h"

enum { UNSENT = 16 }; /* bytes of the CRC that are not sent: sender, window */

/* --- records --------------------------------------------------------------------------------- */

/* Reads `count` bytes as a little-endian number. Returns false at the end. */
static bool read_number(oct9_packet_t *packet, unsigned count, uint32_t *number)
{
    if (packet->end - packet->at < count)
        return false;
    *number = 0;
    for (unsigned i = 0; i < count; i++)
        *number |= (uint32_t)packet->bytes[packet->at + i] << 8u * i;
    packet->at += count;
    return true;
}

/* Reads half a tile. Its cells have three states only. */
static bool unpack_half(oct9_packet_t *packet, oct9_record_t *record)
{
    uint32_t number;
    if (!read_number(packet, 1, &number))
        return false;
    record->states = (uint8_t)number;
    for (unsigned child = 0; child != OCT9_PACKET_CHILDREN; child++) {
        if (oct9_record_state(record->states, child) != OCT9_PACKET_INNER)
            continue;
        if (!read_number(packet, 2, &number) || (number & number >> 1 & 0x5555u) != 0)
            return false;
        record->cells[child] = (uint16_t)number;
    }
    return true;
}

static bool unpack_record(oct9_packet_t *packet, oct9_record_t *record)
{
    uint32_t number;
    if (!read_number(packet, 3, &number))
        return false;
    record->state = (unsigned)(number >> 22);
    record->level = OCT9_PACKET_TILE;
    number %= (uint32_t)1 << 22;
    record->corner = number * OCT9_PACKET_HALF_CELLS;
    if (record->state == OCT9_PACKET_INNER)
        return unpack_half(packet, record);
    const unsigned one = number == 0 ? 1 : oct9_port_low_bit(number);
    record->level = one / 3u + OCT9_PACKET_TILE;
    record->corner -= (uint32_t)OCT9_PACKET_HALF_CELLS << one;
    return one % 3u == 0;
}

/* --- the header ------------------------------------------------------------------------------ */

uint32_t oct9_packet_place(const oct9_offset_t *window)
{
    const uint32_t x = (uint32_t)window->x, y = (uint32_t)window->y, z = (uint32_t)window->z;
    return (x >> 3 & 511u) | (y >> 3 & 511u) << 9 | (z >> 3 & 511u) << 18;
}

uint32_t oct9_packet_crc(const uint8_t *bytes, uint32_t end, uint32_t sender,
                         const oct9_offset_t *window)
{
    uint8_t unsent[UNSENT];
    oct9_put_le32(unsent, sender);
    oct9_put_le32(unsent + 4, (uint32_t)window->x);
    oct9_put_le32(unsent + 8, (uint32_t)window->y);
    oct9_put_le32(unsent + 12, (uint32_t)window->z);
    return oct9_rom_crc32(oct9_rom_crc32(0, oct9_rom_of_ram(unsent), UNSENT),
                          oct9_rom_of_ram(bytes), end);
}

/* Of the corners with these nine low bits the one that is nearest to `around`. The difference is
 * computed modulo 512 and lies in -256..255. */
static int32_t nearest(uint32_t low, int32_t around)
{
    const uint32_t from = (uint32_t)around >> 3;
    const uint32_t ahead = (low - from + 256u) % 512u;
    return (int32_t)((from + ahead - 256u) << 3);
}

static void read_header(oct9_packet_t *packet, const oct9_offset_t *around)
{
    const uint8_t *const bytes = packet->bytes;
    const uint32_t place = oct9_get_le32(bytes + 10);
    packet->run.start = oct9_get_le32(bytes + 2);
    packet->number = oct9_get_le32(bytes + 6);
    packet->window.x = nearest(place, around->x);
    packet->window.y = nearest(place >> 9, around->y);
    packet->window.z = nearest(place >> 18, around->z);
}

/* Checks the sender, the version, that the start and the number are not 0, and the CRC. */
static bool header_good(const oct9_packet_t *packet)
{
    const uint8_t *const bytes = packet->bytes;
    return oct9_get_le16(bytes) == packet->run.sender % 65536u &&
           oct9_get_le32(bytes + 10) >> 27 == OCT9_PACKET_VERSION && packet->run.start != 0 &&
           packet->number != 0 &&
           oct9_get_le32(bytes + packet->end) ==
               oct9_packet_crc(bytes, packet->end, packet->run.sender, &packet->window);
}

oct9_status_t oct9_packet_open(oct9_packet_t *packet, const uint8_t *bytes, uint32_t size,
                               uint32_t sender, const oct9_offset_t *around)
{
    oct9_record_t record;
    if (size < OCT9_PACKET_HEADER + OCT9_PACKET_CRC || size > OCT9_PACKET_MAX)
        return OCT9_ERR_PACKET_BAD;
    packet->bytes = bytes;
    packet->run.sender = sender;
    packet->end = size - OCT9_PACKET_CRC;
    read_header(packet, around);
    if (!header_good(packet))
        return OCT9_ERR_PACKET_BAD;
    packet->at = OCT9_PACKET_HEADER;
    while (packet->at != packet->end)
        if (!unpack_record(packet, &record))
            return OCT9_ERR_PACKET_BAD;
    packet->at = OCT9_PACKET_HEADER;
    return OCT9_OK;
}

bool oct9_packet_next(oct9_packet_t *packet, oct9_record_t *record)
{
    OCT9_ASSERT(packet->at <= packet->end && packet->end <= OCT9_PACKET_MAX - OCT9_PACKET_CRC);
    return packet->at != packet->end && unpack_record(packet, record);
}

/* The sum modulo 2^32: the window of a malicious packet may be at the end of the range. */
static int32_t plus(int32_t offset, uint16_t cell)
{
    return (int32_t)((uint32_t)offset + cell);
}

void oct9_packet_corner(const oct9_packet_t *packet, const oct9_record_t *record, uint32_t offset,
                        oct9_offset_t *corner)
{
    oct9_cell_t cell;
    OCT9_ASSERT(record->corner + offset < OCT9_MORTON_END);
    oct9_morton_decode(record->corner + offset, &cell);
    corner->x = plus(packet->window.x, cell.x);
    corner->y = plus(packet->window.y, cell.y);
    corner->z = plus(packet->window.z, cell.z);
}
