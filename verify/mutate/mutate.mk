# SPDX-License-Identifier: MIT
# Mutation: the core's lines are broken one at a time; which mutants does no test notice?
#
#   make mutate                       1,500 mutants of all layers, drawn by MUTATE_SEED (1)
#   make mutate MUTANTS=all           every one, in a night
#   make mutate MUTATE_LAYERS="map"   of these layers alone; docs/verification.md stays as it is
#
# What was found for a mutant is kept in build/mutate until the core or the test that noticed it
# changes; what no test noticed, until any of them does.

MUTATE := $(BUILD)/mutate
MUTANTS ?= 1500
MUTATE_SEED ?= 1
MUTATE_LAYERS ?=

# What each test is made of beside the core; mutate.py links it to mutants. These are left out.
MUTATE_CORE_TESTS := $(filter-out test_corridor test_mapper test_geb079_rays test_insert_octomap \
	test_descent test_filters test_slices,$(TESTS))
MUTATE_TESTS := $(patsubst %,$(MUTATE)/tests/%.o,golden $(MUTATE_CORE_TESTS))
$(MUTATE)/tests/golden.o: $(GOLDEN_SRC:%.c=$(BUILD)/host/%.o) $(WORLDS:%=$(BUILD)/host/%.o)
$(MUTATE_CORE_TESTS:%=$(MUTATE)/tests/%.o): $(MUTATE)/tests/%.o: \
	$(BUILD)/host/$$(call test_path,$$*).o $(BUILD)/host/tests/parts.a
$(MUTATE_TESTS):
	@mkdir -p $(@D)
	$(LD) -r -o $@ $^

.PHONY: mutate mutate-run
mutate: setup ## verify: break the core line by line, count what no test notices
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) mutate-run

mutate-run: $(MUTATE_TESTS)
	@python3 -B verify/mutate/mutate.py $(MUTATE) $(JOBS) $(MUTANTS) $(MUTATE_SEED) \
		"$(MUTATE_LAYERS)" "$(TEST_LIBS)"; status=$$?; [ -n "$(MUTATE_LAYERS)" ] || \
		scripts/insert mutate $(MUTATE)/table.md docs/verification.md; exit $$status
