/* SPDX-License-Identifier: MIT */
/* Internal: square roots of 64 bits. */
#ifndef OCT9_SRC_ROOT_H
#define OCT9_SRC_ROOT_H

#include <stdint.h>

/* The square root of a number below 2^56, rounded down. */
uint32_t oct9_root(uint64_t x);

#endif
