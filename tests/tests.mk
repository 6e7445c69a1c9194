# SPDX-License-Identifier: MIT
# Every test: make test. tests/README.md says how to add one and how to run one.

include tests/golden/golden.mk
include tests/host.mk
include tests/formats/formats.mk
include tests/corpus/corpus.mk
include tests/big_endian.mk

# Readers and writers that interrupt each other. On Arm for mps2-an386 alone, which has the RAM and
# the MPU that timer.c takes for granted; on AVR by timer 3.
APP_SRC_interrupt := $(wildcard tests/interrupt/*.c) tests/golden/query.c tests/golden/world.c
APP_SRC_interrupt_avr := $(wildcard tests/interrupt/avr/*.c) tests/test.c
INTERRUPT := $(BUILD)/boards/mps2-an386/O2/interrupt.elf
INTERRUPT_AVR := $(BUILD)/boards/mega2560/Os/interrupt_avr.elf
INTERRUPT_RUNS := "boards/run mps2-an386 $(INTERRUPT) 170" \
	"boards/run mega2560 $(INTERRUPT_AVR) 120"

# As most users build it. For mps2-an386 alone: the maps take 1.1 MB of flash.
APP_SRC_linked := tests/linked/main.c
APP_GEN_linked := $(MAPS)/geb079-320.c $(MAPS)/linked/geb079-320.c
LINKED := $(BUILD)/boards/mps2-an386/Os/linked.elf
LINKED_RUN := "boards/run mps2-an386 $(LINKED) 300"

# --- what the core costs, and what it must not contain ---------------------------------------

FOOTPRINT := $(BUILD)/footprint
FOOTPRINT_CFLAGS := -std=c11 -mcpu=cortex-m0 -mthumb $(WARNINGS) -ffreestanding \
	-ffunction-sections -fdata-sections -fcallgraph-info=su -Iinclude -I.
FOOTPRINT_OBJECTS := $(foreach o,O0 Os small,\
	$(patsubst %.c,$(FOOTPRINT)/$(o)/%.o,$(notdir $(CORE_SRC))))
vpath %.c $(sort $(dir $(CORE_SRC)))
define footprint_rule
$(FOOTPRINT)/$(1)/%.o: %.c tests/tests.mk
	@mkdir -p $$(@D)
	arm-none-eabi-gcc $(FOOTPRINT_CFLAGS) $(call opt_flags,$(1)) -MMD -MP \
		-c -o $$@ $$<
endef
$(foreach o,O0 Os small,$(eval $(call footprint_rule,$(o))))
-include $(FOOTPRINT_OBJECTS:.o=.d)

# --- all of it -------------------------------------------------------------------------------

# The host program as a script would use it: each file of tests/cli is given it, and the maps.
CLI_RUNS := $(foreach t,$(wildcard tests/cli/test_*),"$(t) $(BUILD)/oct9 $(MAPS)")
CLI_FILES := $(BUILD)/oct9 $(addprefix $(MAPS)/,geb079.bt geb079-80.o9 geb079-160.o9 \
	spherical_scan.graph scan.dat)

DEMO_RUNS = "$(demo_mapper)" "$(demo_multiranger)" "$(demo_cell)" "$(demo_arm)" "$(demo_coverage)" \
	"$(demo_landmarks)" "$(demo_route)" "$(demo_campus)" "$(demo_sectors)" \
	$(call console_runs,$(CONSOLE_BOARDS))

# What the documents say, and how the sources stand. The newcomer of `make fresh` has come before.
PAGE_RUNS = "scripts/footprint $(FOOTPRINT)" "$(CALLS_CHECK)" \
	"tests/doc-snippets $(BUILD) README.md docs/coming-from.md docs/guide/*.md include/oct9/*.h" \
	"tests/figures README.md $(filter-out docs/decisions.md,$(wildcard docs/*.md docs/*/*.md))" \
	"scripts/board_sizes --check boards/README.md" scripts/layers.py scripts/spdx \
	"bench/report_short --check" "bench/report_budget --check" \
	$(if $(NEWCOMER_CAME),,tests/newcomer) \
	"docs/reference/filter --check include/oct9.h include/oct9/*.h include/oct9/*/*.h" \
	scripts/surface scripts/contracts "python3 -B verify/prove/annotate.py" tests/rename/check \
	tests/words tests/floats tests/cycles

# Those with limits begin, and the longest of the others; behind them are many that are short, so
# that at the end no core waits for another.
.PHONY: test-run
test-run: $(GOLDEN_FILES) $(BIG_FILES) $(INTERRUPT) $(INTERRUPT_AVR) $(LINKED) $(HOST_TEST_FILES) \
		$(CLI_FILES) $(FORMATS) $(FOOTPRINT_OBJECTS) $(BUILD)/amalgam/oct9.c
	@tests/run $(GOLDEN_RUNS) $(BIG_RUNS) $(INTERRUPT_RUNS) $(LINKED_RUN) $(DEMO_RUNS) \
		$(CLI_RUNS) $(CORPUS_RUNS) $(FORMATS_RUNS) "tests/doors $(BUILD)" $(BYTES_RUNS) \
		$(PAGE_RUNS) $(HOST_TEST_RUNS)
