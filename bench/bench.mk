# SPDX-License-Identifier: MIT
# make bench: oct9 beside its peers on the same work in the same run. Writes docs/bench.md.

BENCH_RAYS := $(BUILD)/generated/bench_rays.c

CAST_HOST := $(BUILD)/host/bench/cast_host
$(CAST_HOST): bench/cast_host.cpp $(BUILD)/host/bench/rays.o $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -o $@ \
		$(filter-out %.h,$^) -loctomap -loctomath

MAKE_RAYS := $(BUILD)/host/bench/make_rays
$(MAKE_RAYS): $(BUILD)/host/bench/make_rays.o $(BUILD)/host/bench/rays.o $(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(BENCH_RAYS): $(MAKE_RAYS) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_RAYS) $(MAPS)/geb079-80.o9 5 2000 >$@

-include $(wildcard $(BUILD)/host/bench/*.d)

BENCH_BOARD := mps2-an386
BENCH_ELFS := $(foreach o,O2 Os,$(BUILD)/boards/$(BENCH_BOARD)/$(o)/walk_cost.elf)

.PHONY: bench-run
bench-run: $(CAST_HOST) $(BENCH_ELFS) $(MAPS)/geb079-80.o9 $(MAPS)/geb079-160.o9 $(MAPS)/geb079.bt \
		$(FOOTPRINT_OBJECTS)
	@bench/report $(BUILD) $(BOARD_MACHINE_$(BENCH_BOARD)) >$(BUILD)/bench.md
	@scripts/insert bench $(BUILD)/bench.md docs/bench.md README.md
	@scripts/footprint $(FOOTPRINT) --table >$(BUILD)/footprint.md
	@scripts/insert footprint $(BUILD)/footprint.md docs/footprint.md README.md
	@cat $(BUILD)/bench.md
