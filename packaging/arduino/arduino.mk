# SPDX-License-Identifier: MIT
# make arduino: the library that the Arduino IDE takes, build/arduino/oct9.zip.

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
