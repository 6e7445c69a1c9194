# SPDX-License-Identifier: MIT
APP_SRC_scene_cost := bench/scene_cost/main.c bench/scene_places.c
APP_GEN_scene_cost := $(BUILD)/generated/fixture.c $(BUILD)/generated/level.c \
    $(MAPS)/linked/fixture.c
