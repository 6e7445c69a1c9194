# SPDX-License-Identifier: MIT
# AVR, by Debian's gcc-avr. The compiler's own start-up code is linked (crt: vectors, what stands
# in .init0 to .init9, copies of data by ELPM), as it goes with the compiler's jumps beyond
# 128 KB of flash; nothing of avr-libc but that.
BOARD_CROSS_avr := avr-
BOARD_LIBS_avr := -nodefaultlibs -lgcc

# The emulator that the boards' `run` starts.
SIMAVR_RUN := $(BUILD)/host/simavr_run
$(SIMAVR_RUN): boards/avr/host/simavr_run.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -g $(WARNINGS) -o $@ $< -lsimavr -lelf

# The troubles of tests/board that these boards report.
BOARD_REPORTS_avr := canary
