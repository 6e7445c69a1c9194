# SPDX-License-Identifier: MIT
# Arm MPS3 with the AN547 image: Cortex-M55, secure throughout, without FPU and MVE.
BOARD_ARCH_mps3-an547 := arm
BOARD_FLAGS_mps3-an547 := -mcpu=cortex-m55+nomve+nofp -mfloat-abi=soft -mthumb \
	-mno-unaligned-access -DBOARD_CLOCK_HZ=32000000u \
	-DBOARD_CMSDK_UART=0x59303000u -DBOARD_CMSDK_HZ=25000000u
BOARD_STACK_mps3-an547 := 8192
BOARD_TOOLS_mps3-an547 := $(QEMU_LIMIT)
BOARD_FLASH_mps3-an547 :=
