/* SPDX-License-Identifier: MIT */
/* What the commands share. */
#include "tools/cmd/arguments.h"
#include "tools/beside.h"
#include "tools/fail.h"
#include "tools/format/text.h"
#include "tools/source/placement.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 9, HELP = OPTIONS_MOST };

/* The option of that name; `count` if there is none. */
static int option_of(const argument_t *options, int count, const char *name)
{
    int i = 0;
    while (i < count && strcmp(options[i].name, name) != 0)
        i++;
    return i;
}

static int parse(int argc, char **argv, const char *help, argument_t *options, const char **words,
                 int wanted, const char *needed)
{
    struct option table[OPTIONS_MOST + 2];
    memset(table, 0, sizeof table);
    int count = 0;
    for (; options[count].name; count++) {
        table[count].name = options[count].name;
        table[count].has_arg = options[count].takes_value ? required_argument : no_argument;
        table[count].val = count;
    }
    table[count].name = "help";
    table[count].val = HELP;
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "ho:j:", table, NULL)) != -1;) {
        if (option == HELP || option == 'h') {
            fputs(help, stdout);
            return STATUS_GOOD;
        }
        if (option == 'o' || option == 'j')
            option = option_of(options, count, option == 'o' ? "output" : "jobs");
        if (option >= count)
            return usage(argv[0], "unknown option, or one without its value");
        options[option].value = optarg ? optarg : "";
    }
    if (optind + wanted != argc)
        return usage(argv[0], "%s", needed);
    memcpy(words, argv + optind, (size_t)wanted * sizeof *words);
    return -1;
}

int arguments_parse(int argc, char **argv, const char *help, argument_t *options, const char **map)
{
    return parse(argc, argv, help, options, map, 1, "one map is needed");
}

/* --- words that may begin like a number below 0 ------------------------------------------- */

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !strchr(".0123456789", word[1]);
}

static bool begins_with(const char *text, const char *beginning)
{
    while (*beginning != '\0' && *beginning == *text) {
        beginning++;
        text++;
    }
    return *beginning == '\0';
}

/* Whether the word behind this option is its value. */
static bool takes_next(const argument_t *options, const char *word)
{
    if (strcmp(word, "-o") == 0 || strcmp(word, "-j") == 0)
        return true;
    for (; options->name && strncmp(word, "--", 2) == 0; options++)
        if (options->takes_value && begins_with(options->name, word + 2))
            return true;
    return false;
}

/* Copies the options and their values, or, if `chosen` is false, all else. Returns how many. */
static int copy_words(char **copy, int argc, char **argv, const argument_t *options, bool chosen)
{
    int count = 0;
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
            continue;
        }
        const bool option = !ended && is_option(argv[i]);
        const bool value = option && i + 1 < argc && takes_next(options, argv[i]);
        if (option == chosen)
            copy[count++] = argv[i];
        if (value && chosen)
            copy[count++] = argv[i + 1];
        i += value;
    }
    return count;
}

int arguments_parse_words(int argc, char **argv, const char *help, argument_t *options,
                          const char **words, int count, const char *needed)
{
    static char end[] = "--"; /* it would be the value of a last option without one */
    if (argc > 1 && is_option(argv[argc - 1]) && takes_next(options, argv[argc - 1]))
        return usage(argv[0], "unknown option, or one without its value");
    char **copy = malloc(((size_t)argc + 2) * sizeof *copy);
    if (!copy) {
        fail(argv[0], "not enough memory");
        return STATUS_BAD_DATA;
    }
    copy[0] = argv[0];
    int used = 1 + copy_words(copy + 1, argc, argv, options, true);
    copy[used++] = end;
    used += copy_words(copy + used, argc, argv, options, false);
    copy[used] = NULL;
    const int status = parse(used, copy, help, options, words, count, needed);
    free(copy);
    return status;
}

const char *argument_cell(uint32_t *cell_um, const char *text)
{
    double mm;
    if (!text_exactly(text, ' ', &mm, 1))
        return "--cell: not a number of millimetres";
    if (!(mm > 0 && mm * 1e3 < OCT9_CELL_UM_MAX + 0.5))
        return "--cell: not between 0.001 and 67108.863 millimetres";
    if (fabs(mm * 1e3 - round(mm * 1e3)) > 1e-6)
        return "--cell: finer than a micrometre";
    *cell_um = (uint32_t)lround(mm * 1e3);
    return NULL;
}

bool argument_whole(uint32_t *number, const char *text, double least, double most)
{
    double value;
    if (!text_exactly(text, ' ', &value, 1) || !(value >= least && value <= most) ||
        fabs(value - round(value)) > 0)
        return false;
    *number = (uint32_t)value;
    return true;
}

bool argument_mm(int32_t *mm, const char *text, size_t count)
{
    double numbers[3];
    if (!text_exactly(text, ',', numbers, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!(numbers[i] >= INT32_MIN && numbers[i] <= INT32_MAX) ||
            fabs(numbers[i] - round(numbers[i])) > 0)
            return false;
        mm[i] = (int32_t)numbers[i];
    }
    return true;
}

const char *argument_heights(int32_t heights[2], const char *text)
{
    if (!argument_mm(heights, text, 2))
        return "--heights are two whole numbers of mm, LOW,HIGH";
    return heights[0] > heights[1] ? "--heights: the low one is above the high one" : NULL;
}

const char *argument_jobs(uint32_t *jobs, const char *text)
{
    return argument_whole(jobs, text, 1, BESIDE_JOBS_MOST) ? NULL : "-j: not from 1 to 1024";
}

const char *argument_origin(int64_t origin_um[3], const char *text)
{
    double metres[3];
    if (!text_exactly(text, ',', metres, 3))
        return "--origin: not three numbers of metres";
    for (unsigned a = 0; a < 3; a++) {
        if (!(fabs(metres[a]) <= SOURCE_FARTHEST_M))
            return "--origin: farther than 1000 km";
        origin_um[a] = um_of_metres(metres[a]);
        if (origin_um[a] % 1000 != 0)
            return "--origin: finer than a millimetre";
    }
    return NULL;
}

const char *state_name(unsigned state)
{
    static const char *const names[] = { "unknown", "free", "occupied" };
    return state < 3 ? names[state] : "?";
}
