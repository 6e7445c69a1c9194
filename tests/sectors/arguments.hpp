/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
FILLED(oct9_sectors_t)
GOOD(oct9_sectors_input_t, world.sectors_input)
FILLED(oct9_sectors_among_t)
