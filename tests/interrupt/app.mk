# SPDX-License-Identifier: MIT
# For mps2-an386 alone: it has the RAM and the MPU that tests/interrupt/timer.c takes for granted.
APP_SRC_interrupt := $(wildcard tests/interrupt/*.c) tests/golden/query.c tests/golden/world.c
