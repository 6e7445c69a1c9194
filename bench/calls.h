/* SPDX-License-Identifier: MIT */
/* What each public call costs on a board: instructions or cycles, and stack.
 *
 * A group of calls is a program: tests/THING/calls_GROUP.c. Each call has a workload, which makes
 * its input from random numbers that always begin the same, and measures the call alone:
 *
 *     static void cast(void)
 *     {
 *         for (unsigned i = 0; i < CALLS_CASES; i++) {
 *             ...
 *             CALL(oct9_cast_ray(&map, &input, &output));
 *             calls_answer(output.hit);
 *         }
 *     }
 *
 * It runs twice, once to count and once to see how deep the stack goes. Its results go into
 * a checksum, which is the same on all boards if the workload was. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H

#include <stdbool.h>
#include <stdint.h>

enum { CALLS_CASES = 64 };

typedef struct {
    const char *name;  /* of the call, without its oct9_ */
    void (*run)(void); /* its workload */
} call_t;

/* Measures one call; its value is for the caller's use: CALL(status = oct9_cast_ray(...)). */
#define CALL(call)                \
    do {                          \
        calls_paint();            \
        calls_mark(calls_used()); \
        calls_paint();            \
        calls_begin();            \
        call;                     \
        calls_end(calls_used());  \
    } while (0)

/* Part of CALL. Each of the first four jumps to the board's own function at its end, so that it
 * leaves nothing on the stack, and what they add to the count is always the same. */
void calls_paint(void);
uint32_t calls_used(void);
void calls_begin(void);
void calls_end(uint32_t used);
void calls_mark(uint32_t used);

/* Into the checksum. */
void calls_answer(uint32_t value);

/* Random numbers, the same for each workload and on each board: any, and 0..n - 1 (n up to
 * 65536). */
uint32_t calls_random(void);
uint32_t calls_below(uint32_t n);

/* Measures all of them and prints for each: call NAME CASES MEAN*10 WORST STACK CHECKSUM. Returns
 * main's result. */
int calls_run(const call_t *calls, unsigned count);

#endif
