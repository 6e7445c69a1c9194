# SPDX-License-Identifier: MIT
# The golden suites on boards: one program of all, golden.elf; on a board that is too small for that
# a program for each suite, golden-SUITE.elf, and golden-SUITE.fit, which is empty, or says of which
# kind of memory how many bytes lack.

GOLDEN_SUITES := $(shell sed -n 's/^ *SUITE(\([a-z_]*\)).*/\1/p' tests/golden/suites.h)
GOLDEN_SMALL := $(shell sed -n 's/^\([a-z0-9_-]*\):.*/\1/p' tests/golden/small-boards)

define golden_fit_rule
$(BUILD)/boards/$(1)/Os/golden-%.fit: $$$$(call board_objects,$(1),Os,golden) boards/$(1)/link.ld \
		$(wildcard boards/$(BOARD_ARCH_$(1))/*.ld) tests/golden-link | $(BOARD_TOOLS_$(1))
	tests/golden-link $$@ $$(call board_link,$(1),golden,$$(@:.fit=.map)) \
		-Wl,--defsym=suite_entry=golden_$$* -o $$(@:.fit=.elf) $$(filter %.o,$$^) \
		$(BOARD_LIBS_$(BOARD_ARCH_$(1)))
endef
$(foreach b,$(filter $(BOARDS),$(GOLDEN_SMALL)),$(eval $(call golden_fit_rule,$(b))))

# $(call golden_files,board): the programs, or what there is to know of them
golden_files = $(if $(filter $(1),$(GOLDEN_SMALL)),\
	$(GOLDEN_SUITES:%=$(BUILD)/boards/$(1)/Os/golden-%.fit),$(call board_elf,$(1),O2,golden))

# $(call golden_run,board): for tests/run
golden_run = "tests/golden-board $(1) \
	$(patsubst %/,%,$(dir $(firstword $(golden_files)))) $(GOLDEN_TXT)"

# What the host says, for the boards to be held against.
GOLDEN_TXT := $(BUILD)/golden.txt
$(GOLDEN_TXT): $(GOLDEN_HOST)
	-$< >$@

.PHONY: golden-record
golden-record: $(GOLDEN_TXT) ## verify: record the golden digests anew, where a change is meant
	@grep '^digest' $< >tests/golden/digests

# `make test` runs some of the boards, `make test-boards` all; the slowest begin first.
GOLDEN_SLOW := mega2560 pico
GOLDEN_BOARDS := $(filter $(BOARDS),$(GOLDEN_SLOW) microbit netduinoplus2 mps2-an386 sifive_e)
GOLDEN_ALL_BOARDS := $(filter $(BOARDS),$(GOLDEN_SLOW)) $(filter-out $(GOLDEN_SLOW),$(BOARDS))
GOLDEN_FILES := $(foreach b,$(GOLDEN_BOARDS),$(call golden_files,$(b))) $(GOLDEN_TXT)
GOLDEN_RUNS := $(foreach b,$(GOLDEN_BOARDS),$(call golden_run,$(b)))

# What each board must show of itself: tests/board_check, built as its golden suites are.
board_check_elf = $(call board_elf,$(1),$(if $(filter $(1),$(GOLDEN_SMALL)),Os,O2),board_check)
board_check_run = "tests/board-check $(1) $(call board_check_elf,$(1)) \
	$(BOARD_REPORTS_$(BOARD_ARCH_$(1)))"
GOLDEN_FILES += $(foreach b,$(GOLDEN_BOARDS),$(call board_check_elf,$(b)))
GOLDEN_RUNS += $(foreach b,$(GOLDEN_BOARDS),$(call board_check_run,$(b)))

.PHONY: test-boards test-boards-run
test-boards: setup ## boards: the golden suites on every board, and more of the big-endian tests
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) test-boards-run

test-boards-run: $(foreach b,$(BOARDS),$(call golden_files,$(b)) $(call board_check_elf,$(b))) \
		$(GOLDEN_TXT) $(BIG_ALL_FILES)
	@tests/run $(foreach b,$(GOLDEN_ALL_BOARDS),$(call golden_run,$(b)) \
		$(call board_check_run,$(b))) $(call console_runs,$(BOARDS)) $(BIG_ALL_RUNS)
