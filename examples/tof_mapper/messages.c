/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/messages.h"

#include "examples/tof_mapper/wire.h"

void message_put_frame(uint8_t *bytes, const sensor_frame_t *frame)
{
    wire_t wire = { NULL, bytes };
    wire_put_u32(&wire, frame->time_ms);
    wire_put_i32(&wire, frame->pose.place_mm.x);
    wire_put_i32(&wire, frame->pose.place_mm.y);
    wire_put_i32(&wire, frame->pose.place_mm.z);
    wire_put_i16(&wire, frame->pose.rotation.w);
    wire_put_i16(&wire, frame->pose.rotation.x);
    wire_put_i16(&wire, frame->pose.rotation.y);
    wire_put_i16(&wire, frame->pose.rotation.z);
    for (unsigned i = 0; i < 3; i++)
        wire_put_i16(&wire, frame->velocity_mm[i]);
    for (unsigned i = 0; i < 3; i++)
        wire_put_i16(&wire, frame->command_mm[i]);
    for (unsigned i = 0; i < DRONE_ZONES; i++)
        wire_put_i16(&wire, frame->distance_mm[i]);
    for (unsigned i = 0; i < DRONE_ZONES / 8; i++) {
        unsigned bits = 0;
        for (unsigned k = 0; k < 8; k++)
            bits |= (frame->status[8 * i + k] == DRONE_HIT ? 1u : 0u) << k;
        wire_put_u8(&wire, (uint8_t)bits);
    }
}

void message_take_frame(const uint8_t *bytes, sensor_frame_t *frame)
{
    wire_t wire = { bytes, NULL };
    frame->time_ms = wire_take_u32(&wire);
    frame->pose.place_mm.x = wire_take_i32(&wire);
    frame->pose.place_mm.y = wire_take_i32(&wire);
    frame->pose.place_mm.z = wire_take_i32(&wire);
    frame->pose.rotation.w = wire_take_i16(&wire);
    frame->pose.rotation.x = wire_take_i16(&wire);
    frame->pose.rotation.y = wire_take_i16(&wire);
    frame->pose.rotation.z = wire_take_i16(&wire);
    for (unsigned i = 0; i < 3; i++)
        frame->velocity_mm[i] = wire_take_i16(&wire);
    for (unsigned i = 0; i < 3; i++)
        frame->command_mm[i] = wire_take_i16(&wire);
    for (unsigned i = 0; i < DRONE_ZONES; i++)
        frame->distance_mm[i] = wire_take_i16(&wire);
    for (unsigned i = 0; i < DRONE_ZONES / 8; i++) {
        const unsigned bits = wire_take_u8(&wire);
        for (unsigned k = 0; k < 8; k++)
            frame->status[8 * i + k] = bits >> k & 1u ? DRONE_HIT : DRONE_NO_TARGET;
    }
}

enum { MAPPED = 1, ALARM = 2 };

void message_put_status(uint8_t *bytes, const status_t *status)
{
    wire_t wire = { NULL, bytes };
    wire_put_u32(&wire, status->time_ms);
    wire_put_u8(&wire, (uint8_t)status->error);
    wire_put_u8(&wire,
                (uint8_t)((status->mapped ? MAPPED : 0) | (status->found.alarm ? ALARM : 0)));
    wire_put_u8(&wire, status->found.why);
    wire_put_u16(&wire, status->found.clear_mm);
    wire_put_u16(&wire, status->found.known_mm);
    wire_put_u16(&wire, status->found.clearance_mm);
    wire_put_u16(&wire, status->found.age_ms);
    wire_put_i32(&wire, status->window.x);
    wire_put_i32(&wire, status->window.y);
    wire_put_i32(&wire, status->window.z);
    wire_put_u16(&wire, status->used);
    wire_put_u16(&wire, status->peak);
    wire_put_u32(&wire, status->merged);
    wire_put_u32(&wire, status->grown);
    wire_put_u32(&wire, status->forgot);
    wire_put_u32(&wire, status->cost.map);
    wire_put_u32(&wire, status->cost.check);
    wire_put_u32(&wire, status->cost.send);
}

void message_take_status(const uint8_t *bytes, status_t *status)
{
    wire_t wire = { bytes, NULL };
    status->time_ms = wire_take_u32(&wire);
    status->error = (int8_t)wire_take_u8(&wire);
    const unsigned flags = wire_take_u8(&wire);
    status->mapped = flags & MAPPED;
    status->found.alarm = flags & ALARM;
    status->found.why = wire_take_u8(&wire);
    status->found.clear_mm = wire_take_u16(&wire);
    status->found.known_mm = wire_take_u16(&wire);
    status->found.clearance_mm = wire_take_u16(&wire);
    status->found.age_ms = wire_take_u16(&wire);
    status->window.x = wire_take_i32(&wire);
    status->window.y = wire_take_i32(&wire);
    status->window.z = wire_take_i32(&wire);
    status->used = wire_take_u16(&wire);
    status->peak = wire_take_u16(&wire);
    status->merged = wire_take_u32(&wire);
    status->grown = wire_take_u32(&wire);
    status->forgot = wire_take_u32(&wire);
    status->cost.map = wire_take_u32(&wire);
    status->cost.check = wire_take_u32(&wire);
    status->cost.send = wire_take_u32(&wire);
}

void message_put_done(uint8_t *bytes, const done_t *done)
{
    wire_t wire = { NULL, bytes };
    wire_put_u32(&wire, done->stack);
    wire_put_u32(&wire, done->ram);
    wire_put_u8(&wire, done->sound);
    wire_put_u32(&wire, done->digest);
}

void message_take_done(const uint8_t *bytes, done_t *done)
{
    wire_t wire = { bytes, NULL };
    done->stack = wire_take_u32(&wire);
    done->ram = wire_take_u32(&wire);
    done->sound = wire_take_u8(&wire);
    done->digest = wire_take_u32(&wire);
}
