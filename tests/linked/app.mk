# SPDX-License-Identifier: MIT
# For mps2-an386 alone: the maps take 1.1 MB of flash.
APP_SRC_linked := tests/linked/main.c bench/scene_places.c
APP_GEN_linked := $(MAPS)/geb079-320.c $(MAPS)/linked/geb079-320.c $(BUILD)/generated/fixture.c \
	$(MAPS)/linked/fixture.c
