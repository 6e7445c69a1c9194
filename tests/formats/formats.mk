# SPDX-License-Identifier: MIT
# docs/formats.md against the library: a separate reader, the page's examples, corrupted files.

FORMATS := $(BUILD)/asan/tests/formats/formats
FORMATS_OBJECTS := $(addprefix $(BUILD)/asan/,tests/formats/formats.o tests/test.o \
	tools/fail.o $(patsubst %,tools/format/%.o,bytes link scene_image))
$(FORMATS): $(FORMATS_OBJECTS) $(ASAN_CORE)
	$(CC) $(SANITIZE) -o $@ $^
-include $(FORMATS_OBJECTS:.o=.d)

FORMATS_CHECK := tests/formats/check $(BUILD)/oct9 $(MAPS) $(FORMATS)
FORMATS_RUNS := "$(FORMATS_CHECK)"
