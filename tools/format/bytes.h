/* SPDX-License-Identifier: MIT */
/* A whole file in memory, or in address space. */
#ifndef OCT9_TOOLS_BYTES_H
#define OCT9_TOOLS_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    char *data; /* from malloc, so aligned; a 0 stands behind it */
    size_t size;
    size_t mapped; /* bytes of address space, of a file that is mapped */
} bytes_t;

/* A file may have 4 GB, and what is no regular file, as a pipe or a device, 256 MB: it may not end.
 * False: an error was printed. */
bool bytes_read(bytes_t *bytes, const char *path);

/* The same for a regular file of any size that is read from its beginning on and not kept: it takes
 * no memory except for what was read since bytes_passed. Bytes may be changed, not the file's. */
bool bytes_map(bytes_t *bytes, const char *path);

/* What lies between two places of a file that is mapped was read: changes to it are lost. Returns
 * up to where that was done, at the pages' borders. */
char *bytes_passed(char *from, char *to);

void bytes_free(bytes_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
