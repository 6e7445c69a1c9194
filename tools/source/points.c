/* SPDX-License-Identifier: MIT */
/* Points as text, .xyz: a line each, x y z; behind these there may be other numbers, as
 * many in each line, which are ignored. Empty lines and those that begin with # are skipped, and
 * those that begin with //, as the line does in which CloudCompare names the columns. */
#include "tools/format/lines.h"
#include "tools/source/stream.h"

#include <string.h>

static bool is_comment(const char *line)
{
    return lines_idle(line) || strncmp(line + strspn(line, " \t"), "//", 2) == 0;
}

static bool read_lines(source_t *source, lines_t *lines)
{
    size_t columns = 0;
    for (char *line; (line = lines_next(lines)) != NULL;) {
        double at[3];
        if (is_comment(line))
            continue;
        if (!lines_numbers(lines, line, at, 3, &columns))
            return false;
        const char *wrong = source_wrong(source, at);
        if (wrong)
            return lines_fail(lines, "%s", wrong);
        if (!source_add_point(source, lines->path, at))
            return false;
        stream_passed(lines);
    }
    return lines->good;
}

bool source_read_xyz(source_t *source, const char *path)
{
    bytes_t bytes;
    lines_t lines;
    source->kind = SOURCE_POINTS;
    if (!stream_bytes(source, &bytes, path))
        return false;
    lines_begin(&lines, path, &bytes);
    const bool good = read_lines(source, &lines);
    bytes_free(&bytes);
    return good;
}
