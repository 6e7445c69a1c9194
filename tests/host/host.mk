# SPDX-License-Identifier: MIT
# The host's tests against an oracle: $(HOST_TESTS), and with sanitizers $(HOST_ASAN_TESTS).
#
# test_geb079_rays takes the image and the .bt file, test_insert_octomap two recorded scans; without
# them, or built without liboctomap, they say "skipped".

HOST_TEST_NAMES := test_walk_oracle test_cast_oracle test_geb079_rays test_obb_oracle \
	test_sweep_oracle test_mm_oracle test_nearest_oracle test_visit_oracle test_probe_oracle \
	test_fan_oracle \
	test_pass_oracle test_frontier_oracle test_insert_octomap \
	test_scan_oracle test_beams_oracle \
	test_pool_oracle test_window_oracle test_forget_oracle test_changes_oracle \
	test_packet_oracle test_packet_runs test_traversal_oracle test_view_oracle test_view_scene_oracle \
	test_points_oracle test_objects_oracle test_scene_oracle test_scene_build_oracle \
	test_store_power
HOST_TESTS := $(HOST_TEST_NAMES:%=$(BUILD)/host/tests/%)

# Run with sanitizers alone, as they are about bytes that mean harm, and about flash that fails.
HOST_HARM_TESTS := $(addprefix $(BUILD)/asan/tests/,test_packet_hostile test_linked_hostile \
	test_scene_hostile test_store_hostile test_store_errors \
	test_store_logs)
HOST_ASAN_TESTS := $(HOST_TEST_NAMES:%=$(BUILD)/asan/tests/%) $(HOST_HARM_TESTS)

# What all of them share, by path without extension.
HOST_TEST_PARTS := $(addprefix tests/host/,model oracle generate_model generate_ends load_tree encode \
	load_baked) tests/test tools/bake tools/grid tools/link tools/pyramid \
	tools/scene_image

HOST_TEST_CXXFLAGS := -std=c++17 -g $(WARNINGS) -Iinclude -I.
HOST_TEST_LIBS := $(if $(wildcard /usr/include/octomap/octomap.h),-loctomap -loctomath)

$(BUILD)/host/tests/host/%.o: tests/host/%.cpp tests/host/host.mk
	@mkdir -p $(@D)
	$(CXX) $(HOST_TEST_CXXFLAGS) -O2 -MMD -MP -c -o $@ $<

$(BUILD)/asan/tests/host/%.o: tests/host/%.cpp tests/host/host.mk
	@mkdir -p $(@D)
	$(CXX) $(HOST_TEST_CXXFLAGS) -O1 $(SANITIZE) -MMD -MP -c -o $@ $<

$(HOST_TESTS): $(BUILD)/host/tests/%: $(BUILD)/host/tests/host/%.o \
		$(HOST_TEST_PARTS:%=$(BUILD)/host/%.o) $(HOST_CORE)
	$(CXX) -o $@ $^ $(HOST_TEST_LIBS)

$(HOST_ASAN_TESTS): $(BUILD)/asan/tests/%: $(BUILD)/asan/tests/host/%.o \
		$(HOST_TEST_PARTS:%=$(BUILD)/asan/%.o) $(ASAN_CORE)
	$(CXX) $(SANITIZE) -o $@ $^ $(HOST_TEST_LIBS)

-include $(wildcard $(BUILD)/host/tests/host/*.d $(BUILD)/asan/tests/host/*.d)
