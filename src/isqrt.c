/* SPDX-License-Identifier: MIT */
#include "oct9/fixed.h"

uint16_t oct9_isqrt(uint32_t x)
{
    uint32_t root = 0;                        /* twice the digits found, scaled to the place */
    for (uint32_t place = (uint32_t)1 << 30; place != 0; place /= 4u) {
        const uint32_t next = root + place;   /* below 2^32: root < 2^31 at its largest */
        root /= 2u;
        if (x >= next) {
            x -= next;
            root += place;
        }
    }
    return (uint16_t)root;
}
