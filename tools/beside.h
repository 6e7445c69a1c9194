/* SPDX-License-Identifier: MIT */
/* Work side by side: a process for each piece. */
#ifndef OCT9_TOOLS_BESIDE_H
#define OCT9_TOOLS_BESIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    const char *name; /* for the line of progress */
    size_t count;     /* pieces */
    uint32_t jobs;    /* so many at a time, 1 .. BESIDE_JOBS_MOST */
    /* Does a piece, in a process that has a copy of all memory, and writes to a file what it comes
     * to. False: it has printed an error. */
    bool (*work)(void *context, size_t piece, FILE *file);
    /* Takes what it came to, in this process, in any order; NULL: there is nothing to take. */
    bool (*take)(void *context, size_t piece, FILE *file);
    void *context;
} beside_t;

enum { BESIDE_JOBS_MOST = 1024 };

/* Does all pieces. False: one failed, an error was printed, and no more were begun. */
bool beside_run(const beside_t *beside);

#endif
