# SPDX-License-Identifier: MIT
# The pictures of docs/exactness.md and docs/architecture.md, from the program's results and real
# maps, and of the layers.

.PHONY: figures
figures: ## pages: draw the pictures of docs/exactness.md and docs/architecture.md
	@scripts/setup $(PACKAGES) python3-matplotlib
	@$(MAKE) --no-print-directory -j$(JOBS) $(BUILD)/oct9 $(MAPS)/geb079-80.o9
	@docs/figures/draw $(BUILD)/oct9 $(MAPS)/geb079-80.o9 docs
	@scripts/layers.py --draw

# The reference of all public calls, from the comments in their headers.
REFERENCE := $(BUILD)/reference
VERSION_PARTS := 's/^.define OCT9_VERSION_\(MAJOR\|MINOR\|PATCH\) //p'

.PHONY: reference
reference: ## pages: a page for each call, in build/reference/html; a warning is an error
	@scripts/setup doxygen python3-minimal
	@docs/reference/filter --check include/oct9.h include/oct9/*.h include/oct9/*/*.h
	@rm -rf $(REFERENCE)
	@mkdir -p $(REFERENCE)
	@OCT9_REFERENCE=$(REFERENCE) \
		OCT9_VERSION=$$(sed -n $(VERSION_PARTS) include/oct9/version.h | paste -sd.) \
		doxygen docs/reference/Doxyfile
	@echo "$(REFERENCE)/html/index.html"
