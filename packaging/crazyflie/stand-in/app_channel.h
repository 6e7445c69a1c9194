/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's app_channel.h: what the app uses of it. */
#ifndef STAND_IN_APP_CHANNEL_H
#define STAND_IN_APP_CHANNEL_H

#include <stddef.h>

#define APPCHANNEL_MTU (30)
int appchannelSendDataPacket(void *data, size_t length);

#endif
