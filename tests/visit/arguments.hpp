/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_region_t, world.region)
FILLED(oct9_frontier_t)
FILLED(oct9_frustum_t)
FILLED(oct9_visit_t)
