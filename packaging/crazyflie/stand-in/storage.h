/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's storage.h: what the app uses of it. */
#ifndef STAND_IN_STORAGE_H
#define STAND_IN_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

bool storageStore(const char *key, const void *buffer, size_t length);
size_t storageFetch(const char *key, void *buffer, size_t length);

#endif
