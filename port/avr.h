/* SPDX-License-Identifier: MIT */
/* The port's functions for AVR, which works on 8 bits at a time and keeps its flash apart from its
 * RAM. oct9_port.h includes this file. */
#ifndef OCT9_PORT_AVR_H
#define OCT9_PORT_AVR_H

/* --- bits, by bytes: 40 to 70 cycles fewer than the portable functions ------------------------ */

inline unsigned oct9_port_top_bit(uint32_t x)
{
    uint8_t byte = (uint8_t)(x >> 24);
    unsigned bit = 24;
    if (byte == 0) {
        byte = (uint8_t)(x >> 16);
        bit = 16;
    }
    if (byte == 0) {
        byte = (uint8_t)(x >> 8);
        bit = 8;
    }
    if (byte == 0) {
        byte = (uint8_t)x;
        bit = 0;
    }
    if (byte >= 0x10u) {
        byte = byte >> 4;
        bit += 4;
    }
    if (byte >= 4u) {
        byte = byte >> 2;
        bit += 2;
    }
    return bit + (unsigned)(byte >> 1);
}

inline unsigned oct9_port_low_bit(uint32_t x)
{
    uint8_t byte = (uint8_t)x;
    unsigned bit = 0;
    if (byte == 0) {
        byte = (uint8_t)(x >> 8);
        bit = 8;
    }
    if (byte == 0) {
        byte = (uint8_t)(x >> 16);
        bit = 16;
    }
    if (byte == 0) {
        byte = (uint8_t)(x >> 24);
        bit = 24;
    }
    if ((byte & 0xFu) == 0) {
        byte = byte >> 4;
        bit += 4;
    }
    if ((byte & 3u) == 0) {
        byte = byte >> 2;
        bit += 2;
    }
    return bit + (byte & 1u ? 0u : 1u);
}

/* --- products --------------------------------------------------------------------------------- */

#ifdef __AVR_HAVE_MUL__
/* The high 32 bits of a * b. */
uint32_t oct9_port_high(uint32_t a, uint32_t b);
#endif

/* x << 15 for x below 2^17: two bytes up and one bit down, where the compiler loops 15 times. */
static inline uint32_t oct9_port_left15(uint32_t x)
{
    __asm__("lsr %C0\n\tror %B0\n\tror %A0\n\tmov %D0, %B0\n\tmov %C0, %A0\n\t"
            "clr %A0\n\tclr %B0\n\tror %B0"
            : "+r"(x));
    return x;
}

/* x << shift, for a shift of 0, 8 or 16, without a loop. */
static inline uint32_t oct9_port_left_bytes(uint32_t x, unsigned shift)
{
    if (shift & 8u)
        x <<= 8;
    if (shift & 16u)
        x <<= 16;
    return x;
}

/* --- data in ROM: flash by far addresses, and RAM from 0x800000 on ---------------------------- */

/* True if `at` is an address of RAM. Its third byte alone decides that. */
inline bool oct9_port_in_ram(uint32_t at)
{
    return ((uint8_t)(at >> 16) & 0x80u) != 0;
}

/* OCT9_PORT_FAR moves operand 1 to r30 and r31 and, with more than 64 KB of flash, to RAMPZ. The
 * compiler saves RAMPZ in an interrupt handler, as it does wherever it saves r30. The assembly
 * is volatile; otherwise the compiler reads flash before it has checked that the address is in
 * flash. */
#ifdef __AVR_HAVE_ELPMX__
#define OCT9_PORT_FAR "out 0x3b, %C1\n\tmovw r30, %A1\n\t"
#define OCT9_PORT_LOAD(byte, from) "elpm " byte ", " from "\n\t"
#else
#define OCT9_PORT_FAR "movw r30, %A1\n\t"
#define OCT9_PORT_LOAD(byte, from) "lpm " byte ", " from "\n\t"
#endif

inline uint8_t oct9_port_byte(oct9_rom_t bytes, oct9_rom_size_t index)
{
    const uint32_t at = bytes + index;
    if (oct9_port_in_ram(at))
        return *(const uint8_t *)(uintptr_t)at;
    uint8_t byte;
    __asm__ volatile(OCT9_PORT_FAR OCT9_PORT_LOAD("%0", "Z") : "=r"(byte) : "r"(at) : "r30", "r31");
    return byte;
}

inline uint16_t oct9_port_half(oct9_rom_halves_t halves, oct9_rom_size_t index)
{
    const uint32_t at = halves + index * 2u;
    if (oct9_port_in_ram(at))
        return *(const uint16_t *)(uintptr_t)at;
    uint16_t half;
    __asm__ volatile(OCT9_PORT_FAR OCT9_PORT_LOAD("%A0", "Z+") OCT9_PORT_LOAD("%B0", "Z")
                     : "=&r"(half)
                     : "r"(at)
                     : "r30", "r31");
    return half;
}

inline uint32_t oct9_port_word(oct9_rom_words_t words, oct9_rom_size_t index)
{
    const uint32_t at = words + index * 4u;
    if (oct9_port_in_ram(at))
        return *(const uint32_t *)(uintptr_t)at;
    uint32_t word;
    __asm__ volatile(OCT9_PORT_FAR OCT9_PORT_LOAD("%A0", "Z+") OCT9_PORT_LOAD("%B0", "Z+")
                         OCT9_PORT_LOAD("%C0", "Z+") OCT9_PORT_LOAD("%D0", "Z")
                     : "=&r"(word)
                     : "r"(at)
                     : "r30", "r31");
    return word;
}

/* An entry of one of the core's own tables, in the byte order of the processor. */
inline uint32_t oct9_port_entry(oct9_rom_words_t table, unsigned index)
{
    return oct9_port_word(table, index);
}

/* --- a tree that is read and written in interrupts -------------------------------------------- */

/* A reader takes four loads for four bytes, so interrupts wait for these 12 cycles. If a writer
 * came in between, the reader would see a mixture, which may be the generation of another write.
 *
 * A writer needs no such lock, though it stores byte after byte and a reader may come in between.
 * From even to odd only one byte changes. From odd to even all bytes may change, but by then the
 * write is complete. So it does not matter whether such a reader takes the mixture for even or odd:
 * the reader queries a complete map, or it discards a result that was good. */
inline uint32_t oct9_port_generation(const volatile uint32_t *generation)
{
    uint8_t status;
    __asm__ volatile("in %0, __SREG__\n\tcli" : "=r"(status)::"memory");
    const uint32_t value = *generation;
    __asm__ volatile("out __SREG__, %0" ::"r"(status) : "memory");
    return value;
}

/* A slot of which half was written or read may name a block that is not in the pool. A read there
 * might read a device's register. So the slot is taken for a leaf; the generation shows that the
 * result is not valid. */
inline uint16_t oct9_port_slot(uint16_t slot, uint16_t blocks)
{
    return slot & 0x8000u || slot < blocks ? slot : 0x8000u;
}

#endif
