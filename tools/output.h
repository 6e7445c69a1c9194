/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all. */
#ifndef OCT9_TOOLS_OUTPUT_H
#define OCT9_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One may be open at a time. */
typedef struct {
    FILE *file;                           /* to be written to */
    const char *path;
    char *temporary;
} output_t;

/* Opens a temporary file beside `path`, which is kept by reference; false: an error was
 * printed. SIGINT, SIGTERM and SIGHUP remove the temporary file. */
bool output_open(output_t *output, const char *path);

/* Closes it, and puts it at its path if `good` and all was written; removes it otherwise.
 * False: it is not at its path; where `good` was true an error was printed. */
bool output_close(output_t *output, bool good);

#ifdef __cplusplus
}
#endif

#endif
