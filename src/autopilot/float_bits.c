/* SPDX-License-Identifier: MIT */
/* Whole numbers as floats. */
#include "src/autopilot/float_bits.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"

#define SIGN 0x80000000u
#define FRACTION_BITS 23u
#define ONE_OF_24 ((uint32_t)1 << 23) /* the first of 24 bits, which a float leaves out */
#define BIAS 127u

/* The quotient is brought to 25 bits, the last of which is half of the last one that is kept. */
uint32_t oct9_float_make(int32_t number, uint32_t parts, bool down)
{
    OCT9_ASSERT(parts != 0 && parts < SIGN);
    const uint32_t length = oct9_magnitude(number);
    uint32_t quotient = length / parts, rest = length % parts;
    uint32_t exponent = BIAS + FRACTION_BITS + 1u;
    bool more = false; /* something beyond the 25 bits */
    if (number == 0)
        return 0;
    for (; quotient >= 4u * ONE_OF_24; quotient /= 2u, exponent++)
        more = more || quotient % 2u != 0;
    for (; quotient < 2u * ONE_OF_24; exponent--) {
        rest *= 2u;
        quotient *= 2u;
        if (rest >= parts) {
            rest -= parts;
            quotient++;
        }
    }
    const bool half = quotient % 2u != 0;
    quotient /= 2u;
    more = more || rest != 0;
    if (!down && half && (more || quotient % 2u != 0))
        quotient++; /* at most to the next power of two, which the exponent takes */
    return (number < 0 ? SIGN : 0u) + ((exponent - 1u) << FRACTION_BITS) + quotient;
}

bool oct9_float_times(uint32_t bits, uint32_t times, int32_t *number)
{
    OCT9_ASSERT(number && times != 0 && times <= 65536u);
    const uint32_t exponent = bits >> FRACTION_BITS & 255u, unit = BIAS + FRACTION_BITS;
    uint64_t product = (uint64_t)(bits % ONE_OF_24 + ONE_OF_24) * times; /* below 2^40 */
    if (exponent >= unit + 8u)                                           /* from 2^31 on, or none */
        return false;
    if (exponent >= unit)
        product <<= exponent - unit;
    else if (unit - exponent > 41u) /* below a half; also what has no first bit */
        product = 0;
    else
        product = (product + ((uint64_t)1 << (unit - exponent - 1u))) >> (unit - exponent);
    if (product > (uint64_t)INT32_MAX)
        return false;
    *number = (bits & SIGN) != 0 ? -(int32_t)product : (int32_t)product;
    return true;
}
