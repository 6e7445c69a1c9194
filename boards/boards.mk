# SPDX-License-Identifier: MIT
# Programs on boards: make run BOARD=netduinoplus2 APP=corridor [OPT=-Os]
#
# Needs BUILD, CORE_SRC, WARNINGS and HOST_CFLAGS. A board is a linker script FOLDER/BOARD.ld here;
# the folder's board.mk and other files are for all its boards. An arch is a folder with an arch.mk
# and a sections.ld. boards/README.md says what they set. An app is a folder under examples/,
# tests/ or bench/ with a main.c; the makefiles there may set
#   APP_SRC_<app>    its sources, if not all of its *.c
#   APP_GEN_<app>    generated sources, paths under $(BUILD)
#   APP_STACK_<app>  bytes of stack, if not the board's
#   APP_LINK_<app>   more options of the linker
#   APP_INPUT_<app>  what the UART receives by `make run`, if anything: then it may take an hour
# Each $(BUILD)/boards/<board>/<O2, Os or small>/<app>.elf is a target, for any OPT; small is -Os
# with OCT9_SMALL.

BOARD_SCRIPTS := $(filter-out %/sections.ld,$(wildcard boards/*/*.ld))
BOARDS := $(sort $(basename $(notdir $(BOARD_SCRIPTS))))
# $(call board_script,board) and $(call board_folder,board)
board_script = $(filter %/$(1).ld,$(BOARD_SCRIPTS))
board_folder = $(patsubst %/,%,$(dir $(call board_script,$(1))))
APPS := $(sort $(foreach c,$(wildcard examples/*/main.c tests/*/main.c bench/*/main.c),\
	$(notdir $(patsubst %/,%,$(dir $(c))))) \
	$(basename $(notdir $(wildcard tests/*/calls_*.c))))
OPT ?= -O2
BOARD_OPTS := $(sort O2 Os small $(OPT:-%=%))
opt_flags = $(patsubst -small,-Os -DOCT9_SMALL,-$(1))
BOARD_CFLAGS := -std=c11 $(WARNINGS) $(DEBUG) -ffreestanding -fno-common -ffunction-sections \
	-fdata-sections -DOCT9_BOARD -Iinclude -I.

# What stops a program in QEMU that does not end; a tool of each board that QEMU emulates.
QEMU_LIMIT := $(BUILD)/host/qemu_limit.so
$(BUILD)/host/qemu_%.so: boards/host/qemu_%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_POSIX_C_SOURCE=200809L -fPIC -shared -o $@ $< -lpthread

include $(wildcard boards/*/arch.mk boards/*/board.mk)

# $(call board_elf,board,opt,app)
board_elf = $(BUILD)/boards/$(1)/$(2)/$(3).elf

# The harness is for tests and benches; the linker drops it where it is not called.
app_src = $(or $(APP_SRC_$(1)),$(wildcard examples/$(1)/*.c tests/$(1)/*.c bench/$(1)/*.c)) \
	$(APP_GEN_$(1)) $(if $(wildcard tests/$(1) bench/$(1)),tests/test.c)
board_src = $(filter-out $(BOARD_OMIT_$(1)),\
	$(wildcard boards/*.c boards/$(BOARD_ARCH_$(1))/*.c $(call board_folder,$(1))/*.c))
board_objects = $(patsubst %.c,$(BUILD)/boards/$(1)/$(2)/%.o,\
	$(CORE_SRC) $(call board_src,$(1)) $(call app_src,$(3)))

# $(call board_link,board,app,map): the linker, for objects and the arch's libraries to follow
board_link = $(BOARD_CROSS_$(BOARD_ARCH_$(1)))gcc $(BOARD_FLAGS_$(1)) -Wl,--gc-sections \
	-T $(call board_script,$(1)) \
	-Wl,--defsym=stack_size=$(or $(APP_STACK_$(2)),$(BOARD_STACK_$(1))) -Wl,-Map=$(3)

# An app's objects are worked out when it is asked for: for each app on each board would take make
# seconds at every start.
.SECONDEXPANSION:
define board_rules
$(BUILD)/boards/$(1)/$(2)/%.o: %.c boards/boards.mk $(call board_folder,$(1))/board.mk
	@mkdir -p $$(@D)
	$(BOARD_CROSS_$(BOARD_ARCH_$(1)))gcc $(BOARD_FLAGS_$(1)) $(call opt_flags,$(2)) $$(BOARD_CFLAGS) \
		-MMD -MP -c -o $$@ $$<
$(call board_elf,$(1),$(2),%): $$$$(call board_objects,$(1),$(2),$$$$*) \
		$(call board_script,$(1)) boards/$(BOARD_ARCH_$(1))/sections.ld | $(BOARD_TOOLS_$(1))
	$$(call board_link,$(1),$$*,$$(@:.elf=.map)) $$(APP_LINK_$$*) -o $$@ $$(filter %.o,$$^) \
		$(BOARD_LIBS_$(BOARD_ARCH_$(1)))
	@$(BOARD_CROSS_$(BOARD_ARCH_$(1)))size $$@
endef
$(foreach b,$(BOARDS),$(foreach o,$(BOARD_OPTS),$(eval $(call board_rules,$(b),$(o)))))

# $(call board_core,board,other board,opt): the core's objects are those of another board, whose
# processor and options are the same. Nothing of the core depends on the rest of a board.
define board_core
$(CORE_SRC:%.c=$(BUILD)/boards/$(1)/$(3)/%.o): $(BUILD)/boards/$(1)/$(3)/%.o: \
		$(BUILD)/boards/$(2)/$(3)/%.o
	@mkdir -p $$(@D)
	cp $$< $$@
endef
$(foreach o,$(BOARD_OPTS),$(eval $(call board_core,mps2-an386,netduinoplus2,$(o))))

# or the compiler would turn memcpy's loop into a call of memcpy
$(BUILD)/boards/%/boards/mem.o: BOARD_CFLAGS += -fno-tree-loop-distribute-patterns

# Of what has been built; the goals that build nothing start at once without it.
ifneq ($(filter-out help setup demo test bench clean,$(or $(MAKECMDGOALS),help)),)
-include $(shell find $(BUILD)/boards -name '*.d' 2>/dev/null)
endif

ifneq ($(filter run flash test-board,$(MAKECMDGOALS)),)
ifeq ($(filter $(BOARD),$(BOARDS)),)
$(error BOARD is one of: $(BOARDS))
endif
endif
ifneq ($(filter run flash,$(MAKECMDGOALS)),)
ifeq ($(filter $(APP),$(APPS)),)
$(error APP is one of: $(APPS))
endif
BOARD_ELF := $(call board_elf,$(BOARD),$(OPT:-%=%),$(APP))
endif

.PHONY: run flash
run: $(BOARD_ELF) ## boards: run an app on an emulated board: BOARD=, APP=, OPT=-O2 or -Os
	@boards/run $(BOARD) $< $(if $(APP_INPUT_$(APP)),3600 $(APP_INPUT_$(APP)))

flash: $(BOARD_ELF) ## boards: flash an app onto the real part: BOARD=, APP=
	$(or $(subst $$ELF,$<,$(BOARD_FLASH_$(BOARD))),\
		@echo "see $(call board_folder,$(BOARD))/README.md"; false)
