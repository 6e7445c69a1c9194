# SPDX-License-Identifier: MIT
# The host program: build/oct9. It has all files of this folder and of those in it (those in C++
# call OctoMap) and the measured figures.

OCT9 := $(BUILD)/oct9
TOOLS_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard tools/*.c tools/*/*.c)) \
	$(patsubst %.cpp,$(BUILD)/host/%.o,$(wildcard tools/*/*.cpp)) \
	$(BUILD)/host/figures.o
TOOLS_CXXFLAGS := -std=c++17 -O2 $(DEBUG) $(WARNINGS) -Iinclude -I.
# pkg-config runs when a recipe does: the packages may have been installed a moment before.
TOOLS_LIBS = $(shell pkg-config --libs octomap cairo liblzf) -lm

$(BUILD)/host/tools/%.o: tools/%.cpp tools/tools.mk
	@mkdir -p $(@D)
	$(CXX) $(TOOLS_CXXFLAGS) $$(pkg-config --cflags octomap | sed 's/-I/-isystem /g') \
		-MMD -MP -c -o $@ $<

# Written from what was measured: bench/footprint.json, which also makes the page. An unchanged file
# is not written again, because all baked maps depend on it.
FIGURES := $(BUILD)/generated/figures.c
$(FIGURES): bench/footprint.json bench/figures bench/tables.py scripts/board_sizes \
		$(wildcard boards/*/board.mk boards/*/*.ld)
	@mkdir -p $(@D)
	bench/figures >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/host/figures.o: $(FIGURES) tools/plan/figures.h
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

$(OCT9): $(TOOLS_OBJECTS) $(HOST_CORE) tools/tools.mk
	$(CXX) -o $@ $(filter %.o %.a,$^) $(TOOLS_LIBS)

-include $(TOOLS_OBJECTS:.o=.d)
