/* SPDX-License-Identifier: MIT */
#include "examples/arm/motion.h"

/* clang-format off */
#define ABOVE_BIN { 29, 23, 62, 95, 0, 0 }
#define IN_BIN { 29, 30, 89, 61, 0, 0 }
#define ABOVE_VICE { -30, 22, 60, 98, 0, 0 }
#define HIGH_AT_BIN { 29, 6, 62, 95, 0, 0 }
#define HIGH_AT_VICE { -30, 6, 62, 95, 0, 0 }
#define IN_VICE { -30, 27, 89, 64, 0, 0 }
#define LOW_AT_VICE { -30, 28, 84, 68, 0, 0 }
/* clang-format on */

const motion_t motion[] = { { "into the bin", ABOVE_BIN, IN_BIN, 10 },
                            { "from the bin straight to the vice", IN_BIN, LOW_AT_VICE, 20 },
                            { "out of the bin", IN_BIN, ABOVE_BIN, 10 },
                            { "round to the vice", ABOVE_BIN, ABOVE_VICE, 12 },
                            { "high above to the vice", HIGH_AT_BIN, HIGH_AT_VICE, 12 },
                            { "down to the vice", ABOVE_VICE, IN_VICE, 12 } };
const unsigned motion_count = sizeof motion / sizeof motion[0];

arm_angles_t motion_angles(const motion_t *moved, unsigned i)
{
    arm_angles_t angles;
    for (unsigned j = 0; j < ARM_LINKS; j++) {
        const int32_t from = moved->from[j] * 4, to = moved->to[j] * 4;
        angles.quarters[j] = (int16_t)(from + (to - from) * (int32_t)i / moved->steps);
    }
    return angles;
}
