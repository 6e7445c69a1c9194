/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's log.h: what the app uses of it. */
#ifndef STAND_IN_LOG_H
#define STAND_IN_LOG_H

#include <stdint.h>

typedef uint16_t logVarId_t;
logVarId_t logGetVarId(const char *group, const char *name);
float logGetFloat(logVarId_t id);
unsigned int logGetUint(logVarId_t id);

/* A group is an array: its name, its variables, an end. */
struct log_s {
    uint8_t type;
    const char *name;
    void *address;
};

#define LOG_UINT8 1
#define LOG_UINT16 2
#define LOG_GROUP 0x80
#define LOG_ADD(TYPE, NAME, ADDRESS) { .type = TYPE, .name = #NAME, .address = (void *)(ADDRESS) },
#define LOG_GROUP_START(NAME)                     \
    const struct log_s stand_in_logs_##NAME[] = { \
        { .type = LOG_GROUP, .name = #NAME, .address = 0 },
#define LOG_GROUP_STOP(NAME)                                   \
    {                                                          \
        .type = LOG_GROUP, .name = "stop_" #NAME, .address = 0 \
    }                                                          \
    }                                                          \
    ;

#endif
