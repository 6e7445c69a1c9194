# SPDX-License-Identifier: MIT
# A stand-in for crazyflie-firmware's oot.mk: compiles the objects that the app's Kbuild files name,
# by the firmware's compiler and flags, or by those that are given.
OOT ?= $(PWD)
CC := arm-none-eabi-gcc
FLAGS := -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -fno-math-errno -Os
WARNINGS := -Wall -Wmissing-braces -Wdouble-promotion -Werror

include $(OOT)/Kbuild
folder := $(obj-y)
obj-y :=
include $(OOT)/$(folder)Kbuild

.PHONY: all
all: $(addprefix $(OOT)/build/,$(obj-y))
	grep -q '^CONFIG_APP_ENABLE=y$$' $(OOT_CONFIG)
	grep -q '^CONFIG_CONTROLLER_OOT=y$$' $(OOT_CONFIG)

$(OOT)/build/%.o: $(OOT)/$(folder)%.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -std=gnu11 $(WARNINGS) -fno-strict-aliasing -ffunction-sections -fdata-sections \
		-I$(CRAZYFLIE_BASE) -c -o $@ $<
