/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_obb_input_t, world.obb)
GOOD(oct9_pose_t, world.pose)
GOOD(oct9_rotation_t, rotation)
FILLED(oct9_matrix_t)
FILLED(oct9_obb_output_t)
FILLED(oct9_obb_t)
