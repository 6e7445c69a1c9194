/* SPDX-License-Identifier: MIT */
/* Out-of-line copies of the port's functions, for builds that do not inline them, and the port's
 * table. */
#include "port/oct9_port.h"

extern inline unsigned oct9_port_top_bit(uint32_t x);
extern inline unsigned oct9_port_low_bit(uint32_t x);
extern inline uint32_t oct9_port_bits(uint32_t x);
extern inline uint32_t oct9_port_le32(uint32_t x);
extern inline uint16_t oct9_port_le16(uint16_t x);
extern inline uint32_t oct9_port_word(oct9_rom_words_t words, oct9_rom_size_t index);
extern inline uint16_t oct9_port_half(oct9_rom_halves_t halves, oct9_rom_size_t index);
extern inline uint32_t oct9_port_entry(oct9_rom_words_t table, unsigned index);
extern inline uint32_t oct9_port_generation(const volatile uint32_t *generation);
extern inline uint16_t oct9_port_slot(uint16_t slot, uint16_t blocks);
#ifdef __AVR__
extern inline uint8_t oct9_port_byte(oct9_rom_t bytes, oct9_rom_size_t index);
extern inline bool oct9_port_in_ram(uint32_t at);
#endif

#ifdef __AVR_HAVE_MUL__

/* The product of two bytes is added to two bytes of the result, and the carry to a third. */
#define ADD(x, y, low, high) "mul " x ", " y "\n\tadd " low ", r0\n\tadc " high ", r1\n\t"
#define ADD3(x, y, low, high, top) ADD(x, y, low, high) "adc " top ", %1\n\t"

/* Column by column: the 16 products of bytes by the place of their sums. At most four products and
 * what the last column left are below 2^24, so that three bytes hold them. The lowest byte of each
 * sum is a byte of the product; those below 2^32 are only carried from. */
uint32_t oct9_port_high(uint32_t a, uint32_t b)
{
    uint32_t high;
    uint8_t zero;
    __asm__("clr %1\n\tclr %B0\n\tclr %C0\n\tmul %A2, %A3\n\tmov %A0, r1\n\t" ADD3(
                "%A2", "%B3", "%A0", "%B0", "%C0")
                ADD3("%B2", "%A3", "%A0", "%B0", "%C0") "clr %A0\n\t" /* 2^16 */
            ADD3("%A2", "%C3", "%B0", "%C0", "%A0") ADD3("%B2", "%B3", "%B0", "%C0", "%A0")
                ADD3("%C2", "%A3", "%B0", "%C0", "%A0") "clr %B0\n\t" /* 2^24 */
            ADD3("%A2", "%D3", "%C0", "%A0", "%B0") ADD3("%B2", "%C3", "%C0", "%A0", "%B0")
                ADD3("%C2", "%B3", "%C0", "%A0", "%B0")
                    ADD3("%D2", "%A3", "%C0", "%A0", "%B0") "clr %C0\n\t" /* 2^32 */
            ADD3("%B2", "%D3", "%A0", "%B0", "%C0") ADD3("%C2", "%C3", "%A0", "%B0", "%C0")
                ADD3("%D2", "%B3", "%A0", "%B0", "%C0") "clr %D0\n\t" /* 2^40 */
            ADD3("%C2", "%D3", "%B0", "%C0", "%D0") ADD3("%D2", "%C3", "%B0", "%C0", "%D0")
                ADD("%D2", "%D3", "%C0", "%D0") /* 2^48 */
            "clr r1"
            : "=&r"(high), "=&r"(zero)
            : "r"(a), "r"(b)
            : "r0");
    return high;
}

#endif

#if !defined(__AVR__) && !defined(OCT9_SMALL)

#define BITS2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define BITS4(n) BITS2(n), BITS2((n) + 1), BITS2((n) + 1), BITS2((n) + 2)
#define BITS6(n) BITS4(n), BITS4((n) + 1), BITS4((n) + 1), BITS4((n) + 2)

const uint8_t oct9_port_bits_of[128] = { BITS6(0), BITS6(1) };

#endif
