/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
FILLED(oct9_planes_t)
FILLED(oct9_walk_t)
