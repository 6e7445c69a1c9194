/* SPDX-License-Identifier: MIT */
#include "tests/packet/radio.h"

#include "tests/test.h"

uint32_t radio_table[RADIO_TABLE];
oct9_changes_t radio_changes;
uint32_t radio_seen[RADIO_SEEN];
oct9_sender_t radio_sender;
oct9_receiver_t radio_receiver;
uint8_t radio_bytes[RADIO_BYTES];
const oct9_run_t radio_run = { 0xA1B2C3D4, 5 };

void radio_begin_run(uint32_t start)
{
    const oct9_run_t next = { radio_run.sender, start };
    CHECK_EQ(oct9_packet_sender_init(&radio_sender, &robot_map, &next), OCT9_OK);
}

void radio_begin_sender(uint32_t size)
{
    CHECK_EQ(oct9_occupancy_changes_init(&radio_changes, radio_table, size), OCT9_OK);
    CHECK_EQ(
        oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &radio_changes),
        OCT9_OK);
    radio_begin_run(radio_run.start);
}

void radio_begin_receiver(uint32_t blocks, oct9_full_t full, uint32_t size)
{
    robot_reset(&robot_other, blocks, full);
    CHECK_EQ(oct9_packet_receiver_init(&radio_receiver, &robot_other, radio_seen, size, &radio_run),
             OCT9_OK);
}

void radio_begin(void)
{
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
}

void radio_see(unsigned x, unsigned y, unsigned z, bool hit)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, hit), OCT9_OK);
}

uint32_t radio_write(uint32_t size)
{
    const int32_t length = oct9_packet_write(&radio_sender, radio_bytes, size, RADIO_BUDGET);
    CHECK(length >= 0);
    CHECK(length <= (int32_t)size);
    return (uint32_t)length;
}

oct9_status_t radio_apply(uint32_t size)
{
    return oct9_packet_apply(&radio_receiver, radio_bytes, size);
}

void radio_hear_of_run(void)
{
    CHECK_EQ(radio_write(64), RADIO_HEADER + RADIO_CRC);
    CHECK_EQ(radio_apply(RADIO_HEADER + RADIO_CRC), OCT9_OK);
    CHECK_EQ(radio_write(64), 0);
}

uint32_t radio_send_all(uint32_t size)
{
    uint32_t count = 0, length;
    while (count < 1000 && (length = radio_write(size)) > 0) {
        CHECK_EQ(radio_apply(length), OCT9_OK);
        count++;
    }
    return count;
}

void radio_same_states(void)
{
    CHECK_EQ(robot_states_digest(&robot_other), robot_states_digest(&robot_map));
    robot_check(&robot_other);
}

uint32_t radio_word_at(uint32_t at)
{
    return radio_bytes[at] | (uint32_t)radio_bytes[at + 1] << 8 |
           (uint32_t)radio_bytes[at + 2] << 16 | (uint32_t)radio_bytes[at + 3] << 24;
}

void radio_put_word(uint32_t at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        radio_bytes[at + i] = (uint8_t)(word >> 8 * i);
}

void radio_sign(uint32_t length, uint32_t sender, oct9_offset_t window)
{
    const uint32_t unsent[] = { sender, (uint32_t)window.x, (uint32_t)window.y,
                                (uint32_t)window.z };
    uint8_t bytes[16];
    for (unsigned i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(unsent[i / 4] >> 8 * (i % 4));
    const uint32_t crc = oct9_rom_crc32(0, oct9_rom_of_ram(bytes), 16);
    radio_put_word(length - RADIO_CRC,
                   oct9_rom_crc32(crc, oct9_rom_of_ram(radio_bytes), (size_t)(length - RADIO_CRC)));
}

void radio_forge(uint32_t number, oct9_offset_t window, uint32_t node)
{
    const uint32_t x = (uint32_t)window.x / 8, y = (uint32_t)window.y / 8,
                   z = (uint32_t)window.z / 8;
    radio_put_word(0, radio_run.sender & 0xFFFF);
    radio_put_word(2, radio_run.start);
    radio_put_word(6, number);
    radio_put_word(10, (x & 511u) | (y & 511u) << 9 | (z & 511u) << 18 | (uint32_t)3 << 27);
    radio_put_word(RADIO_HEADER, node);
    radio_sign(RADIO_FORGED, radio_run.sender, window);
}
