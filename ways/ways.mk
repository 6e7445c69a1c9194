# SPDX-License-Identifier: MIT
# The ways into oct9, docs/ways.md: a folder for each, and make ways, which goes them all.

include $(wildcard ways/*/*.mk)

WAYS := $(BUILD)/ways
WAYS_PACKAGES := $(TOOL_PACKAGES) clang cmake gcc-arm-none-eabi libnewlib-arm-none-eabi \
	gcc-riscv64-unknown-elf gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev \
	arduino-builder arduino-core-avr unzip \
	python3-minimal python3-jsonschema python3-yaml python3-kconfiglib

# The program of docs/ways.md, and what it says.
WAYS_PROGRAM := $(WAYS)/program
$(WAYS_PROGRAM)/said: ways/follow.py docs/ways.md $(OCT9)
	ways/follow.py $(WAYS_PROGRAM) >/dev/null
	ways/follow.py --prints "Two files" >$@

# A section's commands as they are typed, each in a folder of its own.
follow = "ways/follow.py $(WAYS)/$(1) '$(2)'"

.PHONY: ways ways-run
ways: ## take oct9 into a project in each way that docs/ways.md tells
	@scripts/setup $(WAYS_PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) ways-run

ways-run: $(OCT9) $(AMALGAM_GOLDEN) $(ARDUINO)/oct9.zip $(SIMAVR_RUN) $(WAYS_PROGRAM)/said
	@tests/run $(AMALGAM_RUNS) $(call follow,two-files,Two files) \
		$(call follow,install,make install) ways/install/check \
		$(call follow,cmake-installed,CMake installed) \
		"ways/follow.py $(WAYS)/cmake-part 'CMake as a part' && \
			ways/cmake/cross $(WAYS)/cmake-part" \
		$(call follow,cxx,C++) "ways/cxx/check $(HOST_CORE)" \
		$(call follow,arduino,Arduino) \
		"ways/arduino/run $(ARDUINO)/oct9.zip $(SIMAVR_RUN) $(WAYS_PROGRAM)/said" \
		ways/manifests/check.py \
		"ways/platformio/build.py $(WAYS_PROGRAM) | diff - $(WAYS_PROGRAM)/said" \
		"ways/esp-idf/check $(WAYS_PROGRAM) $(WAYS_PROGRAM)/said" \
		"ways/zephyr/check $(WAYS_PROGRAM) $(WAYS_PROGRAM)/said"
