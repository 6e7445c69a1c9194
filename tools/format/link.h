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

/* What a linked image has. */
typedef struct {
    uint32_t leaves, quads, pages;
} link_counts_t;

/* Makes the linked image of a map, *size bytes at *bytes, to be freed by the caller. A page has at
 * most `page_most` leaves and quads, 1..OCT9_LINKED_MOST; less than the most is for tests. `extent`
 * is what the header says of it: x0 y0 z0 x1 y1 z1 in cells. Any map has one: in the worst case it
 * takes 3.3 GB, less than the 2^32 bytes that a header can say. Fails with OCT9_ERR_POOL_FULL iff
 * there is not enough memory. */
oct9_status_t link_map(const oct9_map_t *map, const oct9_frame_t *frame, const uint16_t extent[6],
                       uint32_t page_most, unsigned char **bytes, size_t *size,
                       link_counts_t *counts);

#ifdef __cplusplus
}
#endif
#endif
