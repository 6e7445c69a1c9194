# SPDX-License-Identifier: MIT
# A city of the campus's tiles: make city. Writes the tables of docs/city.md.

CITY_PROGRAMS := $(addprefix $(BUILD)/host/bench/city/,drive scan)
CITY_PARTS := $(BUILD)/host/tools/format/bytes.o $(BUILD)/host/tools/fail.o
$(CITY_PROGRAMS): %: %.o $(CITY_PARTS) $(HOST_CORE)
	$(CC) -o $@ $^ -lm
-include $(CITY_PROGRAMS:=.d)

.PHONY: city city-run
city: setup ## measure: a city of tiles: bytes, baking, what a robot loads; writes docs/city.md
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) city-run

city-run: $(CITY_PROGRAMS) $(BUILD)/oct9 $(MAPS)/campus.o9w
	@mkdir -p $(BUILD)/city
	@bench/city/report $(BUILD) $(MAPS)/campus.o9w
	@for table in tiles baking driving street limits; do \
		scripts/insert $$table $(BUILD)/city/$$table.md docs/city.md; done
