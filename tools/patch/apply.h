/* SPDX-License-Identifier: MIT */
/* Applies a patch as a robot does, with the library's own code, to flash that is memory. */
#ifndef OCT9_TOOLS_APPLY_H
#define OCT9_TOOLS_APPLY_H

#include "oct9/status.h"
#include "tools/patch/diff.h"

/* Makes the version that a patch makes from another, *size bytes at *bytes, to be freed by the
 * caller where it returns OCT9_OK. Fails as oct9_patch_run does, with OCT9_ERR_POOL_FULL iff there
 * is not enough memory, and with OCT9_ERR_PATCH_BAD if the patch is cut off. */
oct9_status_t apply_patch(const version_t *old, const version_t *patch, unsigned char **bytes,
                          size_t *size);

#endif
