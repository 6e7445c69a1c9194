/* SPDX-License-Identifier: MIT */
/* A whole file in memory. It may be a pipe, so that its size is not known before. */
#define _DEFAULT_SOURCE

#include "tools/format/bytes.h"
#include "tools/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A page more than the file has, so that a 0 stands behind it. */
static bool map(bytes_t *bytes, const char *path, int descriptor)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct stat there;
    if (fstat(descriptor, &there) != 0 || !S_ISREG(there.st_mode))
        return fail(path, "is no regular file");
    bytes->size = (size_t)there.st_size;
    bytes->mapped = bytes->size / page * page + page;
    char *room = mmap(NULL, bytes->mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room != MAP_FAILED && bytes->size != 0 &&
        mmap(room, bytes->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
             descriptor, 0) == MAP_FAILED) {
        munmap(room, bytes->mapped);
        room = MAP_FAILED;
    }
    if (room == MAP_FAILED)
        return fail(path, "cannot be read: %s", strerror(errno));
    bytes->data = room;
    return true;
}

bool bytes_map(bytes_t *bytes, const char *path)
{
    memset(bytes, 0, sizeof *bytes);
    const int descriptor = open(path, O_RDONLY);
    if (descriptor < 0)
        return fail(path, "cannot be read: %s", strerror(errno));
    const bool good = map(bytes, path, descriptor);
    close(descriptor);
    return good;
}

char *bytes_passed(char *from, char *to)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    from += (page - (uintptr_t)from % page) % page;
    to -= (uintptr_t)to % page;
    if (from < to)
        madvise(from, (size_t)(to - from), MADV_DONTNEED);
    return to;
}

void bytes_free(bytes_t *bytes)
{
    if (bytes->data && bytes->mapped != 0)
        munmap(bytes->data, bytes->mapped);
    else
        free(bytes->data);
    bytes->data = NULL;
}
