/* SPDX-License-Identifier: MIT */
/* Registers by their address, and waits for them that end. */
#ifndef REG_H
#define REG_H

#include <stdbool.h>
#include <stdint.h>

#define REG32(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* Whether all of `bits` come in `*reg` within `turns` readings, each of several cycles. An emulator
 * may have no such bits, and a crystal may be broken: a set-up that waits must end. */
bool wait_for(const volatile uint32_t *reg, uint32_t bits, uint32_t turns);

#endif
