/* SPDX-License-Identifier: MIT */
#ifndef OCT9_PLAYGROUND_MEMORY_H
#define OCT9_PLAYGROUND_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Where a module's own data end. */
extern unsigned char __heap_base;

/* Makes the memory reach to `end`, an address; false if the browser has not that much. */
bool memory_reach(uint64_t end);

#endif
