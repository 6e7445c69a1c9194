/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's app.h: what the app uses of it. */
#ifndef STAND_IN_APP_H
#define STAND_IN_APP_H

void appMain(void);

#endif
