/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_route_input_t, world.route)
GOOD(oct9_route_shorten_input_t, world.shorten)
GOOD(oct9_route_curve_input_t, world.curve)
FILLED(oct9_route_curve_output_t)
FILLED(oct9_route_curve_t)
FILLED(oct9_route_output_t)
FILLED(oct9_route_road_t)
FILLED(oct9_route_shorten_output_t)
FILLED(oct9_route_shorten_t)
FILLED(oct9_route_t)
