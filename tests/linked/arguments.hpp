/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_linked_t, world.leaves)
FILLED(oct9_linked_walk_t)
