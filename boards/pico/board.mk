# SPDX-License-Identifier: MIT
# Raspberry Pi Pico: RP2040, Cortex-M0+ at 125 MHz. BOARD_LOOP_CYCLES: of the loop that
# boards/arm/counter.c knows the length of.
BOARD_ARCH_pico := arm
BOARD_FLAGS_pico := -mcpu=cortex-m0plus -mthumb -DBOARD_CLOCK_HZ=125000000u -DBOARD_LOOP_CYCLES=3u
BOARD_STACK_pico := 8192
BOARD_OMIT_pico := boards/arm/systick.c
BOARD_TOOLS_pico = $(PICO_MODULES)
# onto the drive that the board is while its BOOTSEL button is held at power-up
BOARD_FLASH_pico := node boards/pico/uf2.mjs $$ELF $(or $(DRIVE),/media/$(USER)/RPI-RP2)/oct9.uf2

# The emulator that the board's `run` starts, as the lock file says.
PICO_MODULES := $(BUILD)/pico/node_modules/.package-lock.json
$(PICO_MODULES): boards/pico/package.json boards/pico/package-lock.json
	@mkdir -p $(BUILD)/pico
	cp $^ $(BUILD)/pico
	cd $(BUILD)/pico && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@
