# SPDX-License-Identifier: MIT
# Arm MPS2 and MPS3, whose FPGA is the core. FPU and vector instructions are left off: nothing here
# uses float. The Cortex-M33 of AN505 has no DSP instructions.
BOARD_FLAGS_mps2-an385 := -mcpu=cortex-m3 -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=25000000u \
	-DBOARD_CMSDK_UART=0x40004000u -DBOARD_CMSDK_HZ=25000000u
BOARD_FLAGS_mps2-an386 := -mcpu=cortex-m4 -mthumb -mfloat-abi=soft -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=25000000u \
	-DBOARD_CMSDK_UART=0x40004000u -DBOARD_CMSDK_HZ=25000000u
BOARD_FLAGS_mps2-an500 := -mcpu=cortex-m7 -mfloat-abi=soft -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=25000000u \
	-DBOARD_CMSDK_UART=0x40004000u -DBOARD_CMSDK_HZ=25000000u
BOARD_FLAGS_mps2-an505 := -mcpu=cortex-m33+nodsp -mfloat-abi=soft -mthumb -mno-unaligned-access \
	-DBOARD_CLOCK_HZ=20000000u \
	-DBOARD_CMSDK_UART=0x50200000u -DBOARD_CMSDK_HZ=20000000u
BOARD_FLAGS_mps3-an547 := -mcpu=cortex-m55+nomve+nofp -mfloat-abi=soft -mthumb \
	-mno-unaligned-access -DBOARD_CLOCK_HZ=32000000u \
	-DBOARD_CMSDK_UART=0x59303000u -DBOARD_CMSDK_HZ=25000000u

# What they share.
define mps_board
BOARD_ARCH_$(1) := arm
BOARD_STACK_$(1) := 8192
BOARD_TOOLS_$(1) := $(QEMU_LIMIT)
endef
$(foreach b,mps2-an385 mps2-an386 mps2-an500 mps2-an505 mps3-an547,$(eval $(call mps_board,$(b))))
