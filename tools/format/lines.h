/* SPDX-License-Identifier: MIT */
/* The lines of a text file; an error names the file and the line. */
#ifndef OCT9_TOOLS_LINES_H
#define OCT9_TOOLS_LINES_H

#include "tools/fail.h"
#include "tools/format/bytes.h"

typedef struct {
    const char *path;
    char *begin, *at, *end; /* at: what is not yet read */
    char *passed; /* of a file that is mapped: what is behind that may be forgotten; else NULL */
    size_t line;  /* the number of the last line read, from 1 */
    bool good;    /* no error was printed yet */
} lines_t;

/* Begins with the bytes of a file, after a byte order mark if there is one. The bytes are changed,
 * and must remain while the lines are read. */
void lines_begin(lines_t *lines, const char *path, const bytes_t *bytes);

/* What was read is kept, as names in it are in use. */
void lines_keep(lines_t *lines);

/* Of a file that is mapped, what was read since lines_keep is not needed any more: now and then it
 * is forgotten, so that it takes no memory. Returns whether it was. */
bool lines_forget(lines_t *lines);

/* Returns the next line; its end, LF or CR LF, is cut off in place. Returns NULL at the end of the
 * file, and if the line has a zero byte or a CR inside: then an error was printed. */
char *lines_next(lines_t *lines);

/* The next line that is not blank. */
char *lines_next_full(lines_t *lines);

/* Whether a line is blank, or begins with #. */
bool lines_idle(const char *line);

/* Prints "line N: cause"; always false. */
bool lines_fail(lines_t *lines, const char *cause, ...) FAIL_FORMAT;

/* Reads a line of numbers with blanks between them, and keeps the first `room`. There must be
 * *columns of them. If *columns is 0, it becomes their count, which must be `room` or more. False:
 * an error was printed. */
bool lines_numbers(lines_t *lines, const char *line, double *numbers, size_t room, size_t *columns);

#endif
