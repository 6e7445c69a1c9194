# SPDX-License-Identifier: MIT
# What each public call costs on each board: make bench-boards writes bench/footprint.json and,
# from it, docs/footprint.md.

CALLS_SRC := $(wildcard tests/*/calls_*.c)
CALLS := $(sort $(patsubst calls_%.c,%,$(notdir $(CALLS_SRC))))
CALLS_HOST := $(CALLS:%=$(BUILD)/host/calls/%)

# The program of each group, tests/THING/calls_GROUP.c, is made of these (boards/boards.mk). 2 KB of
# stack hold what any call takes.
define calls_app
APP_SRC_calls_$(1) := $(filter %/calls_$(1).c,$(CALLS_SRC)) bench/calls.c bench/calls_place.c
APP_STACK_calls_$(1) := 2048
endef
$(foreach g,$(CALLS),$(eval $(call calls_app,$(g))))

# Groups that include bench/calls_part.h ask a map in flash, too.
define calls_part
APP_SRC_calls_$(1) += bench/calls_part.c
APP_GEN_calls_$(1) := $(MAPS)/geb079-part.c
endef
$(foreach g,$(patsubst calls_%.c,%,$(notdir $(shell grep -l '"bench/calls_part.h"' $(CALLS_SRC)))),\
	$(eval $(call calls_part,$(g))))
APP_SRC_calls_main += bench/calls_checks.c
APP_GEN_calls_traversal += $(MAPS)/linked/geb079-coarse.c

# 6 x 6 x 2.8 m out of the building's middle, 25 KB; and a corner that is small enough to be linked.
$(MAPS)/geb079-part.c: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --crop=-2,-2,0,4,4,3 -o $@

$(MAPS)/geb079-coarse.o9: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --crop=0,0,0,3,3,3 --cell 960 -o $@

$(MAPS)/linked/geb079-coarse.c: $(MAPS)/geb079-coarse.o9
	@mkdir -p $(@D)
	$(BUILD)/oct9 link $< -o $@ >/dev/null

# The same programs on the host, for the checksums that all boards must answer.
calls_objects = $(patsubst %.c,$(BUILD)/host/%.o,$(APP_SRC_calls_$(1)) boards/host/board.c \
	boards/print.c)
$(foreach g,$(CALLS),$(eval $(BUILD)/host/calls/$(g): $(call calls_objects,$(g)) \
	$(APP_GEN_calls_$(g)) $(HOST_CORE)))
$(CALLS_HOST):
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -o $@ $^
-include $(foreach g,$(CALLS),$(patsubst %.o,%.d,$(call calls_objects,$(g))))

# What the compiler makes of the library for each core, and how large its structs are there.
CODE_BOARDS := $(filter microbit mps2-an385 netduinoplus2 mps2-an500 mps2-an505 mps3-an547 \
	sifive_e pico mega2560,$(BOARDS))
board_gcc = $(BOARD_CROSS_$(BOARD_ARCH_$(1)))gcc $(BOARD_FLAGS_$(1))
define code_rule
$(BUILD)/code/$(1)-$(2).txt: $(CORE_SRC:%.c=$(BUILD)/boards/$(1)/$(2)/%.o) scripts/footprint
	@mkdir -p $$(@D)
	scripts/footprint --code $(BUILD)/boards/$(1)/$(2) $(call board_gcc,$(1)) >$$@
endef
$(foreach b,$(CODE_BOARDS),$(foreach o,O2 Os,$(eval $(call code_rule,$(b),$(o)))))
$(CODE_BOARDS:%=$(BUILD)/code/%-structs.txt): $(BUILD)/code/%-structs.txt: scripts/struct_sizes \
		$(wildcard include/oct9/*.h include/oct9/*/*.h)
	@mkdir -p $(@D)
	scripts/struct_sizes $(call board_gcc,$*) >$@
$(FOOTPRINT)/stacks.txt: $(FOOTPRINT_OBJECTS) scripts/footprint
	scripts/footprint $(FOOTPRINT) --stacks >$@

# What they print, here and on boards; and the walks over the whole building, where it fits. A
# Cortex-M0's code runs on the mps2-an386, too.
BOARD_BENCH_SECONDS := 280
calls_texts = $(foreach b,$(1),$(foreach o,$(2),$(foreach g,$(3),\
	$(BUILD)/boards/$(b)/$(o)/calls_$(g).txt)))
STEP_BOARDS := $(filter mps2-an385 mps2-an386 mps2-an500 mps2-an505 mps3-an547 riscv-virt pico,\
	$(BOARDS))
STEP_TEXTS := $(foreach b,$(STEP_BOARDS) mps2-m0,$(foreach o,O2 Os small,\
	$(BUILD)/boards/$(b)/$(o)/step_cost.txt))
CALLS_TEXTS := $(call calls_texts,$(BOARDS),O2 Os,$(CALLS))
$(CALLS_TEXTS) $(STEP_TEXTS): %.txt: %.elf
	boards/run $(subst m0,an386,$(word 1,$(subst /, ,$(@:$(BUILD)/boards/%=%)))) $< \
		$(BOARD_BENCH_SECONDS) >$@
$(CALLS_HOST:%=%.txt): %.txt: %
	$< >$@

# The cycles of the checks that a robot asks most, an estimate from the instructions that QEMU
# executes; on the micro:bit those of a Cortex-M0+, which its code is for, too.
CYCLES_TEXTS := $(foreach b,microbit stm32vldiscovery netduinoplus2,$(foreach o,O2 Os,\
	$(BUILD)/boards/$(b)/$(o)/calls_main.cycles))
$(CYCLES_TEXTS): %.cycles: %.elf bench/cycles $(BUILD)/host/qemu_trace.so
	bench/cycles $(word 1,$(subst /, ,$(@:$(BUILD)/boards/%=%))) $< >$@

BOARD_TABLES := steps main-O2 main-Os calls-O2 calls-Os stacks code structs

.PHONY: bench-boards bench-boards-run
bench-boards: setup ## measure: what each call costs on each board; writes docs/footprint.md
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) bench-boards-run

bench-boards-run: $(CALLS_TEXTS) $(STEP_TEXTS) $(CALLS_HOST:%=%.txt) $(FOOTPRINT)/stacks.txt \
		$(foreach b,$(CODE_BOARDS),$(BUILD)/code/$(b)-O2.txt $(BUILD)/code/$(b)-Os.txt \
		$(BUILD)/code/$(b)-structs.txt)
	@bench/report_boards $(BUILD) $(BUILD)/code $(BOARDS)
	@scripts/footprint $(FOOTPRINT) --table >$(BUILD)/code/footprint.md
	@$(foreach t,footprint $(BOARD_TABLES),scripts/insert $(t) $(BUILD)/code/$(t).md \
		docs/footprint.md &&) true
	@scripts/contracts --write
	@$(MAKE) --no-print-directory bench-cycles-run

.PHONY: bench-cycles bench-cycles-run
bench-cycles: setup ## measure: cycles on Cortex-M3 and M4, an estimate; writes docs/footprint.md
	@$(MAKE) --no-print-directory -j$(JOBS) bench-cycles-run

bench-cycles-run: $(CYCLES_TEXTS)
	@bench/report_cycles $(BUILD) $(BUILD)/code
	@$(foreach t,cycles cycles-error,scripts/insert $(t) $(BUILD)/code/$(t).md \
		docs/footprint.md &&) true
	@bench/report_short >$(BUILD)/code/short.md
	@scripts/insert short $(BUILD)/code/short.md README.md
	@bench/report_budget >$(BUILD)/code/budget.md
	@scripts/insert budget $(BUILD)/code/budget.md docs/guide/time.md
	@scripts/board_sizes --write boards/README.md
	@$(MAKE) --no-print-directory $(FIGURES)

# A few of them, for make test, which fails if the document has others; built as the golden suites
# are there. bench/report_boards has the same list.
CALLS_CHECK_O2 := netduinoplus2
CALLS_CHECK_Os := microbit sifive_e
test-run: $(foreach o,O2 Os,$(call calls_texts,$(CALLS_CHECK_$(o)),$(o),main tree walk sweep) \
	$(CALLS_CHECK_$(o):%=$(BUILD)/code/%-$(o).txt)) \
	$(patsubst %,$(BUILD)/host/calls/%.txt,main tree walk sweep)
CALLS_CHECK := bench/report_boards $(BUILD) --check docs/footprint.md
