/* SPDX-License-Identifier: MIT */
/* Writes patches (oct9/patch.h). */
#ifndef OCT9_TOOLS_DIFF_H
#define OCT9_TOOLS_DIFF_H

#include <stdbool.h>
#include <stddef.h>

/* A version of a file in memory; size 0: none. */
typedef struct {
    const unsigned char *bytes;
    size_t size;
} version_t;

/* Whether its bytes 4..7 are the CRC of those behind them, and it can be patched. */
bool version_is_good(const version_t *version);

/* Whether both are the same bytes, of one at least. */
bool version_is_same(const version_t *a, const version_t *b);

/* Makes the patch from one version to another, *size bytes at *patch, to be freed by the caller.
 * False: there is not enough memory. */
bool diff_make(const version_t *old, const version_t *fresh, unsigned char **patch, size_t *size);

#endif
