# SPDX-License-Identifier: MIT
# STM32VLDISCOVERY: STM32F100RB, Cortex-M3, 8 KB of RAM.
BOARD_ARCH_stm32vldiscovery := arm
BOARD_FLAGS_stm32vldiscovery := -mcpu=cortex-m3 -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=24000000u
BOARD_STACK_stm32vldiscovery := 1536
BOARD_TOOLS_stm32vldiscovery := $(QEMU_LIMIT)
BOARD_FLASH_stm32vldiscovery := openocd -f board/stm32vldiscovery.cfg \
	-c 'program $$ELF verify reset exit'
