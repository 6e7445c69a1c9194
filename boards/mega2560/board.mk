# SPDX-License-Identifier: MIT
# Arduino Mega 2560: ATmega2560 at 16 MHz.
BOARD_ARCH_mega2560 := avr
BOARD_FLAGS_mega2560 := -mmcu=atmega2560 -DBOARD_CLOCK_HZ=16000000u
BOARD_STACK_mega2560 := 1536
BOARD_TOOLS_mega2560 := $(SIMAVR_RUN)
# the Mega's own boot loader, through its USB connector
BOARD_FLASH_mega2560 := avrdude -p atmega2560 -c wiring -P $(or $(PORT),/dev/ttyACM0) -b 115200 \
	-D -U flash:w:$$ELF:e
