/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_world_t, world.campus)
GOOD(oct9_world_input_t, world.campus_input)
