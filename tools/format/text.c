/* SPDX-License-Identifier: MIT */
/* Numbers in text. The form is checked here, the value is strtod's. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t\r\n";
static const char digits[] = "0123456789";

static size_t sign_length(const char *text)
{
    return *text == '+' || *text == '-';
}

static bool is_named(const char *unsigned_text)
{
    return strncasecmp(unsigned_text, "nan", 3) == 0 || strncasecmp(unsigned_text, "inf", 3) == 0;
}

/* The length of the decimal number without a sign at `text`; 0: there is none. */
static size_t decimal_length(const char *text)
{
    const size_t whole = strspn(text, digits);
    const char *at = text + whole;
    const size_t part = *at == '.' ? strspn(at + 1, digits) : 0;
    if (whole + part == 0)
        return 0;
    at += *at == '.' ? part + 1 : 0;
    if (*at != 'e' && *at != 'E')
        return (size_t)(at - text);
    at += 1 + sign_length(at + 1);
    const size_t power = strspn(at, digits);
    return power != 0 ? (size_t)(at - text) + power : 0;
}

bool text_number(const char **text, char separator, double *number)
{
    const char *from = *text + strspn(*text, blanks), *bare = from + sign_length(from);
    const bool named = is_named(bare);
    const size_t length = named ? 3 : decimal_length(bare);
    *number = strtod(from, NULL);
    if (length == 0 || !(named || isfinite(*number)))
        return false;
    const char *end = bare + length, *next = end + strspn(end, blanks);
    *text = next;
    if (*next == 0 || separator == ' ')
        return *next == 0 || next > end;
    *text += 1 + strspn(next + 1, blanks);
    return *next == separator && **text != 0;
}

bool text_numbers(const char *text, char separator, double *numbers, size_t room, size_t *count)
{
    text += strspn(text, blanks);
    for (*count = 0; *text; ++*count) {
        double number;
        if (!text_number(&text, separator, &number))
            return false;
        if (*count < room)
            numbers[*count] = number;
    }
    return true;
}

bool text_exactly(const char *text, char separator, double *numbers, size_t count)
{
    size_t found;
    if (!text_numbers(text, separator, numbers, count, &found) || found != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}
