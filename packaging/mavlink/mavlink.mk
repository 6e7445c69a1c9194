# SPDX-License-Identifier: MIT
# Frames of MAVLink between oct9 and another's decoder, in both directions.

MAVLINK := $(BUILD)/mavlink
MAVLINK_PACKAGES := $(if $(shell command -v npm),,nodejs npm)
MAVLINK_NPM := $(MAVLINK)/node_modules/.package-lock.json
$(MAVLINK_NPM): packaging/mavlink/package.json packaging/mavlink/package-lock.json
	@mkdir -p $(MAVLINK)
	cp $^ $(MAVLINK)
	cd $(MAVLINK) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

MAVLINK_EXCHANGE := $(MAVLINK)/exchange
$(MAVLINK_EXCHANGE): $(BUILD)/host/packaging/mavlink/exchange.o $(HOST_CORE)
	@mkdir -p $(@D)
	$(CC) -o $@ $^
-include $(BUILD)/host/packaging/mavlink/exchange.d

MAVLINK_RUN = "cd $(MAVLINK) && node $(abspath packaging/mavlink/exchange.mjs) ./exchange"

.PHONY: mavlink mavlink-run
mavlink: ## build: exchange MAVLink's messages with node-mavlink, field by field
	@scripts/setup $(PACKAGES) $(MAVLINK_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) mavlink-run

mavlink-run: $(MAVLINK_NPM) $(MAVLINK_EXCHANGE)
	@tests/run $(MAVLINK_RUN)
