/* SPDX-License-Identifier: MIT */
#include "playground/wasm/memory.h"

#include <stddef.h>

enum { PAGE_BYTES = 65536 };

bool memory_reach(uint64_t end)
{
    const uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE_BYTES;
    if (end > UINT32_MAX)
        return false;
    if (end <= have)
        return true;
    const size_t pages = (size_t)((end - have) / PAGE_BYTES + 1);
    return __builtin_wasm_memory_grow(0, pages) != SIZE_MAX;
}
