/* SPDX-License-Identifier: MIT */
/* What the firmware of examples/tof_mapper sends on its UART during the made-up flight, and the map
 * that it has in the end:
 *
 *     record OUT.uart >LEAVES
 *
 * LEAVES has a line x y z size state for each leaf that is not unknown. The flight goes through a
 * place where the window moves. */
#include "examples/tof_mapper/host/session.h"
#include "examples/tof_mapper/host/synthetic.h"
#include "tools/cmd/arguments.h"
#include "tools/fail.h"
#include "tools/format/output.h"
#include "oct9/visit.h"

#include <stdio.h>

/* As examples/tof_mapper/main.c has it. */
enum { PACKET_SIZE = 250, PACKETS_A_FRAME = 2, PACKET_STEPS = 300 };

enum { SHIFT_MM = 1000 }; /* of the room, so that the window moves in flight */

static drone_t drone;

static void say(FILE *out, message_kind_t kind, const uint8_t *bytes, size_t size)
{
    uint8_t message[PACKET_SIZE + LINK_AROUND];
    fwrite(message, 1, link_write(message, (uint8_t)kind, bytes, size), out);
}

static void send_changes(FILE *out, uint32_t most)
{
    uint8_t packet[PACKET_SIZE];
    for (uint32_t i = 0; i < most; i++) {
        const int32_t size = oct9_mapper_share(&drone.mapper, packet, PACKET_SIZE, PACKET_STEPS);
        if (size == 0)
            break;
        if (size > 0)
            say(out, MESSAGE_PACKET, packet, (size_t)size);
    }
}

static oct9_status_t work(const sensor_frame_t *frame, oct9_mapper_found_t *found)
{
    const oct9_status_t status = drone_see(&drone, frame);
    return status == OCT9_OK ? drone_check(&drone, frame, found) : status;
}

static bool record_frame(FILE *out, const flight_frame_t *from)
{
    sensor_frame_t frame;
    uint8_t bytes[MESSAGE_STATUS_SIZE];
    session_frame(from, &frame);
    frame.pose.place_mm.x += SHIFT_MM;
    status_t status = { .time_ms = frame.time_ms,
                        .mapped = drone_flies(&frame),
                        .found = DRONE_NOTHING };
    if (status.mapped)
        status.error = (int8_t)work(&frame, &status.found);
    send_changes(out, PACKETS_A_FRAME);
    status.window = drone.mapper.occupancy.window;
    status.used = drone.mapper.occupancy.tree.used;
    status.peak = drone.mapper.occupancy.tree.peak;
    status.forgot = drone.mapper.occupancy.forgot;
    message_put_status(bytes, &status);
    say(out, MESSAGE_STATUS, bytes, sizeof bytes);
    return status.error == OCT9_OK || fail("record", "%s", oct9_status_text(status.error));
}

static bool record(FILE *out, const flight_t *flight)
{
    if (drone_init(&drone) != OCT9_OK)
        return fail("record", "the mapper does not begin");
    say(out, MESSAGE_READY, NULL, 0);
    for (size_t i = 0; i < flight->count; i++)
        if (!record_frame(out, &flight->frames[i]))
            return false;
    send_changes(out, UINT32_MAX);
    return true;
}

static void print_map(void)
{
    const oct9_map_t map = oct9_map_of_tree(&drone.mapper.occupancy.tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    (void)oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        printf("%u %u %u %u %s\n", leaf.corner.x, leaf.corner.y, leaf.corner.z,
               oct9_leaf_size(&leaf), state_name(leaf.state));
}

int main(int argc, char **argv)
{
    flight_t flight;
    output_t output;
    if (argc != 2)
        return usage("record", "one output is needed");
    if (!synthetic_flight(&flight))
        return STATUS_BAD_DATA;
    bool good = output_open(&output, argv[1]);
    if (good)
        good = output_close(&output, record(output.file, &flight));
    if (good)
        print_map();
    flight_free(&flight);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
