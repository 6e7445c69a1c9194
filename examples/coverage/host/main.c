/* SPDX-License-Identifier: MIT */
/* coverage OUT.png: reads what the board printed (examples/coverage/main.c), compares its totals
 * with those of the same looks on the host, prints the board's table and draws the plan. */
#include "examples/coverage/host/plan.h"
#include "tools/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static survey_t survey;
static plan_look_t looks[SURVEY_POSES];

/* Whole numbers to the line's end: false unless there are so many. */
static bool numbers(const char *text, uint32_t *values, size_t count)
{
    char *end;
    for (size_t i = 0; i < count; i++) {
        values[i] = (uint32_t)strtoul(text, &end, 10);
        if (end == text)
            return false;
        text = end;
    }
    return text[strspn(text, " \r\n")] == 0;
}

static bool add_leaf(plan_look_t *look, const uint32_t v[5])
{
    plan_leaf_t *leaves = realloc(look->leaves, (look->count + 1) * sizeof *leaves);
    if (!leaves)
        return false;
    look->leaves = leaves;
    leaves[look->count++] = (plan_leaf_t){ (int)v[0], (int)v[1], (int)v[2], (oct9_state_t)v[3],
                                           v[4] != 0 };
    return true;
}

static bool read_totals(const char *text, totals_t *totals)
{
    uint32_t v[7];
    if (!numbers(text, v, 7))
        return false;
    *totals = (totals_t){ v[0], { v[1], v[2], v[3] }, v[4], v[5], v[6] };
    return true;
}

/* Reads a line that begins with '@'; *next is the number of the pose that comes next. */
static bool read_line(const char *line, uint32_t *next)
{
    plan_look_t *look = *next != 0 ? &looks[*next - 1] : NULL;
    uint32_t v[5];
    if (strncmp(line, "@pose ", 6) == 0)
        return numbers(line + 6, v, 1) && v[0] == (*next)++ && v[0] < SURVEY_POSES;
    if (look && strncmp(line, "@total ", 7) == 0)
        return read_totals(line + 7, &look->totals);
    if (look && strncmp(line, "@depth ", 7) == 0)
        return numbers(line + 7, look->depth_q6, SURVEY_EDGE);
    return look && strncmp(line, "@leaf ", 6) == 0 && numbers(line + 6, v, 5) && add_leaf(look, v);
}

static bool read_board(FILE *file)
{
    char line[1024];
    uint32_t poses = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] != '@')
            fputs(line, stdout);
        else if (!read_line(line, &poses))
            return fail("board", "an unknown line: %s", line);
    return poses == SURVEY_POSES || fail("board", "%u poses instead of %u", poses, SURVEY_POSES);
}

/* Looks again, on the host: all totals must be the same. */
static bool same_here(void)
{
    bool good = survey_begin(&survey) == OCT9_OK;
    for (uint32_t pose = 0; good && pose < SURVEY_POSES; pose++) {
        totals_t totals;
        good = survey_look(&survey, pose) == OCT9_OK &&
               survey_totals(&survey, &totals) == OCT9_OK &&
               memcmp(&totals, &looks[pose].totals, sizeof totals) == 0;
    }
    return good || fail("board", "its totals are not those of the host");
}

static bool draw(const char *path)
{
    const oct9_map_t map = oct9_map_of_tree(&survey.tree);
    picture_t picture;
    if (!plan_draw(&picture, &map, looks))
        return fail(path, "not enough memory");
    const bool good = picture_save(&picture, path);
    picture_free(&picture);
    return good;
}

int main(int argc, char **argv)
{
    const bool good = argc == 2 && read_board(stdin) && same_here() && draw(argv[1]);
    for (unsigned i = 0; i < SURVEY_POSES; i++)
        free(looks[i].leaves);
    return good ? 0 : 1;
}
