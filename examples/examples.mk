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
picture: $(DEMO)/building.png ## draw the README's picture anew
	cp $< docs/building.png
