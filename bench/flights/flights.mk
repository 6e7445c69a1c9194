# SPDX-License-Identifier: MIT
# The bench of flights: the mapper in a closed loop, in simulated worlds.

FLIGHTS_PARTS := $(patsubst %.cpp,%,$(filter-out %/main.cpp,$(wildcard bench/flights/*.cpp)))
FLIGHTS_HOST := $(BUILD)/host/bench/flights_host
FLIGHTS_OBJECTS := $(FLIGHTS_PARTS:%=$(BUILD)/host/%.o) $(BUILD)/host/bench/flights/main.o

$(BUILD)/host/bench/flights/%.o: bench/flights/%.cpp bench/flights/flights.mk
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g $(WARNINGS) -Iinclude -I. -MMD -MP -c -o $@ $<

$(FLIGHTS_HOST): $(FLIGHTS_OBJECTS) $(HOST_CORE)
	$(CXX) -o $@ $^

# The tests are linked with them and, behind them, with the core again.
FLIGHTS_TESTS := $(addprefix $(BUILD)/host/tests/test_flights_,judge loop)
$(FLIGHTS_TESTS): TEST_LIBS := $(HOST_CORE) -lm
$(FLIGHTS_TESTS): $(FLIGHTS_PARTS:%=$(BUILD)/host/%.o)

# It flies in a process for each processor, or JOBS=. 3 km of each class take a quarter of an hour
# on two cores. A release flies 200, half a day: FLIGHTS_KM=200, with a seed that is chosen after
# the last edit: FLIGHTS_SEED=.
FLIGHTS_KM ?= 3
FLIGHTS_SEED ?= 1
.PHONY: flights-bench
flights-bench: ## measure: FLIGHTS_KM in each class of the bench of flights; writes docs/flights.md
flights-bench: $(FLIGHTS_HOST) $(MAPS)/geb079-80.o9
	@KM=$(FLIGHTS_KM) SEED=$(FLIGHTS_SEED) $(FLIGHTS_HOST) $(MAPS)/geb079-80.o9 \
		>$(BUILD)/flights-loop.md; \
	status=$$?; scripts/insert loop $(BUILD)/flights-loop.md docs/flights.md; exit $$status

-include $(FLIGHTS_OBJECTS:.o=.d)
