/* SPDX-License-Identifier: MIT */
/* A drone's mapper on a microcontroller: frames come in over the UART, the map grows in 64 KB of
 * pool, and alarms and packets of what changed go out. See messages.h for what is said. */
#include "boards/board.h"
#include "examples/tof_mapper/messages.h"

/* At 115200 baud and 15 frames a second three of them just fit; two leave room. */
enum { PACKET_SIZE = OCT9_PACKET_SIZE(250), PACKETS_A_FRAME = 2, PACKET_STEPS = 300 };

/* All that the firmware holds beside its stack. */
static struct {
    drone_t drone;
    sensor_frame_t frame;
    link_reader_t reader;
    uint8_t packet[PACKET_SIZE];
    uint8_t out[PACKET_SIZE + LINK_AROUND];
} firmware;

_Static_assert(sizeof firmware < 90000, "what stays of 128 KB is for the stack and the flight");

static void say(message_kind_t kind, const uint8_t *bytes, size_t size)
{
    const size_t length = link_write(firmware.out, (uint8_t)kind, bytes, size);
    for (size_t i = 0; i < length; i++)
        board_putc((char)firmware.out[i]);
}

/* Waits for the next message that is whole. */
static link_message_t listen(void)
{
    link_message_t message;
    for (;;) {
        const int byte = board_getc();
        if (byte < 0)
            continue;
        const link_event_t event = link_read(&firmware.reader, (uint8_t)byte, &message);
        if (event == LINK_MESSAGE)
            return message;
        if (event == LINK_BAD)
            say(MESSAGE_AGAIN, NULL, 0);
    }
}

/* Sends at most `most` packets of changes. Only the writing is counted; false: nothing is left. */
static bool send_changes(uint32_t most, uint32_t *instructions)
{
    for (uint32_t i = 0; i < most; i++) {
        board_counter_begin();
        const int32_t size = oct9_mapper_share(&firmware.drone.mapper, firmware.packet, PACKET_SIZE,
                                               PACKET_STEPS);
        *instructions += board_counter_end();
        if (size == 0)
            return false;
        if (size > 0)
            say(MESSAGE_PACKET, firmware.packet, (size_t)size);
    }
    return true;
}

/* What fails before the check leaves the alarm on. */
static oct9_status_t work(status_t *status)
{
    drone_t *drone = &firmware.drone;
    status->found = (oct9_mapper_found_t)DRONE_FAILED;
    board_counter_begin();
    const oct9_status_t seen = drone_see(drone, &firmware.frame);
    status->cost.map = board_counter_end();
    if (seen != OCT9_OK)
        return seen;
    board_counter_begin();
    const oct9_status_t checked = drone_check(drone, &firmware.frame, &status->found);
    status->cost.check = board_counter_end();
    return checked;
}

static void answer_frame(const uint8_t *bytes)
{
    const oct9_mapper_t *mapper = &firmware.drone.mapper;
    const oct9_occupancy_t *occupancy = &mapper->occupancy;
    status_t status = { .found = DRONE_NOTHING };
    uint8_t out[MESSAGE_STATUS_SIZE];
    message_take_frame(bytes, &firmware.frame);
    status.time_ms = firmware.frame.time_ms;
    status.mapped = drone_flies(&firmware.frame);
    if (status.mapped)
        status.error = (int8_t)work(&status);
    (void)send_changes(PACKETS_A_FRAME, &status.cost.send);
    status.window = occupancy->window;
    status.used = occupancy->tree.used;
    status.peak = occupancy->tree.peak;
    status.merged = occupancy->merged;
    status.grown = occupancy->grown;
    status.forgot = occupancy->forgot;
    message_put_status(out, &status);
    say(MESSAGE_STATUS, out, sizeof out);
}

static void finish(void)
{
    static uint8_t seen[DRONE_BLOCKS / 8];
    uint8_t out[MESSAGE_DONE_SIZE];
    uint32_t instructions = 0;
    while (send_changes(PACKETS_A_FRAME, &instructions)) {
    }
    const done_t done = { .stack = board_stack_used(),
                          .ram = (uint32_t)sizeof firmware,
                          .sound = oct9_tree_check(&firmware.drone.mapper.occupancy.tree, seen) ==
                                   OCT9_OK,
                          .digest = drone_digest(&firmware.drone) };
    message_put_done(out, &done);
    say(MESSAGE_DONE, out, sizeof out);
}

int main(void)
{
    if (drone_init(&firmware.drone) != OCT9_OK)
        return 1;
    say(MESSAGE_READY, NULL, 0);
    for (;;) {
        const link_message_t message = listen();
        if (message.kind == MESSAGE_FRAME && message.size == MESSAGE_FRAME_SIZE) {
            answer_frame(message.bytes);
        } else if (message.kind == MESSAGE_END) {
            finish();
            return 0;
        }
    }
}
