/* SPDX-License-Identifier: MIT */
/* Signed numbers of 128 bits, and vectors of integers. */
#include "src/solid/wide.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"

void oct9_wide_product(oct9_wide_t *to, int64_t a, int64_t b)
{
    to->high = (int64_t)oct9_port_product(oct9_magnitude_long(a), oct9_magnitude_long(b), &to->low);
    if (((uint64_t)a ^ (uint64_t)b) >> 63 != 0)
        oct9_wide_negate(to);
}

void oct9_wide_determinant(oct9_wide_t *to, int64_t a, int64_t b, int64_t c, int64_t d)
{
    oct9_wide_t other;
    oct9_wide_product(to, a, b);
    oct9_wide_product(&other, -c, d);
    oct9_wide_add(to, &other);
}

void oct9_wide_add(oct9_wide_t *to, const oct9_wide_t *a)
{
    const uint64_t low = to->low + a->low;
    to->high = (int64_t)((uint64_t)to->high + (uint64_t)a->high + (low < a->low));
    to->low = low;
}

void oct9_wide_negate(oct9_wide_t *to)
{
    to->high = (int64_t)(~(uint64_t)to->high + (to->low == 0));
    to->low = 0u - to->low;
}

int oct9_wide_sign(const oct9_wide_t *a)
{
    return a->high < 0 ? -1 : (a->high != 0 || a->low != 0);
}

int oct9_wide_compare(const oct9_wide_t *a, const oct9_wide_t *b)
{
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->low > b->low) - (a->low < b->low);
}

unsigned oct9_wide_bits(const oct9_wide_t *a)
{
    oct9_wide_t size = { a->low, a->high };
    if (size.high < 0)
        oct9_wide_negate(&size);
    const uint32_t word[] = { (uint32_t)size.low, (uint32_t)(size.low >> 32), (uint32_t)size.high,
                              (uint32_t)((uint64_t)size.high >> 32) };
    for (unsigned w = 4; w-- > 0;)
        if (word[w] != 0)
            return 32u * w + oct9_port_top_bit(word[w]) + 1u;
    return 0;
}

int64_t oct9_wide_shifted(const oct9_wide_t *a, unsigned shift)
{
    OCT9_ASSERT(shift != 0 && shift < 64);
    return (int64_t)(a->low >> shift | (uint64_t)a->high << (64u - shift));
}

int64_t oct9_dot(const int32_t a[3], const int32_t b[3])
{
    return (int64_t)a[0] * b[0] + (int64_t)a[1] * b[1] + (int64_t)a[2] * b[2];
}

void oct9_cross(const int32_t a[3], const int32_t b[3], int64_t product[3])
{
    product[0] = (int64_t)a[1] * b[2] - (int64_t)a[2] * b[1];
    product[1] = (int64_t)a[2] * b[0] - (int64_t)a[0] * b[2];
    product[2] = (int64_t)a[0] * b[1] - (int64_t)a[1] * b[0];
}

int64_t oct9_dot_long(const int32_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void oct9_cross_long(const int32_t a[3], const int64_t b[3], int64_t product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}
