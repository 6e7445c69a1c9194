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

#if !defined(__AVR__) && !defined(OCT9_SMALL)

#define BITS2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define BITS4(n) BITS2(n), BITS2((n) + 1), BITS2((n) + 1), BITS2((n) + 2)
#define BITS6(n) BITS4(n), BITS4((n) + 1), BITS4((n) + 1), BITS4((n) + 2)

const uint8_t oct9_port_bits_of[128] = { BITS6(0), BITS6(1) };

#endif
