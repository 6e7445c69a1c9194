/* SPDX-License-Identifier: MIT */
/* What the commands that ask a map share. */
#include "tools/arguments.h"
#include "tools/fail.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

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

void leaf_print_words(const oct9_leaf_t *leaf)
{
    printf("%u %u %u %u %s", leaf->corner.x, leaf->corner.y, leaf->corner.z,
           oct9_leaf_size(leaf), state_name(leaf->state));
}

void leaf_print(const oct9_leaf_t *leaf)
{
    leaf_print_words(leaf);
    printf("\n");
}
