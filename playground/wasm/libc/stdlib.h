/* SPDX-License-Identifier: MIT */
/* What the baker asks of a C library, which WebAssembly lacks: see playground/wasm/lib.c. */
#ifndef OCT9_PLAYGROUND_STDLIB_H
#define OCT9_PLAYGROUND_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *block);

#endif
