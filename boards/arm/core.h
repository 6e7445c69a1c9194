/* SPDX-License-Identifier: MIT */
/* The Cortex-M registers that the boards use, and what the files of this folder share. */
#ifndef ARM_CORE_H
#define ARM_CORE_H

#include "boards/reg.h"

#define SYST_CSR REG32(0xE000E010u)
#define SYST_RVR REG32(0xE000E014u)
#define SYST_CVR REG32(0xE000E018u)

#define SCB_ICSR REG32(0xE000ED04u)
#define SCB_VTOR REG32(0xE000ED08u)
#define SCB_CCR REG32(0xE000ED14u)
#define SCB_SHCSR REG32(0xE000ED24u) /* from here on not on Cortex-M0 */
#define SCB_CFSR REG32(0xE000ED28u)
#define SCB_HFSR REG32(0xE000ED2Cu)
#define SCB_MMFAR REG32(0xE000ED34u)
#define SCB_BFAR REG32(0xE000ED38u)

#define MPU_TYPE REG32(0xE000ED90u) /* 0 where there is none */
#define MPU_CTRL REG32(0xE000ED94u)
#define MPU_RNR REG32(0xE000ED98u)
#define MPU_RBAR REG32(0xE000ED9Cu)
#define MPU_RASR REG32(0xE000EDA0u)

#define ICSR_PENDSTSET (1u << 26)
#define ICSR_PENDSTCLR (1u << 25)
#define CCR_UNALIGN_TRP (1u << 3)
#define SHCSR_FAULTS (7u << 16) /* MemManage, BusFault, UsageFault each on its own */

#if defined(__ARM_ARCH_6M__)
#define ARM_HAS_FAULT_STATUS 0
#else
#define ARM_HAS_FAULT_STATUS 1
#endif

/* From the linker script: the stack is the lowest part of RAM. */
extern uint32_t stack_low[], stack_top[];

void stack_init(void);    /* paint, canary, guard */
void counter_init(void);  /* calibrate */
void fault_entry(void);   /* the vector of every fault */
void systick_entry(void); /* systick.c's; a fault's where a board omits it */

/* What the counter counts by: systick.c's, or a board's own. The ticks since begin, and how many
 * instructions the timer's own interrupts took of them. */
void ticks_begin(void);
uint64_t ticks_end(uint32_t *interrupted);

/* Set by board_exit: a fault from here on is its breakpoint, which nobody took. */
extern volatile bool board_exiting;
extern volatile int board_exit_code;

#endif
