/* SPDX-License-Identifier: MIT */
/* What is asked of the map in the middle of a write: every kind of query that walks or searches
 * the tree, through the part that the writers change. */
#ifndef TESTS_INTERRUPT_QUESTIONS_H
#define TESTS_INTERRUPT_QUESTIONS_H

#include "oct9/map.h"

/* A digest of all the answers. Ends for any content of the pool: the number of leaves that one
 * visit may return is limited, and beyond that the digest is 0. */
uint32_t ask(const oct9_map_t *map);

#endif
