# SPDX-License-Identifier: MIT
# Fuzzing: a target for each thing that reads bytes it cannot trust, and one that compares the tree
# with an array. Everything runs under ASan, UBSan and the core's assertions.
#
#   make fuzz                     each target for FUZZ_SECONDS (60), two at a time; writes
#                                 docs/verification.md
#   make fuzz-release             an hour each, as before a release
#   make fuzz-corpus              takes what the runs found into verify/fuzz/corpus/, as few inputs
#                                 as reach the same
#   make fuzz-bytes               each byte of real images to ten values: see verify/fuzz/bytes.c
#
# What fails stays in build/fuzz/, as TARGET-crash-..., and goes into the corpus when it is mended.

FUZZ := $(BUILD)/fuzz
FUZZ_SECONDS ?= 60
FUZZ_PACKAGES := clang libclang-rt-14-dev
FUZZ_NAMES := image linked scene road world packet mavlink store patch readers tree
FUZZ_TARGETS := $(FUZZ_NAMES:%=$(FUZZ)/%)
FUZZ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

# The fuzzer sees which edges of the core and the readers are run; comparisons cost half the speed
# and are traced where words of a text are compared, in the readers, alone. The oracle and what asks
# it are not what is looked at: they are compiled as they are.
FUZZ_FLAGS := -O2 -g -DOCT9_ASSERTS=1 $(WARNINGS) -Iinclude -I.
FUZZ_EDGES := $(FUZZ_SANITIZE) -fsanitize=fuzzer-no-link
FUZZ_FEW := $(FUZZ_EDGES) -fno-sanitize-coverage=trace-cmp
FUZZ_FLAGS_OF = $(FUZZ_FLAGS) \
	$(if $(filter tools/%,$(1)),$(FUZZ_EDGES),$(if $(filter %.cpp,$(1)),,$(FUZZ_FEW)))

$(FUZZ)/%.o: %.c verify/fuzz/fuzz.mk
	@mkdir -p $(@D)
	clang -std=c11 $(call FUZZ_FLAGS_OF,$<) -MMD -MP -c -o $@ $<

$(FUZZ)/%.o: %.cpp verify/fuzz/fuzz.mk
	@mkdir -p $(@D)
	clang++ -std=c++17 $(call FUZZ_FLAGS_OF,$<) \
		$$(pkg-config --cflags octomap | sed 's/-I/-isystem /g') -MMD -MP -c -o $@ $<

FUZZ_CORE := $(FUZZ)/liboct9.a
$(FUZZ_CORE): $(CORE_SRC:%.c=$(FUZZ)/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

# What a target is made of besides its own file.
FUZZ_PARTS := verify/fuzz/fuzz
FUZZ_PARTS_image := verify/fuzz/ask_map
FUZZ_PARTS_linked := verify/fuzz/ask_linked
FUZZ_PARTS_scene := verify/fuzz/ask_scene verify/fuzz/ask_map
FUZZ_PARTS_world := verify/fuzz/ask_map $(BUILD)/generated/world
FUZZ_PARTS_tree := tests/shared/oracle tests/shared/model
FUZZ_PARTS_readers := tools/grow tools/progress $(addprefix tools/format/,bytes carray lines \
	map_file output pcd ply text) $(addprefix tools/source/,faces flight graph_scan obj octomap \
	octomap_scan pcd ply points scans scans_octomap scans_text source stl stream)
FUZZ_LIBS_readers = $(shell pkg-config --libs octomap liblzf) -lm

define fuzz_rule
$(FUZZ)/$(1): $(FUZZ)/verify/fuzz/$(1).o \
		$(patsubst %,$(FUZZ)/%.o,$(FUZZ_PARTS) $(FUZZ_PARTS_$(1))) $(FUZZ_CORE)
	clang++ $(FUZZ_SANITIZE) -fsanitize=fuzzer -o $$@ $$^ $$(FUZZ_LIBS_$(1))
endef
$(foreach t,$(FUZZ_NAMES),$(eval $(call fuzz_rule,$(t))))
-include $(wildcard $(FUZZ)/*/*.d $(FUZZ)/*/*/*.d)

.PHONY: fuzz fuzz-run fuzz-release fuzz-corpus fuzz-seeds
fuzz: ## verify: fuzz each target for FUZZ_SECONDS (60)
	@scripts/setup $(PACKAGES) $(FUZZ_PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) fuzz-run

# A corpus is packed in one file.
FUZZ_CORPORA := $(FUZZ_NAMES:%=$(FUZZ)/corpus/%.unpacked)
$(FUZZ_CORPORA): $(FUZZ)/corpus/%.unpacked: verify/fuzz/corpus/%.txt verify/fuzz/corpus.py
	verify/fuzz/corpus.py unpack $< $(FUZZ)/corpus/$*
	@touch $@

fuzz-run: $(FUZZ_TARGETS) $(FUZZ_CORPORA)
	@verify/fuzz/run $(FUZZ) $(FUZZ_SECONDS) $(FUZZ_NAMES)
	@scripts/insert fuzz $(FUZZ)/table.md docs/verification.md

fuzz-release: ## verify: fuzz each target for an hour, as before a release
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=3600

fuzz-corpus: $(FUZZ_TARGETS) $(FUZZ_CORPORA)
	@verify/fuzz/merge $(FUZZ) $(FUZZ_NAMES)

# Small good inputs, where a corpus must begin anew.
FUZZ_SEEDS := $(BUILD)/host/tests/fuzz_seeds
$(FUZZ_SEEDS): $(BUILD)/host/verify/fuzz/seeds.o $(BUILD)/host/tests/parts.a $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ $(TEST_LIBS)

$(BUILD)/host/verify/fuzz/%.o: verify/fuzz/%.cpp tests/host.mk
	@mkdir -p $(@D)
	$(CXX) $(TEST_CXXFLAGS) -O1 -MMD -MP -c -o $@ $<

fuzz-seeds: $(FUZZ_SEEDS)
	@mkdir -p $(FUZZ_NAMES:%=$(FUZZ)/found/%)
	@$(FUZZ_SEEDS) $(FUZZ)/found

# --- each byte of real images ------------------------------------------------------------------
# As shipped, the images' ends at a page that cannot be read; small ones with sanitizers, in
# make test.

BYTES := $(BUILD)/host/tests/bytes
BYTES_ASAN := $(BUILD)/asan/tests/bytes
BYTES_PARTS := $(addprefix verify/fuzz/,bytes fuzz ask_map ask_linked ask_scene) \
	tools/format/bytes tools/fail
$(BYTES): $(BYTES_PARTS:%=$(BUILD)/host/%.o) $(HOST_CORE)
$(BYTES_ASAN): $(BYTES_PARTS:%=$(BUILD)/asan/%.o) $(ASAN_CORE)
$(BYTES):
	@mkdir -p $(@D)
	$(CC) -o $@ $^
$(BYTES_ASAN):
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -o $@ $^
-include $(BYTES_PARTS:%=$(BUILD)/host/%.d) $(BYTES_PARTS:%=$(BUILD)/asan/%.d)

$(MAPS)/linked/%.o9l: $(MAPS)/%.o9
	@mkdir -p $(@D)
	$(BUILD)/oct9 link $< -o $@ >/dev/null

# 6 x 6 x 2.8 m, small enough to be linked.
$(MAPS)/geb079-part320.o9: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --crop=-2,-2,0,4,4,3 --cell 320 -o $@

BYTES_IMAGES := $(MAPS)/geb079-160.o9 $(MAPS)/linked/geb079-part320.o9l $(FIXTURE).o9s
BYTES_SMALL := $(MAPS)/geb079-320.o9 $(MAPS)/linked/geb079-coarse.o9l
BYTES_RUNS = $(foreach i,$(BYTES_SMALL),"$(BYTES_ASAN) $(i) 0 2" "$(BYTES_ASAN) $(i) 1 2")
test-run: $(BYTES_ASAN) $(BYTES_SMALL)

.PHONY: fuzz-bytes fuzz-bytes-run
fuzz-bytes: ## verify: each byte of real images to ten values, its CRC left and made right
	@scripts/setup $(PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) fuzz-bytes-run

fuzz-bytes-run: $(BYTES) $(BYTES_IMAGES)
	@tests/run $(foreach i,$(BYTES_IMAGES),"$(BYTES) $(i) 0 2" "$(BYTES) $(i) 1 2")
