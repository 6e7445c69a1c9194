/* SPDX-License-Identifier: MIT */
/* What the host program says when something is wrong. */
#include "tools/fail.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_MOST = 1024 };

/* A name may hold line ends and escape codes; an error is one plain line all the same. */
static void print_line(char *line)
{
    for (unsigned char *c = (unsigned char *)line; *c; c++)
        if (*c < 0x20 || *c == 0x7F)
            *c = '?';
    fprintf(stderr, "%s\n", line);
}

static void print_about(const char *file, const char *kind, const char *cause, va_list values)
{
    char text[LINE_MOST / 2], line[LINE_MOST];
    vsnprintf(text, sizeof text, cause, values);
    snprintf(line, sizeof line, "oct9: %.400s: %s%s", file, kind, text);
    print_line(line);
}

bool fail(const char *file, const char *cause, ...)
{
    va_list values;
    va_start(values, cause);
    print_about(file, "", cause, values);
    va_end(values);
    return false;
}

static bool warnings_end;

void warn_no_more(void)
{
    warnings_end = true;
}

void warn(const char *file, const char *cause, ...)
{
    va_list values;
    if (warnings_end)
        return;
    va_start(values, cause);
    print_about(file, "warning: ", cause, values);
    va_end(values);
}

bool printed(void)
{
    static bool reported;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (!reported)
        fail("standard output", "cannot be written");
    reported = true;
    return false;
}

int usage(const char *command, const char *cause, ...)
{
    char text[LINE_MOST / 2], line[LINE_MOST];
    va_list values;
    va_start(values, cause);
    vsnprintf(text, sizeof text, cause, values);
    va_end(values);
    snprintf(line, sizeof line, "oct9 %s: %s (oct9 %s --help explains it)", command, text, command);
    print_line(line);
    return STATUS_BAD_USAGE;
}
