/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_probe_point_input_t, world.probe_point)
GOOD(oct9_probe_node_input_t, world.probe_node)
FILLED(oct9_probe_node_output_t)
FILLED(oct9_probe_node_t)
FILLED(oct9_probe_point_output_t)
