/* SPDX-License-Identifier: MIT */
/* How a source is taken. */
#define _POSIX_C_SOURCE 200809L

#include "tools/source/taking.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 32 };

const char *taking_option(taking_t *taking, int option, const char *value)
{
    switch (option) {
    case 'u': return source_frame_unit(&taking->frame, value);
    case 'a': return source_frame_up(&taking->frame, value);
    case 's': taking->shifted = true; return source_frame_shift(&taking->frame, value);
    case 'p': taking->posed = true; return source_pose_parse(&taking->pose, value);
    case 't': taking->two_state = true; return NULL;
    default: return "unknown option, or one without its value";
    }
}

/* The words as a command line has them, the first of which is none of the options. */
static const char *take_words(taking_t *taking, int count, char **words)
{
    static const struct option table[] = { TAKING_OPTIONS, { NULL, 0, NULL, 0 } };
    const char *wrong = NULL;
    opterr = 0;
    optind = 0; /* from the beginning, with other words than before */
    for (int option; !wrong && (option = getopt_long(count, words, "", table, NULL)) != -1;)
        wrong = taking_option(taking, option, optarg);
    return wrong ? wrong : optind < count ? "a word that is no option" : NULL;
}

const char *taking_parse(taking_t *taking, const char *text)
{
    char *words[WORDS_MOST + 1], *context = NULL, *copy = strdup(text);
    int count = 1;
    memset(taking, 0, sizeof *taking);
    if (!copy)
        return "out of memory";
    words[0] = copy;
    for (char *word = strtok_r(copy, " \t", &context); word && count < WORDS_MOST;
         word = strtok_r(NULL, " \t", &context))
        words[count++] = word;
    words[count] = NULL;
    const char *wrong = count == WORDS_MOST ? "too many options" : take_words(taking, count, words);
    free(copy);
    return wrong;
}
