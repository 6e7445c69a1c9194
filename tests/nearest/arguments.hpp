/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_nearest_input_t, world.nearest)
FILLED(oct9_nearest_output_t)
FILLED(oct9_nearest_t)
