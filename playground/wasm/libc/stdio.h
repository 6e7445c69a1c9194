/* SPDX-License-Identifier: MIT */
#ifndef OCT9_PLAYGROUND_STDIO_H
#define OCT9_PLAYGROUND_STDIO_H

#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...);

#endif
