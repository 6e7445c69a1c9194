/* SPDX-License-Identifier: MIT */
/* Lists that grow, and texts that are kept. */
#ifndef OCT9_TOOLS_GROW_H
#define OCT9_TOOLS_GROW_H

#include <stddef.h>

/* Room for one more of `size` bytes in `list`, which has `count` of *room and may move. Returns the
 * list, or NULL: an error was printed, `path` is named there, and the list is as it was. */
void *grow(const char *path, void *list, size_t count, size_t *room, size_t size);

/* A copy of a text, to be freed. NULL: an error was printed, `path` is named there. */
char *grow_copy(const char *path, const char *text);

#endif
