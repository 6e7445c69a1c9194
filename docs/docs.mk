# SPDX-License-Identifier: MIT
# The pictures of docs/exactness.md, from the program's own answers, and of the layers.

.PHONY: figures
figures: ## pages: draw the pictures of docs/exactness.md and of the layers
	@scripts/setup $(PACKAGES) python3-matplotlib
	@$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/oct9
	@docs/figures/draw $(BUILD)/oct9 docs
	@scripts/layers.py --draw
