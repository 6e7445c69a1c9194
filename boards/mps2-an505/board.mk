# SPDX-License-Identifier: MIT
# Arm MPS2 with the AN505 image: Cortex-M33, secure throughout, without FPU
# and DSP instructions, which its first core lacks.
BOARD_ARCH_mps2-an505 := arm
BOARD_FLAGS_mps2-an505 := -mcpu=cortex-m33+nodsp -mfloat-abi=soft -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=20000000u \
	-DBOARD_CMSDK_UART=0x50200000u -DBOARD_CMSDK_HZ=20000000u
BOARD_STACK_mps2-an505 := 8192
BOARD_TOOLS_mps2-an505 := $(QEMU_LIMIT)
BOARD_FLASH_mps2-an505 :=
