# SPDX-License-Identifier: MIT
# The pictures of docs/exactness.md and docs/architecture.md, from the program's results and real
# maps, and of the layers.

.PHONY: figures
figures: ## pages: draw the pictures of docs/exactness.md and docs/architecture.md
	@scripts/setup $(PACKAGES) python3-matplotlib
	@$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/oct9 $(MAPS)/geb079-80.o9
	@docs/figures/draw $(BUILD)/oct9 $(MAPS)/geb079-80.o9 docs
	@scripts/layers.py --draw
