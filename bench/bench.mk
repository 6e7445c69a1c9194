# SPDX-License-Identifier: MIT
# make bench: oct9 beside its peers on the same work in the same run. Writes docs/bench.md.

include bench/calls.mk
include bench/flights/flights.mk
include bench/city/city.mk

BENCH_RAYS := $(BUILD)/generated/bench_rays.c
BENCH_PLACES := $(BUILD)/generated/bench_places.c
TRIPS := $(BUILD)/generated/trips
GRIDS := $(BUILD)/generated/grids.c
GRID_PARTS := bench/dense.c bench/bricks.c
TRAVERSAL_RAYS := $(BUILD)/generated/traversal_rays.c

# What the programs on boards are made of: sources, and what is generated (boards/boards.mk).
APP_SRC_walk_cost := bench/walk_cost/main.c bench/steps.c
APP_GEN_walk_cost := $(BENCH_RAYS) $(MAPS)/geb079-80.c
APP_SRC_step_cost := bench/step_cost/main.c bench/steps.c
APP_GEN_step_cost := $(BENCH_RAYS) $(MAPS)/geb079-80.c
APP_GEN_check_cost := $(BENCH_PLACES) $(MAPS)/geb079-80.c
APP_SRC_world_cost := bench/world_cost/main.c bench/calls.c bench/calls_checks.c \
	bench/calls_part.c bench/calls_place.c
APP_GEN_world_cost := $(MAPS)/geb079-part.c
APP_STACK_world_cost := 2048
APP_SRC_traversal_cost := bench/traversal_cost/main.c bench/traversals.c
APP_GEN_traversal_cost := $(TRAVERSAL_RAYS) $(MAPS)/geb079-320.c $(MAPS)/linked/geb079-320.c
APP_SRC_grids_cost := bench/grids_cost/main.c $(GRID_PARTS)
APP_GEN_grids_cost := $(GRIDS) $(BENCH_PLACES) $(MAPS)/geb079-80.c
APP_GEN_sectors_cost := $(BENCH_PLACES) $(MAPS)/geb079-80.c
# Routes: through geb079, still and with boxes, and through places that are made up.
define route_app
APP_SRC_$(1) := bench/$(2)/main.c bench/travel.c
APP_GEN_$(1) := $(TRIPS)/$(3).c $(MAPS)/$(3).c $(MAPS)/road/$(3).c
endef
$(eval $(call route_app,route_cost,route_cost,geb079-80))
$(eval $(call route_app,route_live,route_live,geb079-80))
$(foreach s,offices trees,$(eval $(call route_app,route_cost_$(s),route_cost,$(s))))
APP_SRC_objects_cost := $(wildcard bench/objects_cost/*.c) bench/movers.c
APP_SRC_points_cost := bench/points_cost/main.c bench/point_peers.c
APP_SRC_scene_cost := bench/scene_cost/main.c bench/scene_places.c
APP_GEN_scene_cost := $(FIXTURE).c $(BUILD)/generated/level.c

# How host programs read a map's image.
MAP_FILE_PARTS := $(addprefix $(BUILD)/host/tools/,fail.o $(addprefix format/,map_file.o bytes.o \
	carray.o output.o))

CAST_HOST := $(BUILD)/host/bench/cast_host
$(CAST_HOST): bench/cast_host.cpp $(BUILD)/host/bench/cast_pcl.o $(BUILD)/host/bench/rays.o \
		$(MAP_FILE_PARTS) $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -o $@ \
		$(filter-out %.h %.hpp,$^) -loctomap -loctomath $$(cat $(PCL)/libs)

INSERT_HOST := $(BUILD)/host/bench/insert_host
$(INSERT_HOST): bench/insert_host.cpp $(HOST_CORE)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -o $@ \
		$(filter-out %.h %.hpp,$^) -loctomap -loctomath

# Clouds into worlds, beside a tree of OctoMap and a hash of cells.
CLOUD_HOST := $(BUILD)/host/bench/cloud_host
$(CLOUD_HOST): bench/cloud_host.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -MMD -MP -o $@ $< -loctomap -loctomath

$(BUILD)/cloud/hall.ply: examples/worlds/make_warehouse examples/worlds/mesh.py
	@mkdir -p $(@D)
	$< 60 30 8 1 >$@

MAKE_RAYS := $(BUILD)/host/bench/make_rays
$(MAKE_RAYS): $(BUILD)/host/bench/make_rays.o $(BUILD)/host/bench/rays.o \
		$(MAP_FILE_PARTS) $(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(BENCH_RAYS): $(MAKE_RAYS) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_RAYS) $(MAPS)/geb079-80.o9 5 2000 >$@

PLACES_PARTS := $(BUILD)/host/bench/places.o $(BUILD)/host/bench/rays.o

MAKE_PLACES := $(BUILD)/host/bench/make_places
$(MAKE_PLACES): $(BUILD)/host/bench/make_places.o $(PLACES_PARTS) $(MAP_FILE_PARTS) \
		$(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(BENCH_PLACES): $(MAKE_PLACES) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_PLACES) $(MAPS)/geb079-80.o9 >$@

# Places that are made up, for routes.
MAKE_SITE := $(BUILD)/host/bench/make_site
$(MAKE_SITE): $(BUILD)/host/bench/make_site.o $(MAP_FILE_PARTS) \
		$(addprefix $(BUILD)/host/tools/format/,bake.o grid.o pyramid.o) $(HOST_CORE)
	$(CC) -o $@ $^

$(foreach s,offices trees,$(MAPS)/$(s).o9 $(MAPS)/$(s).c): $(MAKE_SITE)
	@mkdir -p $(@D)
	$(MAKE_SITE) $(basename $(@F)) $@

# Trips through them and geb079, and there among ten sets of boxes, too. Seed 20261128 was chosen
# when the planner was ready. A radius of 120 sub-cells is 150 mm, and 300 mm among the trees.
MAKE_TRIPS := $(BUILD)/host/bench/make_trips
$(MAKE_TRIPS): $(BUILD)/host/bench/make_trips.o $(BUILD)/host/bench/trips.o $(MAP_FILE_PARTS) \
		$(HOST_CORE)
	$(CC) -o $@ $^

$(TRIPS)/geb079-80.c: TRIP_SETS := 10
$(TRIPS)/%.c: $(MAPS)/%.o9 $(MAKE_TRIPS)
	@mkdir -p $(@D)
	$(MAKE_TRIPS) $< $(subst -,_,$*) 20261128 2000 $(or $(TRIP_SETS),0) >$@

$(MAPS)/road/trees.c: ROAD_MM := 300
$(MAPS)/road/%.c: $(MAPS)/%.o9 $(BUILD)/oct9
	@mkdir -p $(@D)
	$(BUILD)/oct9 road $< --radius $(or $(ROAD_MM),150) -o $@ >/dev/null

# The peers for one job hold the same bits on the host and on boards.
MAKE_GRIDS := $(BUILD)/host/bench/make_grids
$(MAKE_GRIDS): $(BUILD)/host/bench/make_grids.o $(BUILD)/host/bench/rays.o \
		$(MAP_FILE_PARTS) $(HOST_CORE)
	$(CC) -o $@ $^ -lm

$(GRIDS): $(MAKE_GRIDS) $(MAPS)/geb079-80.o9
	@mkdir -p $(@D)
	$(MAKE_GRIDS) $(MAPS)/geb079-80.o9 5 20 >$@

$(MAPS)/two/geb079-80.o9: $(MAPS)/geb079.bt $(BUILD)/oct9
	@mkdir -p $(@D)
	$(BUILD)/oct9 bake $< --cell 80 --two-state -o $@

GRIDS_HOST := $(BUILD)/host/bench/grids_host
$(GRIDS_HOST): $(addprefix $(BUILD)/host/bench/,grids_host.o players.o) \
		$(GRID_PARTS:%.c=$(BUILD)/host/%.o) $(GRIDS:%.c=%.o) $(PLACES_PARTS) \
		$(MAP_FILE_PARTS) $(HOST_CORE)
	$(CXX) -o $@ $^ -lm

$(GRIDS:%.c=%.o): $(GRIDS)
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

CHECKS_HOST := $(BUILD)/host/bench/checks_host
CHECKS_OBJECTS := $(addprefix $(BUILD)/host/bench/,checks_host.o checks.o spheres.o peers.o \
	players.o)
SCENE_HOST := $(BUILD)/host/bench/scene_host
SCENE_OBJECTS := $(addprefix $(BUILD)/host/bench/,scene_host.o scene_lines.o players.o)
$(sort $(CHECKS_OBJECTS) $(SCENE_OBJECTS)): $(BUILD)/host/bench/%.o: bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. \
		$$(pkg-config --cflags fcl | sed 's/-std=[^ ]*//; s/-I/-isystem /g') -MMD -MP -c -o $@ $<

$(CHECKS_HOST): $(CHECKS_OBJECTS) $(PLACES_PARTS) $(MAP_FILE_PARTS) $(HOST_CORE)
$(SCENE_HOST): $(SCENE_OBJECTS) $(BUILD)/host/bench/scene_places.o $(HOST_CORE)
$(CHECKS_HOST) $(SCENE_HOST):
	$(CXX) -o $@ $^ $$(pkg-config --libs fcl) $(if $(filter $@,$(SCENE_HOST)),-lembree3)

# A level of 40,000 triangles, by the defaults.
LEVEL := $(BUILD)/generated/level
$(LEVEL).obj: tests/make_level
	@mkdir -p $(@D)
	$< 1 40000 >$@

$(LEVEL).o9s $(LEVEL).c: $(LEVEL).obj $(BUILD)/oct9
	$(BUILD)/oct9 scene $< --cell 110 -o $@ >/dev/null

# The traversals: one map as both images, and its rays, on the host, on the board, and on the board
# as a Cortex-M0, as it executes ARMv6-M's instructions too.
$(MAPS)/geb079-320.o9 $(MAPS)/geb079-320.c: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --cell 320 -o $@

$(MAPS)/linked/geb079-320.o9l $(MAPS)/linked/geb079-320.c: $(MAPS)/geb079-320.o9
	@mkdir -p $(@D)
	$(BUILD)/oct9 link $< -o $@ >/dev/null

$(TRAVERSAL_RAYS): $(MAKE_RAYS) $(MAPS)/geb079-320.o9
	@mkdir -p $(@D)
	$(MAKE_RAYS) $(MAPS)/geb079-320.o9 5 2000 >$@

TRAVERSAL_HOST := $(BUILD)/host/bench/traversal_host
$(TRAVERSAL_HOST): $(addprefix $(BUILD)/host/bench/,traversal_host.o traversals.o) \
		$(APP_GEN_traversal_cost) $(HOST_CORE)
	$(CC) $(HOST_CFLAGS) -o $@ $^

PHASES_HOST := $(BUILD)/host/bench/phases_host
$(PHASES_HOST): $(BUILD)/host/bench/phases_host.o $(PLACES_PARTS) $(HOST_CORE)
	$(CC) -o $@ $^ -lm

M0_FLAGS := $(subst cortex-m4,cortex-m0,$(BOARD_FLAGS_mps2-an386))
m0_objects = $(patsubst %.c,$(BUILD)/boards/mps2-m0/$(1)/%.o,\
	$(CORE_SRC) $(call board_src,mps2-an386) $(call app_src,$(2)))
define m0_rule
$(BUILD)/boards/mps2-m0/$(1)/%.o: %.c bench/bench.mk
	@mkdir -p $$(@D)
	$(BOARD_CROSS_arm)gcc $(M0_FLAGS) $(call opt_flags,$(1)) $(BOARD_CFLAGS) -MMD -MP -c -o $$@ $$<
$(BUILD)/boards/mps2-m0/$(1)/%_cost.elf: $$$$(call m0_objects,$(1),$$$$*_cost) \
		$(call board_script,mps2-an386) boards/arm/sections.ld | $(QEMU_LIMIT)
	$(BOARD_CROSS_arm)gcc $(M0_FLAGS) -nostdlib -Wl,--gc-sections -T $(call board_script,mps2-an386) \
		-Wl,--defsym=stack_size=$(BOARD_STACK_mps2-an386) -o $$@ $$(filter %.o,$$^) $(BOARD_LIBS_arm)
endef
$(foreach o,O2 Os small,$(eval $(call m0_rule,$(o))))

# Moving objects, beside the trees of Bullet and FCL, and brute force.
OBJECTS_HOST := $(BUILD)/host/bench/objects_host
OBJECTS_OBJECTS := $(addprefix $(BUILD)/host/bench/,objects_host.o objects_peers.o \
	objects_bullet.o objects_fcl.o)
$(OBJECTS_OBJECTS) $(BUILD)/host/bench/grids_host.o: $(BUILD)/host/bench/%.o: bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. \
		$$(pkg-config --cflags fcl bullet | sed 's/-std=[^ ]*//; s/-I/-isystem /g') -MMD -MP -c -o $@ $<

$(OBJECTS_HOST): $(OBJECTS_OBJECTS) $(BUILD)/host/bench/movers.o $(HOST_CORE)
	$(CXX) -o $@ $^ $$(pkg-config --libs fcl) -lBulletCollision -lLinearMath

# The points, beside PCL's octree where it can be had.
PCL := $(BUILD)/pcl
$(PCL)/libs: scripts/fetch-pcl
	scripts/fetch-pcl $(PCL)

POINTS_HOST := $(BUILD)/host/bench/points_host
POINTS_OBJECTS := $(addprefix $(BUILD)/host/bench/,points_host.o points_nanoflann.o points_pcl.o \
	points_oct9.o points_grid.o)
$(POINTS_OBJECTS) $(BUILD)/host/bench/cast_pcl.o: $(BUILD)/host/bench/%.o: bench/%.cpp $(PCL)/libs
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. $$(cat $(PCL)/cflags) -MMD -MP -c -o $@ $<

# Routes, beside OMPL.
ROUTES_HOST := $(BUILD)/host/bench/routes_host
$(BUILD)/host/bench/routes_host.o: bench/routes_host.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. \
		$$(pkg-config --cflags fcl ompl | sed 's/-std=[^ ]*//; s/-I/-isystem /g') -MMD -MP -c -o $@ $<

$(ROUTES_HOST): $(addprefix $(BUILD)/host/bench/,routes_host.o peers.o trips.o) $(PLACES_PARTS) \
		$(MAP_FILE_PARTS) $(HOST_CORE)
	$(CXX) -o $@ $^ $$(pkg-config --libs fcl) -lompl

$(BUILD)/wide/bench/%.o: bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -DOCT9_POINTS_WIDE=1 -MMD -MP -c -o $@ $<

$(POINTS_HOST): $(POINTS_OBJECTS) $(BUILD)/host/bench/players.o $(BUILD)/host/bench/point_peers.o \
		$(BUILD)/wide/bench/points_oct9.o $(WIDE_SRC:%.c=$(BUILD)/wide/%.o) $(HOST_CORE)
	$(CXX) -o $@ $^ $$(cat $(PCL)/libs)

-include $(wildcard $(BUILD)/host/bench/*.d $(BUILD)/wide/bench/*.d)

BENCH_BOARD := mps2-an386
BENCH_ELFS := $(foreach a,walk_cost check_cost route_cost grids_cost traversal_cost scene_cost \
	points_cost objects_cost world_cost sectors_cost,\
	$(foreach o,O2 Os,$(BUILD)/boards/$(BENCH_BOARD)/$(o)/$(a).elf)) \
	$(foreach a,route_live route_cost_offices route_cost_trees,\
	$(BUILD)/boards/$(BENCH_BOARD)/Os/$(a).elf) \
	$(foreach o,O2 Os,$(BUILD)/boards/mps2-m0/$(o)/traversal_cost.elf)

# What is run, and what it is run on.
.PHONY: bench-programs bench-run
bench-programs: $(CAST_HOST) $(INSERT_HOST) $(CHECKS_HOST) $(PHASES_HOST) $(GRIDS_HOST) \
		$(CLOUD_HOST) $(BUILD)/cloud/hall.ply $(BUILD)/oct9 \
		$(TRAVERSAL_HOST) $(OBJECTS_HOST) $(POINTS_HOST) $(SCENE_HOST) $(ROUTES_HOST) $(BENCH_ELFS) \
		$(MAPS)/geb079.bt $(MAPS)/geb079-80.o9 $(MAPS)/geb079-160.o9 $(MAPS)/two/geb079-80.o9 \
		$(MAPS)/linked/geb079-320.o9l $(FIXTURE).o9s $(LEVEL).o9s \
		$(MAPS)/spherical_scan.graph $(MAPS)/scan.dat

bench-run: bench-programs
	@bench/report $(BUILD) $(BENCH_BOARD) >$(BUILD)/bench.md
	@scripts/insert bench $(BUILD)/bench.md docs/bench.md
	@bench/report_checks $(BUILD) $(BENCH_BOARD) >$(BUILD)/checks.md
	@scripts/insert checks $(BUILD)/checks.md docs/bench.md
	@bench/report_phases $(BUILD) >$(BUILD)/phases.md
	@scripts/insert phases $(BUILD)/phases.md docs/bench.md
	@bench/report_grids $(BUILD) $(BENCH_BOARD) >$(BUILD)/grids.md
	@scripts/insert grids $(BUILD)/grids.md docs/bench.md
	@bench/report_routes $(BUILD) $(BENCH_BOARD) >$(BUILD)/routes.md
	@scripts/insert routes $(BUILD)/routes.md docs/bench.md
	@bench/report_traversals $(BUILD) $(BENCH_BOARD) >$(BUILD)/traversals.md
	@scripts/insert traversals $(BUILD)/traversals.md docs/bench.md
	@bench/report_worlds $(BUILD) $(BENCH_BOARD) >$(BUILD)/worlds.md
	@scripts/insert worlds $(BUILD)/worlds.md docs/bench.md
	@bench/report_sectors $(BUILD) $(BENCH_BOARD) >$(BUILD)/sectors.md
	@scripts/insert sectors $(BUILD)/sectors.md docs/bench.md
	@bench/report_clouds $(BUILD) >$(BUILD)/clouds.md
	@scripts/insert clouds $(BUILD)/clouds.md docs/bench.md
	@bench/report_objects $(BUILD) $(BENCH_BOARD) >$(BUILD)/objects.md
	@scripts/insert objects $(BUILD)/objects.md docs/bench.md
	@bench/report_scene $(BUILD) $(BENCH_BOARD) >$(BUILD)/scene.md
	@scripts/insert scene $(BUILD)/scene.md docs/bench.md
	@bench/report_points $(BUILD) $(BENCH_BOARD) >$(BUILD)/points.md
	@scripts/insert points $(BUILD)/points.md docs/bench.md
	@bench/report_short >$(BUILD)/short.md
	@scripts/insert short $(BUILD)/short.md README.md
	@bench/report_budget >$(BUILD)/budget.md
	@scripts/insert budget $(BUILD)/budget.md docs/guide/time.md
	@cat $(addprefix $(BUILD)/,$(addsuffix .md,bench checks grids routes traversals worlds sectors \
		clouds scene objects points))
