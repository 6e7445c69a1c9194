/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
ASKED(oct9_points_t, world.points, POINTS)
GOOD(oct9_points_config_t, world.points_config)
GOOD(oct9_points_nearest_input_t, world.points_nearest)
FILLED(oct9_entry_t)
FILLED(oct9_points_find_t)
FILLED(oct9_points_nearest_output_t)
