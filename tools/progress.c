/* SPDX-License-Identifier: MIT */
/* A progress line for long work, if somebody looks. */
#define _POSIX_C_SOURCE 200809L

#include "tools/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    bool never, begun, shown;
    time_t first, next; /* when it began; not before this second */
} line;

/* How long it will take, in its largest unit. */
static void print_left(double seconds)
{
    if (seconds < 100)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (seconds < 100 * 60)
        fprintf(stderr, ", %.0f min left", seconds / 60);
    else
        fprintf(stderr, ", %.0f h left", seconds / 3600);
}

void progress_show(const char *work, size_t done, size_t total)
{
    const time_t now = time(NULL);
    if (!line.begun) {
        line.begun = true;
        line.first = now;
        line.next = now + 2;
    }
    if (line.never || now < line.next || total == 0 || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[Koct9: %s %3d %%", work, (int)((double)done / (double)total * 100.0));
    if (done != 0)
        print_left(difftime(now, line.first) * (double)(total - done) / (double)done);
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

void progress_no_more(void)
{
    line.never = true;
}
