/* SPDX-License-Identifier: MIT */
/* The checks that a robot asks most, by what they are used for, from free cells of the part;
 * unknown passes. */
#ifndef BENCH_CALLS_CHECKS_H
#define BENCH_CALLS_CHECKS_H

#include "oct9/map.h"

/* Measures them in a map of the part, as calls_run does. Returns main's result; 1 if the map is
 * NULL. */
int checks_run(const oct9_map_t *map);

#endif
