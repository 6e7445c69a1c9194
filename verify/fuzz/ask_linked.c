/* SPDX-License-Identifier: MIT */
/* Walks over a linked image that may have been made by an enemy. What opens tiles the
 * cube, so that a walk meets no leaf twice. */
#include "oct9/linked.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

static void walk(const oct9_linked_t *linked, questions_t *questions)
{
    const oct9_point_t from = question_point(questions), to = question_point(questions);
    const uint32_t most = linked->leaf_count < WALK_MOST ? linked->leaf_count : WALK_MOST;
    oct9_linked_walk_t walk;
    uint32_t count = 0;
    bool more = oct9_linked_begin(&walk, linked, &from, &to);
    while (more) {
        oct9_leaf_t leaf;
        oct9_linked_leaf(&walk, &leaf);
        FUZZ_CHECK(leaf_good(&leaf) && leaf.payload <= OCT9_PAYLOAD_MAX);
        FUZZ_CHECK(++count <= most);
        more = oct9_linked_next(&walk);
    }
    FUZZ_CHECK(count == 0 || !oct9_linked_next(&walk));
}

void ask_linked(const oct9_linked_t *linked, questions_t *questions)
{
    while (questions->left >= 12) /* a segment */
        walk(linked, questions);
}
