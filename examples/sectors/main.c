/* SPDX-License-Identifier: MIT */
/* A companion of an autopilot on a microcontroller: MAVLink comes in and goes out over the UART.
 * Then a line says what it took. companion.c is what a robot has; all else here is its clock.
 *
 * The line from the autopilot is the clock, so that each run says the same bytes: the line is never
 * silent, and 57,600 baud are 576 bytes a tick. On a robot that is a timer, and an interrupt or
 * DMA keeps what comes meanwhile. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/sectors/companion.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { BYTES_A_TICK = 576, TICKS = 120 };

static uint32_t cost, worst; /* of the rings, in instructions */
static uint8_t bytes[OCT9_MAVLINK_BYTES];

static void send(int32_t size)
{
    for (int32_t i = 0; i < size; i++)
        board_putc((char)bytes[i]);
}

static void say_ring(uint32_t now_ms)
{
    board_counter_begin();
    const int32_t size = companion_ring(now_ms, bytes);
    const uint32_t took = board_counter_end();
    cost += took;
    worst = took > worst ? took : worst;
    send(size);
}

static void hear_a_tick(uint32_t now_ms)
{
    for (unsigned i = 0; i < BYTES_A_TICK; i++) {
        int byte = board_getc();
        while (byte < 0)
            byte = board_getc();
        companion_hear((uint8_t)byte, now_ms);
    }
}

int main(void)
{
    oct9_image_t building;
    const oct9_status_t status = oct9_image_open(&building, oct9_map_geb079_80,
                                                 oct9_map_geb079_80_size);
    if (status != OCT9_OK) {
        print_error("map", oct9_status_text(status));
        return 1;
    }
    companion_begin(&building);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const uint32_t now_ms = tick * COMPANION_TICK_MS;
        for (unsigned i = 0; now_ms % COMPANION_HELLO_MS == 0 && i < COMPANION_HELLOS; i++)
            send(companion_hello(i, bytes));
        hear_a_tick(now_ms);
        say_ring(now_ms);
    }
    print_cost("\nmeasured instructions a ring: ", cost, TICKS, worst);
    print_str("; ");
    print_memory(board_ram_data(), board_stack_used());
    return 0;
}
