/* SPDX-License-Identifier: MIT */
/* What the commands are made of. Each takes words from the line, or says what is wanted in their
 * place and returns false. */
#ifndef CONSOLE_TYPED_H
#define CONSOLE_TYPED_H

#include "examples/console/console.h"
#include "examples/console/words.h"

bool typed_word(words_t *words, const char *word);
bool typed_end(const words_t *words);
bool typed_number(words_t *words, int16_t least, int16_t most, int16_t *number);

/* Three numbers of mm. */
bool typed_place(words_t *words, oct9_mm_t *mm);

#endif
