# SPDX-License-Identifier: MIT
# What power cuts leave of a saved map, and what saving costs.

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
