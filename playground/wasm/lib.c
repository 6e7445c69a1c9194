/* SPDX-License-Identifier: MIT */
/* What the baker asks of a C library, for one bake: no memory is given back, as the whole module is
 * dropped after it. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "playground/wasm/memory.h"
#include "tools/progress.h"

enum { ALIGN = 16 };

static uintptr_t next;

/* Fresh memory is zero. */
void *malloc(size_t size)
{
    if (next == 0)
        next = (uintptr_t)&__heap_base;
    const uint64_t begin = (next + ALIGN - 1u) / ALIGN * ALIGN, end = begin + size;
    if (!memory_reach(end))
        return NULL;
    next = (uintptr_t)end;
    return (void *)(uintptr_t)begin;
}

void *calloc(size_t count, size_t size)
{
    const uint64_t bytes = (uint64_t)count * size;
    return bytes > UINT32_MAX ? NULL : malloc((size_t)bytes);
}

void free(void *block)
{
    (void)block;
}

long long llround(double x)
{
    return (long long)(x < 0 ? x - 0.5 : x + 0.5);
}

/* Nobody looks. */
void progress_show(const char *work, size_t done, size_t total)
{
    (void)work;
    (void)done;
    (void)total;
}

void progress_end(void) {}
