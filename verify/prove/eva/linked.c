/* SPDX-License-Identifier: MIT */
/* Opening a linked image of two pages: any bytes, with counts and a length that agree, and a
 * place where the second begins; and a walk between any points. */
#include "oct9/linked.h"

#include "any.h"

#define LEAVES 22u
#define QUADS 4u
#define PAGES_AT (14u + 5u * LEAVES + 2u * QUADS)
#define WORDS (PAGES_AT + 2u)

static uint32_t words[WORDS];

int main(void)
{
    oct9_linked_t linked;
    oct9_linked_walk_t walk;
    oct9_leaf_t leaf;
    oct9_point_t from, to;
    oct9_linked_header_t *header = (oct9_linked_header_t *)words;
    ANY(words);
    ANY(from);
    ANY(to);
    header->bytes = 4u * WORDS;
    header->leaf_count = LEAVES;
    header->quad_count = QUADS;
    words[PAGES_AT] = LEAVES / 2u;
    words[PAGES_AT + 1u] = QUADS / 2u;
    const oct9_status_t status = oct9_linked_open(&linked, words, (size_t)WITHIN(0, 4 * WORDS));
    if (status != OCT9_OK || !oct9_linked_begin(&walk, &linked, &from, &to))
        return status;
    do
        oct9_linked_leaf(&walk, &leaf);
    while (oct9_linked_next(&walk));
    return status;
}
