/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
ASKED(oct9_scene_t, world.scene, SCENE)
GOOD(oct9_scene_config_t, world.scene_config)
GOOD(oct9_scene_cast_input_t, world.scene_cast)
GOOD(oct9_scene_nearest_input_t, world.scene_nearest)
FILLED(oct9_scene_build_t)
FILLED(oct9_scene_cast_t)
FILLED(oct9_scene_find_t)
FILLED(oct9_scene_nearest_t)
FILLED(oct9_scene_output_t)
