# SPDX-License-Identifier: MIT
# Mutation: the core's lines are broken one at a time; which mutants does no test notice?
#
#   make mutate                       1,500 mutants of all layers, drawn by MUTATE_SEED (1)
#   make mutate MUTANTS=all           every one, in a night
#   make mutate MUTATE_LAYERS="tree"  of these layers alone; docs/verification.md stays as it is
#
# What was found for a mutant is kept in build/mutate until the core or the test that noticed it
# changes; what no test noticed, until any of them does.

MUTATE := $(BUILD)/mutate
MUTANTS ?= 1500
MUTATE_SEED ?= 1
MUTATE_LAYERS ?=

# What each test is made of beside the core; mutate.py links it to mutants.
mutate_c = $(patsubst %,$(BUILD)/host/%.o,tests/host/$(1) $(2) tests/test)
MUTATE_WORLD := tests/golden/world
$(MUTATE)/tests/golden.o: $(GOLDEN_SRC:%.c=$(BUILD)/host/%.o) $(MUTATE)/world.o \
		$(MUTATE)/linked_world.o
$(MUTATE)/tests/test_corners.o: $(call mutate_c,test_corners)
$(MUTATE)/tests/test_nodes.o: $(call mutate_c,test_nodes)
$(MUTATE)/tests/test_hostile.o: $(call mutate_c,test_hostile,$(MUTATE_WORLD)) $(MUTATE)/world.o
$(MUTATE)/tests/test_extremes.o: $(call mutate_c,test_extremes,$(MUTATE_WORLD) tests/golden/query) \
		$(MUTATE)/world.o
$(MUTATE)/tests/test_harm.o: $(call mutate_c,test_harm,$(MUTATE_WORLD) tests/golden/things) \
		$(MUTATE)/world.o
$(MUTATE)/tests/test_flips.o: $(call mutate_c,test_flips,$(MUTATE_WORLD) tests/golden/flips)
$(MUTATE)/tests/test_lattice.o: $(LATTICE_OBJECTS)
MUTATE_C_TESTS := golden test_corners test_nodes test_hostile test_extremes test_harm test_flips \
	test_lattice
MUTATE_CXX_TESTS := $(filter-out %_insert_octomap %_geb079_rays,$(HOST_TEST_NAMES)) \
	$(notdir $(HOST_HARM_TESTS))
$(MUTATE_CXX_TESTS:%=$(MUTATE)/tests/%.o): $(MUTATE)/tests/%.o: $(BUILD)/host/tests/host/%.o \
		$(HOST_TEST_PARTS:%=$(BUILD)/host/%.o)

MUTATE_TESTS := $(MUTATE_C_TESTS) $(MUTATE_CXX_TESTS)
$(MUTATE_TESTS:%=$(MUTATE)/tests/%.o):
	@mkdir -p $(@D)
	$(LD) -r -o $@ $^
$(MUTATE)/world.o $(MUTATE)/linked_world.o: $(MUTATE)/%.o: $(BUILD)/generated/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

.PHONY: mutate mutate-run
mutate: setup ## verify: break the core line by line, count what no test notices
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) mutate-run

mutate-run: $(MUTATE_TESTS:%=$(MUTATE)/tests/%.o)
	@python3 -B verify/mutate/mutate.py $(MUTATE) $(JOBS) $(MUTANTS) $(MUTATE_SEED) "$(MUTATE_LAYERS)" \
		"$(HOST_TEST_LIBS)"; status=$$?; \
		if [ -z "$(MUTATE_LAYERS)" ]; then scripts/insert mutate $(MUTATE)/table.md docs/verification.md; fi; \
		exit $$status
