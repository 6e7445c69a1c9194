/* SPDX-License-Identifier: MIT */
/* Numbers as bytes, low byte first, in any processor's order. */
#ifndef TOF_MAPPER_WIRE_H
#define TOF_MAPPER_WIRE_H

#include <stdint.h>

/* Where the next number is read from, or written to. */
typedef struct {
    const uint8_t *from;
    uint8_t *to;
} wire_t;

uint8_t wire_take_u8(wire_t *wire);
uint16_t wire_take_u16(wire_t *wire);
uint32_t wire_take_u32(wire_t *wire);
int16_t wire_take_i16(wire_t *wire);
int32_t wire_take_i32(wire_t *wire);

void wire_put_u8(wire_t *wire, uint8_t value);
void wire_put_u16(wire_t *wire, uint16_t value);
void wire_put_u32(wire_t *wire, uint32_t value);
void wire_put_i16(wire_t *wire, int16_t value);
void wire_put_i32(wire_t *wire, int32_t value);

#endif
