/* SPDX-License-Identifier: MIT */
/* LM3S6965: 50 MHz from the board's crystal of 8 MHz, UART 0 (PL011) at 115200 baud. */
#include "boards/board.h"

#include "boards/reg.h"

#define SYSCTL_RIS REG32(0x400FE050u)
#define SYSCTL_RCC REG32(0x400FE060u)
#define SYSCTL_RCGC1 REG32(0x400FE104u)
#define SYSCTL_RCGC2 REG32(0x400FE108u)
#define GPIOA_AFSEL REG32(0x40004420u)
#define GPIOA_DEN REG32(0x4000451Cu)
#define UART0_DR REG32(0x4000C000u)
#define UART0_FR REG32(0x4000C018u)
#define UART0_IBRD REG32(0x4000C024u)
#define UART0_FBRD REG32(0x4000C028u)
#define UART0_LCRH REG32(0x4000C02Cu)
#define UART0_CTL REG32(0x4000C030u)

#define RCC_BYPASS (1u << 11)
#define RCC_USE_DIVIDER (1u << 22)
#define RCC_CRYSTAL_OFF 1u
#define RCC_SOURCE_FIELDS (0x37F0u | 0xFu << 23) /* crystal, source, PLL's power, divider */
#define RCC_CRYSTAL_8_MHZ (0xEu << 6)            /* main oscillator, PLL on */
#define RCC_DIVIDE_BY_4 (3u << 23)               /* of the PLL's 200 MHz */
#define RIS_PLL_LOCKED (1u << 6)

#define FR_RX_EMPTY (1u << 4)
#define FR_TX_FULL (1u << 5)
#define LCRH_8_BITS (3u << 5)
#define CTL_ON (1u | 1u << 8 | 1u << 9) /* the UART, its sender, its receiver */

/* The crystal starts within 20 ms, the PLL locks within 0.5: of 12 MHz, several cycles a turn. */
#define CRYSTAL_TURNS 80000u
#define LOCK_TURNS 2000u

#define CRYSTAL_HZ 8000000u
#define BAUD 115200u

/* False where the part does not follow; then it runs by the crystal alone. */
static bool clock_50_mhz(void)
{
    SYSCTL_RCC = (SYSCTL_RCC | RCC_BYPASS) & ~(RCC_USE_DIVIDER | RCC_CRYSTAL_OFF);
    (void)wait_for(&SYSCTL_RIS, RIS_PLL_LOCKED, CRYSTAL_TURNS); /* no bit says that it runs */
    SYSCTL_RCC = (SYSCTL_RCC & ~RCC_SOURCE_FIELDS) | RCC_CRYSTAL_8_MHZ;
    if (!wait_for(&SYSCTL_RIS, RIS_PLL_LOCKED, LOCK_TURNS))
        return false;
    SYSCTL_RCC = SYSCTL_RCC | RCC_DIVIDE_BY_4 | RCC_USE_DIVIDER;
    SYSCTL_RCC &= ~RCC_BYPASS;
    return true;
}

/* The divisor is hz / (16 * 115200) in 64ths, 4 hz / 115200: below 2^28 up to 50 MHz. */
static void uart_begin(uint32_t hz)
{
    const uint32_t divisor = (4u * hz + BAUD / 2u) / BAUD;
    UART0_CTL = 0;
    UART0_IBRD = divisor / 64u;
    UART0_FBRD = divisor % 64u;
    UART0_LCRH = LCRH_8_BITS; /* which also takes over the divisor */
    UART0_CTL = CTL_ON;
}

void board_init(void)
{
    const uint32_t hz = clock_50_mhz() ? BOARD_CLOCK_HZ : CRYSTAL_HZ;
    SYSCTL_RCGC1 |= 1u; /* UART 0 */
    SYSCTL_RCGC2 |= 1u; /* port A */
    (void)SYSCTL_RCGC2; /* the clocks need three cycles to arrive */
    (void)SYSCTL_RCGC2;
    GPIOA_AFSEL |= 3u; /* PA0 receives, PA1 sends */
    GPIOA_DEN |= 3u;
    uart_begin(hz);
}

void board_putc(char c)
{
    while (UART0_FR & FR_TX_FULL) {
    }
    UART0_DR = (uint8_t)c;
}

int board_getc(void)
{
    return UART0_FR & FR_RX_EMPTY ? -1 : (int)(UART0_DR & 0xFFu);
}
