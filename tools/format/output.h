/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all. */
#ifndef OCT9_TOOLS_OUTPUT_H
#define OCT9_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether an output may be put at `path`: nothing is there, or a regular file that may be written.
 * It must not be the file `input`, under any name, unless that is NULL; nor may standard output go
 * there. Ask for each input before anything is read. False: an error was printed. */
bool output_check(const char *path, const char *input);

enum { OUTPUTS_MOST = 2 };

/* OUTPUTS_MOST may be open at a time. */
typedef struct {
    FILE *file; /* to be written to; NULL: it is finished */
    const char *path;
    char *target; /* where a path that is a link leads */
    char *temporary;
} output_t;

/* Opens a temporary file beside `path`, which is kept by reference; false: an error was
 * printed. SIGINT, SIGTERM and SIGHUP remove the temporary file. */
bool output_open(output_t *output, const char *path);

/* Writes out all of the file. False: an error was printed, and what is left is output_close. Finish
 * several before any is closed, so that all go to their paths or none. */
bool output_finish(output_t *output);

/* Finishes the file. If `good`, all of it was written, and all that was printed has reached
 * standard output, it goes to its path; otherwise it is removed, and what was there before stays.
 * False: it is not at its path; where `good` was true an error was printed. */
bool output_close(output_t *output, bool good);

#ifdef __cplusplus
}
#endif

#endif
