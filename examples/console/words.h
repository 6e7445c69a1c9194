/* SPDX-License-Identifier: MIT */
/* The words of a typed line, taken one by one; spaces are between them. */
#ifndef CONSOLE_WORDS_H
#define CONSOLE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *at; /* the next word, or the line's end */
} words_t;

/* Begins with the first word of `line`, which ends with 0. */
void words_begin(words_t *words, const char *line);

/* Nothing is left. */
bool words_end(const words_t *words);

/* Takes the next word if it is this one; false leaves it there. */
bool words_take(words_t *words, const char *word);

/* Takes the next word if it is a whole number from `least` to `most`; false leaves it there. */
bool words_take_number(words_t *words, int16_t least, int16_t most, int16_t *number);

#endif
