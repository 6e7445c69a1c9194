/* SPDX-License-Identifier: MIT */
/* A whole file in memory. It may be a pipe, so that its size is not known before. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/bytes.h"
#include "tools/fail.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

#define FILE_MOST (UINT64_C(4) << 30)
#define STREAM_MOST (UINT64_C(256) << 20)

/* How many bytes may be read; more than that are too many. *too_many: the file says so before it is
 * read. */
static uint64_t most_of(FILE *file, bool *too_many)
{
    struct stat there;
    const bool known = fstat(fileno(file), &there) == 0;
    *too_many = known && (uint64_t)there.st_size > FILE_MOST;
    return known && S_ISREG(there.st_mode) ? FILE_MOST : STREAM_MOST;
}

/* Stops behind `most` bytes. */
static bool read_all(bytes_t *bytes, FILE *file, uint64_t most)
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
    } while (bytes->size <= most && !feof(file) && !ferror(file));
    bytes->data[bytes->size] = 0;
    return !ferror(file);
}

bool bytes_read(bytes_t *bytes, const char *path)
{
    memset(bytes, 0, sizeof *bytes);
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(path, "cannot be read: %s", strerror(errno));
    bool too_many;
    const uint64_t most = most_of(file, &too_many);
    bool good = too_many || read_all(bytes, file, most) ||
                fail(path, "cannot be read: %s", strerror(errno));
    if (good && (too_many || bytes->size > most))
        good = fail(path, "has more than %u MB%s", (unsigned)(most >> 20),
                    most == STREAM_MOST ? ", and is no regular file: it may never end" : "");
    if (!good)
        bytes_free(bytes);
    fclose(file);
    return good;
}

void bytes_free(bytes_t *bytes)
{
    free(bytes->data);
    bytes->data = NULL;
}
