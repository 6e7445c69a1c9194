/* SPDX-License-Identifier: MIT */
/* What the commands that ask a map share. */
#define _POSIX_C_SOURCE 200809L

#include "tools/arguments.h"
#include "tools/fail.h"
#include "tools/text.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { OPTIONS_MOST = 8, HELP = OPTIONS_MOST };

int arguments_parse(int argc, char **argv, const char *help, argument_t *options,
                    const char **map)
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
    for (int option; (option = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (option == HELP || option == 'h') {
            fputs(help, stdout);
            return STATUS_GOOD;
        }
        if (option >= count)
            return usage(argv[0], "unknown option, or one without its value");
        options[option].value = optarg ? optarg : "";
    }
    if (optind + 1 != argc)
        return usage(argv[0], "one map is needed");
    *map = argv[optind];
    return -1;
}

const char *state_name(unsigned state)
{
    static const char *const names[] = { "unknown", "free", "occupied" };
    return state < 3 ? names[state] : "?";
}

void leaf_print(const oct9_leaf_t *leaf)
{
    printf("%u %u %u %u %s\n", leaf->corner.x, leaf->corner.y, leaf->corner.z,
           oct9_leaf_size(leaf), state_name(leaf->state));
}

static bool parse_segment(const char *line, segment_t *segment)
{
    double number[6];
    int16_t q6[6];
    const char *rest;
    if (!text_numbers(line, number, 6, &rest) || *rest)
        return false;
    for (unsigned i = 0; i < 6; i++) {
        if (!(number[i] >= INT16_MIN && number[i] <= INT16_MAX) ||
            fabs(number[i] - round(number[i])) > 0)
            return false;
        q6[i] = (int16_t)number[i];
    }
    const segment_t read = { { q6[0], q6[1], q6[2] }, { q6[3], q6[4], q6[5] } };
    *segment = read;
    return true;
}

int segments_read(void (*visit)(const segment_t *segment, void *context), void *context)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &room, stdin)) >= 0;) {
        segment_t segment;
        number++;
        good = strlen(line) == (size_t)length && parse_segment(line, &segment);
        if (good)
            visit(&segment, context);
    }
    free(line);
    if (!good)
        fail("standard input", "line %zu is not six numbers from -32768 to 32767", number);
    else if (ferror(stdin))
        good = fail("standard input", "cannot be read");
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
