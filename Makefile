# SPDX-License-Identifier: MIT
# oct9: two commands, each of which does everything:
#   make demo    the main job, with pictures
#   make test    every test, on the host and on emulated boards

BUILD := build
WARNINGS := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror
CORE_SRC := $(wildcard src/*/*.c port/*.c)
JOBS := $(shell nproc 2>/dev/null || echo 2)
# Lines and functions, for a trace. A debugger shows variables with DEBUG=-g, which takes a quarter
# more time to compile.
DEBUG ?= -g1

PACKAGES := gcc g++ libc6-dev pkg-config binutils python3-minimal bzip2 \
	liboctomap-dev libcairo2-dev fonts-dejavu-core liblzf-dev \
	gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm \
	gcc-riscv64-unknown-elf qemu-system-misc \
	gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev \
	gcc-s390x-linux-gnu g++-s390x-linux-gnu libc6-dev-s390x-cross qemu-user \
	$(if $(shell command -v npm),,nodejs npm)
PACKAGES_BENCH := valgrind libfcl-dev libeigen3-dev libboost-dev libnanoflann-dev \
	libbullet-dev libembree-dev libompl-dev

# Each rule is written here. Of make's own, which are left out, those that try every name cost 4 to
# 12 seconds at each start: they look for sources of a thousand files of dependences.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

# Commands are shown with V=1.
ifndef V
MAKEFLAGS += --silent
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

# Set-up comes first and alone; then what it brought may be used.
.PHONY: demo test
demo: setup ## start: bake a real building, fly through it on an emulated STM32F405, draw it
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-run

test: setup ## start: every test, on the host and on emulated boards
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) test-run

# What runs there: FRESH=bench tries that, too, in half an hour. The newcomer comes first, while no
# package is there.
FRESH := newcomer setup demo test

.PHONY: fresh
fresh: ## start: newcomer, demo and test in a clean clone on a minimal Debian without the packages
	@scripts/fresh $(FRESH)

.PHONY: newcomer
newcomer: ## start: type the README's first program and commands, compare what is printed
	@tests/newcomer

.PHONY: setup
setup: ## start: install the packages that are missing, by apt
	@scripts/setup $(PACKAGES)

.PHONY: clean
clean: ## start: remove build/
	rm -rf $(BUILD)

# Each target that a user types says "## GROUP: what it does" behind its name.
HELP_GROUPS := start build boards measure verify pages
HELP_verify := (the tables are in docs/verification.md)

.PHONY: help
help: ## start: show this list
	@$(foreach g,$(HELP_GROUPS),echo "$(g) $(HELP_$(g))"; \
		grep -hE '^[a-z-]+:.*## $(g): ' $(filter Makefile %.mk,$(MAKEFILE_LIST)) | \
		awk -F ':.*## $(g): ' '{ printf "  make %-18s  %s\n", $$1, $$2 }';)

.PHONY: bench bench-build
bench: ## measure: speed and size beside the peers; writes docs/bench.md
	@scripts/setup $(PACKAGES) $(PACKAGES_BENCH)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) bench-run

bench-build: ## measure: build what bench runs, and run nothing
	@scripts/setup $(PACKAGES) $(PACKAGES_BENCH)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) bench-programs

# --- the core on the host, once as shipped and once with sanitizers -------------------------

HOST_CORE := $(BUILD)/host/liboct9.a
HOST_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARNINGS) -Iinclude -I.
ASAN_CORE := $(BUILD)/asan/liboct9.a
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
ASAN_CFLAGS := -std=c11 -O1 $(DEBUG) $(SANITIZE) -DOCT9_ASSERTS=1 $(WARNINGS) -Iinclude -I.

$(BUILD)/host/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/asan/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ASAN_CFLAGS) -MMD -MP -c -o $@ $<

$(HOST_CORE): $(CORE_SRC:%.c=$(BUILD)/host/%.o)
$(ASAN_CORE): $(CORE_SRC:%.c=$(BUILD)/asan/%.o)
$(HOST_CORE) $(ASAN_CORE):
	@rm -f $@
	$(AR) rcs $@ $^

-include $(CORE_SRC:%.c=$(BUILD)/host/%.d) $(CORE_SRC:%.c=$(BUILD)/asan/%.d)

# --- maps of the real building, and recorded scans ------------------------------------------

MAPS := $(BUILD)/maps
.PRECIOUS: $(MAPS)/%.o9

$(addprefix $(MAPS)/,geb079.bt spherical_scan.graph scan.dat): $(MAPS)/%: scripts/fetch-map
	scripts/fetch-map $* $@

$(MAPS)/geb079-80.o9 $(MAPS)/geb079-80.c: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< -o $@

$(MAPS)/geb079-160.o9: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --cell 160 -o $@

# Recorded flights of the data set ETH-PBL/Matrix_ToF_Drones, where it is at hand.
FLIGHTS_DIR ?= ../shared/data/tof_flights

include tools/tools.mk
include boards/boards.mk
include tests/tests.mk
include examples/examples.mk
include bench/bench.mk
include verify/verify.mk
include packaging/packaging.mk
include docs/docs.mk
include playground/playground.mk
