/* SPDX-License-Identifier: MIT */
#include "examples/console/words.h"

#define DIGITS_MOST 5 /* so that a number stays below 2^31 */

static bool ends_word(char c)
{
    return c == ' ' || c == '\0';
}

static void go_to(words_t *words, const char *at)
{
    while (*at == ' ')
        at++;
    words->at = at;
}

void words_begin(words_t *words, const char *line)
{
    go_to(words, line);
}

bool words_end(const words_t *words)
{
    return *words->at == '\0';
}

bool words_take(words_t *words, const char *word)
{
    const char *at = words->at;
    while (*word != '\0' && *at == *word) {
        at++;
        word++;
    }
    if (*word != '\0' || !ends_word(*at))
        return false;
    go_to(words, at);
    return true;
}

bool words_take_number(words_t *words, int16_t least, int16_t most, int16_t *number)
{
    const char *at = words->at;
    const bool negative = *at == '-';
    if (negative)
        at++;
    const char *digits = at;
    int32_t value = 0;
    while (*at >= '0' && *at <= '9' && at - digits < DIGITS_MOST)
        value = value * 10 + (*at++ - '0');
    if (negative)
        value = -value;
    if (at == digits || !ends_word(*at) || value < least || value > most)
        return false;
    *number = (int16_t)value;
    go_to(words, at);
    return true;
}
