/* SPDX-License-Identifier: MIT */
/* STM32F405: 168 MHz from the internal oscillator, USART1 at 115200 baud on PA9 and PA10.
 *
 * The internal oscillator does for any board with this part, with any crystal, and its 1 % is well
 * within what a UART forgives. QEMU has no RCC: its ready bits never come, so every wait
 * has an end, and then the clock stays as it was. */
#include "boards/arm/stm32_usart.h"
#include "boards/board.h"
#include "boards/reg.h"

#define RCC_CR REG32(0x40023800u)
#define RCC_PLLCFGR REG32(0x40023804u)
#define RCC_CFGR REG32(0x40023808u)
#define RCC_AHB1ENR REG32(0x40023830u)
#define RCC_APB1ENR REG32(0x40023840u)
#define RCC_APB2ENR REG32(0x40023844u)
#define PWR_CR REG32(0x40007000u)
#define FLASH_ACR REG32(0x40023C00u)
#define GPIOA_MODER REG32(0x40020000u)
#define GPIOA_AFRH REG32(0x40020024u)
#define CR_HSI_READY (1u << 1)
#define CR_PLL_ON (1u << 24)
#define CR_PLL_READY (1u << 25)
#define CFGR_SWITCH_PLL 2u
#define CFGR_STATUS_PLL (2u << 2)

#define USART1 0x40011000u
#define HSI_HZ 16000000u
#define APB2_HZ (BOARD_CLOCK_HZ / 2u) /* its limit is 84 MHz */

/* The PLL locks within 0.3 ms: 4,800 cycles at 16 MHz, and a turn takes several. */
#define WAIT_TURNS 5000u

/* To 168 MHz: 16 / 8 * 168 / 2. False where the part does not follow; then it runs at 16 MHz. */
static bool clock_168_mhz(void)
{
    if (!wait_for(&RCC_CR, CR_HSI_READY, WAIT_TURNS))
        return false;
    RCC_APB1ENR |= 1u << 28;                            /* PWR */
    PWR_CR |= 1u << 14;                                 /* the voltage for above 144 MHz */
    RCC_PLLCFGR = 8u | 168u << 6 | 0u << 16 | 7u << 24; /* M, N, P = 2, Q; from the HSI */
    RCC_CR |= CR_PLL_ON;
    if (!wait_for(&RCC_CR, CR_PLL_READY, WAIT_TURNS))
        return false;
    FLASH_ACR = 5u | 7u << 8;       /* five wait states, prefetch, both caches */
    RCC_CFGR = 5u << 10 | 4u << 13; /* APB1 by 4, APB2 by 2 */
    RCC_CFGR |= CFGR_SWITCH_PLL;
    return wait_for(&RCC_CFGR, CFGR_STATUS_PLL, WAIT_TURNS);
}

void board_init(void)
{
    uint32_t uart_hz = clock_168_mhz() ? APB2_HZ : HSI_HZ;
    RCC_AHB1ENR |= 1u << 0;                       /* GPIOA */
    RCC_APB2ENR |= 1u << 4;                       /* USART1 */
    (void)RCC_APB2ENR;                            /* the clocks need two cycles to arrive */
    GPIOA_AFRH = (GPIOA_AFRH & ~0xFF0u) | 0x770u; /* PA9, PA10: AF7 */
    GPIOA_MODER = (GPIOA_MODER & ~(0xFu << 18)) | 0xAu << 18; /* alternate function */
    stm32_usart_begin(USART1, uart_hz);
}

void board_putc(char c)
{
    stm32_usart_put(USART1, c);
}

int board_getc(void)
{
    return stm32_usart_get(USART1);
}
