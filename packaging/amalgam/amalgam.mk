# SPDX-License-Identifier: MIT
# make amalgam: the library as two files, build/amalgam/oct9.h and oct9.c; and what they must pass.

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

# The golden suites with this core, at -O1 and at -Os: the same digests.
AMALGAM_GOLDEN := $(AMALGAM)/golden-O1 $(AMALGAM)/golden-Os
$(AMALGAM)/asan-%.o: $(AMALGAM)/oct9.c
	$(CC) $(filter-out -I%,$(ASAN_CFLAGS)) -$* -c -o $@ $<
$(AMALGAM_GOLDEN): $(AMALGAM)/golden-%: $(GOLDEN_SRC:%.c=$(BUILD)/asan/%.o) \
		$(WORLDS:%=$(BUILD)/asan/%.o) $(AMALGAM)/asan-%.o
	$(CC) $(SANITIZE) -Wl,--defsym=suite_entry=golden_all -o $@ $^
AMALGAM_RUNS := $(foreach g,$(AMALGAM_GOLDEN),\
	"$(g) >$(g).txt && tests/golden/check-digests $(g).txt")
AMALGAM_RUNS += "packaging/amalgam/compile $(AMALGAM)"
