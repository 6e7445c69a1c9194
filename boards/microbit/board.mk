# SPDX-License-Identifier: MIT
# BBC micro:bit, first version: nRF51822, Cortex-M0, 16 KB of RAM.
BOARD_ARCH_microbit := arm
BOARD_FLAGS_microbit := -mcpu=cortex-m0 -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=16000000u
BOARD_OMIT_microbit := boards/arm/systick.c
BOARD_STACK_microbit := 2048
BOARD_TOOLS_microbit := $(QEMU_LIMIT)
# onto the drive that the board is
BOARD_FLASH_microbit := arm-none-eabi-objcopy -O ihex $$ELF $$ELF.hex && \
	cp $$ELF.hex $(or $(DRIVE),/media/$(USER)/MICROBIT)/
