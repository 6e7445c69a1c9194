// SPDX-License-Identifier: MIT
// The process to one core, so that libraries are timed on the same one; and its own time.
#ifndef BENCH_PIN_HPP
#define BENCH_PIN_HPP

#include <sched.h>
#include <time.h>

inline void pin()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
}

// Nanoseconds of the processor that it has had: what others run meanwhile does not count.
inline double process_ns()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

#endif
