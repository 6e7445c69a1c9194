# SPDX-License-Identifier: MIT
# A browser page of oct9: the library compiled to WebAssembly, and a picture of its results.

PLAYGROUND := $(BUILD)/playground
PLAYGROUND_PACKAGES := clang lld
PLAYGROUND_TEST_PACKAGES := chromium fonts-dejavu-core

# --- WebAssembly: the library itself with the page's calls of it, and the baker ------------------

WASM := $(BUILD)/wasm
WASM_CC := clang --target=wasm32 -mbulk-memory
# A product of 128 bits would call compiler-rt, which is not linked: the port multiplies by parts,
# as on 32-bit boards.
WASM_CFLAGS := -std=c11 -O2 $(WARNINGS) -U__SIZEOF_INT128__ -Iinclude -I. \
	-isystem playground/wasm/libc
WASM_LINK := $(WASM_CC) -nostdlib -Wl,--no-entry -Wl,--gc-sections -Wl,-s

PLAYGROUND_GENERATED := $(BUILD)/generated/playground
PLAYGROUND_WASM := $(PLAYGROUND_GENERATED)/oct9.wasm $(PLAYGROUND_GENERATED)/bake.wasm
WASM_SRC_oct9 := $(CORE_SRC) \
	$(addprefix playground/wasm/,map.c ask.c route.c scene.c live.c memory.c) \
	$(addprefix examples/tof_mapper/,link.c wire.c messages.c)
WASM_SRC_bake := $(addprefix tools/format/,grid.c pyramid.c bake.c) \
	$(addprefix tools/source/,resample.c placement.c) src/number/crc32.c src/number/morton.c \
	$(addprefix playground/wasm/,bt.c lib.c memory.c)

$(WASM)/%.o: %.c playground/playground.mk
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_CFLAGS) -MMD -MP -c -o $@ $<

$(PLAYGROUND_GENERATED)/oct9.wasm: $(WASM_SRC_oct9:%.c=$(WASM)/%.o)
$(PLAYGROUND_GENERATED)/bake.wasm: $(WASM_SRC_bake:%.c=$(WASM)/%.o)
$(PLAYGROUND_WASM):
	@mkdir -p $(@D)
	$(WASM_LINK) -o $@ $^
-include $(WASM_SRC_oct9:%.c=$(WASM)/%.d) $(WASM_SRC_bake:%.c=$(WASM)/%.d)

# --- what the page shows at first, what queries cost, a recorded flight --------------------------

PLAYGROUND_RECORD := $(BUILD)/host/playground/record
PLAYGROUND_RECORD_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,playground/host/record \
	$(addprefix examples/tof_mapper/host/,session device atlas synthetic) \
	$(addprefix examples/tof_mapper/,link wire messages drone) \
	$(addprefix tools/,cmd/arguments fail source/flight source/placement) \
	$(addprefix tools/format/,bytes lines output text))
$(PLAYGROUND_RECORD): $(PLAYGROUND_RECORD_OBJECTS) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -lm
-include $(PLAYGROUND_RECORD_OBJECTS:.o=.d)

# What the test asks beside `oct9`.
PLAYGROUND_ANSWER := $(BUILD)/host/playground/answer
PLAYGROUND_ANSWER_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,playground/host/answer \
	tools/fail $(addprefix tools/format/,map_file bytes carray output))
$(PLAYGROUND_ANSWER): $(PLAYGROUND_ANSWER_OBJECTS) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^
-include $(PLAYGROUND_ANSWER_OBJECTS:.o=.d)

$(PLAYGROUND_GENERATED)/example.o9: $(MAPS)/rooms.o9
	@mkdir -p $(@D)
	cp $< $@

$(PLAYGROUND_GENERATED)/costs.json: playground/costs docs/bench.md
	@mkdir -p $(@D)
	$^ >$@

$(PLAYGROUND_GENERATED)/flight.uart: $(PLAYGROUND_RECORD)
	@mkdir -p $(@D)
	$< $@ >$(@:.uart=.leaves)

# --- the page ------------------------------------------------------------------------------------

PLAYGROUND_MODULES := $(BUILD)/playground-npm/node_modules
PLAYGROUND_NPM := $(PLAYGROUND_MODULES)/.package-lock.json
$(PLAYGROUND_NPM): playground/package.json playground/package-lock.json
	@mkdir -p $(BUILD)/playground-npm
	cp $^ $(BUILD)/playground-npm
	cd $(BUILD)/playground-npm && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error \
		>/dev/null
	@touch $@

PLAYGROUND_ENV := OCT9_MODULES=$(abspath $(PLAYGROUND_MODULES)) \
	OCT9_GENERATED=$(abspath $(PLAYGROUND_GENERATED)) OCT9_SITE=$(abspath $(PLAYGROUND))
PLAYGROUND_VITE := $(PLAYGROUND_ENV) node $(PLAYGROUND_MODULES)/vite/bin/vite.js

$(PLAYGROUND)/index.html: $(PLAYGROUND_NPM) $(PLAYGROUND_WASM) playground/index.html \
		playground/vite.config.js $(wildcard playground/src/*) \
		$(addprefix $(PLAYGROUND_GENERATED)/,example.o9 costs.json flight.uart)
	$(PLAYGROUND_VITE) build playground --logLevel warn
	@touch $@

.PHONY: playground playground-build
playground: ## pages: a browser page of oct9: builds it and serves it on this machine
	@scripts/setup $(PACKAGES) $(PLAYGROUND_PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) playground-build
	@$(PLAYGROUND_VITE) preview playground

playground-build: $(PLAYGROUND)/index.html

# --- its test, in a browser ----------------------------------------------------------------------

.PHONY: playground-test playground-test-run playground-picture
playground-test: ## pages: test the page in a browser; draws build/playground.png
	@scripts/setup $(PACKAGES) $(PLAYGROUND_PACKAGES) $(PLAYGROUND_TEST_PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) playground-test-run

playground-test-run: $(PLAYGROUND)/index.html $(MAPS)/geb079-160.o9 $(MAPS)/geb079-80.o9 \
		$(FIXTURE).o9s $(PLAYGROUND_ANSWER)
	@$(PLAYGROUND_ENV) node playground/test/test.mjs

playground-picture: playground-test ## pages: draw the page's picture in docs/ anew
	cp $(BUILD)/playground.png docs/
