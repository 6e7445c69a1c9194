# SPDX-License-Identifier: MIT
# TI (Luminary) LM3S6965 evaluation board: Cortex-M3.
BOARD_ARCH_lm3s6965evb := arm
BOARD_FLAGS_lm3s6965evb := -mcpu=cortex-m3 -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=50000000u
BOARD_STACK_lm3s6965evb := 8192
BOARD_TOOLS_lm3s6965evb := $(QEMU_LIMIT)
BOARD_FLASH_lm3s6965evb := openocd -f board/ek-lm3s6965.cfg \
	-c 'program $$ELF verify reset exit'
