# SPDX-License-Identifier: MIT
# The same tests on a big-endian machine: s390x, under qemu's user emulation. The golden suites must
# print the host's digests.

BIG := $(BUILD)/s390x
BIG_CFLAGS := -std=c11 -O1 $(DEBUG) -DOCT9_ASSERTS=1 $(WARNINGS) -Iinclude -I.
BIG_CORE := $(BIG)/liboct9.a
BIG_RUN := qemu-s390x

$(BIG)/%.o: %.c Makefile
	@mkdir -p $(@D)
	s390x-linux-gnu-gcc $(BIG_CFLAGS) -MMD -MP -c -o $@ $<
$(BIG)/%.o: %.cpp tests/host.mk
	@mkdir -p $(@D)
	s390x-linux-gnu-g++ $(TEST_CXXFLAGS) -O1 -MMD -MP -c -o $@ $<
$(WORLDS:%=$(BIG)/%.o): $(BIG)/%.o: $(BUILD)/generated/%.c
	@mkdir -p $(@D)
	s390x-linux-gnu-gcc $(BIG_CFLAGS) -MMD -MP -c -o $@ $<

$(BIG_CORE): $(CORE_SRC:%.c=$(BIG)/%.o)
	@rm -f $@
	s390x-linux-gnu-ar rcs $@ $^

BIG_WORLD := $(addprefix $(BIG)/tests/,golden/world.o golden/query.o test.o) $(BIG)/world.o
BIG_GOLDEN := $(BIG)/golden
$(BIG_GOLDEN): BIG_LINK := -Wl,--defsym=suite_entry=golden_all
$(BIG_GOLDEN): $(GOLDEN_SRC:%.c=$(BIG)/%.o) $(WORLDS:%=$(BIG)/%.o) $(BIG_CORE)
BIG_C_TESTS := $(BIG)/test_hostile $(BIG)/test_extremes
$(BIG_C_TESTS): $(BIG)/%: $(BIG)/$$(call test_path,$$*).o $(BIG_WORLD) $(BIG_CORE)
$(BIG_GOLDEN) $(BIG_C_TESTS):
	s390x-linux-gnu-gcc -static $(BIG_LINK) -o $@ $^

# Of the tests against an oracle those that take no more than a minute here.
BIG_ORACLES := $(addprefix $(BIG)/test_,probe_oracle beams_oracle frontier_oracle visit_oracle \
	packet_hostile scene_hostile)
$(BIG)/parts.a: $(TEST_PARTS:%=$(BIG)/%.o) $(WORLDS:%=$(BIG)/%.o)
	@rm -f $@
	s390x-linux-gnu-ar qcs $@ $^
$(BIG_ORACLES): $(BIG)/%: $(BIG)/$$(call test_path,$$*).o $(BIG)/parts.a $(BIG_CORE)
	s390x-linux-gnu-g++ -static -o $@ $^

-include $(shell find $(BIG) -name '*.d' 2>/dev/null)

# For tests/run: the short ones, and all.
BIG_FILES := $(BIG_GOLDEN) $(BIG_C_TESTS)
BIG_RUNS = "tests/golden/run-big $(BIG_RUN) $(BIG_GOLDEN) $(GOLDEN_TXT)" \
	$(BIG_C_TESTS:%="$(BIG_RUN) %")
BIG_ALL_FILES := $(BIG_FILES) $(BIG_ORACLES)
BIG_ALL_RUNS = $(BIG_RUNS) $(BIG_ORACLES:%="$(BIG_RUN) %")
