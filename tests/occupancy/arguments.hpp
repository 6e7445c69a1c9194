/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_occupancy_t, world.occupancy)
GOOD(oct9_model_t, a_model)
FILLED(oct9_change_t)
