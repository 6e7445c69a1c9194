/* SPDX-License-Identifier: MIT */
/* Reading packets. Any bytes are safe: each position is compared with the packet's end before it is
 * read. */
#include "src/radio/packet.h"

#include "oct9/image.h"
#include "src/number/morton.h"

/* Reads a half-word of states. Returns false at the end. */
static bool read_states(oct9_packet_t *packet, uint16_t *states)
{
    if (packet->end - packet->at < 2)
        return false;
    *states = oct9_get_le16(packet->bytes + packet->at);
    packet->at += 2;
    return true;
}

/* The inner children, as bits 0, 2, .. 14. */
static unsigned inner_children(uint16_t states)
{
    return (unsigned)states & (unsigned)states >> 1 & 0x5555u;
}

/* Reads the states inside a tile. Its cells have three states only. */
static bool read_cells(oct9_packet_t *packet, oct9_record_t *record)
{
    for (unsigned child = 0; child != 8; child++)
        if (oct9_record_state(record->states, child) == OCT9_PACKET_INNER &&
            (!read_states(packet, &record->cells[child]) ||
             inner_children(record->cells[child]) != 0))
            return false;
    return true;
}

static bool read_record(oct9_packet_t *packet, oct9_record_t *record)
{
    if (packet->end - packet->at < 6)
        return false;
    const uint32_t word = oct9_get_le32(packet->bytes + packet->at);
    record->states = oct9_get_le16(packet->bytes + packet->at + 4);
    packet->at += 6;
    record->corner = word % OCT9_MORTON_END;
    record->level = (unsigned)(word / OCT9_MORTON_END);
    if (record->level < OCT9_PACKET_TILE || record->level > OCT9_PACKET_LARGEST ||
        (record->corner & oct9_morton_below(record->level)) != 0)
        return false;
    if (record->level == OCT9_PACKET_TILE)
        return read_cells(packet, record);
    const unsigned state = record->states & 3u;
    return state != OCT9_PACKET_INNER && record->states == oct9_record_all(state);
}

static int32_t read_offset(const uint8_t *bytes)
{
    return (int32_t)oct9_get_le32(bytes);
}

/* Checks the mark, the CRC, that the start and the number are not 0, and that the window is aligned
 * to the smallest step. */
static bool frame_good(const uint8_t *bytes, uint32_t size)
{
    if (size < OCT9_PACKET_HEADER + OCT9_PACKET_CRC || size > OCT9_PACKET_MAX)
        return false;
    const uint32_t crc = oct9_get_le32(bytes + size - OCT9_PACKET_CRC);
    const uint32_t window = oct9_get_le32(bytes + 16) | oct9_get_le32(bytes + 20) |
                            oct9_get_le32(bytes + 24);
    const oct9_rom_t rom = oct9_rom_of_ram(bytes);
    return bytes[0] == 'o' && bytes[1] == '9' && bytes[2] == OCT9_PACKET_VERSION && bytes[3] == 0 &&
           oct9_get_le32(bytes + 8) != 0 && oct9_get_le32(bytes + 12) != 0 && (window & 7u) == 0 &&
           crc == oct9_rom_crc32(0, rom, size - OCT9_PACKET_CRC);
}

oct9_status_t oct9_packet_open(oct9_packet_t *packet, const uint8_t *bytes, uint32_t size)
{
    oct9_record_t record;
    if (!frame_good(bytes, size))
        return OCT9_ERR_PACKET_BAD;
    packet->bytes = bytes;
    packet->run.sender = oct9_get_le32(bytes + 4);
    packet->run.start = oct9_get_le32(bytes + 8);
    packet->number = oct9_get_le32(bytes + 12);
    packet->window.x = read_offset(bytes + 16);
    packet->window.y = read_offset(bytes + 20);
    packet->window.z = read_offset(bytes + 24);
    packet->at = OCT9_PACKET_HEADER;
    packet->end = size - OCT9_PACKET_CRC;
    while (packet->at != packet->end)
        if (!read_record(packet, &record))
            return OCT9_ERR_PACKET_BAD;
    packet->at = OCT9_PACKET_HEADER;
    return OCT9_OK;
}

bool oct9_packet_next(oct9_packet_t *packet, oct9_record_t *record)
{
    OCT9_ASSERT(packet->at <= packet->end && packet->end <= OCT9_PACKET_MAX - OCT9_PACKET_CRC);
    return packet->at != packet->end && read_record(packet, record);
}

/* The sum modulo 2^32: the window of a malicious packet may be at the end of the range. */
static int32_t plus(int32_t offset, uint16_t cell)
{
    return (int32_t)((uint32_t)offset + cell);
}

void oct9_packet_corner(const oct9_packet_t *packet, const oct9_record_t *record,
                        oct9_offset_t *corner)
{
    oct9_cell_t cell;
    OCT9_ASSERT(record->corner < OCT9_MORTON_END);
    oct9_morton_decode(record->corner, &cell);
    corner->x = plus(packet->window.x, cell.x);
    corner->y = plus(packet->window.y, cell.y);
    corner->z = plus(packet->window.z, cell.z);
}
