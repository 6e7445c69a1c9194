# SPDX-License-Identifier: MIT
# Arm MPS2 with the AN385 image: Cortex-M3.
BOARD_ARCH_mps2-an385 := arm
BOARD_FLAGS_mps2-an385 := -mcpu=cortex-m3 -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=25000000u \
	-DBOARD_CMSDK_UART=0x40004000u -DBOARD_CMSDK_HZ=25000000u
BOARD_STACK_mps2-an385 := 8192
BOARD_TOOLS_mps2-an385 := $(QEMU_LIMIT)
BOARD_FLASH_mps2-an385 :=
