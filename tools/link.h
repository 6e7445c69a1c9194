/* SPDX-License-Identifier: MIT */
/* From a map to a linked image. */
#ifndef OCT9_TOOLS_LINK_H
#define OCT9_TOOLS_LINK_H

#include "oct9/linked.h"
#include "oct9/map.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a linked image takes, or would take. */
typedef struct {
    uint32_t leaves, quads;
} link_counts_t;

/* Makes the linked image of a map, *size bytes at *bytes, to be freed by the caller. `extent` is
 * what the header says of it: x0 y0 z0 x1 y1 z1 in cells. Fails with OCT9_ERR_IMAGE_COUNT iff there
 * are more than OCT9_LINKED_MOST leaves and quads together, and `counts` then holds how many;
 * with OCT9_ERR_POOL_FULL iff there is not enough memory. */
oct9_status_t link_map(const oct9_map_t *map, const oct9_frame_t *frame, const uint16_t extent[6],
                       unsigned char **bytes, size_t *size, link_counts_t *counts);

#ifdef __cplusplus
}
#endif
#endif
