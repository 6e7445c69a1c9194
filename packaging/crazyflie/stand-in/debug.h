/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's debug.h: what the app uses of it. */
#ifndef STAND_IN_DEBUG_H
#define STAND_IN_DEBUG_H

#ifdef DEBUG_MODULE
#define DEBUG_FMT(fmt) DEBUG_MODULE ": " fmt
#else
#define DEBUG_FMT(fmt) fmt
#endif

int consolePrintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define DEBUG_PRINT(fmt, ...) consolePrintf(DEBUG_FMT(fmt), ##__VA_ARGS__)

#endif
