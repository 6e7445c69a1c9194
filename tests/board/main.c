/* SPDX-License-Identifier: MIT */
/* What every board must show: memory set up as C wants it, a counter that is right, a stack that is
 * measured, a UART that hears. Then it does what the line that came asks for (trouble.h); what
 * must come of that, tests/board/check says. */
#include "boards/board.h"
#include "boards/print.h"
#include "include/oct9/rom.h"
#include "tests/board/trouble.h"
#include "tests/test.h"

#define LOOPS 1000u
#define LONG_LOOPS 1000000u /* past what SysTick's 24 bits hold, on every board */
#define FRAME_BYTES 256u
#define LINE_SIZE 24u
#define POLLS 2000000u /* for the next character; a second in an emulator */

/* From the linker script. */
extern unsigned char ram_begin[], ram_end[];

static volatile uint32_t set[4] = { 0x01234567u, 0x89ABCDEFu, 0, 0xFFFFFFFFu };
static volatile uint32_t zero[16];
static OCT9_IN_ROM const uint32_t constant[4] = { 1, 20, 300, 4000 };

static void data_is_initialised(void)
{
    CHECK_EQ(set[0], 0x01234567u);
    CHECK_EQ(set[1], 0x89ABCDEFu);
    CHECK_EQ(set[2], 0);
    CHECK_EQ(set[3], 0xFFFFFFFFu);
}

static void bss_is_zero(void)
{
    for (unsigned i = 0; i < sizeof zero / sizeof zero[0]; i++)
        CHECK_EQ(zero[i], 0);
}

static bool in_ram(oct9_rom_t place)
{
#ifdef __AVR__
    return place >= 0x800000u;
#else
    return place >= (const void *)ram_begin && place < (const void *)ram_end;
#endif
}

static void constants_are_in_flash(void)
{
    CHECK(!in_ram(OCT9_ROM(constant)));
    CHECK(in_ram(OCT9_ROM(set)));
}

static __attribute__((noinline)) uint32_t count_loops(uint32_t loops)
{
    board_counter_begin();
    for (uint32_t i = 0; i < loops; i++)
        __asm volatile("");
    return board_counter_end();
}

/* The counter's own loop of known length has said that it counts; here, that it adds up. */
static void counter_adds_up(void)
{
    if (board_counter_unit() == BOARD_TICKS)
        return;
    const uint32_t once = count_loops(LOOPS), twice = count_loops(2 * LOOPS);
    const uint32_t turn = (twice - once) / LOOPS;
    CHECK_EQ(twice - once, turn * LOOPS);
    CHECK(turn >= 1 && turn <= 32);
    CHECK_EQ(count_loops(LOOPS), once);
    const uint32_t longest = count_loops(LONG_LOOPS);
    const uint32_t expected = once + turn * (LONG_LOOPS - LOOPS);
    CHECK(longest == expected || longest + 1u == expected); /* as boards/arm/systick.c says */
}

static __attribute__((noinline)) uint32_t fill_frame(void)
{
    volatile uint8_t frame[FRAME_BYTES];
    for (unsigned i = 0; i < FRAME_BYTES; i++)
        frame[i] = (uint8_t)i;
    return frame[FRAME_BYTES - 1u];
}

static void stack_is_measured(void)
{
    board_stack_repaint();
    const uint32_t before = board_stack_used();
    CHECK_EQ(fill_frame(), FRAME_BYTES - 1u);
    const uint32_t used = board_stack_used();
    CHECK(used > before && used < before + 2u * FRAME_BYTES);
    CHECK(used >= FRAME_BYTES);
    board_stack_repaint();
    CHECK(board_stack_used() < used);
    CHECK(board_canary_ok());
}

/* The line's length, without its end; 0 if none comes. */
static uint32_t read_line(char line[LINE_SIZE])
{
    uint32_t length = 0;
    for (uint32_t polls = 0; polls < POLLS; polls++) {
        const int c = board_getc();
        if (c == '\n')
            break;
        if (c < 0 || length == LINE_SIZE - 1u)
            continue;
        line[length++] = (char)c;
        polls = 0;
    }
    line[length] = '\0';
    return length;
}

static const char *unit_name(void)
{
    switch (board_counter_unit()) {
    case BOARD_INSTRUCTIONS: return "instructions";
    case BOARD_CYCLES: return "cycles";
    default: return "ticks";
    }
}

int main(void)
{
    char line[LINE_SIZE];
    print_error("counter", unit_name());
    RUN(data_is_initialised);
    RUN(bss_is_zero);
    RUN(constants_are_in_flash);
    RUN(counter_adds_up);
    RUN(stack_is_measured);
    print_str("ready\n"); /* not all UARTs keep what came before they were on */
    if (read_line(line) > 0) {
        print_error("heard", line);
        trouble_make(line);
    }
    return test_end();
}
