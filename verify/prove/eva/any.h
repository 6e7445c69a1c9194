/* SPDX-License-Identifier: MIT */
/* What the harnesses of Eva have in common: values that may be anything. */
#ifndef OCT9_VERIFY_EVA_ANY_H
#define OCT9_VERIFY_EVA_ANY_H

#include <stdint.h>

#include "__fc_builtin.h"

/* Any bits in a variable or an array. */
#define ANY(what) Frama_C_make_unknown((char *)&(what), sizeof(what))

/* Any number from lo to hi. */
#define WITHIN(lo, hi) ((int32_t)Frama_C_long_interval((lo), (hi)))

#endif
