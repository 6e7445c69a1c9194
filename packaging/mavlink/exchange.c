/* SPDX-License-Identifier: MIT */
/* Random messages of oct9, and what it reads of another's: for packaging/mavlink/exchange.mjs.
 *
 * Usage: exchange write COUNT SEED    prints COUNT messages of each kind: a line has the frame in
 *                                     hexadecimal, the id, and each field with its value, which is
 *                                     NUMBER/PARTS of a float
 *        exchange read                reads frames from the standard input; prints a line for each
 *                                     byte that is not OCT9_AGAIN's: the status, and the message */
#include "oct9/autopilot.h"
#include "tests/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static random_t numbers;
static oct9_mavlink_sender_t sender = { 7, 195, 0 };

static uint8_t byte(void)
{
    return (uint8_t)random_u32(&numbers);
}

static uint16_t half(void)
{
    return (uint16_t)random_u32(&numbers);
}

/* Of any length. */
static int32_t number(void)
{
    const uint32_t length = random_u32(&numbers) >> (1u + random_below(&numbers, 31));
    return random_below(&numbers, 2) ? (int32_t)length : -(int32_t)length;
}

static void say(const char *name, uint64_t value)
{
    printf(" %s=%" PRIu64, name, value);
}

static void say_float(const char *name, int32_t value, unsigned parts)
{
    printf(" %s=%" PRId32 "/%u", name, value, parts);
}

static void begin(const oct9_mavlink_message_t *message)
{
    uint8_t bytes[OCT9_MAVLINK_BYTES];
    const int32_t size = oct9_autopilot_write(&sender, message, bytes, sizeof bytes);
    if (size < 0)
        exit(1);
    for (int32_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    printf(" %d", (int)message->kind);
}

static void write_heartbeat(oct9_mavlink_message_t *message)
{
    oct9_mavlink_heartbeat_t *const is = &message->is.heartbeat;
    is->type = byte();
    is->autopilot = byte();
    is->mode = byte();
    is->status = byte();
    begin(message);
    say("type", is->type);
    say("autopilot", is->autopilot);
    say("baseMode", is->mode);
    say("systemStatus", is->status);
    say("customMode", 0);
    say("mavlinkVersion", 3);
}

static void write_request(oct9_mavlink_message_t *message)
{
    oct9_mavlink_request_t *const is = &message->is.request;
    is->system = byte();
    is->component = byte();
    is->id = half();
    is->interval_us = number();
    begin(message);
    say("command", 511);
    say("targetSystem", is->system);
    say("targetComponent", is->component);
    say("confirmation", 0);
    say_float("_param1", is->id, 1);
    say_float("_param2", is->interval_us, 1);
    say_float("_param3", 0, 1);
    say_float("_param7", 0, 1);
}

static void write_distance(oct9_mavlink_message_t *message)
{
    oct9_mavlink_distance_t *const is = &message->is.distance;
    is->time_ms = random_u32(&numbers);
    is->least_cm = half();
    is->most_cm = half();
    is->distance_cm = half();
    is->sensor = byte();
    is->id = byte();
    is->orientation = byte();
    is->variance = byte();
    is->width_urad = random_u32(&numbers) >> 1;
    is->height_urad = random_u32(&numbers) >> 9;
    begin(message);
    say("timeBootMs", is->time_ms);
    say("minDistance", is->least_cm);
    say("maxDistance", is->most_cm);
    say("currentDistance", is->distance_cm);
    say("type", is->sensor);
    say("id", is->id);
    say("orientation", is->orientation);
    say("covariance", is->variance);
    say_float("horizontalFov", (int32_t)is->width_urad, 1000000);
    say_float("verticalFov", (int32_t)is->height_urad, 1000000);
    say("signalQuality", 0);
}

static void write_ring(oct9_mavlink_message_t *message)
{
    oct9_mavlink_ring_t *const is = &message->is.ring;
    is->time_us = (uint64_t)random_u32(&numbers) << 32 | random_u32(&numbers);
    for (unsigned i = 0; i < OCT9_MAVLINK_RING; i++)
        is->distance_cm[i] = half();
    is->least_cm = half();
    is->most_cm = half();
    is->step_cdeg = (int16_t)(100u * random_below(&numbers, 256));
    is->first_cdeg = (int16_t)half();
    is->sensor = byte();
    is->frame = (uint8_t)(random_below(&numbers, 2) * byte());
    begin(message);
    say("timeUsec", is->time_us);
    printf(" distances=");
    for (unsigned i = 0; i < OCT9_MAVLINK_RING; i++)
        printf("%s%u", i == 0 ? "" : ",", is->distance_cm[i]);
    say("minDistance", is->least_cm);
    say("maxDistance", is->most_cm);
    say("sensorType", is->sensor);
    say("increment", (uint64_t)(is->step_cdeg / 100));
    say_float("incrementF", is->step_cdeg, 100);
    say_float("angleOffset", is->first_cdeg, 100);
    say("frame", is->frame);
}

static void write_point(oct9_mavlink_message_t *message)
{
    oct9_mavlink_point_t *const is = &message->is.point;
    is->time_ms = random_u32(&numbers);
    is->x_mm = number();
    is->y_mm = number();
    is->z_mm = number();
    is->least_mm = number();
    is->most_mm = number();
    is->id = half();
    is->sensor = byte();
    is->frame = byte();
    begin(message);
    say("timeBootMs", is->time_ms);
    say_float("x", is->x_mm, 1000);
    say_float("y", is->y_mm, 1000);
    say_float("z", is->z_mm, 1000);
    say_float("minDistance", is->least_mm, 1000);
    say_float("maxDistance", is->most_mm, 1000);
    say("obstacleId", is->id);
    say("sensorType", is->sensor);
    say("frame", is->frame);
}

static void write_all(unsigned long count)
{
    static const struct {
        oct9_mavlink_kind_t kind;
        void (*write)(oct9_mavlink_message_t *message);
    } kinds[] = { { OCT9_MAVLINK_HEARTBEAT, write_heartbeat },
                  { OCT9_MAVLINK_REQUEST, write_request },
                  { OCT9_MAVLINK_DISTANCE_SENSOR, write_distance },
                  { OCT9_MAVLINK_OBSTACLE_DISTANCE, write_ring },
                  { OCT9_MAVLINK_OBSTACLE_DISTANCE_3D, write_point } };
    for (unsigned long i = 0; i < count; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            oct9_mavlink_message_t message;
            message.kind = kinds[k].kind;
            kinds[k].write(&message);
            printf("\n");
        }
}

static void read_all(void)
{
    static oct9_mavlink_receiver_t receiver;
    for (int one = getchar(); one != EOF; one = getchar()) {
        const oct9_status_t status = oct9_autopilot_read(&receiver, (uint8_t)one, 0);
        const bool attitude = receiver.id == 31;
        if (status == OCT9_AGAIN)
            continue;
        printf("%d %u %u %" PRIu32, (int)status, receiver.from_system, receiver.from_component,
               attitude ? receiver.attitude.time_ms : receiver.position.time_ms);
        for (unsigned i = 0; i < 4 && attitude; i++)
            printf(" %" PRId32, receiver.attitude.q_q16[i]);
        for (unsigned i = 0; i < 6 && !attitude; i++)
            printf(" %" PRId32,
                   i < 3 ? receiver.position.place_mm[i] : receiver.position.velocity_mm[i - 3u]);
        printf("\n");
    }
}

int main(int count, char **arguments)
{
    if (count == 4 && strcmp(arguments[1], "write") == 0) {
        numbers.state = strtoull(arguments[3], NULL, 0);
        write_all(strtoul(arguments[2], NULL, 0));
        return 0;
    }
    if (count != 2 || strcmp(arguments[1], "read") != 0)
        return 2;
    read_all();
    return 0;
}
