# SPDX-License-Identifier: MIT
# Arm MPS2 with the AN500 image: Cortex-M7. The FPU is left off: nothing here uses float.
BOARD_ARCH_mps2-an500 := arm
BOARD_FLAGS_mps2-an500 := -mcpu=cortex-m7 -mfloat-abi=soft -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=25000000u \
	-DBOARD_CMSDK_UART=0x40004000u -DBOARD_CMSDK_HZ=25000000u
BOARD_STACK_mps2-an500 := 8192
BOARD_TOOLS_mps2-an500 := $(QEMU_LIMIT)
BOARD_FLASH_mps2-an500 :=
