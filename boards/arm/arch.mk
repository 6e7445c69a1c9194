# SPDX-License-Identifier: MIT
# Cortex-M, by Debian's gcc-arm-none-eabi; libgcc alone is linked.
BOARD_CROSS_arm := arm-none-eabi-
BOARD_LIBS_arm := -nostdlib -lgcc

# The troubles of tests/board that these boards report.
BOARD_REPORTS_arm := overflow unaligned canary
