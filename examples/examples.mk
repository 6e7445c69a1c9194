# SPDX-License-Identifier: MIT
# The main job: make demo.

DEMO := $(BUILD)/demo
DEMO_BOARD := netduinoplus2
PICTURES := $(addprefix tools/picture/,picture.c legend.c views.c)
CORRIDOR_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/corridor.elf
APP_GEN_corridor := $(MAPS)/geb079-80.c

.PHONY: demo-run
demo-run: $(DEMO)/building.png
	@grep -v '^@' $(DEMO)/corridor.txt
	@echo "picture: $<"

$(DEMO)/corridor.txt: $(CORRIDOR_ELF)
	@mkdir -p $(@D)
	boards/run $(DEMO_BOARD) $< >$@ || { cat $@; false; }

$(DEMO)/building.png: $(DEMO)/corridor.txt $(BUILD)/oct9 $(MAPS)/geb079-80.o9
	tr -d '\r' <$< | sed -n 's/^@//p' >$(DEMO)/overlay.txt
	$(BUILD)/oct9 render $(MAPS)/geb079-80.o9 --overlay $(DEMO)/overlay.txt -o $@

.PHONY: picture
picture: ## pages: draw the README's pictures anew
picture: $(DEMO)/building.png demo-mapper-run demo-arm-run demo-coverage-run demo-route-run \
		demo-campus-run demo-sectors-run
	cp $< docs/building.png
	cp $(DEMO)/synthetic.png docs/mapper.png
	cp $(DEMO)/arm.png $(DEMO)/coverage.png docs/
	cp $(DEMO)/drone.png docs/route.png
	cp $(DEMO)/campus.png $(DEMO)/sectors.png docs/

# --- the mapper: recorded flights through an emulated STM32F405 ------------------------------

FLIGHTS := $(wildcard $(addprefix $(FLIGHTS_DIR)/,A0 A1 R0 O12 O16 O17 O23))
DEMO_FLIGHTS := $(filter %/A0 %/A1,$(FLIGHTS))
MAPPER_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/tof_mapper.elf
MAPPER_SECONDS := 150

TOF_FEED := $(BUILD)/tof_feed
TOF_FEED_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard examples/tof_mapper/host/*.c) \
	$(addprefix examples/tof_mapper/,link.c wire.c messages.c drone.c) \
	$(addprefix tools/format/,lines.c text.c bytes.c output.c) tools/source/flight.c \
	tools/fail.c $(PICTURES))
-include $(TOF_FEED_OBJECTS:.o=.d)

$(TOF_FEED): $(TOF_FEED_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs cairo) -lm

# $(call fly,folder for pictures,flights)
fly = $(TOF_FEED) -o $(1) $(2) -- boards/run $(DEMO_BOARD) $(MAPPER_ELF) \
	$(MAPPER_SECONDS) /dev/stdin

# The made-up flight and the two at a panel; also a test.
demo_mapper = mkdir -p $(DEMO); $(if $(DEMO_FLIGHTS),,echo 'skipped: the recorded flights, as \
	$(FLIGHTS_DIR) is missing';) $(call fly,$(DEMO),synthetic $(DEMO_FLIGHTS))
test-run: $(TOF_FEED) $(MAPPER_ELF)

.PHONY: demo-mapper demo-mapper-run
demo-mapper: setup ## boards: fly recorded flights through a mapper on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-mapper-run

demo-mapper-run: $(TOF_FEED) $(MAPPER_ELF)
	@$(demo_mapper)
	@echo "pictures: $(patsubst %,$(DEMO)/%.png,$(notdir synthetic $(DEMO_FLIGHTS)))"

.PHONY: flights
flights: ## measure: measure the recorded flights; writes the tables in docs/
flights: $(TOF_FEED) $(MAPPER_ELF) $(BUILD)/host/tests/test_mapper_flights
	@mkdir -p $(DEMO)
ifneq ($(FLIGHTS),)
	@$(call fly,$(DEMO),synthetic $(FLIGHTS)) >$(BUILD)/flights.md
	@scripts/insert flights $(BUILD)/flights.md docs/flights.md
	@$(BUILD)/host/tests/test_mapper_flights $(FLIGHTS_DIR) | grep '^|' >$(BUILD)/flights-small.md
	@scripts/insert small $(BUILD)/flights-small.md docs/flights.md
	@cat $(BUILD)/flights.md
else
	@echo "skipped: $(FLIGHTS_DIR) is missing"
endif

# --- the multiranger: five beams, a map in 16 KB; also a test ------------------------------------

MULTIRANGER_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/multiranger.elf
MULTIRANGER_HOST := $(BUILD)/host/multiranger
MULTIRANGER_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard examples/multiranger/*.c) \
	boards/host/board.c boards/print.c)
-include $(MULTIRANGER_HOST_OBJECTS:.o=.d)

$(MULTIRANGER_HOST): $(MULTIRANGER_HOST_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^

# On the board and on the host the drone must say the same; it fails above 24 KB of RAM.
demo_multiranger = examples/multiranger/host/compare $(MULTIRANGER_HOST) $(DEMO_BOARD) \
	$(MULTIRANGER_ELF)
test-run: $(MULTIRANGER_HOST) $(MULTIRANGER_ELF)

.PHONY: demo-multiranger demo-multiranger-run
demo-multiranger: setup ## boards: map a room by a drone's five beams in 24 KB, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-multiranger-run

demo-multiranger-run: $(MULTIRANGER_HOST) $(MULTIRANGER_ELF)
	@$(MULTIRANGER_HOST)
	@$(demo_multiranger)

# --- the arm: its links against a fixture's triangles in flash --------------------------------

FIXTURE := $(BUILD)/generated/fixture
ARM_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/arm.elf
APP_GEN_arm := $(FIXTURE).c
ARM_HOST := $(BUILD)/host/arm
ARM_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard examples/arm/*.c) \
	boards/host/board.c boards/print.c)
-include $(ARM_HOST_OBJECTS:.o=.d)

$(FIXTURE).obj: examples/arm/make_fixture
	@mkdir -p $(@D)
	$< >$@

$(FIXTURE).o9s $(FIXTURE).c: $(FIXTURE).obj $(BUILD)/oct9
	$(BUILD)/oct9 scene $< --cell 4 -o $@ >/dev/null

$(BUILD)/host/fixture.o: $(FIXTURE).c
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

$(ARM_HOST): $(ARM_HOST_OBJECTS) $(BUILD)/host/fixture.o $(HOST_CORE)
	$(CC) -o $@ $^

ARM_DRAW := $(BUILD)/host/arm_draw
ARM_DRAW_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,examples/arm/host/draw \
	$(addprefix tools/format/,map_file bytes carray output) tools/fail $(basename $(PICTURES)))
-include $(ARM_DRAW_OBJECTS:.o=.d)

$(ARM_DRAW): $(ARM_DRAW_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs cairo) -lm

$(FIXTURE).o9: $(FIXTURE).obj $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --cell 4 -o $@ >/dev/null

# On the board and on the host the arm must say the same; also a test.
demo_arm = mkdir -p $(DEMO); boards/run $(DEMO_BOARD) $(ARM_ELF) \
	>$(DEMO)/arm.txt && $(ARM_HOST) >$(DEMO)/arm-host.txt && \
	examples/arm/host/compare $(DEMO)/arm.txt $(DEMO)/arm-host.txt
test-run: $(ARM_ELF) $(ARM_HOST) $(ARM_DRAW)

.PHONY: demo-arm demo-arm-run
demo-arm: setup ## boards: move an arm among the things around it, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-arm-run

demo-arm-run: $(ARM_ELF) $(ARM_HOST) $(ARM_DRAW) $(FIXTURE).o9 $(FIXTURE).o9s
	@$(demo_arm)
	@grep -v '^@' $(DEMO)/arm.txt
	@tr -d '\r' <$(DEMO)/arm.txt | sed -n 's/^@//p' | \
		$(ARM_DRAW) $(FIXTURE).o9 $(FIXTURE).o9s $(DEMO)/arm.png
	@echo "picture: $(DEMO)/arm.png"

# --- coverage: what a camera would see from three poses ---------------------------------------

COVERAGE_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/coverage.elf
COVERAGE_PLAN := $(BUILD)/coverage_plan
COVERAGE_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard examples/coverage/host/*.c) \
	$(addprefix examples/coverage/,room.c survey.c) \
	tools/format/output.c tools/fail.c $(PICTURES))
-include $(COVERAGE_OBJECTS:.o=.d)

$(COVERAGE_PLAN): $(COVERAGE_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs cairo) -lm

# The totals of the board must be those of the host; also a test.
demo_coverage = mkdir -p $(DEMO); boards/run $(DEMO_BOARD) $(COVERAGE_ELF) \
	>$(DEMO)/coverage.txt && $(COVERAGE_PLAN) $(DEMO)/coverage.png <$(DEMO)/coverage.txt
test-run: $(COVERAGE_ELF) $(COVERAGE_PLAN)

.PHONY: demo-coverage demo-coverage-run
demo-coverage: setup ## boards: see what a camera covers from three poses, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-coverage-run

demo-coverage-run: $(COVERAGE_ELF) $(COVERAGE_PLAN)
	@$(demo_coverage)
	@echo "picture: $(DEMO)/coverage.png"

# --- landmarks: a drone keeps a map of trees ---------------------------------------------------

LANDMARKS_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/landmarks.elf

# It fails if the map is wrong; also a test.
demo_landmarks = boards/run $(DEMO_BOARD) $(LANDMARKS_ELF)
test-run: $(LANDMARKS_ELF)

.PHONY: demo-landmarks demo-landmarks-run
demo-landmarks: setup ## boards: fly through an orchard by its trees, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-landmarks-run

demo-landmarks-run: $(LANDMARKS_ELF)
	@$(demo_landmarks)

# --- the cell: twenty things that move, and who meets whom; also a test ------------------------

CELL_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/cell.elf
demo_cell = boards/run $(DEMO_BOARD) $(CELL_ELF)
test-run: $(CELL_ELF)

.PHONY: demo-cell demo-cell-run
demo-cell: setup ## boards: see which of twenty things in a robot's cell meet, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-cell-run

demo-cell-run: $(CELL_ELF)
	@$(demo_cell)

# --- the console: rooms in flash, and a terminal ------------------------------------------------

CONSOLE_BOARD := stm32vldiscovery
APP_SRC_console := $(wildcard examples/console/*.c) examples/arm/sine.c
APP_GEN_console := $(MAPS)/rooms.c
APP_INPUT_console := /dev/stdin

# Small enough for an array on AVR, 32 KB.
$(MAPS)/rooms.o9 $(MAPS)/rooms.c: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --crop=-0.4,-1.4,-0.4,8.2,6.4,1.6 -o $@

$(BUILD)/host/rooms.o: $(MAPS)/rooms.c
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

CONSOLE_HOST := $(BUILD)/host/console
CONSOLE_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(APP_SRC_console) \
	boards/host/board.c boards/print.c)
-include $(CONSOLE_HOST_OBJECTS:.o=.d)

$(CONSOLE_HOST): $(CONSOLE_HOST_OBJECTS) $(BUILD)/host/rooms.o $(HOST_CORE)
	$(CC) -o $@ $^

# $(call console_elf,board): made small, as on the parts that it is for.
console_elf = $(call board_elf,$(1),Os,console)

# On boards and on the host the console must say the same; also a test, of `make test-boards` on
# every board. The core of the netduinoplus2 is that of the mps2-an386, and its UART is asked by the
# mapper's flights.
console_runs = $(foreach b,$(1),\
	"examples/console/host/compare $(CONSOLE_HOST) $(b) $(call console_elf,$(b))")
CONSOLE_BOARDS := $(filter-out netduinoplus2,$(GOLDEN_BOARDS)) $(CONSOLE_BOARD)
test-run: $(CONSOLE_HOST) $(foreach b,$(CONSOLE_BOARDS),$(call console_elf,$(b)))
test-boards-run: $(CONSOLE_HOST) $(foreach b,$(BOARDS),$(call console_elf,$(b)))

.PHONY: demo-console demo-console-run
demo-console: setup ## boards: ask a map of real rooms by a terminal, on an STM32F100
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-console-run

demo-console-run: $(call console_elf,$(CONSOLE_BOARD))
	@examples/console/host/talk examples/console/host/questions.txt $(CONSOLE_BOARD) $<

# --- routes: a drone and a robot on a floor, in a building that has changed ---------------------

ROUTE_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/route.elf
APP_SRC_route := $(wildcard examples/route/*.c examples/truth/*.c) examples/arm/sine.c
APP_GEN_route := $(MAPS)/geb079-80.c
ROUTE_HOST := $(BUILD)/host/route
ROUTE_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(APP_SRC_route) \
	boards/host/board.c boards/print.c)
-include $(ROUTE_HOST_OBJECTS:.o=.d)

$(BUILD)/host/geb079-80.o: $(MAPS)/geb079-80.c
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

$(ROUTE_HOST): $(ROUTE_HOST_OBJECTS) $(BUILD)/host/geb079-80.o $(HOST_CORE)
	$(CC) -o $@ $^

# On the board and on the host both robots must say the same; also a test. It fails if one does not
# arrive, touches anything, or did not meet all that its map does not know.
demo_route = mkdir -p $(DEMO); examples/truth/host/compare $(ROUTE_HOST) $(DEMO_BOARD) \
	$(ROUTE_ELF) $(DEMO)/route.txt 2
test-run: $(ROUTE_HOST) $(ROUTE_ELF)

# $(call draw_route,robot)
draw_route = sed -n 's/^@$(1) //p' $(DEMO)/route.txt >$(DEMO)/$(1).txt; \
	$(BUILD)/oct9 render $(MAPS)/geb079-80.o9 --overlay $(DEMO)/$(1).txt -o $(DEMO)/$(1).png

.PHONY: demo-route demo-route-run
demo-route: setup ## boards: fly and drive through a building that has changed, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-route-run

demo-route-run: $(ROUTE_HOST) $(ROUTE_ELF) $(BUILD)/oct9 $(MAPS)/geb079-80.o9
	@$(demo_route)
	@grep -v '^@' $(DEMO)/route.txt
	@$(call draw_route,drone)
	@$(call draw_route,rover)
	@echo "pictures: $(DEMO)/drone.png $(DEMO)/rover.png"

# --- a campus: a robot drives 300 m through eight tiles of a world ------------------------------

MAKE_CAMPUS := $(BUILD)/host/examples/campus/host/make_campus
MAKE_CAMPUS_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,examples/campus/host/make_campus tools/fail \
	$(addprefix tools/format/,map_file bytes carray output bake grid pyramid world_file))
-include $(MAKE_CAMPUS_OBJECTS:.o=.d)

$(MAKE_CAMPUS): $(MAKE_CAMPUS_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^

$(MAPS)/geb079-128.o9: $(MAPS)/geb079.bt $(BUILD)/oct9
	$(BUILD)/oct9 bake $< --cell 128 -o $@

# All of it, to be asked; and what a board's flash has room for: the tiles that the robot comes
# near.
$(MAPS)/campus.o9w: CAMPUS_PART := 0 0 8 8
$(MAPS)/campus-part.o9w $(MAPS)/campus.c: CAMPUS_PART := 2 2 6 4
$(MAPS)/campus.o9w $(MAPS)/campus-part.o9w $(MAPS)/campus.c: $(MAKE_CAMPUS) $(MAPS)/geb079-128.o9
	$(MAKE_CAMPUS) $(MAPS)/geb079-128.o9 $@ $(CAMPUS_PART)

# At the height of the robot's middle, with the radius for which it plans.
$(MAPS)/road/campus.c: $(MAPS)/campus-part.o9w $(BUILD)/oct9
	@mkdir -p $(@D)
	$(BUILD)/oct9 world road $< --radius 600 --heights 600,800 -o $@

CAMPUS_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/campus.elf
APP_SRC_campus := $(wildcard examples/campus/*.c examples/truth/*.c) examples/arm/sine.c
APP_GEN_campus := $(MAPS)/campus.c $(MAPS)/road/campus.c
CAMPUS_HOST := $(BUILD)/host/campus
CAMPUS_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(APP_SRC_campus) \
	boards/host/board.c boards/print.c) $(BUILD)/host/campus_road.o
-include $(CAMPUS_HOST_OBJECTS:.o=.d)

# The host has the tiles not as a C array, which would take long to compile.
$(BUILD)/host/campus.o: $(MAPS)/campus-part.o9w
	printf '%s\n' '.globl oct9_world_campus, oct9_world_campus_size' \
		'.section .note.GNU-stack' '.section .rodata' '.balign 4' \
		'oct9_world_campus: .incbin "$<"' \
		'oct9_world_campus_size: .long . - oct9_world_campus' | \
		$(CC) -c -x assembler -o $@ -

$(CAMPUS_HOST): $(CAMPUS_HOST_OBJECTS) $(BUILD)/host/campus.o $(HOST_CORE)
	$(CC) -o $@ $^

CAMPUS_DRAW := $(BUILD)/host/campus_draw
CAMPUS_DRAW_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,examples/campus/host/draw \
	$(addprefix tools/format/,bytes output) tools/fail $(basename $(PICTURES)))
-include $(CAMPUS_DRAW_OBJECTS:.o=.d)

$(CAMPUS_DRAW): $(CAMPUS_DRAW_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs cairo) -lm

$(BUILD)/host/campus_road.o: $(MAPS)/road/campus.c
	$(CC) $(HOST_CFLAGS) -c -o $@ $<

# On the host the robot must say the same as on the board; also a test. It fails as that of the
# routes does, and with less than eight tiles or above 40 KB of RAM.
demo_campus = mkdir -p $(DEMO); examples/truth/host/compare $(CAMPUS_HOST) $(DEMO_BOARD) \
	$(CAMPUS_ELF) $(DEMO)/campus.txt 1 150
test-run: $(CAMPUS_HOST) $(CAMPUS_ELF)

.PHONY: demo-campus demo-campus-run
demo-campus: setup ## boards: drive through a campus of tiles with shut gates, on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-campus-run

demo-campus-run: $(CAMPUS_HOST) $(CAMPUS_ELF) $(CAMPUS_DRAW) $(MAPS)/campus-part.o9w
	@$(demo_campus)
	@grep -v '^@' $(DEMO)/campus.txt
	@$(CAMPUS_DRAW) $(MAPS)/campus-part.o9w $(DEMO)/campus.png <$(DEMO)/campus.txt
	@echo "picture: $(DEMO)/campus.png"

# --- sectors: a companion says to an autopilot how far the nearest obstacles are ------------------

SECTORS_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/sectors.elf
APP_SRC_sectors := $(wildcard examples/sectors/*.c)
APP_GEN_sectors := $(MAPS)/geb079-80.c
SECTORS_HOST := $(BUILD)/host/sectors
SECTORS_HOST_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(APP_SRC_sectors) \
	boards/host/board.c boards/print.c)
-include $(SECTORS_HOST_OBJECTS:.o=.d)

$(SECTORS_HOST): $(SECTORS_HOST_OBJECTS) $(BUILD)/host/geb079-80.o $(HOST_CORE)
	$(CC) -o $@ $^

SECTORS_DRAW := $(BUILD)/host/sectors_draw
SECTORS_DRAW_OBJECTS := $(patsubst %,$(BUILD)/host/%.o,examples/sectors/host/draw \
	$(addprefix tools/format/,map_file bytes carray output) tools/fail $(basename $(PICTURES)))
-include $(SECTORS_DRAW_OBJECTS:.o=.d)

$(SECTORS_DRAW): $(SECTORS_DRAW_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs cairo) -lm

# Another's MAVLink is the autopilot. On the board and on the host the companion must send the same
# bytes; also a test.
SECTORS_FILES := $(SECTORS_HOST) $(SECTORS_ELF) $(BUILD)/oct9 $(MAPS)/geb079-80.o9
demo_sectors = mkdir -p $(DEMO); node examples/sectors/host/autopilot.mjs $(MAVLINK) \
	$(BUILD)/oct9 $(MAPS)/geb079-80.o9 $(DEMO)/sectors.txt $(SECTORS_HOST) \
	boards/run $(DEMO_BOARD) $(SECTORS_ELF) 150 /dev/stdin
test-run: $(SECTORS_FILES) $$(MAVLINK_NPM)

.PHONY: demo-sectors demo-sectors-run
demo-sectors: setup ## boards: say to an autopilot what is around, from an STM32F405, in MAVLink
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-sectors-run

demo-sectors-run: $(SECTORS_FILES) $(SECTORS_DRAW) $$(MAVLINK_NPM)
	@$(demo_sectors)
	@$(SECTORS_DRAW) $(MAPS)/geb079-80.o9 $(DEMO)/sectors.png 2500 5000 10500 <$(DEMO)/sectors.txt
	@echo "picture: $(DEMO)/sectors.png"

# --- worlds that are made up: a warehouse, and a ground of heights --------------------------------

MADE_WORLDS := $(BUILD)/worlds
MADE_WHERE_warehouse := --cell 50 --origin=-2,-2,-2
MADE_WHERE_ground := --cell 250 --origin=-2,-2,-20

$(MADE_WORLDS)/warehouse.ply: examples/worlds/make_warehouse examples/worlds/mesh.py
	@mkdir -p $(@D)
	$< 200 100 8 1 >$@

$(MADE_WORLDS)/heights.asc: examples/worlds/make_heights
	@mkdir -p $(@D)
	$< 400 0.5 1 >$@

$(MADE_WORLDS)/ground.ply: examples/worlds/mesh_of_heights $(MADE_WORLDS)/heights.asc \
		examples/worlds/mesh.py
	$< $(MADE_WORLDS)/heights.asc >$@

# A tile begins a little below each, so that both are one tile high.
.PHONY: demo-worlds demo-worlds-run
demo-worlds: setup ## boards: bake a warehouse of 200 x 100 m and a ground of heights, and plan them
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-worlds-run

demo-worlds-run: $(BUILD)/oct9 $(MADE_WORLDS)/warehouse.ply $(MADE_WORLDS)/ground.ply
	@for world in warehouse ground; do \
		echo "$$world.ply --two-state" >$(MADE_WORLDS)/$$world.txt; done
	$(foreach w,warehouse ground,\
		$(BUILD)/oct9 world bake --list $(MADE_WORLDS)/$(w).txt -o $(MADE_WORLDS)/$(w) \
			$(MADE_WHERE_$(w)) -j$(JOBS) && \
		$(BUILD)/oct9 world pack $(MADE_WORLDS)/$(w) -o $(MADE_WORLDS)/$(w).o9w && \
		$(BUILD)/oct9 info $(MADE_WORLDS)/$(w).o9w && \
		$(BUILD)/oct9 plan $(MADE_WORLDS)/$(w).o9w &&) true
