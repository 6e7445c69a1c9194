/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_export_grid_input_t, world.grid)
FILLED(oct9_export_bt_t)
FILLED(oct9_export_grid_t)
FILLED(size_t)
