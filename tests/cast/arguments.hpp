/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_cast_input_t, world.cast)
GOOD(oct9_fan_input_t, world.fan)
FILLED(oct9_cast_output_t)
FILLED(oct9_cast_t)
FILLED(oct9_fan_output_t)
