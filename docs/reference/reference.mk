# SPDX-License-Identifier: MIT
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
