/* SPDX-License-Identifier: MIT */
/* What bytes are known again by. */
#define _POSIX_C_SOURCE 200809L

#include "tools/world/hash.h"
#include "tools/fail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { CHUNK = 1 << 16 };

static const uint64_t prime = UINT64_C(0x100000001b3);

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * prime;
    return hash;
}

bool hash_file(uint64_t *hash, const char *path)
{
    unsigned char chunk[CHUNK];
    struct stat there;
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(path, "cannot be read: %s", strerror(errno));
    bool good = fstat(fileno(file), &there) == 0 && S_ISREG(there.st_mode);
    if (!good)
        fail(path, "is no regular file: it is read more than once");
    *hash = HASH_BEGIN;
    for (size_t size; good && (size = fread(chunk, 1, sizeof chunk, file)) != 0;)
        *hash = hash_bytes(*hash, chunk, size);
    if (good && ferror(file))
        good = fail(path, "cannot be read: %s", strerror(errno));
    fclose(file);
    return good;
}
