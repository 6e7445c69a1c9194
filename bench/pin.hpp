// SPDX-License-Identifier: MIT
// The process to one core, so that libraries are timed on the same one.
#ifndef BENCH_PIN_HPP
#define BENCH_PIN_HPP

#include <sched.h>

inline void pin()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
}

#endif
