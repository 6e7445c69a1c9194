/* SPDX-License-Identifier: MIT */
/* Copies of rules and leaves. */
#include "src/query/copy.h"

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from)
{
    to->unknown = from->unknown;
    to->outside = from->outside;
    to->start_inside = from->start_inside;
    to->filter_mask = from->filter_mask;
    to->filter_value = from->filter_value;
}

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from)
{
    oct9_cell_copy(&to->corner, &from->corner);
    to->payload = from->payload;
    to->level = from->level;
    to->state = from->state;
}
