/* SPDX-License-Identifier: MIT */
#include "src/ratio.h"

uint32_t oct9_ratio_q28(uint32_t a, uint32_t b)
{
    uint32_t quotient = 0;
    for (unsigned i = 0; i <= 28; i++) {      /* a stays at most 2 b < 2^31 */
        quotient <<= 1;
        if (a >= b) {
            a -= b;
            quotient++;
        }
        a <<= 1;
    }
    return quotient;
}
