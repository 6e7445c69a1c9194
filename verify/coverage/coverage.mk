# SPDX-License-Identifier: MIT
# Coverage of the core by the host's tests: lines and branches by gcc and gcovr, MC/DC by clang.
#
# The core is built as each kind of processor has it: for x86-64, for Cortex-M (plain), and with
# OCT9_SMALL; at -O0 and with no function inlined by force, so that each is counted once. The tests
# are those of `make test`, with fewer rounds where one takes long.

PACKAGES_COVERAGE := gcovr clang-19 llvm-19 libclang-rt-19-dev
COVERAGE := $(BUILD)/coverage
COVERAGE_KINDS := host plain small

COVERAGE_CORNERS := test_golden test_corners test_corners_solid test_harm test_flips
# All but those of the examples, and those that go through all cases there are.
COVERAGE_TESTS_host := test_golden $(filter-out test_corridor test_mapper test_descent \
	test_filters test_lattice test_nodes,$(TESTS))
COVERAGE_TESTS_plain := $(COVERAGE_CORNERS)
COVERAGE_TESTS_small := $(COVERAGE_CORNERS)

# Fewer rounds, where a test takes long.
COVERAGE_ROUNDS_test_cast_filters_oracle := MAPS=20
COVERAGE_ROUNDS_test_cast_oracle := MAPS=60
COVERAGE_ROUNDS_test_walk_oracle := MAPS=60
COVERAGE_ROUNDS_test_changes_oracle := WORLDS=2
COVERAGE_ROUNDS_test_fill_oracle := SHAPES=500
COVERAGE_ROUNDS_test_forget_oracle := MAPS=60
COVERAGE_ROUNDS_test_frontier_oracle := MAPS=20
COVERAGE_ROUNDS_test_linked_hostile := MAPS=2 FORGERIES=500
COVERAGE_ROUNDS_test_nearest_oracle := MAPS=20
COVERAGE_ROUNDS_test_obb_oracle := MAPS=20 IN_BUILDING=100
COVERAGE_ROUNDS_test_objects_oracle := WORLDS=100 LONG=10000
COVERAGE_ROUNDS_test_packet_hostile := FORGERIES=40000
COVERAGE_ROUNDS_test_packet_oracle := WORLDS=1
COVERAGE_ROUNDS_test_packet_runs := WORLDS=2
COVERAGE_ROUNDS_test_points_oracle := WORLDS=200 LONG=10000
COVERAGE_ROUNDS_test_pool_oracle := WORLDS=2
COVERAGE_ROUNDS_test_probe_oracle := MAPS=30
COVERAGE_ROUNDS_test_route_oracle := ROUTES=1500
COVERAGE_ROUNDS_test_scan_oracle := MAPS=10
COVERAGE_ROUNDS_test_scene_oracle := SCENES=200
COVERAGE_ROUNDS_test_shorten_oracle := POLYLINES=1500
COVERAGE_ROUNDS_test_sweep_oracle := MAPS=10 BUILDING=40
COVERAGE_ROUNDS_test_store_hostile := FORGERIES=5000
COVERAGE_ROUNDS_test_store_power := CUTS=3000
COVERAGE_ROUNDS_test_traversal_oracle := MAPS=20
COVERAGE_ROUNDS_test_visit_oracle := MAPS=20
COVERAGE_ROUNDS_test_window_oracle := MOVES=10000

COVERAGE_PLAIN := -ffreestanding -U__x86_64__ -U__SIZEOF_INT128__
COVERAGE_FLAGS_host :=
COVERAGE_FLAGS_plain := $(COVERAGE_PLAIN)
COVERAGE_FLAGS_small := $(COVERAGE_PLAIN) -DOCT9_SMALL
COVERAGE_CC_gcc := gcc --coverage
COVERAGE_CC_clang := clang-19 -Werror -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
COVERAGE_LINK_gcc := g++ --coverage
COVERAGE_LINK_clang := clang++-19 -fprofile-instr-generate
COVERAGE_CFLAGS := -std=c11 -O0 -g -Dalways_inline= -Iinclude -I.

# What a test is linked from beside the core: as elsewhere on the host.
COVERAGE_PARTS_test_golden := $(GOLDEN_SRC:%.c=$(BUILD)/host/%.o) $(WORLDS:%=$(BUILD)/host/%.o)
coverage_parts = $(or $(COVERAGE_PARTS_$(1)),$(BUILD)/host/$(call test_path,$(1)).o \
	$(BUILD)/host/tests/parts.a)
# The inline functions of oct9/reader.h are counted in this test as well as in the core.
COVERAGE_PARTS_test_reader = $(@D)/$(call test_path,test_reader).o $(BUILD)/host/tests/parts.a
COVERAGE_LINK_test_golden := -Wl,--defsym=suite_entry=golden_all

# $(call coverage_rules,tool,kind)
define coverage_rules
$(COVERAGE)/$(1)-$(2)/%.o: %.c verify/coverage/coverage.mk
	@mkdir -p $$(@D)
	$(COVERAGE_CC_$(1)) $(COVERAGE_CFLAGS) $(COVERAGE_FLAGS_$(2)) -MMD -MP -c -o $$@ $$<
$(COVERAGE)/$(1)-$(2)/test_%: $$$$(call coverage_parts,test_$$$$*) \
		$(CORE_SRC:%.c=$(COVERAGE)/$(1)-$(2)/%.o)
	$(COVERAGE_LINK_$(1)) $$(COVERAGE_LINK_test_$$*) -o $$@ $$^ $$(TEST_LIBS)
$(COVERAGE)/$(1)-$(2)/$(call test_path,test_reader).o: $(BUILD)/generated/rtos_page.h
COVERAGE_TESTS += $(COVERAGE_TESTS_$(2):%=$(COVERAGE)/$(1)-$(2)/%)
-include $(CORE_SRC:%.c=$(COVERAGE)/$(1)-$(2)/%.d)
endef
$(foreach t,gcc clang,$(foreach k,$(COVERAGE_KINDS),$(eval $(call coverage_rules,$(t),$(k)))))

# $(call coverage_run,tool,kind,test): for tests/run
coverage_run = "$(if $(filter clang,$(1)),LLVM_PROFILE_FILE=$(COVERAGE)/clang-$(2)/$(3).profraw) \
	$(COVERAGE_ROUNDS_$(3)) $(COVERAGE)/$(1)-$(2)/$(3) $(call test_given,$(3))"
COVERAGE_RUNS = $(foreach t,gcc clang,$(foreach k,$(COVERAGE_KINDS),\
	$(foreach r,$(COVERAGE_TESTS_$(k)),$(call coverage_run,$(t),$(k),$(r)))))

.PHONY: coverage coverage-run
coverage: ## verify: lines, branches and MC/DC of the core that the tests reach
	@scripts/setup $(PACKAGES) $(PACKAGES_COVERAGE)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) coverage-run

coverage-run: $(COVERAGE_TESTS) $(filter $(MAPS)/%,$(HOST_TEST_FILES))
	@find $(COVERAGE) -name '*.gcda' -o -name '*.profraw' | xargs rm -f
	@tests/run $(COVERAGE_RUNS) >$(COVERAGE)/tests.txt || { cat $(COVERAGE)/tests.txt; exit 1; }
	@tail -n 1 $(COVERAGE)/tests.txt
	@verify/coverage/collect $(COVERAGE) $(COVERAGE_KINDS)
	@verify/coverage/count verify/coverage/unreachable.txt $(COVERAGE)/table.md $(COVERAGE); \
		status=$$?; scripts/insert coverage $(COVERAGE)/table.md docs/verification.md; exit $$status
