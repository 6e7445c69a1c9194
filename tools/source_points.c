/* SPDX-License-Identifier: MIT */
/* Points as text, .xyz: a line each, x y z in metres, and whatever else, which is ignored. Empty
 * lines and those that begin with # are skipped; commas count as blanks. */
#include "tools/bytes.h"
#include "tools/fail.h"
#include "tools/source.h"
#include "tools/text.h"

#include <string.h>

static bool read_lines(source_t *source, const char *path, bytes_t *bytes)
{
    size_t number = 0;
    for (char *line = bytes->data, *end = line + bytes->size; line < end;) {
        char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end)
            line_end = end;
        *line_end = 0;
        number++;
        const char *first = line + strspn(line, " \t\r");
        double at[3];
        if (*first && *first != '#') {
            if (!text_numbers(line, at, 3, NULL))
                return fail(path, "line %zu is not three numbers", number);
            if (!source_add_point(source, path, at))
                return false;
        }
        line = line_end + 1;
    }
    return true;
}

bool source_read_xyz(source_t *source, const char *path)
{
    bytes_t bytes;
    source->kind = SOURCE_POINTS;
    if (!bytes_read(&bytes, path))
        return false;
    const bool good = read_lines(source, path, &bytes);
    bytes_free(&bytes);
    return good;
}
