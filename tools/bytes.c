/* SPDX-License-Identifier: MIT */
/* A whole file in memory. It may be a pipe, so that its size is not asked. */
#include "tools/bytes.h"
#include "tools/fail.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_all(bytes_t *bytes, FILE *file)
{
    size_t room = 0;
    do {
        if (room - bytes->size < 2) {
            room = room ? room * 2 : 65536;
            char *grown = realloc(bytes->data, room);
            if (!grown) {
                errno = ENOMEM;
                return false;
            }
            bytes->data = grown;
        }
        bytes->size += fread(bytes->data + bytes->size, 1, room - bytes->size - 1, file);
    } while (!feof(file) && !ferror(file));
    bytes->data[bytes->size] = 0;
    return !ferror(file);
}

bool bytes_read(bytes_t *bytes, const char *path)
{
    memset(bytes, 0, sizeof *bytes);
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(path, "cannot be read: %s", strerror(errno));
    const bool good = read_all(bytes, file);
    if (!good) {
        fail(path, "cannot be read: %s", strerror(errno));
        bytes_free(bytes);
    }
    fclose(file);
    return good;
}

void bytes_free(bytes_t *bytes)
{
    free(bytes->data);
    bytes->data = NULL;
}
