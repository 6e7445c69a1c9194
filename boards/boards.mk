# SPDX-License-Identifier: MIT
# Programs on boards: make run BOARD=netduinoplus2 APP=corridor [OPT=-Os]
#
# Needs BUILD, CORE_SRC and WARNINGS. A board is a folder here with a board.mk; an app is a folder
# under examples/, tests/ or bench/ with C files. An app's app.mk, or the top Makefile before it
# includes this file, may set
#   APP_SRC_<app>    its sources, if not all of its *.c
#   APP_GEN_<app>    generated sources, paths under $(BUILD)
#   APP_STACK_<app>  bytes of stack, if not the board's
# Any $(BUILD)/boards/<board>/<O2 or Os>/<app>.elf is a target, whatever OPT is.

BOARDS := $(patsubst boards/%/board.mk,%,$(wildcard boards/*/board.mk))
APPS := $(sort $(foreach c,$(wildcard examples/*/*.c tests/*/*.c bench/*/*.c),\
	$(notdir $(patsubst %/,%,$(dir $(c))))))
OPT ?= -O2
BOARD_OPTS := $(sort O2 Os $(OPT:-%=%))
BOARD_CROSS ?= arm-none-eabi-
BOARD_CFLAGS := -std=c11 $(WARNINGS) -g -ffreestanding -fno-common -ffunction-sections \
	-fdata-sections -DOCT9_BOARD -Iinclude -I.

include $(wildcard boards/*/board.mk)
-include $(wildcard examples/*/app.mk tests/*/app.mk bench/*/app.mk)

# $(call board_elf,board,opt,app)
board_elf = $(BUILD)/boards/$(1)/$(2)/$(3).elf

# The harness is for tests and benches; the linker drops it where it is not called.
app_src = $(or $(APP_SRC_$(1)),$(wildcard examples/$(1)/*.c tests/$(1)/*.c bench/$(1)/*.c)) \
	$(APP_GEN_$(1)) $(if $(wildcard tests/$(1) bench/$(1)),tests/test.c)
board_src = $(wildcard boards/*.c boards/$(BOARD_ARCH_$(1))/*.c boards/$(1)/*.c)
board_objects = $(patsubst %.c,$(BUILD)/boards/$(1)/$(2)/%.o,\
	$(CORE_SRC) $(call board_src,$(1)) $(call app_src,$(3)))

define board_compile_rule
$(BUILD)/boards/$(1)/$(2)/%.o: %.c boards/boards.mk boards/$(1)/board.mk
	@mkdir -p $$(@D)
	$(BOARD_CROSS)gcc $(BOARD_FLAGS_$(1)) -$(2) $(BOARD_CFLAGS) -MMD -MP -c -o $$@ $$<
# or the compiler would turn memcpy's loop into a call of memcpy
$(BUILD)/boards/$(1)/$(2)/boards/mem.o: BOARD_CFLAGS += -fno-tree-loop-distribute-patterns
endef

define board_link_rule
$(call board_elf,$(1),$(2),$(3)): $(call board_objects,$(1),$(2),$(3)) \
		boards/$(1)/link.ld boards/$(BOARD_ARCH_$(1))/sections.ld
	$(BOARD_CROSS)gcc $(BOARD_FLAGS_$(1)) -nostdlib -Wl,--gc-sections -T boards/$(1)/link.ld \
		-Wl,--defsym=stack_size=$(or $(APP_STACK_$(3)),$(BOARD_STACK_$(1))) \
		-Wl,-Map=$$(@:.elf=.map) -o $$@ $$(filter %.o,$$^) -lgcc
	@$(BOARD_CROSS)size $$@
BOARD_OBJECTS += $(call board_objects,$(1),$(2),$(3))
endef

$(foreach b,$(BOARDS),$(foreach o,$(BOARD_OPTS),$(eval $(call board_compile_rule,$(b),$(o)))\
	$(foreach a,$(APPS),$(eval $(call board_link_rule,$(b),$(o),$(a))))))

-include $(patsubst %.o,%.d,$(sort $(BOARD_OBJECTS)))

ifneq ($(filter run flash,$(MAKECMDGOALS)),)
ifeq ($(filter $(BOARD),$(BOARDS)),)
$(error BOARD is one of: $(BOARDS))
endif
ifeq ($(filter $(APP),$(APPS)),)
$(error APP is one of: $(APPS))
endif
BOARD_ELF := $(call board_elf,$(BOARD),$(OPT:-%=%),$(APP))
endif

.PHONY: run flash
run: $(BOARD_ELF) ## run an app in QEMU: BOARD=, APP=, OPT=-O2 or -Os
	@boards/run-qemu $(BOARD_MACHINE_$(BOARD)) $<

flash: $(BOARD_ELF) ## flash an app onto the real part: BOARD=, APP=
	$(or $(subst $$ELF,$<,$(BOARD_FLASH_$(BOARD))),@echo "see boards/$(BOARD)/README.md"; false)
