/* SPDX-License-Identifier: MIT */
/* Reading a packet: any bytes, of any length up to the largest record. */
#include "src/radio/packet.h"

#include "any.h"

static uint8_t bytes[34];

int main(void)
{
    oct9_packet_t packet;
    oct9_record_t record;
    oct9_offset_t corner, window = { 0, 0, 0 };
    oct9_status_t status;
    ANY(bytes);
    const uint32_t size = (uint32_t)WITHIN(0, sizeof bytes);
    //@ split size;
    status = oct9_packet_open(&packet, bytes, size, 7, &window);
    if (status != OCT9_OK)
        return status;
    while (oct9_packet_next(&packet, &record))
        oct9_packet_corner(&packet, &record, 0, &corner);
    return status;
}
