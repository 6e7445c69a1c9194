/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_view_sensor_t, world.sensor)
FILLED(oct9_view_entry_t)
FILLED(oct9_view_leaf_t)
FILLED(oct9_view_pixel_t)
FILLED(oct9_view_seen_t)
