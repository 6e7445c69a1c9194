/* SPDX-License-Identifier: MIT */
/* Questions in lines of standard input. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "tools/cmd/questions.h"
#include "tools/fail.h"
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

/* How many numbers a line has. */
static unsigned numbers_of(const question_t *question)
{
    return 3 * question->places + question->has_radius;
}

/* Sub-cells of the world, as those of the cube where it is now. */
static void move_places(const asked_t *asked, unsigned count, int32_t *numbers)
{
    int32_t corner[3];
    asked_corner(asked, corner);
    for (unsigned i = 0; i < 3 * count; i++)
        numbers[i] -= corner[i % 3] * OCT9_CELL_Q6;
}

static const char *status_text(oct9_status_t status)
{
    return status == OCT9_OK           ? NULL
         : status == OCT9_ERR_ARGUMENT ? "a size that no shape has"
                                       : oct9_status_text(status);
}

static const char *answer_far(asked_t *asked, const question_t *question, const int32_t *numbers)
{
    const oct9_status_t status = question->far_away(asked, numbers, question->context);
    return status == OCT9_ERR_RANGE ? "is longer, wider or farther away than oct9/far.h allows"
                                    : status_text(status);
}

/* NULL, or what is wrong with the question that the numbers make. */
static const char *answer(asked_t *asked, const question_t *question, int32_t *numbers)
{
    const int32_t radius = question->has_radius ? numbers[3 * question->places] : 0;
    const int32_t range = question->range < 0 ? asked_reach_most(asked) : question->range;
    if (asked->is_world && asked->in_mm && question->far_away)
        return answer_far(asked, question, numbers);
    if (asked->is_world && radius < 0)
        return status_text(OCT9_ERR_ARGUMENT);
    const char *wrong = asked_about(asked, numbers, question->places, (int64_t)radius + range);
    if (wrong)
        return wrong;
    if (asked->is_world && !asked->in_mm)
        move_places(asked, question->places, numbers);
    return status_text(question->answer(asked, numbers, question->context));
}

/* False: what is wrong with the line was said. */
static bool answer_line(asked_t *asked, const question_t *question, const char *line, size_t length,
                        size_t number)
{
    const bool wide = asked->in_mm || asked->is_world;
    const int32_t least = wide ? INT32_MIN : INT16_MIN, most = wide ? INT32_MAX : INT16_MAX;
    int32_t numbers[QUESTION_NUMBERS_MOST];
    if (strlen(line) != length || !whole_numbers(line, numbers, numbers_of(question), least, most))
        return fail("standard input", "line %zu is not %u whole numbers from %ld to %ld", number,
                    numbers_of(question), (long)least, (long)most);
    const char *wrong = answer(asked, question, numbers);
    return !wrong || fail("standard input", "line %zu: %s", number, wrong);
}

static bool answer_lines(asked_t *asked, const question_t *question)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &room, stdin)) >= 0;)
        good = answer_line(asked, question, line, (size_t)length, ++number);
    free(line);
    if (good && ferror(stdin))
        good = fail("standard input", "cannot be read");
    return good;
}

int questions_answer(const char *path, const question_t *question)
{
    static asked_t asked;
    if (!asked_open(&asked, path, question->in_mm))
        return STATUS_BAD_DATA;
    const bool good = answer_lines(&asked, question);
    asked_close(&asked);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
