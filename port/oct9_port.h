/* SPDX-License-Identifier: MIT */
/* What the core needs from a compiler or a processor. Each function has a portable version. */
#ifndef OCT9_PORT_H
#define OCT9_PORT_H

#include "port/oct9_rom.h"

#include <stdbool.h>
#include <stddef.h>

/* Functions are `inline` without `static`: a build that does not inline them calls the copy in
 * port/oct9_port.c. */

/* Assertions check for programming errors (a NULL pointer to an instance), never for wrong data.
 * With OCT9_ASSERTS defined to 1 a failed assertion calls the application's hook, which must not
 * return. Without it no check is compiled in. */
#ifndef OCT9_ASSERTS
#define OCT9_ASSERTS 0
#endif
#if OCT9_ASSERTS != 0 && OCT9_ASSERTS != 1
#error "OCT9_ASSERTS is 0 or 1"
#endif
#if OCT9_ASSERTS
void oct9_assert_failed(const char *file, int line);
#define OCT9_ASSERT(condition) ((condition) ? (void)0 : oct9_assert_failed(__FILE__, __LINE__))
#else
#define OCT9_ASSERT(condition) ((void)0)
#endif

/* What a call returns for a wrong argument. With OCT9_ASSERTS a second hook of the application
 * receives the file and the line; this hook may return. */
#if OCT9_ASSERTS
void oct9_argument_refused(const char *file, int line);
#define OCT9_REFUSE() (oct9_argument_refused(__FILE__, __LINE__), OCT9_ERR_ARGUMENT)
#else
#define OCT9_REFUSE() OCT9_ERR_ARGUMENT
#endif

/* A condition that the compiler checks. C99 lacks it, but GCC and clang have it there too. */
#ifdef __GNUC__
#define OCT9_STATIC_ASSERT(condition, text) __extension__ _Static_assert(condition, text)
#else
#define OCT9_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* A function that is inlined into its callers, unless OCT9_SMALL asks for small code. */
#if defined(__GNUC__) && !defined(OCT9_SMALL)
#define OCT9_INLINE inline __attribute__((always_inline))
#else
#define OCT9_INLINE inline
#endif

/* OCT9_BY_KIND(f, tree, ...) calls f(..., tree), an OCT9_INLINE function. The compiler makes one
 * copy for trees and one for images; with OCT9_SMALL, one copy that tests `tree` at run time. */
#ifdef OCT9_SMALL
#define OCT9_BY_KIND(f, tree, ...) f(__VA_ARGS__, (tree))
#else
#define OCT9_BY_KIND(f, tree, ...) ((tree) ? f(__VA_ARGS__, true) : f(__VA_ARGS__, false))
#endif

/* Stands before a loop over the axes. The compiler repeats the loop's body three times; with _8,
 * before a loop over children, eight times. */
#if defined(__GNUC__) && __GNUC__ >= 8 && !defined(OCT9_SMALL)
#define OCT9_UNROLL _Pragma("GCC unroll 3")
#define OCT9_UNROLL_8 _Pragma("GCC unroll 8")
#else
#define OCT9_UNROLL
#define OCT9_UNROLL_8
#endif

/* A function that is never inlined, because it is large and seldom called. */
#ifdef __GNUC__
#define OCT9_NOT_INLINE __attribute__((noinline))
#else
#define OCT9_NOT_INLINE
#endif

/* A function that most programs never call: it is never inlined and small, also in files that are
 * compiled for speed, and its callers are laid out for going on without it. */
#ifdef __GNUC__
#define OCT9_COLD __attribute__((noinline, cold))
#else
#define OCT9_COLD
#endif

/* A function that is not inlined at -Os, so that its stack frame is gone before the next call.
 * Inlined, it would push the stack of a public call above its limit. */
#if defined(__GNUC__) && defined(__OPTIMIZE_SIZE__)
#define OCT9_APART __attribute__((noinline))
#else
#define OCT9_APART inline
#endif

/* A function that multiplies 32 by 32 bits to 64. At -Os it is not inlined where each product is a
 * library call, also in files that are compiled for speed: inlining it would cost stack. */
#if (defined(__OPTIMIZE_SIZE__) || defined(OCT9_HOT)) && \
    (defined(__AVR__) || (defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1))
#define OCT9_LONG_INLINE OCT9_NOT_INLINE
#else
#define OCT9_LONG_INLINE inline
#endif

/* A type that may read and write objects of any type whose size and alignment are even. */
#ifdef __GNUC__
typedef uint16_t __attribute__((may_alias)) oct9_port_any_t;
#else
typedef uint8_t oct9_port_any_t;
#endif

/* 1 for processors on which a mispredicted branch costs more than a few instructions. */
#if defined(__x86_64__) || defined(__aarch64__)
#define OCT9_FEW_BRANCHES 1
#else
#define OCT9_FEW_BRANCHES 0
#endif

/* a && b for two conditions that are true or false at random. */
#if OCT9_FEW_BRANCHES
#define OCT9_AND(a, b) ((int)(bool)(a) & (bool)(b))
#else
#define OCT9_AND(a, b) ((a) && (b))
#endif

/* condition ? a : b, for a condition that is true or false at random. */
static inline uint32_t oct9_port_pick(bool condition, uint32_t a, uint32_t b)
{
#if OCT9_FEW_BRANCHES
    return b ^ ((a ^ b) & (0u - (uint32_t)condition));
#else
    return condition ? a : b;
#endif
}

/* Adds x modulo 2^32 if the condition, which is true or false at random, is true. */
static inline void oct9_port_add_if(bool condition, uint32_t *sum, uint32_t x)
{
#if OCT9_FEW_BRANCHES
    *sum += x & (0u - (uint32_t)condition);
#else
    if (condition)
        *sum += x;
#endif
}

/* A compiler barrier: an interrupt on this core sees all earlier writes before all later ones. */
#ifdef __GNUC__
#define OCT9_ORDERED __asm__ volatile("" ::: "memory")
#else
#define OCT9_ORDERED ((void)0)
#endif

/* Returns the high 64 bits of a * b and stores the low ones. One instruction where the processor
 * has it; otherwise by halves of 32 bits, with each partial sum below 2^64. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 oct9_port_u128_t;
static inline uint64_t oct9_port_product(uint64_t a, uint64_t b, uint64_t *low)
{
    const oct9_port_u128_t product = (oct9_port_u128_t)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}
#else
static inline uint64_t oct9_port_product(uint64_t a, uint64_t b, uint64_t *low)
{
    const uint32_t a0 = (uint32_t)a, a1 = (uint32_t)(a >> 32);
    const uint32_t b0 = (uint32_t)b, b1 = (uint32_t)(b >> 32);
    const uint64_t lowest = (uint64_t)a0 * b0;
    const uint64_t middle = (uint64_t)a1 * b0 + (lowest >> 32);
    const uint64_t other = (uint64_t)a0 * b1 + (uint32_t)middle;
    *low = other << 32 | (uint32_t)lowest;
    return (uint64_t)a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

/* The high 32 bits of a * b. By halves where a product of 64 bits is a library call; each partial
 * sum is then below 2^32, as (2^16 - 1)^2 + 2 (2^16 - 1) is. */
#ifdef __AVR_HAVE_MUL__
#elif defined(__AVR__) || (defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1)
static inline uint32_t oct9_port_high(uint32_t a, uint32_t b)
{
    const uint16_t a0 = (uint16_t)a, a1 = (uint16_t)(a >> 16);
    const uint16_t b0 = (uint16_t)b, b1 = (uint16_t)(b >> 16);
    const uint32_t middle = (uint32_t)a1 * b0 + ((uint32_t)a0 * b0 >> 16);
    const uint32_t other = (uint32_t)a0 * b1 + (uint16_t)middle;
    return (uint32_t)a1 * b1 + (middle >> 16) + (other >> 16);
}
#else
static inline uint32_t oct9_port_high(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}
#endif

#ifdef __AVR__
#include "port/avr.h"
#else
/* x << 15 for x below 2^17. */
static inline uint32_t oct9_port_left15(uint32_t x)
{
    return x << 15;
}

/* x << shift, for a shift of 0, 8 or 16. */
static inline uint32_t oct9_port_left_bytes(uint32_t x, unsigned shift)
{
    return x << shift;
}
#endif

/* The number of the highest bit that is set in x, x > 0. One instruction where the processor has
 * it. */
#ifdef __AVR__
#elif defined(__GNUC__) && (defined(__ARM_FEATURE_CLZ) || defined(__x86_64__) || \
                            defined(__i386__) || defined(__aarch64__))
inline unsigned oct9_port_top_bit(uint32_t x)
{
    return 31u ^ (unsigned)__builtin_clz(x);
}
#else
inline unsigned oct9_port_top_bit(uint32_t x)
{
    unsigned bit = 0;
    if (x >= 0x10000u) {
        x /= 0x10000u;
        bit += 16;
    }
    if (x >= 0x100u) {
        x /= 0x100u;
        bit += 8;
    }
    if (x >= 0x10u) {
        x /= 0x10u;
        bit += 4;
    }
    if (x >= 4u) {
        x /= 4u;
        bit += 2;
    }
    return bit + (unsigned)(x / 2u);
}
#endif

/* The number of the lowest bit that is set in x, x > 0. */
#ifdef __AVR__
#elif defined(__GNUC__) && (defined(__ARM_FEATURE_CLZ) || defined(__x86_64__) || \
                            defined(__i386__) || defined(__aarch64__))
inline unsigned oct9_port_low_bit(uint32_t x)
{
    return (unsigned)__builtin_ctz(x);
}
#else
inline unsigned oct9_port_low_bit(uint32_t x)
{
    return oct9_port_top_bit(x & (0u - x));
}
#endif

/* The number of bits that are set in x, x < 128, from a table of 128 bytes. OCT9_SMALL does without
 * the table, and so does AVR, where the table would be in RAM. */
#if defined(__AVR__) || defined(OCT9_SMALL)
inline uint32_t oct9_port_bits(uint32_t x)
{
    uint_fast8_t sums = (uint_fast8_t)x;
    sums = (uint_fast8_t)(sums - (sums >> 1 & 0x55u));
    sums = (uint_fast8_t)((sums & 0x33u) + (sums >> 2 & 0x33u));
    return (uint_fast8_t)(sums + (sums >> 4)) & 0xFu;
}
#else
extern const uint8_t oct9_port_bits_of[128];
inline uint32_t oct9_port_bits(uint32_t x)
{
    return oct9_port_bits_of[x];
}
#endif

/* Converts a word or half-word of an image, which is little-endian, to a number. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
inline uint32_t oct9_port_le32(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xFF00u) | (x & 0xFF00u) << 8 | x << 24;
}
inline uint16_t oct9_port_le16(uint16_t x)
{
    return (uint16_t)(x >> 8 | (x & 0xFFu) << 8);
}
#else
inline uint32_t oct9_port_le32(uint32_t x)
{
    return x;
}
inline uint16_t oct9_port_le16(uint16_t x)
{
    return x;
}
#endif

/* The word, half-word or byte `index` of data in ROM, as a number. */
#ifndef __AVR__
inline uint32_t oct9_port_word(oct9_rom_words_t words, oct9_rom_size_t index)
{
    return oct9_port_le32(words[index]);
}
inline uint16_t oct9_port_half(oct9_rom_halves_t halves, oct9_rom_size_t index)
{
    return oct9_port_le16(halves[index]);
}
static inline uint8_t oct9_port_byte(oct9_rom_t bytes, oct9_rom_size_t index)
{
    return oct9_rom_bytes(bytes)[index];
}
/* An entry of one of the core's own tables in ROM, in the byte order of the processor. */
inline uint32_t oct9_port_entry(oct9_rom_words_t table, unsigned index)
{
    return table[index];
}
#endif

/* oct9_port_generation reads a tree's generation where an interrupt may come in between.
 * oct9_port_slot makes a slot safe that was perhaps read during a write: it returns `slot` if that
 * can be a slot of a pool of `blocks`. */
#ifndef __AVR__
inline uint32_t oct9_port_generation(const volatile uint32_t *generation)
{
    return *generation;
}
inline uint16_t oct9_port_slot(uint16_t slot, uint16_t blocks)
{
    (void)blocks;
    return slot;
}
#endif

#endif
