# SPDX-License-Identifier: MIT
# The golden suites: the same sources on the host and on each board must print the same digests. A
# board that is too small for all of them, golden.elf, has a program for each, golden-SUITE.elf, and
# golden-SUITE.fit, which is empty, or says of which kind of memory how many bytes lack.

# The suites, tests/THING/suite_NAME.c, and what they include of the tests.
GOLDEN_SUITE_SRC := $(wildcard tests/*/suite_*.c)
GOLDEN_SRC := $(sort $(GOLDEN_SUITE_SRC) $(wildcard tests/golden/*.c $(shell \
	sed -n 's/^.include "\(tests\/.*\)\.h"$$/\1.c/p' $(GOLDEN_SUITE_SRC))))

# The world that they share, baked and linked from the tree that they make themselves.
WORLDS := world linked_world
APP_SRC_golden := $(GOLDEN_SRC)
APP_GEN_golden := $(WORLDS:%=$(BUILD)/generated/%.c)
APP_LINK_golden := -Wl,--defsym=suite_entry=golden_all
GENERATE := $(BUILD)/host/tests/golden/generate
$(GENERATE)/bake_world: $(patsubst %,$(BUILD)/host/%.o,tests/golden/generate/bake_world \
		tests/golden/world $(addprefix tools/format/,grid bake pyramid)) $(HOST_CORE)
$(GENERATE)/link_world: $(patsubst %,$(BUILD)/host/%.o,tests/golden/generate/link_world \
		tests/golden/world tools/format/carray tools/format/link) $(HOST_CORE)
$(GENERATE)/bake_world $(GENERATE)/link_world:
	$(CC) -o $@ $^
$(BUILD)/generated/world.c: $(GENERATE)/bake_world
$(BUILD)/generated/linked_world.c: $(GENERATE)/link_world
$(WORLDS:%=$(BUILD)/generated/%.c):
	@mkdir -p $(@D)
	$< >$@
$(WORLDS:%=$(BUILD)/host/%.o): $(BUILD)/host/%.o: $(BUILD)/generated/%.c
	$(CC) $(HOST_CFLAGS) -MMD -MP -c -o $@ $<
$(WORLDS:%=$(BUILD)/asan/%.o): $(BUILD)/asan/%.o: $(BUILD)/generated/%.c
	$(CC) $(ASAN_CFLAGS) -MMD -MP -c -o $@ $<

GOLDEN_HOST := $(BUILD)/asan/tests/golden_host
$(GOLDEN_HOST): $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.o) $(WORLDS:%=$(BUILD)/asan/%.o) $(ASAN_CORE)
	$(CC) $(SANITIZE) -Wl,--defsym=suite_entry=golden_all -o $@ $^
-include $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.d)

GOLDEN_SUITES := $(sort $(patsubst suite_%.c,%,$(notdir $(GOLDEN_SUITE_SRC))))
GOLDEN_MAINS := $(patsubst %,$(BUILD)/%/tests/golden/main.o,host asan s390x \
	$(foreach b,$(BOARDS),$(BOARD_OPTS:%=boards/$(b)/%)))
$(GOLDEN_MAINS): $(BUILD)/generated/suites.h
# The folders are newer where a suite came or went.
$(BUILD)/generated/suites.h: tests/golden/golden.mk $(sort $(dir $(GOLDEN_SUITE_SRC)))
	@mkdir -p $(@D)
	printf 'SUITE(%s)\n' $(GOLDEN_SUITES) >$@

GOLDEN_SMALL := $(shell sed -n 's/^\([a-z0-9_-]*\):.*/\1/p' tests/golden/small-boards)

define golden_fit_rule
$(BUILD)/boards/$(1)/Os/golden-%.fit: $$$$(call board_objects,$(1),Os,golden) \
		$(call board_script,$(1)) boards/$(BOARD_ARCH_$(1))/sections.ld \
		tests/golden/link-suite | $(BOARD_TOOLS_$(1))
	tests/golden/link-suite $$@ $$(call board_link,$(1),golden,$$(@:.fit=.map)) \
		-Wl,--defsym=suite_entry=golden_$$* -o $$(@:.fit=.elf) $$(filter %.o,$$^) \
		$(BOARD_LIBS_$(BOARD_ARCH_$(1)))
endef
$(foreach b,$(filter $(BOARDS),$(GOLDEN_SMALL)),$(eval $(call golden_fit_rule,$(b))))

# $(call golden_files,board): the programs, or what there is to know of them
golden_files = $(if $(filter $(1),$(GOLDEN_SMALL)),\
	$(GOLDEN_SUITES:%=$(BUILD)/boards/$(1)/Os/golden-%.fit),$(call board_elf,$(1),O2,golden))

# $(call golden_run,board): for tests/run
golden_run = "tests/golden/run-board $(1) \
	$(patsubst %/,%,$(dir $(firstword $(golden_files)))) $(GOLDEN_TXT)"

# What the host says, which the boards are compared with.
GOLDEN_TXT := $(BUILD)/golden.txt
$(GOLDEN_TXT): $(GOLDEN_HOST)
	-$< >$@

.PHONY: golden-record
golden-record: $(GOLDEN_TXT) ## verify: record the golden digests anew, where a change is meant
	@grep '^digest' $< >tests/golden/digests

# `make test` runs some of the boards, `make test-boards` all; the slowest begin first. The pico's
# core, a Cortex-M0+, executes what that of the microbit does.
GOLDEN_SLOW := mega2560 pico
GOLDEN_BOARDS := $(filter $(BOARDS),mega2560 microbit netduinoplus2 mps2-an386 sifive_e)
GOLDEN_ALL_BOARDS := $(filter $(BOARDS),$(GOLDEN_SLOW)) $(filter-out $(GOLDEN_SLOW),$(BOARDS))

# What each board must show of itself: tests/board, built as its golden suites are.
board_elf_of = $(call board_elf,$(1),$(if $(filter $(1),$(GOLDEN_SMALL)),Os,O2),board)
board_run = "tests/board/check $(1) $(call board_elf_of,$(1)) $(BOARD_REPORTS_$(BOARD_ARCH_$(1)))"

# $(call golden_all_files,boards) and $(call golden_runs,boards)
golden_all_files = $(foreach b,$(1),$(call golden_files,$(b)) $(call board_elf_of,$(b)))
golden_runs = $(foreach b,$(1),$(call golden_run,$(b))) $(foreach b,$(1),$(call board_run,$(b)))
# OCT9_SMALL must answer the same; one board shows it.
GOLDEN_OCT9_SMALL := $(call board_elf,mps2-an386,small,golden)
GOLDEN_FILES := $(call golden_all_files,$(GOLDEN_BOARDS)) $(GOLDEN_OCT9_SMALL) $(GOLDEN_HOST) \
	$(GOLDEN_TXT)
GOLDEN_RUNS := $(call golden_runs,$(GOLDEN_BOARDS)) \
	"tests/golden/run-board mps2-an386 $(GOLDEN_OCT9_SMALL:/golden.elf=) $(GOLDEN_TXT)" \
	$(GOLDEN_HOST) \
	"tests/golden/check-digests $(GOLDEN_TXT)"

.PHONY: test-board test-boards test-boards-run
test-board: $(call golden_all_files,$(BOARD)) $(GOLDEN_TXT) ## boards: golden suites on one: BOARD=
	@tests/run $(call golden_runs,$(BOARD))

test-boards: setup ## boards: the golden suites on every board, and more of the big-endian tests
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) test-boards-run

test-boards-run: $(call golden_all_files,$(BOARDS)) $(GOLDEN_TXT) $(BIG_ALL_FILES)
	@tests/run $(call golden_runs,$(GOLDEN_ALL_BOARDS)) $(call console_runs,$(BOARDS)) \
		$(BIG_ALL_RUNS)
