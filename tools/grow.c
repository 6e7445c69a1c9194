/* SPDX-License-Identifier: MIT */
/* Lists that grow: to twice the room. */
#define _POSIX_C_SOURCE 200809L

#include "tools/grow.h"
#include "tools/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *grow(const char *path, void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    const size_t more = *room ? *room * 2 : 4096;
    void *grown = more > SIZE_MAX / size ? NULL : realloc(list, more * size);
    if (!grown) {
        fail(path, "out of memory");
        return NULL;
    }
    *room = more;
    return grown;
}

char *grow_copy(const char *path, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        fail(path, "out of memory");
    return copy;
}
