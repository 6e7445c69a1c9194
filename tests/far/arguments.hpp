/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_far_t, world.far)
GOOD(oct9_far_input_t, world.far_input)
FILLED(oct9_far_output_t)
