# SPDX-License-Identifier: MIT
# Readers and writers that interrupt each other. On Arm for mps2-an386 alone, which has the RAM and
# the MPU that timer.c takes for granted; on AVR by timer 3.
APP_SRC_interrupt := $(wildcard tests/interrupt/*.c) tests/golden/query.c tests/golden/world.c
APP_SRC_interrupt_avr := $(wildcard tests/interrupt/avr/*.c) tests/test.c
