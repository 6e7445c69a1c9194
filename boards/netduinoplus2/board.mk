# SPDX-License-Identifier: MIT
# Netduino Plus 2: STM32F405RG, Cortex-M4. The FPU is left off: nothing here uses float.
BOARD_ARCH_netduinoplus2 := arm
BOARD_FLAGS_netduinoplus2 := -mcpu=cortex-m4 -mthumb -mfloat-abi=soft -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=168000000u
BOARD_STACK_netduinoplus2 := 8192
BOARD_TOOLS_netduinoplus2 := $(QEMU_LIMIT)
BOARD_FLASH_netduinoplus2 := openocd -f interface/stlink.cfg -f target/stm32f4x.cfg \
	-c 'program $$ELF verify reset exit'
