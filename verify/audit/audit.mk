# SPDX-License-Identifier: MIT
# Static checks as errors: make audit. What is deviated from, and why, is in docs/misra.md.

AUDIT := $(BUILD)/audit
PACKAGES_AUDIT := gcc libc6-dev python3-minimal binutils clang-format clang-tidy \
	cppcheck shellcheck pyflakes3 gcc-arm-none-eabi gcc-riscv64-unknown-elf gcc-avr avr-libc \
	binutils-avr libcairo2-dev liblzf-dev

# The core's object files for each processor, at -Os and -O2; and for one of them at -O0, where each
# call is there.
AUDIT_CC_m0 := arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -fcallgraph-info=su
AUDIT_CC_m4 := arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 \
	-fcallgraph-info=su
AUDIT_CC_rv32 := riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -fcallgraph-info=su
AUDIT_CC_avr := avr-gcc -mmcu=atmega2560 -fstack-usage
AUDIT_BUILDS := m0/O0 $(foreach c,m0 m4 rv32 avr,$(c)/Os $(c)/O2)
AUDIT_OBJECTS := $(foreach b,$(AUDIT_BUILDS),$(CORE_SRC:%.c=$(AUDIT)/$(b)/%.o))
define audit_rule
$(AUDIT)/$(1)/$(2)/%.o: %.c verify/audit/audit.mk
	@mkdir -p $$(@D)
	$(AUDIT_CC_$(1)) -$(2) -std=c11 $(WARNINGS) -ffreestanding -ffunction-sections -Iinclude -I. \
		-MMD -MP -c -o $$@ $$<
endef
$(foreach b,$(AUDIT_BUILDS),$(eval $(call audit_rule,$(patsubst %/,%,$(dir $(b))),$(notdir $(b)))))
-include $(AUDIT_OBJECTS:.o=.d)

.PHONY: audit audit-release audit-run
audit: ## verify: static checks as errors: analyzers, MISRA, stack, symbols
	@scripts/setup $(PACKAGES_AUDIT)
	@$(MAKE) --no-print-directory -j$(JOBS) audit-run

audit-release: ## verify: the same, and what mostly repeats: -Os, AVR in all files
	@$(MAKE) --no-print-directory audit AUDIT_FOR=release

audit-run: $(AUDIT_OBJECTS)
	@python3 -B verify/audit/audit.py $(AUDIT) $(JOBS) $(AUDIT_FOR)
	@scripts/insert audit $(AUDIT)/table.md docs/verification.md

.PHONY: format
format: ## build: write all C and C++ in the style of .clang-format
	@scripts/setup clang-format
	@git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' | \
		xargs clang-format-14 -i
