/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's param.h: what the app uses of it. */
#ifndef STAND_IN_PARAM_H
#define STAND_IN_PARAM_H

#include <stdint.h>

typedef struct {
    uint16_t id;
    uint16_t index;
} paramVarId_t;
paramVarId_t paramGetVarId(const char *group, const char *name);
unsigned int paramGetUint(paramVarId_t id);

#endif
