/* SPDX-License-Identifier: MIT */
/* A stand-in for Zephyr's kernel. */
#ifndef STAND_IN_ZEPHYR_ZEPHYR_KERNEL_H
#define STAND_IN_ZEPHYR_ZEPHYR_KERNEL_H

#include "scene.h"

static inline int32_t k_msleep(int32_t ms)
{
    scene_wait((uint32_t)ms);
    return 0;
}

static inline uint32_t k_uptime_get_32(void)
{
    return scene_now();
}

#endif
