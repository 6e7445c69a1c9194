/* SPDX-License-Identifier: MIT */
/* A progress line for long work, if somebody looks. */
#define _POSIX_C_SOURCE 200809L

#include "tools/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    bool begun, shown;
    time_t next; /* not before this second */
} line;

void progress_show(const char *work, size_t done, size_t total)
{
    const time_t now = time(NULL);
    if (!line.begun) {
        line.begun = true;
        line.next = now + 2;
    }
    if (now < line.next || total == 0 || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\roct9: %s %3d %%", work, (int)((double)done / (double)total * 100.0));
    fflush(stderr);
    line.shown = true;
    line.next = now + 1;
}

void progress_end(void)
{
    if (line.shown)
        fprintf(stderr, "\r\033[K");
    line.begun = line.shown = false;
}
