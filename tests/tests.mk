# SPDX-License-Identifier: MIT
# Every test. The golden suites are the same sources on the host and on each board, and must
# print the same digests; the rest is for the host alone.

GOLDEN_SRC := $(wildcard tests/golden/*.c) tests/test.c
WORLD_C := $(BUILD)/generated/world.c

include tests/host/host.mk

BAKE_WORLD := $(BUILD)/host/tests/bake_world
BAKE_WORLD_SRC := tests/host/bake_world.c tests/golden/world.c tools/grid.c tools/bake.c tools/pyramid.c
$(BAKE_WORLD): $(BAKE_WORLD_SRC:%.c=$(BUILD)/host/%.o) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

$(WORLD_C): $(BAKE_WORLD)
	@mkdir -p $(@D)
	$< >$@

LINK_WORLD := $(BUILD)/host/tests/link_world
LINK_WORLD_SRC := tests/host/link_world.c tests/golden/world.c tools/carray.c tools/link.c
$(LINK_WORLD): $(LINK_WORLD_SRC:%.c=$(BUILD)/host/%.o) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

$(BUILD)/generated/linked_world.c: $(LINK_WORLD)
	@mkdir -p $(@D)
	$< >$@

GOLDEN_HOST := $(BUILD)/asan/tests/golden_host
$(BUILD)/asan/world.o $(BUILD)/asan/linked_world.o: $(BUILD)/asan/%.o: $(BUILD)/generated/%.c
	$(CC) $(ASAN_CFLAGS) -MMD -MP -c -o $@ $<
$(GOLDEN_HOST): $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.o) $(BUILD)/asan/world.o \
		$(BUILD)/asan/linked_world.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -Wl,--defsym=suite_entry=golden_all -o $@ $^

include tests/big_endian.mk
include tests/golden.mk

HOSTILE := $(BUILD)/asan/tests/test_hostile
$(HOSTILE): $(BUILD)/asan/tests/host/test_hostile.o $(BUILD)/asan/tests/golden/world.o \
		$(BUILD)/asan/tests/test.o $(BUILD)/asan/world.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

EXTREMES := $(BUILD)/asan/tests/test_extremes
$(EXTREMES): $(BUILD)/asan/tests/host/test_extremes.o $(BUILD)/asan/tests/golden/query.o \
		$(BUILD)/asan/tests/golden/world.o $(BUILD)/asan/tests/test.o $(BUILD)/asan/world.o \
		$(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

# Every bit of a tree in RAM; every segment of a small cube, by the walk of either build.
FLIPS := $(BUILD)/asan/tests/test_flips
$(FLIPS): $(BUILD)/asan/tests/host/test_flips.o $(BUILD)/asan/tests/golden/flips.o \
		$(BUILD)/asan/tests/golden/world.o $(BUILD)/asan/tests/test.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

LATTICE_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,tests/host/test_lattice tests/test \
	tools/bake tools/grid tools/pyramid)
LATTICE := $(BUILD)/host/tests/test_lattice
$(LATTICE): $(LATTICE_OBJECTS) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^
LATTICE_SMALL := $(BUILD)/small/test_lattice
$(BUILD)/small/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Os -MMD -MP -c -o $@ $<
$(LATTICE_SMALL): $(LATTICE_OBJECTS) $(CORE_SRC:%.c=$(BUILD)/small/%.o)
	$(CC) -o $@ $^
# What the proofs assume of bits, in either build.
NODES := $(BUILD)/host/tests/test_nodes $(BUILD)/small/test_nodes
$(BUILD)/host/tests/test_nodes: $(patsubst %,$(BUILD)/host/%.o,tests/host/test_nodes tests/test) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^
$(BUILD)/small/test_nodes: $(patsubst %,$(BUILD)/small/%.o,tests/host/test_nodes tests/test) \
		$(CORE_SRC:%.c=$(BUILD)/small/%.o)
	$(CC) -o $@ $^
-include $(LATTICE_OBJECTS:.o=.d) $(CORE_SRC:%.c=$(BUILD)/small/%.d)
LATTICE_RUNS := "$(LATTICE) fast" "$(LATTICE_SMALL) small"

CORNERS := $(BUILD)/asan/tests/test_corners
$(CORNERS): $(BUILD)/asan/tests/host/test_corners.o $(BUILD)/asan/tests/test.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

FILTERS := $(BUILD)/asan/tests/test_filters
$(FILTERS): $(BUILD)/asan/tests/host/test_filters.o $(BUILD)/asan/tests/golden/query.o \
		$(BUILD)/asan/tests/golden/world.o $(BUILD)/asan/tests/test.o $(BUILD)/asan/world.o \
		$(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

# Edits between the slices of every call that the headers have.
SLICES := $(BUILD)/asan/tests/test_slices
$(BUILD)/generated/slices.h: $(wildcard include/oct9/*.h)
	@mkdir -p $(@D)
	sed -nE 's/^[a-z0-9_]+ (oct9_[a-z_]+_(run|next))\(.*/SLICE(\1)/p' $^ >$@
$(BUILD)/asan/tests/host/test_slices.o: $(BUILD)/generated/slices.h
$(SLICES): $(BUILD)/asan/tests/host/test_slices.o $(BUILD)/asan/tests/test.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

# The descent through a tree, and what tells which nodes a box meets.
DESCENT := $(BUILD)/asan/tests/test_descent
$(DESCENT): $(BUILD)/asan/tests/host/test_descent.o $(BUILD)/asan/tests/test.o $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

# Each field of a structure harmed.
HARM := $(BUILD)/asan/tests/test_harm
$(HARM): $(BUILD)/asan/tests/host/test_harm.o $(BUILD)/asan/tests/golden/things.o \
		$(BUILD)/asan/tests/golden/world.o $(BUILD)/asan/tests/test.o $(BUILD)/asan/world.o \
		$(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^

MAPPER_TEST := $(BUILD)/asan/tests/test_mapper
MAPPER_TEST_OBJECTS := $(patsubst %,$(BUILD)/asan/%.o,tests/host/test_mapper tests/test \
	$(addprefix examples/tof_mapper/host/,session device atlas synthetic) \
	$(addprefix examples/tof_mapper/,link wire messages mapper zones) \
	$(addprefix tools/,flight lines text bytes fail))
$(MAPPER_TEST): $(MAPPER_TEST_OBJECTS) $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^ -lm
-include $(MAPPER_TEST_OBJECTS:.o=.d)

# The corridor's sensor.
CORRIDOR_TEST := $(BUILD)/asan/tests/test_corridor
CORRIDOR_TEST_OBJECTS := $(patsubst %,$(BUILD)/asan/%.o,tests/host/test_corridor tests/test \
	examples/corridor/sensor)
$(CORRIDOR_TEST): $(CORRIDOR_TEST_OBJECTS) $(ASAN_CORE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^
-include $(CORRIDOR_TEST_OBJECTS:.o=.d)

-include $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.d)

# Readers and writers that interrupt each other; of the Arm boards mps2-an386 alone has what it takes.
INTERRUPT := $(BUILD)/boards/mps2-an386/O2/interrupt.elf
INTERRUPT_AVR := $(BUILD)/boards/mega2560/O2/interrupt_avr.elf

# --- what the core costs, and what it must not contain ---------------------------------------

FOOTPRINT := $(BUILD)/footprint
FOOTPRINT_CFLAGS := -std=c11 -mcpu=cortex-m0 -mthumb $(WARNINGS) -ffreestanding \
	-ffunction-sections -fdata-sections -fcallgraph-info=su -Iinclude -I.
FOOTPRINT_OBJECTS := $(foreach o,O0 Os,$(patsubst %.c,$(FOOTPRINT)/$(o)/%.o,$(notdir $(CORE_SRC))))
vpath %.c $(sort $(dir $(CORE_SRC)))
define footprint_rule
$(FOOTPRINT)/$(1)/%.o: %.c tests/tests.mk
	@mkdir -p $$(@D)
	arm-none-eabi-gcc $(FOOTPRINT_CFLAGS) -$(1) -MMD -MP -c -o $$@ $$<
endef
$(foreach o,O0 Os,$(eval $(call footprint_rule,$(o))))
-include $(FOOTPRINT_OBJECTS:.o=.d)

HOST_TEST_MAPS := $(MAPS)/geb079-80.o9 $(MAPS)/geb079.bt
HOST_TEST_SCANS := $(MAPS)/spherical_scan.graph $(MAPS)/scan.dat
TEST_MAPS := $(HOST_TEST_MAPS) $(MAPS)/geb079-160.o9 $(HOST_TEST_SCANS)

# The files that a test of the host is given.
HOST_TEST_FILES = $(if $(filter %_insert_octomap,$(1)),$(HOST_TEST_SCANS),$(HOST_TEST_MAPS))
HOST_TEST_RUNS := $(foreach t,$(HOST_TESTS),"$(t) $(call HOST_TEST_FILES,$(t))")

.PHONY: test-run
test-run: $(INTERRUPT_AVR)
test-run: $(GOLDEN_HOST) $(GOLDEN_FILES) $(BIG_FILES) $(INTERRUPT) $(HOSTILE) \
		$(HOST_HARM_TESTS) $(EXTREMES) $(CORNERS) $(FILTERS) $(SLICES) $(DESCENT) $(HARM) $(FLIPS) $(LATTICE) \
		$(LATTICE_SMALL) $(NODES) $(MAPPER_TEST) $(CORRIDOR_TEST) \
		$(HOST_TESTS) $(FOOTPRINT_OBJECTS) \
		$(TEST_MAPS) $(BUILD)/oct9
	@tests/run $(GOLDEN_RUNS) $(GOLDEN_HOST) $(BIG_RUNS) \
		"boards/run mps2-an386 $(INTERRUPT) 170" "boards/run mega2560 $(INTERRUPT_AVR) 120" \
		$(LATTICE_RUNS) $(HOSTILE) $(HOST_HARM_TESTS) $(EXTREMES) $(CORNERS) $(FILTERS) $(SLICES) $(DESCENT) $(HARM) $(FLIPS) \
		$(NODES) $(BYTES_RUNS) $(MAPPER_TEST) $(CORRIDOR_TEST) "$(demo_mapper)" "$(demo_cell)" "$(demo_arm)" "$(demo_coverage)" \
		"$(demo_landmarks)" $(call console_runs,$(CONSOLE_BOARDS)) \
		$(HOST_TEST_RUNS) \
		"tests/cli $(BUILD)/oct9 $(MAPS)" "tests/cli-files $(BUILD)/oct9" "scripts/footprint $(FOOTPRINT)" "$(CALLS_CHECK)" \
		"tests/doc-snippets $(BUILD) README.md docs/guide.md" \
		"scripts/board_sizes --check boards/README.md" scripts/layers.py scripts/spdx \
		"docs/reference/filter --check include/oct9.h include/oct9/*.h" \
		"tests/golden-digests $(GOLDEN_TXT)"
