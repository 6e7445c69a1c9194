# SPDX-License-Identifier: MIT
# RV32, by Debian's gcc-riscv64-unknown-elf; its libgcc alone is linked. -misa-spec=2.2 has the
# control registers without zicsr in the name, for which no libgcc of 32 bits would be found.
BOARD_CROSS_riscv := riscv64-unknown-elf-
BOARD_LIBS_riscv := -nostdlib -lgcc

# The troubles of tests/board that these boards report.
BOARD_REPORTS_riscv := overflow write canary
