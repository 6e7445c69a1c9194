/* SPDX-License-Identifier: MIT */
#ifndef OCT9_PLAYGROUND_STRING_H
#define OCT9_PLAYGROUND_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int value, size_t size);

#endif
