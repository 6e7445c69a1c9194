# SPDX-License-Identifier: MIT
# What can be tried altogether is: every segment of a small cube, every bit of a tree.

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
