/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_sphere_input_t, world.sphere)
GOOD(oct9_box_input_t, world.box)
GOOD(oct9_path_input_t, world.path)
GOOD(oct9_spheres_input_t, world.spheres)
FILLED(oct9_path_output_t)
FILLED(oct9_path_t)
FILLED(oct9_spheres_output_t)
FILLED(oct9_spheres_t)
FILLED(oct9_sweep_output_t)
FILLED(oct9_sweep_t)
