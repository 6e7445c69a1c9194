/* SPDX-License-Identifier: MIT */
/* STM32F100: 24 MHz from the internal oscillator, USART1 at 115200 baud on PA9 and PA10.
 *
 * QEMU has no RCC: its ready bits never come, and then the clock stays as it was. */
#include "boards/arm/stm32_usart.h"
#include "boards/board.h"
#include "boards/reg.h"

#define RCC_CR REG32(0x40021000u)
#define RCC_CFGR REG32(0x40021004u)
#define RCC_APB2ENR REG32(0x40021018u)
#define GPIOA_CRH REG32(0x40010804u)

#define CR_PLL_ON (1u << 24)
#define CR_PLL_READY (1u << 25)
#define CFGR_PLL_BY_6 (4u << 18) /* of half the HSI's 8 MHz */
#define CFGR_SWITCH_PLL 2u
#define CFGR_STATUS_PLL (2u << 2)

#define USART1 0x40013800u
#define HSI_HZ 8000000u

/* The PLL locks within 0.2 ms: 1,600 cycles at 8 MHz, and a turn takes several. */
#define WAIT_TURNS 2000u

/* To 24 MHz, for which this part's flash needs no wait states. False where the part does not
 * follow; then it runs at 8 MHz. */
static bool clock_24_mhz(void)
{
    RCC_CFGR = CFGR_PLL_BY_6; /* all buses at the core's clock */
    RCC_CR |= CR_PLL_ON;
    if (!wait_for(&RCC_CR, CR_PLL_READY, WAIT_TURNS))
        return false;
    RCC_CFGR |= CFGR_SWITCH_PLL;
    return wait_for(&RCC_CFGR, CFGR_STATUS_PLL, WAIT_TURNS);
}

void board_init(void)
{
    const uint32_t uart_hz = clock_24_mhz() ? BOARD_CLOCK_HZ : HSI_HZ;
    RCC_APB2ENR |= 1u << 14 | 1u << 2;          /* USART1, GPIOA */
    (void)RCC_APB2ENR;                          /* the clocks need two cycles to arrive */
    GPIOA_CRH = (GPIOA_CRH & ~0xFF0u) | 0x4B0u; /* PA9 sends, push-pull; PA10 floats */
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
