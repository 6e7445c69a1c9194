/* SPDX-License-Identifier: MIT */
/* Waits for a register's bits, with an end. */
#include "boards/reg.h"

bool wait_for(const volatile uint32_t *reg, uint32_t bits, uint32_t turns)
{
    for (uint32_t turn = 0; turn < turns; turn++) {
        if ((*reg & bits) == bits)
            return true;
    }
    return false;
}
