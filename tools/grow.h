/* SPDX-License-Identifier: MIT */
/* Lists that grow. */
#ifndef OCT9_TOOLS_GROW_H
#define OCT9_TOOLS_GROW_H

#include <stddef.h>

/* Room for one more of `size` bytes in `list`, which has `count` of *room and may move. Returns the
 * list, or NULL: an error was printed, `path` is named there, and the list is as it was. */
void *grow(const char *path, void *list, size_t count, size_t *room, size_t size);

#endif
