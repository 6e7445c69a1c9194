/* SPDX-License-Identifier: MIT */
/* The layout of a map image like that of an older one. */
#ifndef OCT9_TOOLS_LIKE_H
#define OCT9_TOOLS_LIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes an image of the same map as `fresh`, in which all that `old` has, too, stays where it is
 * there, so that a patch is short: *size bytes at *bytes, to be freed by the caller. Both are good
 * images, aligned to 4 bytes. False: there is none, or not enough memory: take `fresh` as it is. */
bool like_lay_out(const uint32_t *old, size_t old_size, const uint32_t *fresh, size_t fresh_size,
                  unsigned char **bytes, size_t *size);

#endif
