# SPDX-License-Identifier: MIT
# The evidence: static checks, coverage, fuzzing, mutation and proofs by the makefiles of their
# folders; two short parts are here. Each writes its table in docs/verification.md.

include $(wildcard verify/*/*.mk)

# A release flies 200 km of each class, with a seed that is chosen after the last edit:
# FLIGHTS_KM=200 FLIGHTS_SEED=.
.PHONY: release-check
release-check: ## verify: what takes hours, before a version: files, proofs, fuzzing, flights
	@scripts/in-turn fresh-bench audit-release test-boards corpus prove coverage fuzz-release \
		fuzz-bytes exhaust verify-more verify-store verify-worlds verify-routes \
		verify-sectors flights-bench packaging-costs

# 20,000 questions of each family of queries, 50,000 far ones, twenty kills, a hundred million
# points, and other machines.
WORLD_ORACLE := $(BUILD)/host/tests/test_world_oracle
FAR_ORACLE := $(BUILD)/host/tests/test_far_oracle
.PHONY: verify-worlds
verify-worlds: setup ## verify: worlds: questions; kills, a large cloud, GNU parallel, Slurm
	@$(MAKE) --no-print-directory -j$(JOBS) $(CLI_FILES) $(WORLD_ORACLE) $(FAR_ORACLE)
	@tests/run "CASES=20000 $(WORLD_ORACLE)" "CASES=50000 $(FAR_ORACLE)" \
		"tests/cluster/check $(BUILD)/oct9" \
		"KILLS=20 POINTS=100000000 TILES=4 tests/cli/test_worlds $(BUILD)/oct9"

# What `make test` and `make packaging` do less of, as it repeats: worlds of packets, corrupted
# files, processors, levels of optimization.
PACKET_ORACLE := $(BUILD)/host/tests/test_packet_oracle
AMALGAM_O1 := $(BUILD)/amalgam/golden-O1
.PHONY: verify-more
verify-more: setup ## verify: packets, corrupted files, warnings and the two files: all that repeats
	@$(MAKE) --no-print-directory -j$(JOBS) $(CLI_FILES) $(FORMATS) $(PACKET_ORACLE) $(AMALGAM_O1)
	@tests/run "WORLDS=5 $(PACKET_ORACLE)" "CORRUPTED=150 $(FORMATS_CHECK)" \
		"CPUS='cortex-m0 cortex-m7 cortex-m33' tests/doors $(BUILD)" \
		"$(AMALGAM_O1) >$(AMALGAM_O1).txt && tests/golden/check-digests $(AMALGAM_O1).txt"

.PHONY: fresh-bench
fresh-bench: ## verify: build what bench runs, as make fresh does
	@scripts/fresh bench-build

# --- all cases: every segment of a small cube, every bit of a tree ----------------------------

EXHAUST := $(BUILD)/exhaust

.PHONY: exhaust exhaust-run
exhaust: setup ## verify: walk every segment of a small cube, flip every bit of a tree
	@$(MAKE) --no-print-directory -j$(JOBS) exhaust-run

LATTICES := $(BUILD)/host/tests/test_lattice $(BUILD)/small/tests/test_lattice
FLIPS := $(BUILD)/asan/tests/test_flips

exhaust-run: $(LATTICES) $(FLIPS)
	@mkdir -p $(EXHAUST)
	@tests/run "$(word 1,$(LATTICES)) -O2" "$(word 2,$(LATTICES)) OCT9_SMALL" $(FLIPS) | \
		tee $(EXHAUST)/log
	@(echo "| world | segments, all | leaves, all as the oracle says |"; echo "|---|---:|---:|"; \
		grep -E '^\| (-O2|OCT9_SMALL),' $(EXHAUST)/log) >$(EXHAUST)/lattice.md
	@grep '^|' $(EXHAUST)/log | grep -v -E '^\| (-O2|OCT9_SMALL),' >$(EXHAUST)/faults.md
	@scripts/insert lattice $(EXHAUST)/lattice.md docs/verification.md
	@scripts/insert faults $(EXHAUST)/faults.md docs/verification.md
	@tail -n 1 $(EXHAUST)/log | grep -q ' 0 failed'

# --- routes ------------------------------------------------------------------------------------

ROUTE_ORACLES := $(BUILD)/host/tests/test_route_oracle $(BUILD)/host/tests/test_shorten_oracle

.PHONY: verify-routes verify-routes-run
verify-routes: setup ## verify: 100,000 routes, and as many polylines that are shortened
	@$(MAKE) --no-print-directory -j$(JOBS) verify-routes-run

verify-routes-run: $(ROUTE_ORACLES)
	@ROUTES=100000 POLYLINES=100000 tests/run $(ROUTE_ORACLES)

# --- sectors -----------------------------------------------------------------------------------

SECTORS_ORACLE := $(BUILD)/host/tests/test_sectors_oracle

.PHONY: verify-sectors
verify-sectors: setup ## verify: a million questions for sectors
	@$(MAKE) --no-print-directory -j$(JOBS) $(SECTORS_ORACLE) $(MAPS)/geb079-80.o9
	@CASES=1000000 tests/run "$(SECTORS_ORACLE) $(MAPS)/geb079-80.o9"

# --- what power cuts leave of a saved map, and what saving costs ------------------------------

STORE := $(BUILD)/store
STORE_TESTS := $(BUILD)/host/tests/test_store_power $(BUILD)/asan/tests/test_store_hostile
STORE_COST := $(STORE)/cost

$(STORE_COST): verify/store/cost.cpp $(BUILD)/host/tests/test.o $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) $(TEST_CXXFLAGS) -O2 -MMD -MP -o $@ $(filter-out %.hpp %.h,$^)
-include $(STORE)/cost.d

.PHONY: verify-store verify-store-run
verify-store: setup ## verify: cut the power of 100,000 saves, count what saving costs
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) verify-store-run

verify-store-run: $(STORE_TESTS) $(STORE_COST)
	@tests/run $(STORE_TESTS) $(STORE_COST) >$(STORE)/log || { cat $(STORE)/log; exit 1; }
	@verify/store/report $(STORE)/log >$(STORE)/table.md
	@scripts/insert store $(STORE)/table.md docs/verification.md
	@cat $(STORE)/log
