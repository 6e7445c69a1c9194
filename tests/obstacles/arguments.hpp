/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
ASKED(oct9_obstacles_t, world.obstacles, MAP | SCENE | OBJECTS)
GOOD(oct9_obstacles_input_t, world.motion)
FILLED(oct9_obstacles_cast_t)
FILLED(oct9_obstacles_output_t)
