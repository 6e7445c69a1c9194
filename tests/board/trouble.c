/* SPDX-License-Identifier: MIT */
#include "tests/board/trouble.h"

#include "boards/board.h"

#include <stdint.h>

/* From the linker script: the stack's lowest byte. */
extern unsigned char ram_begin[];

static const uint32_t constant[2] = { 0x11223344u, 0x55667788u };

/* Without an end; not a tail call, since the frame is used behind it. */
static __attribute__((noinline)) uint32_t overflow(uint32_t depth)
{
    volatile uint32_t frame[8];
    frame[depth % 8u] = depth;
    return depth == UINT32_MAX ? 0 : overflow(depth + 1u) + frame[depth % 8u];
}

static void load_unaligned(void)
{
    volatile uintptr_t place = (uintptr_t)constant + 1u;
    (void)*(const volatile uint32_t *)place;
}

static void write_flash(void)
{
    volatile uintptr_t place = (uintptr_t)constant;
    *(volatile uint32_t *)place = 0;
}

static void kill_canary(void)
{
    volatile uintptr_t place = (uintptr_t)ram_begin;
    *(volatile uint32_t *)place = 0;
}

void trouble_make(const char *name)
{
    switch (name[0]) {
    case 'o': (void)overflow(0); break;
    case 'u': load_unaligned(); break;
    case 'w': write_flash(); break;
    case 'c': kill_canary(); break;
    default: break;
    }
}
