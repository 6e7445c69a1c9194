/* SPDX-License-Identifier: MIT */
/* CRC-32 (IEEE 802.3), four bits at a time from a table of 64 bytes in flash. The reflected
 * polynomial is 0xEDB88320. Source: Peterson and Brown 1961, "Cyclic codes for error detection". */
#include "oct9/rom.h"
#include "port/oct9_port.h"

static OCT9_IN_ROM const uint32_t of_nibble[16] = {
    0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
    0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
    0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu
};

/* Shifts out the lowest four bits. */
static inline uint32_t shift(uint32_t crc)
{
    return crc >> 4 ^ oct9_port_entry(OCT9_ROM(of_nibble), (unsigned)(crc % 16u));
}

uint32_t oct9_rom_crc32(uint32_t crc, oct9_rom_t bytes, oct9_rom_size_t size)
{
    OCT9_ASSERT(bytes != 0 || size == 0);
    crc = ~crc;
    for (oct9_rom_size_t i = 0; i < size; i++) {
        crc ^= oct9_port_byte(bytes, i);
        crc = shift(shift(crc));
    }
    return ~crc;
}
