/* SPDX-License-Identifier: MIT */
/* A stand-in for what a sensor sees, and the clock that polls it. */
#ifndef STAND_IN_SCENE_H
#define STAND_IN_SCENE_H

#include <stdbool.h>
#include <stdint.h>

/* Goes on by some milliseconds; ends the program, with its status, when the scene has ended. */
void scene_wait(uint32_t ms);

/* The clock, in milliseconds. */
uint32_t scene_now(void);

/* The bus, as the operating system was asked for it: whether `address`, of 7 bits, was meant. */
void scene_bus(uint32_t address);

#endif
