# SPDX-License-Identifier: MIT
# SiFive HiFive1: FE310-G000, RV32IMAC, executes in place, 16 KB of RAM.
BOARD_ARCH_sifive_e := riscv
BOARD_FLAGS_sifive_e := -march=rv32imac -mabi=ilp32 -misa-spec=2.2 -mstrict-align \
	-DBOARD_CLOCK_HZ=16000000u
BOARD_STACK_sifive_e := 2048
BOARD_TOOLS_sifive_e := $(QEMU_LIMIT)
BOARD_FLASH_sifive_e := openocd -f board/sifive-hifive1.cfg -c 'flash protect 0 64 last off' \
	-c 'program $$ELF verify' -c 'resume 0x20400000' -c exit
