# SPDX-License-Identifier: MIT
# The host's tests. Each tests/THING/test_NAME.c or .cpp is a program, which is linked with the core
# and with what it uses of TEST_PARTS; a new one is built and run as soon as it is there. Either
# build can be asked for: build/host/tests/test_NAME as shipped, build/asan/tests/test_NAME with
# sanitizers. So each name is there once.

TEST_PATHS := $(basename $(wildcard tests/*/test_*.c tests/*/test_*.cpp))
TESTS := $(sort $(notdir $(TEST_PATHS)))
# $(call test_path,test): without extension
test_path = $(filter %/$(1),$(TEST_PATHS))
TESTS_TWICE := $(strip $(foreach t,$(TESTS),$(if $(word 2,$(call test_path,$(t))),$(t))))
$(if $(TESTS_TWICE),$(error two tests have the name $(TESTS_TWICE)))

# Those that take long are run as shipped, all others with sanitizers; two with
# OCT9_SMALL, one with OCT9_POINTS_WIDE, too.
TESTS_SHIPPED := $(filter %_oracle,$(TESTS)) test_flights_judge test_flights_loop \
	test_geb079_rays test_insert_octomap test_lattice test_loop_judge test_mapper_flights \
	test_nodes test_packet_broadcast test_packet_runs test_store_power
TESTS_SMALL := test_lattice test_nodes
# Point sets again, with ids and indices of 32 bits.
TESTS_WIDE := test_points_oracle

# What a test is given: the building, or else
TEST_GIVEN_test_insert_octomap := $(MAPS)/spherical_scan.graph $(MAPS)/scan.dat
# a quarter of its points: `make exhaust` has all
TEST_GIVEN_test_lattice := -O2 1024
TEST_GIVEN_test_mapper_flights := $(FLIGHTS_DIR)
test_given = $(or $(TEST_GIVEN_$(1)),$(MAPS)/geb079-80.o9 $(MAPS)/geb079.bt)

# What tests have in common, by path without extension: all that is neither a test nor a suite, nor
# of a separate program.
TEST_PROGRAMS := board corpus formats interrupt
TEST_PARTS := tests/test $(basename $(foreach c,$(filter-out $(TEST_PROGRAMS:%=tests/%/%),\
	$(wildcard tests/*/*.c tests/*/*.cpp)),\
	$(if $(filter main.c calls_% suite_% test_%,$(notdir $(c))),,$(c)))) \
	tools/fail tools/source/flight \
	$(addprefix tools/format/,bake bytes grid lines link pyramid scene_image text) \
	$(addprefix examples/tof_mapper/,link wire messages drone) \
	$(addprefix examples/tof_mapper/host/,session device atlas synthetic) \
	examples/corridor/sensor

TEST_CXXFLAGS := -std=c++17 $(DEBUG) $(WARNINGS) -Iinclude -I.
TEST_LIBS := $(if $(wildcard /usr/include/octomap/octomap.h),-loctomap -loctomath) -lm

# $(call host_test_rules,build,its options of the compiler). Parts of one name in two folders are
# two members of the archive.
define host_test_rules
$(BUILD)/$(1)/tests/%.o: tests/%.cpp tests/host.mk
	@mkdir -p $$(@D)
	$$(CXX) $(TEST_CXXFLAGS) $(2) -MMD -MP -c -o $$@ $$<
$(BUILD)/$(1)/tests/parts.a: $(TEST_PARTS:%=$(BUILD)/$(1)/%.o) $(WORLDS:%=$(BUILD)/$(1)/%.o)
	@rm -f $$@
	$$(AR) qcs $$@ $$^
$(TESTS:%=$(BUILD)/$(1)/tests/%): $(BUILD)/$(1)/tests/%: \
		$(BUILD)/$(1)/$$$$(call test_path,$$$$*).o \
		$(BUILD)/$(1)/tests/parts.a $(BUILD)/$(1)/liboct9.a
	$$(CXX) $(2) -o $$@ $$^ $$(TEST_LIBS)
-include $(patsubst %,$(BUILD)/$(1)/%.d,$(TEST_PATHS) $(TEST_PARTS))
endef
# At -O2 those in C++ take twice as long to compile, and no less to run.
$(eval $(call host_test_rules,host,-O1))
$(eval $(call host_test_rules,asan,-O1 $(SANITIZE)))

$(BUILD)/small/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(call opt_flags,small) -MMD -MP -c -o $@ $<
$(BUILD)/small/liboct9.a: $(CORE_SRC:%.c=$(BUILD)/small/%.o)
	@rm -f $@
	$(AR) qcs $@ $^
$(TESTS_SMALL:%=$(BUILD)/small/tests/%): $(BUILD)/small/tests/%: \
		$(BUILD)/small/$$(call test_path,$$*).o $(BUILD)/host/tests/parts.a \
		$(BUILD)/small/liboct9.a
	@mkdir -p $(@D)
	$(CC) -o $@ $^
-include $(CORE_SRC:%.c=$(BUILD)/small/%.d) \
	$(foreach t,$(TESTS_SMALL),$(BUILD)/small/$(call test_path,$(t)).d)

WIDE_SRC := $(wildcard src/points/*.c)
$(WIDE_SRC:%.c=$(BUILD)/wide/%.o): $(BUILD)/wide/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -DOCT9_POINTS_WIDE=1 -MMD -MP -c -o $@ $<
$(BUILD)/wide/tests/%.o: tests/%.cpp tests/host.mk
	@mkdir -p $(@D)
	$(CXX) $(TEST_CXXFLAGS) -O1 -DOCT9_POINTS_WIDE=1 -MMD -MP -c -o $@ $<
$(TESTS_WIDE:%=$(BUILD)/wide/tests/%): $(BUILD)/wide/tests/%: \
		$(BUILD)/wide/$$(call test_path,$$*).o \
		$(WIDE_SRC:%.c=$(BUILD)/wide/%.o) $(BUILD)/host/tests/parts.a $(BUILD)/host/liboct9.a
	$(CXX) -o $@ $^ $(TEST_LIBS)
-include $(WIDE_SRC:%.c=$(BUILD)/wide/%.d) \
	$(foreach t,$(TESTS_WIDE),$(BUILD)/wide/$(call test_path,$(t)).d)

# The calls that the public headers have for work in slices.
# The mapper's slices write to the mapper's map: test_mapper_slices has them.
$(BUILD)/generated/slices.h: $(wildcard include/oct9/*.h) tests/host.mk
	@mkdir -p $(@D)
	sed -nE '/oct9_mapper_see_run/d; s/^[a-z0-9_]+ (oct9_[a-z_]+_(run|next))\(.*/SLICE(\1)/p' $^ >$@

# What each thing has in the tests of every call: build/generated/all_PIECE includes each
# tests/THING/PIECE. The folders are newer where one came or went.
PIECES := slices.h arguments.hpp extremes.h
$(PIECES:%=$(BUILD)/generated/all_%): $(BUILD)/generated/all_%: tests/host.mk \
		$$(wildcard tests/*/$$*) $(wildcard tests/*/)
	@mkdir -p $(@D)
	printf '#include "%s"\n' $(wildcard tests/*/$*) >$@
$(BUILD)/generated/extremes.h: $(BUILD)/generated/all_extremes.h
	sed -nE 's/^static void (try_[a-z_]+)\(.*/TRY(\1)/p' $(wildcard tests/*/extremes.h) >$@
# $(call test_includes,test,generated headers): before any build of it
define test_includes
$(patsubst %,$(BUILD)/%/$(call test_path,$(1)).o,host asan s390x): $(2:%=$(BUILD)/generated/%)
endef
$(eval $(call test_includes,test_slices,slices.h all_slices.h))
$(eval $(call test_includes,test_extremes,extremes.h all_extremes.h))

# Every function of the public headers, with its parameters.
$(BUILD)/generated/public_calls.h: $(wildcard include/oct9/*.h) tests/calls/public_calls.py
	@mkdir -p $(@D)
	tests/calls/public_calls.py $(filter %.h,$^) >$@.part && mv $@.part $@
$(foreach t,$(filter test_public_%,$(TESTS)),\
	$(eval $(call test_includes,$(t),public_calls.h all_arguments.hpp)))

# The program of the guide's page about an RTOS.
$(BUILD)/generated/rtos_page.h: docs/guide/rtos.md
	@mkdir -p $(@D)
	sed -n '/^```c$$/,/^```$$/{//!p}' $< >$@
$(eval $(call test_includes,test_reader,rtos_page.h))

# The program of the guide's page about layered maps.
$(BUILD)/generated/layered_page.h: docs/guide/layered.md
	@mkdir -p $(@D)
	sed -n '/^```c$$/,/^```$$/{//!p}' $< >$@
$(eval $(call test_includes,test_layered_page,layered_page.h))

# For tests/run, the long ones first.
HOST_TEST_FILES := $(TESTS_SHIPPED:%=$(BUILD)/host/tests/%) \
	$(TESTS_SMALL:%=$(BUILD)/small/tests/%) $(TESTS_WIDE:%=$(BUILD)/wide/tests/%) \
	$(patsubst %,$(BUILD)/asan/tests/%,$(filter-out $(TESTS_SHIPPED),$(TESTS))) \
	$(sort $(foreach t,$(TESTS),$(filter $(MAPS)/%,$(call test_given,$(t)))))
HOST_TEST_RUNS := $(foreach t,$(TESTS_SHIPPED),"$(BUILD)/host/tests/$(t) $(call test_given,$(t))") \
	$(foreach t,$(TESTS_SMALL),"$(BUILD)/small/tests/$(t) OCT9_SMALL 1024") \
	$(foreach t,$(TESTS_WIDE),"$(BUILD)/wide/tests/$(t) OCT9_POINTS_WIDE") \
	$(foreach t,$(filter-out $(TESTS_SHIPPED),$(TESTS)),\
	"$(BUILD)/asan/tests/$(t) $(call test_given,$(t))")
