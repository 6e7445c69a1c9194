/* SPDX-License-Identifier: MIT */
/* Lists that grow: to twice the room. */
#include "tools/grow.h"
#include "tools/fail.h"

#include <stdint.h>
#include <stdlib.h>

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
