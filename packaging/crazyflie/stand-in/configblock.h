/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's configblock.h: what the app uses of it. */
#ifndef STAND_IN_CONFIGBLOCK_H
#define STAND_IN_CONFIGBLOCK_H

#include <stdint.h>

uint64_t configblockGetRadioAddress(void);

#endif
