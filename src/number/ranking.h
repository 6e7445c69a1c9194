/* SPDX-License-Identifier: MIT */
/* Internal: sorted lists of the nearest or first elements, no longer than their capacity.
 *
 *   while (place > 0 && (the new element comes before list[place - 1]))
 *     place--;                      from place = *count
 *   if (place < capacity)
 *     oct9_ranking_open(list, sizeof *list, place, count, capacity);
 */
#ifndef OCT9_SRC_RANKING_H
#define OCT9_SRC_RANKING_H

#include "port/oct9_port.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if one element comes before the other: by the key, and for equal keys by the index. */
static inline bool oct9_ranking_before(uint32_t key, uint16_t index, uint32_t other_key,
                                       uint16_t other_index)
{
    return key < other_key || (key == other_key && index < other_index);
}

/* Opens a place in a list of elements of `size` bytes, an even number. The elements from this place
 * on move up by one; a full list loses its last element. */
static inline void oct9_ranking_open(void *list, size_t size, unsigned place, uint16_t *count,
                                     uint16_t capacity)
{
    const size_t units = size / sizeof(oct9_port_any_t);
    oct9_port_any_t *const first = (oct9_port_any_t *)list + place * units;
    if (*count < capacity)
        ++*count;
    for (oct9_port_any_t *at = (oct9_port_any_t *)list + (*count - 1u) * units; at-- != first;)
        at[units] = *at;
}

#endif
