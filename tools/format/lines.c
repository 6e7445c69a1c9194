/* SPDX-License-Identifier: MIT */
/* The lines of a text file. */
#include "tools/format/lines.h"
#include "tools/format/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lines_begin(lines_t *lines, const char *path, const bytes_t *bytes)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const bool marked = bytes->size >= 3 && memcmp(bytes->data, mark, 3) == 0;
    *lines = (lines_t){ .path = path,
                        .begin = bytes->data,
                        .at = bytes->data + (marked ? 3 : 0),
                        .end = bytes->data + bytes->size,
                        .passed = bytes->mapped != 0 ? bytes->data : NULL,
                        .good = true };
}

void lines_keep(lines_t *lines)
{
    if (lines->passed)
        lines->passed = lines->at;
}

bool lines_forget(lines_t *lines)
{
    enum { EACH = 1 << 22 };
    if (!lines->passed || lines->at - lines->passed < EACH)
        return false;
    lines->passed = bytes_passed(lines->passed, lines->at);
    return true;
}

char *lines_next(lines_t *lines)
{
    if (!lines->good || lines->at == lines->end)
        return NULL;
    char *line = lines->at, *feed = memchr(line, '\n', (size_t)(lines->end - line));
    char *end = feed ? feed : lines->end;
    lines->at = feed ? feed + 1 : lines->end;
    lines->line++;
    *end = 0;
    if (end > line && end[-1] == '\r')
        *--end = 0;
    if (strchr(line, '\r')) {
        lines_fail(lines, "a carriage return that is not at its end: end lines by LF or CR LF");
        return NULL;
    }
    if (strlen(line) != (size_t)(end - line)) {
        lines_fail(lines, "a zero byte");
        return NULL;
    }
    return line;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == 0;
}

char *lines_next_full(lines_t *lines)
{
    char *line;
    do
        line = lines_next(lines);
    while (line && is_blank(line));
    return line;
}

bool lines_idle(const char *line)
{
    return is_blank(line) || line[strspn(line, " \t")] == '#';
}

bool lines_fail(lines_t *lines, const char *cause, ...)
{
    char text[256];
    va_list values;
    va_start(values, cause);
    vsnprintf(text, sizeof text, cause, values);
    va_end(values);
    lines->good = false;
    return fail(lines->path, "line %zu: %s", lines->line, text);
}

bool lines_numbers(lines_t *lines, const char *line, double *numbers, size_t room, size_t *columns)
{
    size_t count;
    if (!text_numbers(line, ' ', numbers, room, &count))
        return lines_fail(lines, "not decimal numbers with blanks between them");
    if (*columns == 0 && count >= room)
        *columns = count;
    if (*columns == 0)
        return lines_fail(lines, "%zu numbers where %zu or more are needed", count, room);
    return count == *columns ||
           lines_fail(lines, "%zu numbers, not %zu as in the others", count, *columns);
}
