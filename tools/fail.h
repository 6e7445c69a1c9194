/* SPDX-License-Identifier: MIT */
/* What the host program says when something is wrong, and how it exits. */
#ifndef OCT9_TOOLS_FAIL_H
#define OCT9_TOOLS_FAIL_H

#include <stdbool.h>

enum { STATUS_GOOD = 0, STATUS_BAD_DATA = 1, STATUS_BAD_USAGE = 2 };

#ifdef __GNUC__
#define FAIL_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define FAIL_FORMAT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Prints "oct9: FILE: cause" as one line on stderr; returns false. */
bool fail(const char *file, const char *cause, ...) FAIL_FORMAT;

/* Prints "oct9: FILE: warning: cause" as one line on stderr. The work goes on. */
void warn(const char *file, const char *cause, ...) FAIL_FORMAT;

/* From here on warnings are not printed: another run has printed them. */
void warn_no_more(void);

/* Returns whether all that was printed has reached standard output; prints an error once if not. */
bool printed(void);

/* Prints "oct9 COMMAND: cause (see ...)" as one line on stderr; returns STATUS_BAD_USAGE. */
int usage(const char *command, const char *cause, ...) FAIL_FORMAT;

#ifdef __cplusplus
}
#endif
#endif
