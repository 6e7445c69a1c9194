/* SPDX-License-Identifier: MIT */
#ifndef OCT9_PLAYGROUND_MATH_H
#define OCT9_PLAYGROUND_MATH_H

long long llround(double x);

#endif
