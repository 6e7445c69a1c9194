/* SPDX-License-Identifier: MIT */
/* A random motion, with the categories that its cast leaves out. */
#ifndef OCT9_TEST_MOTION_HPP
#define OCT9_TEST_MOTION_HPP

#include "oct9/point.h"

struct Motion : oct9_motion_t {
    uint16_t ignored;
};

#endif
