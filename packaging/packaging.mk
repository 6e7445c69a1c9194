# SPDX-License-Identifier: MIT
# How a project takes oct9 in, docs/packaging.md: a folder for each method; make packaging runs all.

include packaging/install/install.mk
include packaging/mavlink/mavlink.mk

# --- the library as two files, build/amalgam/oct9.h and oct9.c; and what they must pass -------

AMALGAM := $(BUILD)/amalgam
AMALGAM_FILES := $(AMALGAM)/oct9.h $(AMALGAM)/oct9.c

.PHONY: amalgam
amalgam: ## build: write the library as two files: build/amalgam/oct9.h, oct9.c
	@scripts/setup gcc libc6-dev python3-minimal
	@$(MAKE) --no-print-directory $(AMALGAM)/oct9.c

# The script writes both.
$(AMALGAM)/oct9.h: $(AMALGAM)/oct9.c
$(AMALGAM)/oct9.c: packaging/amalgam/amalgam.py LICENSE include/oct9.h \
		$(wildcard include/oct9/*.h include/oct9/*/*.h src/*/*.h port/*.h) $(CORE_SRC)
	$< $(AMALGAM)

# The golden suites with this core, at -Os and, by `make verify-more`, at -O1: the same digests.
AMALGAM_GOLDEN := $(AMALGAM)/golden-Os
$(AMALGAM)/asan-%.o: $(AMALGAM)/oct9.c
	$(CC) $(filter-out -I%,$(ASAN_CFLAGS)) -$* -c -o $@ $<
$(AMALGAM_O1) $(AMALGAM_GOLDEN): $(AMALGAM)/golden-%: $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.o) \
		$(WORLDS:%=$(BUILD)/asan/%.o) $(AMALGAM)/asan-%.o
	$(CC) $(SANITIZE) -Wl,--defsym=suite_entry=golden_all -o $@ $^
AMALGAM_RUNS := "$(AMALGAM_GOLDEN) >$(AMALGAM_GOLDEN).txt && \
	tests/golden/check-digests $(AMALGAM_GOLDEN).txt" "packaging/amalgam/compile $(AMALGAM)"

# --- the library that the Arduino IDE takes, build/arduino/oct9.zip ---------------------------

ARDUINO := $(BUILD)/arduino

.PHONY: arduino
arduino: tool amalgam ## build: pack the Arduino library: build/arduino/oct9.zip
	@$(MAKE) --no-print-directory $(ARDUINO)/oct9.zip

# The room is the one of docs/packaging.md.
$(ARDUINO)/room.obj: packaging/follow.py docs/packaging.md
	@mkdir -p $(@D)
	packaging/follow.py --file room.obj >$@

$(ARDUINO)/room.c: $(ARDUINO)/room.obj $(OCT9)
	$(OCT9) bake $< --cell 50 --two-state -o $@

$(ARDUINO)/oct9.zip: packaging/arduino/package.py packaging/arduino/library.properties \
		packaging/arduino/Table/Table.ino LICENSE $(ARDUINO)/room.c $(AMALGAM_FILES)
	$< $@ $(AMALGAM) $(ARDUINO)/room.c

# --- all methods ------------------------------------------------------------------------------

PACKAGING := $(BUILD)/packaging
PACKAGING_PACKAGES := $(TOOL_PACKAGES) clang cmake gcc-arm-none-eabi libnewlib-arm-none-eabi \
	gcc-riscv64-unknown-elf gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev \
	arduino-builder arduino-core-avr unzip libompl-dev \
	catkin libnav-msgs-dev libroscpp-dev python3-rosmaster ros-message-generation ros-nav-msgs \
	python3-minimal python3-jsonschema python3-yaml python3-kconfiglib $(MAVLINK_PACKAGES)

# The program of docs/packaging.md, and what it says.
PACKAGING_PROGRAM := $(PACKAGING)/program
$(PACKAGING_PROGRAM)/said: packaging/follow.py docs/packaging.md $(OCT9)
	packaging/follow.py $(PACKAGING_PROGRAM) >/dev/null
	packaging/follow.py --prints "Two files" >$@

# A section's commands as they are typed, each in its own folder.
follow = "packaging/follow.py $(PACKAGING)/$(1) '$(2)'"

# What each method costs, as the checks measure it; packaging/costs.py. What compilers make of all
# of it takes minutes, and is measured before a release.
COSTS := $(PACKAGING)/costs
COSTS_RUNS := "packaging/crazyflie/check $(AMALGAM) $(COSTS) $(OCT9)" \
	"packaging/arduino/run $(ARDUINO)/oct9.zip $(SIMAVR_RUN) $(PACKAGING_PROGRAM)/said $(COSTS)"

.PHONY: packaging packaging-run packaging-costs packaging-costs-run
packaging: ## build: take oct9 into a project by each method of docs/packaging.md
	@scripts/setup $(PACKAGING_PACKAGES)
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) packaging-run

# The checks fail where the page has other figures.
packaging-costs: ## build: write into docs/packaging.md what its programs cost
	@scripts/setup $(PACKAGING_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) packaging-costs-run

packaging-costs-run: $(OCT9) $(AMALGAM)/oct9.c $(ARDUINO)/oct9.zip $(SIMAVR_RUN) \
		$(PACKAGING_PROGRAM)/said
	@rm -rf $(COSTS) && mkdir -p $(COSTS)
	-@tests/run "packaging/compilers $(AMALGAM) $(COSTS)" $(COSTS_RUNS)
	@packaging/costs.py $(COSTS) --write

# First what takes half a minute of one core; and the longest checks.
packaging-run: $(AMALGAM_GOLDEN) $(OCT9) $(HOST_CORE) $(ARDUINO)/oct9.zip $(SIMAVR_RUN) \
		$(PACKAGING_PROGRAM)/said $(MAVLINK_NPM) $(MAVLINK_EXCHANGE)
	@mkdir -p $(COSTS)
	@tests/run "packaging/follow.py $(PACKAGING)/cmake-part 'CMake as a part' && \
			packaging/cmake/cross $(PACKAGING)/cmake-part && \
			packaging/follow.py $(PACKAGING)/cxx C++ && \
			packaging/cmake/languages $(PACKAGING)/cmake-part $(PACKAGING)/cxx" \
		"packaging/ompl/check $(OCT9) $(HOST_CORE)" "packaging/ros/check $(OCT9)" \
		$(MAVLINK_RUN) $(COSTS_RUNS) $(AMALGAM_RUNS) $(call follow,arduino,Arduino) \
		packaging/vl53l5cx/check $(call follow,cmake-installed,CMake installed) \
		$(call follow,two-files,Two files) $(call follow,install,make install) \
		"packaging/platformio/build.py $(PACKAGING_PROGRAM) | diff - $(PACKAGING_PROGRAM)/said" \
		packaging/install/check packaging/zephyr/check \
		"packaging/esp-idf/check $(PACKAGING_PROGRAM) $(PACKAGING_PROGRAM)/said" \
		"packaging/cxx/check $(HOST_CORE)" packaging/manifests/check.py packaging/manifests/links.py
