/* SPDX-License-Identifier: MIT */
/* CRC-32 (IEEE 802.3), four bits at a time from a table of 64 bytes.
 * Source: Peterson and Brown 1961; the reflected polynomial 0xEDB88320. */
#include "oct9/image.h"

#include "port/oct9_port.h"

uint32_t oct9_crc32(uint32_t crc, oct9_rom_t bytes, size_t size)
{
    static const uint32_t of_nibble[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
        0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
        0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu
    };
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= oct9_port_byte(bytes, i);
        crc = crc >> 4 ^ of_nibble[crc & 15u];
        crc = crc >> 4 ^ of_nibble[crc & 15u];
    }
    return ~crc;
}
