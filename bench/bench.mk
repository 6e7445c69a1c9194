# SPDX-License-Identifier: MIT
# make bench: oct9 beside its peers on the same work in the same run. Writes docs/bench.md.

BENCH_RAYS := $(BUILD)/generated/bench_rays.c
BENCH_PLACES := $(BUILD)/generated/bench_places.c

CAST_HOST := $(BUILD)/host/bench/cast_host
$(CAST_HOST): bench/cast_host.cpp $(BUILD)/host/bench/rays.o $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -o $@ \
		$(filter-out %.h,$^) -loctomap -loctomath

INSERT_HOST := $(BUILD)/host/bench/insert_host
$(INSERT_HOST): bench/insert_host.cpp $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -o $@ \
		$(filter-out %.h %.hpp,$^) -loctomap -loctomath

MAKE_RAYS := $(BUILD)/host/bench/make_rays
$(MAKE_RAYS): $(BUILD)/host/bench/make_rays.o $(BUILD)/host/bench/rays.o $(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(BENCH_RAYS): $(MAKE_RAYS) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_RAYS) $(MAPS)/geb079-80.o9 5 2000 >$@

PLACES_PARTS := $(BUILD)/host/bench/places.o $(BUILD)/host/bench/rays.o

MAKE_PLACES := $(BUILD)/host/bench/make_places
$(MAKE_PLACES): $(BUILD)/host/bench/make_places.o $(PLACES_PARTS) $(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(BENCH_PLACES): $(MAKE_PLACES) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_PLACES) $(MAPS)/geb079-80.o9 >$@

CHECKS_HOST := $(BUILD)/host/bench/checks_host
CHECKS_OBJECTS := $(addprefix $(BUILD)/host/bench/,checks_host.o checks.o peers.o)
$(CHECKS_OBJECTS): $(BUILD)/host/bench/%.o: bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. \
		$$(pkg-config --cflags fcl | sed 's/-std=[^ ]*//; s/-I/-isystem /g') -MMD -MP -c -o $@ $<

$(CHECKS_HOST): $(CHECKS_OBJECTS) $(PLACES_PARTS) $(HOST_CORE)
	$(CXX) -o $@ $^ $$(pkg-config --libs fcl)

-include $(wildcard $(BUILD)/host/bench/*.d)

BENCH_BOARD := mps2-an386
BENCH_ELFS := $(foreach a,walk_cost check_cost,\
	$(foreach o,O2 Os,$(BUILD)/boards/$(BENCH_BOARD)/$(o)/$(a).elf))

.PHONY: bench-run
bench-run: $(CAST_HOST) $(INSERT_HOST) $(CHECKS_HOST) $(BENCH_ELFS) $(MAPS)/geb079-80.o9 \
		$(MAPS)/geb079-160.o9 $(MAPS)/geb079.bt $(MAPS)/spherical_scan.graph $(MAPS)/scan.dat \
		$(FOOTPRINT_OBJECTS)
	@bench/report $(BUILD) $(BOARD_MACHINE_$(BENCH_BOARD)) >$(BUILD)/bench.md
	@scripts/insert bench $(BUILD)/bench.md docs/bench.md README.md
	@bench/report_checks $(BUILD) $(BOARD_MACHINE_$(BENCH_BOARD)) $(BUILD)/checks.md \
		$(BUILD)/checks-short.md
	@scripts/insert checks $(BUILD)/checks.md docs/bench.md
	@scripts/insert checks $(BUILD)/checks-short.md README.md
	@scripts/footprint $(FOOTPRINT) --table >$(BUILD)/footprint.md
	@scripts/insert footprint $(BUILD)/footprint.md docs/footprint.md README.md
	@cat $(BUILD)/bench.md $(BUILD)/checks.md
