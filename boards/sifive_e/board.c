/* SPDX-License-Identifier: MIT */
/* FE310 on a HiFive1: 16 MHz from the crystal, UART 0 at 115200 baud on GPIO 16 and 17.
 *
 * 16 MHz is slow for this part, but any flash and any setting of its interface keeps up. */
#include "boards/board.h"

#include "boards/reg.h"

#define PRCI_HFROSCCFG REG32(0x10008000u)
#define PRCI_HFXOSCCFG REG32(0x10008004u)
#define PRCI_PLLCFG REG32(0x10008008u)
#define PRCI_PLLOUTDIV REG32(0x1000800Cu)
#define GPIO_IOF_ENABLE REG32(0x10012038u)
#define GPIO_IOF_SELECT REG32(0x1001203Cu)
#define UART0_TXDATA REG32(0x10013000u)
#define UART0_RXDATA REG32(0x10013004u)
#define UART0_TXCTRL REG32(0x10013008u)
#define UART0_RXCTRL REG32(0x1001300Cu)
#define UART0_DIV REG32(0x10013018u)

#define OSC_ON (1u << 30)
#define OSC_READY (1u << 31)
#define HFROSC_14_MHZ (4u | 16u << 16) /* 72 MHz by 5, trimmed to the middle */
#define PLL_SELECT (1u << 16)
#define PLL_FROM_CRYSTAL (1u << 17)
#define PLL_BYPASS (1u << 18)
#define PLL_OUT_BY_1 (1u << 8)

#define TX_FULL (1u << 31)
#define RX_EMPTY (1u << 31)
#define UART_ON 1u
#define PINS_UART0 (1u << 16 | 1u << 17)

#define HFROSC_HZ 14400000u
#define BAUD 115200u

/* The crystal starts within 10 ms: 144,000 cycles, and a turn takes several. */
#define WAIT_TURNS 144000u

/* Switches to the internal oscillator first, since the boot loader may have left the PLL on. False
 * where the crystal does not start; then the clock stays at about 14 MHz. */
static bool clock_16_mhz(void)
{
    PRCI_HFROSCCFG = OSC_ON | HFROSC_14_MHZ;
    (void)wait_for(&PRCI_HFROSCCFG, OSC_READY, WAIT_TURNS);
    PRCI_PLLCFG &= ~PLL_SELECT;
    PRCI_HFXOSCCFG = OSC_ON;
    if (!wait_for(&PRCI_HFXOSCCFG, OSC_READY, WAIT_TURNS))
        return false;
    PRCI_PLLOUTDIV = PLL_OUT_BY_1;
    PRCI_PLLCFG = PLL_BYPASS | PLL_FROM_CRYSTAL;
    PRCI_PLLCFG = PLL_BYPASS | PLL_FROM_CRYSTAL | PLL_SELECT;
    return true;
}

void board_init(void)
{
    const uint32_t hz = clock_16_mhz() ? BOARD_CLOCK_HZ : HFROSC_HZ;
    UART0_DIV = (hz + BAUD / 2u) / BAUD - 1u;
    UART0_TXCTRL = UART_ON;
    UART0_RXCTRL = UART_ON;
    GPIO_IOF_SELECT &= ~PINS_UART0;
    GPIO_IOF_ENABLE |= PINS_UART0;
}

void board_putc(char c)
{
    while (UART0_TXDATA & TX_FULL) {
    }
    UART0_TXDATA = (uint8_t)c;
}

int board_getc(void)
{
    const uint32_t data = UART0_RXDATA;
    return data & RX_EMPTY ? -1 : (int)(data & 0xFFu);
}
