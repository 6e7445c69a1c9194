APP_GEN_walk_cost := $(BUILD)/generated/bench_rays.c $(MAPS)/geb079-80.c
