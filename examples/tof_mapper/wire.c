/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/wire.h"

uint8_t wire_take_u8(wire_t *wire)
{
    return *wire->from++;
}

uint16_t wire_take_u16(wire_t *wire)
{
    const uint32_t low = wire_take_u8(wire);
    return (uint16_t)(low | (uint32_t)wire_take_u8(wire) << 8);
}

uint32_t wire_take_u32(wire_t *wire)
{
    const uint32_t low = wire_take_u16(wire);
    return low | (uint32_t)wire_take_u16(wire) << 16;
}

int16_t wire_take_i16(wire_t *wire)
{
    return (int16_t)wire_take_u16(wire);
}

int32_t wire_take_i32(wire_t *wire)
{
    return (int32_t)wire_take_u32(wire);
}

void wire_put_u8(wire_t *wire, uint8_t value)
{
    *wire->to++ = value;
}

void wire_put_u16(wire_t *wire, uint16_t value)
{
    wire_put_u8(wire, (uint8_t)value);
    wire_put_u8(wire, (uint8_t)(value >> 8));
}

void wire_put_u32(wire_t *wire, uint32_t value)
{
    wire_put_u16(wire, (uint16_t)value);
    wire_put_u16(wire, (uint16_t)(value >> 16));
}

void wire_put_i16(wire_t *wire, int16_t value)
{
    wire_put_u16(wire, (uint16_t)value);
}

void wire_put_i32(wire_t *wire, int32_t value)
{
    wire_put_u32(wire, (uint32_t)value);
}
