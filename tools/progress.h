/* SPDX-License-Identifier: MIT */
/* A progress line for long work, if stderr is a terminal. */
#ifndef OCT9_TOOLS_PROGRESS_H
#define OCT9_TOOLS_PROGRESS_H

#include <stddef.h>

/* Says on stderr that `done` of `total` are done, and how long the rest will take at that pace, if
 * it is a terminal and the work takes more than a second; cheap enough to be called often. */
void progress_show(const char *work, size_t done, size_t total);

/* Removes the line. */
void progress_end(void);

/* From here on no line is shown: another run shows one. */
void progress_no_more(void);

#endif
