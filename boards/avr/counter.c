/* SPDX-License-Identifier: MIT */
/* Counts cycles by timer 1, which runs at the core's clock: exact on simavr and on the part.
 *
 * Timer 1 has 16 bits; its overflows are counted by interrupt. What is counted besides is
 * constant, measured at the start, and subtracted:
 * - the path from begin's reading to end's, with nothing between them,
 * - the overflow's handler, each time that it ran: by a loop of known length that it interrupts.
 * Between begin and end interrupts are on; before and after they are as begin found them. */
#include "boards/avr/avr.h"
#include "boards/board.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define SHORT_LOOPS 1000u /* of four cycles each but the last, of three */
#define LONG_LOOPS 17000u /* more than one round of the timer, less than two */
#define LOOP_CYCLES(loops) (4u * (uint32_t)(loops)-1u)

__attribute__((used)) volatile uint16_t counter_overflows;

static uint8_t status; /* SREG at begin */
static uint32_t overhead;
static uint32_t handler;
static board_unit_t unit = BOARD_TICKS;

/* The same number of cycles each time. */
ISR(TIMER1_OVF_vect, ISR_NAKED)
{
    __asm volatile("push r24\n\t"
                   "in r24, __SREG__\n\t"
                   "push r24\n\t"
                   "push r25\n\t"
                   "lds r24, counter_overflows\n\t"
                   "lds r25, counter_overflows+1\n\t"
                   "adiw r24, 1\n\t"
                   "sts counter_overflows+1, r25\n\t"
                   "sts counter_overflows, r24\n\t"
                   "pop r25\n\t"
                   "pop r24\n\t"
                   "out __SREG__, r24\n\t"
                   "pop r24\n\t"
                   "reti");
}

__attribute__((noinline)) void board_counter_begin(void)
{
    status = SREG;
    TCCR1B = 0;
    TCCR1A = 0;
    TCNT1 = 0;
    TIFR1 = 1u << TOV1;
    TIMSK1 = 1u << TOIE1;
    counter_overflows = 0;
    sei();
    TCCR1B = 1u << CS10; /* the core's clock */
}

__attribute__((noinline)) uint32_t board_counter_end(void)
{
    cli();
    const uint16_t now = TCNT1;
    const bool pending = (TIFR1 & 1u << TOV1) != 0;
    const uint16_t handled = counter_overflows;
    TCCR1B = 0;
    TIMSK1 = 0;
    TIFR1 = 1u << TOV1;
    SREG = status;
    /* An overflow that still waits came before the reading iff the reading is of a new round. */
    const uint32_t rounds = (uint32_t)handled + (pending && now < 0x8000u ? 1u : 0u);
    return (rounds << 16 | now) - handled * handler - overhead;
}

board_unit_t board_counter_unit(void)
{
    return unit;
}

/* In assembly, lest the compiler put anything between the calls. */
#define CALL_CLOBBERS "r18", "r19", "r20", "r21", "r26", "r27", "r30", "r31", "r0", "cc", "memory"

static uint32_t measure_nothing(void)
{
    register uint32_t count __asm("r22");
    __asm volatile("call board_counter_begin\n\t"
                   "call board_counter_end"
                   : "=r"(count)::CALL_CLOBBERS);
    return count;
}

static uint32_t measure_loops(uint16_t loops)
{
    register uint32_t count __asm("r22");
    register uint16_t left __asm("r16") = loops;
    __asm volatile("call board_counter_begin\n"
                   "1:\tsubi r16, 1\n\t"
                   "sbci r17, 0\n\t"
                   "brne 1b\n\t"
                   "call board_counter_end"
                   : "=r"(count), "+r"(left)::CALL_CLOBBERS);
    return count;
}

void counter_init(void)
{
    overhead = measure_nothing();
    handler = measure_loops(LONG_LOOPS) - LOOP_CYCLES(LONG_LOOPS);
    if (measure_loops(SHORT_LOOPS) == LOOP_CYCLES(SHORT_LOOPS))
        unit = BOARD_CYCLES;
}
