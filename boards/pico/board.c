/* SPDX-License-Identifier: MIT */
/* Raspberry Pi Pico: 125 MHz from the crystal, UART0 at 115200 baud on GP0 and GP1. */
#include "boards/board.h"

#include "boards/arm/core.h"

#define RESETS_RESET_CLEAR REG32(0x4000F000u)
#define RESETS_DONE REG32(0x4000C008u)
#define CLK_REF_CTRL REG32(0x40008030u)
#define CLK_REF_SELECTED REG32(0x40008038u)
#define CLK_SYS_CTRL REG32(0x4000803Cu)
#define CLK_SYS_SELECTED REG32(0x40008044u)
#define CLK_PERI_CTRL REG32(0x40008048u)
#define GPIO0_CTRL REG32(0x40014004u)
#define GPIO1_CTRL REG32(0x4001400Cu)
#define PAD_GPIO1 REG32(0x4001C008u)
#define XOSC_CTRL REG32(0x40024000u)
#define XOSC_STATUS REG32(0x40024004u)
#define XOSC_STARTUP REG32(0x4002400Cu)
#define PLL_CS REG32(0x40028000u)
#define PLL_PWR REG32(0x40028004u)
#define PLL_FBDIV REG32(0x40028008u)
#define PLL_PRIM REG32(0x4002800Cu)
#define UART_DR REG32(0x40034000u)
#define UART_FR REG32(0x40034018u)
#define UART_IBRD REG32(0x40034024u)
#define UART_FBRD REG32(0x40034028u)
#define UART_LCR_H REG32(0x4003402Cu)
#define UART_CR REG32(0x40034030u)
#define WATCHDOG_TICK REG32(0x4005802Cu)

/* Blocks that come out of reset. */
#define RESET_IO (1u << 5)
#define RESET_PADS (1u << 8)
#define RESET_PLL (1u << 12)
#define RESET_PWM (1u << 14)
#define RESET_TIMER (1u << 21)
#define RESET_UART0 (1u << 22)

#define SELECTED_XOSC (1u << 2)
#define SELECTED_AUX (1u << 1)
#define STABLE (1u << 31)
#define LOCK (1u << 31)
#define FR_RX_EMPTY (1u << 4)
#define FR_TX_FULL (1u << 5)

#define CRYSTAL_HZ 12000000u
#define BAUD 115200u
#define BAUD_X64 ((BOARD_CLOCK_HZ * 4u + BAUD / 2u) / BAUD) /* the divider in 64ths */

/* The crystal takes 1 ms: 6,500 cycles of the ring oscillator, and a turn takes several. */
#define WAIT_TURNS 10000u

static void out_of_reset(uint32_t blocks)
{
    RESETS_RESET_CLEAR = blocks;
    (void)wait_for(&RESETS_DONE, blocks, WAIT_TURNS);
}

/* False where the crystal does not start; then the core stays at its ring oscillator, some
 * 6 MHz, and nobody can read the UART. */
static bool crystal(void)
{
    XOSC_STARTUP = 47;     /* times 256 of its cycles: 1 ms */
    XOSC_CTRL = 0xFABAA0u; /* on, 1 to 15 MHz */
    if (!wait_for(&XOSC_STATUS, STABLE, WAIT_TURNS))
        return false;
    CLK_REF_CTRL = 2;
    return wait_for(&CLK_REF_SELECTED, SELECTED_XOSC, WAIT_TURNS);
}

/* 12 MHz * 125 / 6 / 2. */
static bool clock_125_mhz(void)
{
    out_of_reset(RESET_PLL);
    PLL_CS = 1;
    PLL_FBDIV = 125;
    PLL_PWR = 1u << 3; /* all on but the dividers behind */
    if (!wait_for(&PLL_CS, LOCK, WAIT_TURNS))
        return false;
    PLL_PRIM = 6u << 16 | 2u << 12;
    PLL_PWR = 0;
    CLK_SYS_CTRL = 0; /* from the PLL, when it is switched to */
    CLK_SYS_CTRL = 1;
    return wait_for(&CLK_SYS_SELECTED, SELECTED_AUX, WAIT_TURNS);
}

void board_init(void)
{
    if (crystal())
        (void)clock_125_mhz();
    WATCHDOG_TICK = 1u << 9 | CRYSTAL_HZ / 1000000u; /* the timer's microseconds */
    CLK_PERI_CTRL = 1u << 11;                        /* as the core's */
    out_of_reset(RESET_IO | RESET_PADS | RESET_PWM | RESET_TIMER | RESET_UART0);
    UART_IBRD = BAUD_X64 >> 6;
    UART_FBRD = BAUD_X64 & 63u;
    UART_LCR_H = 3u << 5 | 1u << 4;          /* 8N1, with FIFOs */
    UART_CR = 1u << 9 | 1u << 8 | 1u;        /* receive, send, on */
    PAD_GPIO1 = 1u << 6 | 1u << 3 | 1u << 1; /* input, pulled up: idle if left open */
    GPIO0_CTRL = 2;
    GPIO1_CTRL = 2;
}

void board_putc(char c)
{
    while (UART_FR & FR_TX_FULL) {
    }
    UART_DR = (uint8_t)c;
}

int board_getc(void)
{
    return UART_FR & FR_RX_EMPTY ? -1 : (int)(UART_DR & 0xFFu);
}
