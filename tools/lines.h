/* SPDX-License-Identifier: MIT */
/* The lines of a text file; an error names the file and the line. */
#ifndef OCT9_TOOLS_LINES_H
#define OCT9_TOOLS_LINES_H

#include "tools/bytes.h"
#include "tools/fail.h"

typedef struct {
    const char *path;
    char *at, *end; /* what is yet to be read */
    size_t line;    /* the number of the line at hand, from 1 */
    bool good;      /* no error was printed yet */
} lines_t;

/* Begins at a file's bytes, which are changed and must stay; behind a byte order mark, if there is
 * one. */
void lines_begin(lines_t *lines, const char *path, const bytes_t *bytes);

/* The next line, its end, LF or CR LF, cut off in place. NULL at the end of the file; or where an
 * error was printed, as the line has a zero byte or a CR inside. */
char *lines_next(lines_t *lines);

/* The next one that is not blank. */
char *lines_next_full(lines_t *lines);

/* Whether a line is blank, or begins with #. */
bool lines_idle(const char *line);

/* Prints "line N: cause"; always false. */
bool lines_fail(lines_t *lines, const char *cause, ...) FAIL_FORMAT;

/* Reads a line of numbers, blanks between them, of which the first `room` are kept. There must be
 * *columns of them; where that is 0 it becomes what it is in this line, `room` or more. False: an
 * error was printed. */
bool lines_numbers(lines_t *lines, const char *line, double *numbers, size_t room, size_t *columns);

#endif
