/* SPDX-License-Identifier: MIT */
/* What bytes are known again by: FNV-1a, 64 bits (Fowler, Noll, Vo). It finds a change, not an
 * attack. */
#ifndef OCT9_TOOLS_WORLD_HASH_H
#define OCT9_TOOLS_WORLD_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Of a regular file's bytes: a source is read more than once. False: an error was printed. */
bool hash_file(uint64_t *hash, const char *path);

#endif
