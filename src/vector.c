/* SPDX-License-Identifier: MIT */
#include "src/vector.h"

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

void oct9_vector_between(const int32_t from[3], const int32_t to[3], int32_t vector[3])
{
    for (unsigned a = 0; a < 3; a++)
        vector[a] = to[a] - from[a];
}
