# SPDX-License-Identifier: MIT
# The pictures of docs/exactness.md, from the program's own answers.

.PHONY: figures
figures: ## draw the pictures of docs/exactness.md
	@scripts/setup $(PACKAGES) python3-matplotlib
	@$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/oct9
	@docs/figures/draw $(BUILD)/oct9 docs
