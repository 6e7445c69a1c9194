/* SPDX-License-Identifier: MIT */
/* The layout of a map image like that of an older one. */
#ifndef OCT9_TOOLS_LIKE_H
#define OCT9_TOOLS_LIKE_H

#include "tools/patch/diff.h"

/* Makes an image of the same map as `fresh`, in which all that `old` has, too, stays where it is
 * there, so that a patch is short: *size bytes at *bytes, to be freed by the caller. Both are good
 * images, aligned to 4 bytes. False: there is none, no older one, or not enough memory: take
 * `fresh` as it is. */
bool like_lay_out(const version_t *old, const version_t *fresh, unsigned char **bytes,
                  size_t *size);

#endif
