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

/* A group is an array: its name, its variables, an end. */
struct param_s {
    uint8_t type;
    const char *name;
    void *address;
};

#define PARAM_UINT32 10
#define PARAM_GROUP 0x80
#define PARAM_ADD(TYPE, NAME, ADDRESS) \
    { .type = TYPE, .name = #NAME, .address = (void *)(ADDRESS) },
#define PARAM_GROUP_START(NAME)                       \
    const struct param_s stand_in_params_##NAME[] = { \
        { .type = PARAM_GROUP, .name = #NAME, .address = 0 },
#define PARAM_GROUP_STOP(NAME)                                   \
    {                                                            \
        .type = PARAM_GROUP, .name = "stop_" #NAME, .address = 0 \
    }                                                            \
    }                                                            \
    ;

#endif
