# SPDX-License-Identifier: MIT
# For AVR alone, by timer 3.
APP_SRC_interrupt_avr := $(wildcard tests/interrupt_avr/*.c)
