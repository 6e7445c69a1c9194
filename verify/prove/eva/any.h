/* SPDX-License-Identifier: MIT */
/* Arbitrary values, for all harnesses of Eva. */
#ifndef OCT9_VERIFY_EVA_ANY_H
#define OCT9_VERIFY_EVA_ANY_H

#include <stdint.h>

#include "__fc_builtin.h"

/* Sets a variable or an array to any bits. */
#define ANY(what) Frama_C_make_unknown((char *)&(what), sizeof(what))

/* Returns any number from lo to hi. */
#define WITHIN(lo, hi) ((int32_t)Frama_C_long_interval((lo), (hi)))

#endif
