/* SPDX-License-Identifier: MIT */
#include "examples/console/typed.h"

#include "boards/print.h"

/* The rest of a complaint; always false. */
static bool complain(const words_t *words)
{
    if (words_end(words)) {
        print_str(" is missing\r\n");
    } else {
        print_str(" is wanted, not: ");
        print_str(words->at);
        print_str("\r\n");
    }
    return false;
}

bool typed_word(words_t *words, const char *word)
{
    if (words_take(words, word))
        return true;
    print_str("? \"");
    print_str(word);
    print_str("\"");
    return complain(words);
}

bool typed_end(const words_t *words)
{
    if (words_end(words))
        return true;
    print_str("? the line's end");
    return complain(words);
}

bool typed_number(words_t *words, int16_t least, int16_t most, int16_t *number)
{
    if (words_take_number(words, least, most, number))
        return true;
    print_str("? a whole number from ");
    print_i32(least, 0);
    print_str(" to ");
    print_i32(most, 0);
    return complain(words);
}

bool typed_place(words_t *words, oct9_mm_t *mm)
{
    int16_t number[3];
    for (unsigned a = 0; a < 3; a++)
        if (!typed_number(words, -FAR_MM, FAR_MM, &number[a]))
            return false;
    mm->x = number[0];
    mm->y = number[1];
    mm->z = number[2];
    return true;
}
