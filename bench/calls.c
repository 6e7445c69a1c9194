/* SPDX-License-Identifier: MIT */
#include "bench/calls.h"

#include "boards/board.h"
#include "boards/print.h"

#define SEED 2463534242u
#define HASH_SEED 2166136261u
#define HASH_PRIME 16777619u

enum { LOOP_SHORT = 1000, LOOP_LONG = 60000 };

static bool painting;     /* this round is of the stack */
static uint32_t overhead; /* what CALL itself adds */
static uint32_t random, answer;
static uint32_t calls, worst, depth, stack;
static uint64_t sum;

__attribute__((noinline)) void calls_paint(void)
{
    if (painting)
        board_stack_repaint();
}

__attribute__((noinline)) uint32_t calls_used(void)
{
    return painting ? board_stack_used() : 0;
}

__attribute__((noinline)) void calls_begin(void)
{
    if (!painting)
        board_counter_begin();
}

__attribute__((noinline)) void calls_mark(uint32_t used)
{
    depth = used;
}

__attribute__((noinline)) void calls_end(uint32_t used)
{
    if (painting) {
        if (stack < used - depth)
            stack = used - depth;
        return;
    }
    const uint32_t count = board_counter_end() - overhead;
    calls++;
    sum += count;
    if (worst < count)
        worst = count;
}

void calls_answer(uint32_t value)
{
    answer = (answer ^ value) * HASH_PRIME;
}

/* Source: Marsaglia, "Xorshift RNGs", 2003. */
uint32_t calls_random(void)
{
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    return random;
}

uint32_t calls_below(uint32_t n)
{
    return (calls_random() >> 16) * n >> 16;
}

static volatile uint32_t loops; /* so that a long loop begins as a short one does */

/* Two instructions a turn; three cycles on Cortex-M0+, four on AVR. */
static void turn(uint32_t turns)
{
#if defined(__arm__)
    __asm volatile(".syntax unified\n1: subs %0, #1\n bne 1b" : "+l"(turns)::"cc");
#elif defined(__riscv)
    __asm volatile("1: addi %0, %0, -1\n bnez %0, 1b" : "+r"(turns));
#elif defined(__AVR__)
    uint16_t left = (uint16_t)turns;
    __asm volatile("1: sbiw %0, 1\n brne 1b" : "+w"(left)::"cc");
#else
    (void)turns;
#endif
}

static void nothing(void)
{
    CALL((void)0);
}

static void loop(void)
{
    CALL(turn(loops));
}

static void run(void (*workload)(void))
{
    random = SEED;
    answer = HASH_SEED;
    workload();
}

static void count(void (*workload)(void))
{
    painting = false;
    calls = worst = 0;
    sum = 0;
    run(workload);
}

static void print_field(uint32_t value)
{
    print_str(" ");
    print_u32(value, 0);
}

/* False if it did not answer the same twice. */
static bool measure(const call_t *call)
{
    count(call->run);
    const uint32_t first = answer;
    painting = true;
    stack = 0;
    run(call->run);
    print_str("call ");
    print_str(call->name);
    print_field(calls);
    print_field((uint32_t)(sum * 10u / calls));
    print_field(worst);
    print_field(stack);
    print_str(" ");
    print_hex32(answer);
    print_str("\n");
    return answer == first;
}

/* What it counts by, and how much more a long loop takes than a short one. */
static void print_counter(void)
{
    count(nothing);
    overhead = worst;
    loops = LOOP_SHORT;
    count(loop);
    const uint32_t before = worst;
    loops = LOOP_LONG;
    count(loop);
    print_str("unit");
    print_field((uint32_t)board_counter_unit());
    print_str("\nloop");
    print_field(LOOP_LONG - LOOP_SHORT);
    print_field(worst - before);
    print_str("\n");
}

int calls_run(const call_t *call, unsigned number)
{
    bool good = true;
    print_counter();
    for (unsigned i = 0; i < number; i++)
        good = measure(&call[i]) && good;
    return good && board_canary_ok() ? 0 : 1;
}
