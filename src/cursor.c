/* SPDX-License-Identifier: MIT */
#include "src/cursor.h"

#include "src/packed.h"

void oct9_cursor_down(oct9_cursor_t *cursor, uint16_t *children)
{
    cursor->level--;
    cursor->slot[cursor->level] = children + oct9_packed_child(cursor->at, cursor->level);
}

uint32_t oct9_cursor_next(oct9_cursor_t *cursor, uint32_t edge)
{
    /* A count of three bits that lie apart: the borrow runs through what the mask leaves out. */
    const uint32_t bits = OCT9_EACH << cursor->level & edge;
    const uint32_t next = ((cursor->at & bits) - bits) & bits;
    cursor->at = (cursor->at & ~bits) | next;
    cursor->slot[cursor->level]++;
    return next;
}
