/* SPDX-License-Identifier: MIT */
/* Questions in lines of standard input. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "tools/cmd/questions.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int question_rules(const char *command, const argument_t *unknown, oct9_rules_t *rules)
{
    const char *word = unknown->value ? unknown->value : "block";
    const oct9_rules_t chosen = { .unknown = strcmp(word, "free") == 0 ? OCT9_PASSES : OCT9_BLOCKS,
                                  .outside = OCT9_FREE };
    *rules = chosen;
    if (chosen.unknown == OCT9_BLOCKS && strcmp(word, "block") != 0)
        return usage(command, "--unknown is free or block");
    return -1;
}

typedef struct {
    const oct9_map_t *map;
    const oct9_frame_t *frame;
    unsigned count;
    answer_t *answer;
    const void *context;
} questions_t;

/* Reads a text that is `count` whole numbers and nothing more. */
static bool whole_numbers(const char *text, int32_t *numbers, unsigned count, double least,
                          double most)
{
    double read[QUESTION_NUMBERS_MOST];
    if (!text_exactly(text, ' ', read, count))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!(read[i] >= least && read[i] <= most) || fabs(read[i] - round(read[i])) > 0)
            return false;
        numbers[i] = (int32_t)read[i];
    }
    return true;
}

/* False: what is wrong with the line was said. */
static bool answer_line(const questions_t *q, const char *line, size_t length, size_t number)
{
    const int32_t least = q->frame ? INT32_MIN : INT16_MIN, most = q->frame ? INT32_MAX : INT16_MAX;
    int32_t numbers[QUESTION_NUMBERS_MOST];
    if (strlen(line) != length || !whole_numbers(line, numbers, q->count, least, most))
        return fail("standard input", "line %zu is not %u whole numbers from %ld to %ld", number,
                    q->count, (long)least, (long)most);
    const oct9_status_t status = q->answer(q->map, q->frame, numbers, q->context);
    if (status != OCT9_OK)
        return fail("standard input", "line %zu: %s", number,
                    status == OCT9_ERR_ARGUMENT ? "a size that no shape has"
                                                : oct9_status_text(status));
    return true;
}

static bool answer_lines(const questions_t *q)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &room, stdin)) >= 0;)
        good = answer_line(q, line, (size_t)length, ++number);
    free(line);
    if (good && ferror(stdin))
        good = fail("standard input", "cannot be read");
    return good;
}

int questions_answer(const char *path, unsigned count, bool in_mm, answer_t *answer,
                     const void *context)
{
    map_file_t file;
    if (!map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const oct9_frame_t *frame = in_mm ? &file.image.frame : NULL;
    const questions_t questions = { &file.map, frame, count, answer, context };
    const bool good = answer_lines(&questions);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
