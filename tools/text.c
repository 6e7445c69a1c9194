/* SPDX-License-Identifier: MIT */
/* Numbers in lines of text. */
#include "tools/text.h"

#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n,";

bool text_numbers(const char *line, double *numbers, size_t count, const char **rest)
{
    for (size_t i = 0; i < count; i++) {
        line += strspn(line, blanks);
        char *end;
        numbers[i] = strtod(line, &end);
        if (end == line || !strchr(blanks, *end))
            return false;
        line = end;
    }
    if (rest)
        *rest = line + strspn(line, blanks);
    return true;
}
