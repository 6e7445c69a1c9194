/* SPDX-License-Identifier: MIT */
/* The second stage of the boot: the first 256 bytes of flash.
 *
 * The boot ROM knows flash by one command at a crawl only. It copies these bytes to the end of RAM,
 * checks that the last four are the CRC-32 of the others (polynomial 04c11db7, beginning with all
 * ones, neither mirrored nor inverted), and calls them. They make the SSI answer each read from
 * 0x10000000 on by the serial command 03h, which every flash chip knows, up to 50 MHz; here at
 * a quarter of the core's 125 MHz. Then they go to the vectors behind them.
 *
 * The CRC stands below as a number: if this file changes, boards/pico/run says which it must be.
 * Source: RP2040 datasheet, 2.7 (boot), 4.10 (SSI). */

__asm(".syntax unified\n"
      ".cpu cortex-m0plus\n"
      ".thumb\n"
      ".pushsection .boot2, \"ax\", %progbits\n"
      "boot2:\n"
      "    ldr r0, =0x18000000\n" /* the SSI */
      "    movs r1, #0\n"
      "    str r1, [r0, #0x08]\n" /* SSIENR: off while it is set up */
      "    movs r1, #4\n"
      "    str r1, [r0, #0x14]\n" /* BAUDR */
      "    ldr r1, =0x001f0300\n" /* one wire, frames of 32 bits, send then receive */
      "    str r1, [r0, #0x00]\n" /* CTRLR0 */
      "    movs r1, #0\n"
      "    str r1, [r0, #0x04]\n" /* CTRLR1: one frame a read */
      "    ldr r1, =0x03000218\n" /* 03h, a command of 8 bits, 24 bits of address */
      "    ldr r2, =0x180000f4\n"
      "    str r1, [r2]\n" /* SPI_CTRLR0 */
      "    movs r1, #1\n"
      "    str r1, [r0, #0x08]\n" /* SSIENR: on */
      "    ldr r0, =0x10000100\n" /* the vectors */
      "    ldr r1, =0xe000ed08\n"
      "    str r0, [r1]\n" /* VTOR */
      "    ldmia r0, {r0, r1}\n"
      "    msr msp, r0\n"
      "    bx r1\n"
      "    .ltorg\n"
      "    .org boot2 + 252\n"
      "    .word 0x146dd212\n" /* the CRC */
      ".popsection\n");
