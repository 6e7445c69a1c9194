# SPDX-License-Identifier: MIT
APP_SRC_traversal_cost := bench/traversal_cost/main.c bench/traversals.c bench/naive.c \
	bench/octants.c
APP_GEN_traversal_cost := $(BUILD)/generated/traversal_rays.c $(MAPS)/geb079-320.c \
	$(MAPS)/linked/geb079-320.c
