# SPDX-License-Identifier: MIT
# QEMU's machine virt as RV32IMAC: no real part, and memory enough for all programs.
BOARD_ARCH_riscv-virt := riscv
BOARD_FLAGS_riscv-virt := -march=rv32imac -mabi=ilp32 -misa-spec=2.2 -mstrict-align
BOARD_STACK_riscv-virt := 8192
BOARD_TOOLS_riscv-virt := $(QEMU_LIMIT)
BOARD_FLASH_riscv-virt :=
