# SPDX-License-Identifier: MIT
# The main job: make demo.

DEMO := $(BUILD)/demo
DEMO_BOARD := netduinoplus2
CORRIDOR_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/corridor.elf

.PHONY: demo-run
demo-run: $(DEMO)/building.png
	@grep -v '^@' $(DEMO)/corridor.txt
	@echo "picture: $<"

$(DEMO)/corridor.txt: $(CORRIDOR_ELF)
	@mkdir -p $(@D)
	boards/run-qemu $(BOARD_MACHINE_$(DEMO_BOARD)) $< >$@ || { cat $@; false; }

$(DEMO)/building.png: $(DEMO)/corridor.txt $(BUILD)/oct9 $(MAPS)/geb079-80.o9
	tr -d '\r' <$< | sed -n 's/^@//p' >$(DEMO)/overlay.txt
	$(BUILD)/oct9 render $(MAPS)/geb079-80.o9 --overlay $(DEMO)/overlay.txt -o $@

.PHONY: picture
picture: $(DEMO)/building.png demo-mapper-run ## draw the README's pictures anew
	cp $< docs/building.png
	cp $(DEMO)/synthetic.png docs/mapper.png

# --- the mapper: recorded flights through an emulated STM32F405 ------------------------------

# Of the data set ETH-PBL/Matrix_ToF_Drones, where it is at hand.
FLIGHTS_DIR ?= ../shared/data/tof_flights
FLIGHTS := $(wildcard $(addprefix $(FLIGHTS_DIR)/,A0 A1 R0 O12 O16 O17 O23))
DEMO_FLIGHTS := $(filter %/A0 %/A1,$(FLIGHTS))
MAPPER_ELF := $(BUILD)/boards/$(DEMO_BOARD)/O2/tof_mapper.elf
MAPPER_SECONDS := 150

TOF_FEED := $(BUILD)/tof_feed
TOF_FEED_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard examples/tof_mapper/host/*.c) \
	$(addprefix examples/tof_mapper/,link.c wire.c messages.c mapper.c zones.c) \
	$(addprefix tools/,flight.c text.c fail.c output.c picture.c font.c views.c))
-include $(TOF_FEED_OBJECTS:.o=.d)

$(TOF_FEED): $(TOF_FEED_OBJECTS) $(HOST_CORE)
	$(CC) -o $@ $^ $$(pkg-config --libs libpng) -lm

# $(call fly,folder for pictures,flights)
fly = $(TOF_FEED) -o $(1) $(2) -- boards/run-qemu $(BOARD_MACHINE_$(DEMO_BOARD)) $(MAPPER_ELF) \
	$(MAPPER_SECONDS) /dev/stdin

# The made-up flight and the two at a panel; also a test.
demo_mapper = mkdir -p $(DEMO); $(if $(DEMO_FLIGHTS),,echo 'skipped: the recorded flights, as \
	$(FLIGHTS_DIR) is missing';) $(call fly,$(DEMO),synthetic $(DEMO_FLIGHTS))
test-run: $(TOF_FEED) $(MAPPER_ELF)

.PHONY: demo-mapper demo-mapper-run
demo-mapper: setup ## fly recorded flights through a mapper on an STM32F405
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) demo-mapper-run

demo-mapper-run: $(TOF_FEED) $(MAPPER_ELF)
	@$(demo_mapper)
	@echo "pictures: $(patsubst %,$(DEMO)/%.png,$(notdir synthetic $(DEMO_FLIGHTS)))"

.PHONY: flights
flights: $(TOF_FEED) $(MAPPER_ELF) ## measure the recorded flights; writes the tables in docs/
	@mkdir -p $(DEMO)
ifneq ($(FLIGHTS),)
	@$(call fly,$(DEMO),synthetic $(FLIGHTS)) >$(BUILD)/flights.md
	@scripts/insert flights $(BUILD)/flights.md docs/flights.md
	@cat $(BUILD)/flights.md
else
	@echo "skipped: $(FLIGHTS_DIR) is missing"
endif
