/* SPDX-License-Identifier: MIT */
/* A whole file in memory. */
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
} bytes_t;

/* A file may have 4 GB, and what is no regular file, as a pipe or a device, 256 MB: it may not end.
 * False: an error was printed. */
bool bytes_read(bytes_t *bytes, const char *path);
void bytes_free(bytes_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
