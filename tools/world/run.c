/* SPDX-License-Identifier: MIT */
/* Tiles side by side: a process each, which is this program. */
#define _POSIX_C_SOURCE 200809L

#include "tools/world/run.h"
#include "tools/progress.h"
#include "tools/world/tile.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char self[] = "/proc/self/exe";

bool run_list(const world_plan_t *plan, const folder_path_t *folder, tiles_t *tiles)
{
    tile_record_t record;
    tiles->keys = malloc((plan->part_count + 1) * sizeof *tiles->keys);
    if (!tiles->keys)
        return fail(folder->text, "out of memory");
    for (size_t part = 0; part < plan->part_count; part = world_plan_next(plan, part)) {
        progress_show("looking at tiles", part, plan->part_count);
        if (!tile_is_baked(plan, part, folder, &record))
            tiles->keys[tiles->count++] = plan->parts[part].tile;
    }
    progress_end();
    return true;
}

static bool start(const folder_path_t *folder, tile_t tile)
{
    char x[8], y[8], z[8], folder_text[sizeof folder->text];
    char *words[] = {
        (char[]){ "oct9" }, (char[]){ "world" }, (char[]){ "tile" }, folder_text, x, y, z, NULL
    };
    pid_t child;
    memcpy(folder_text, folder->text, sizeof folder_text);
    snprintf(x, sizeof x, "%d", tile.at[0]);
    snprintf(y, sizeof y, "%d", tile.at[1]);
    snprintf(z, sizeof z, "%d", tile.at[2]);
    const int cause = posix_spawn(&child, self, NULL, NULL, words, environ);
    return cause == 0 || fail(self, "cannot be run: %s", strerror(cause));
}

/* Waits for one of them. */
static bool end_one(void)
{
    int status;
    if (wait(&status) < 0)
        return fail("a tile", "cannot be waited for: %s", strerror(errno));
    if (WIFSIGNALED(status))
        return fail("a tile", "was ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == 0; /* it has printed an error otherwise */
}

bool run_tiles(const folder_path_t *folder, const tiles_t *tiles, uint32_t jobs)
{
    size_t begun = 0, ended = 0;
    bool good = true;
    while (ended < begun || (good && begun < tiles->count)) {
        progress_show("baking tiles", ended, tiles->count);
        if (good && begun < tiles->count && begun - ended < jobs) {
            good = start(folder, tile_of_key(tiles->keys[begun]));
            begun += good;
            continue;
        }
        good = end_one() && good;
        ended++;
    }
    progress_end();
    return good;
}

/* In quotes; a quote in it is written outside of them. */
static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

void run_print(const folder_path_t *folder, const tiles_t *tiles)
{
    char program[PATH_MAX + 1];
    const ssize_t length = readlink(self, program, PATH_MAX);
    snprintf(program + (length < 0 ? 0 : length), length < 0 ? sizeof "oct9" : 1, "oct9");
    for (size_t i = 0; i < tiles->count; i++) {
        const tile_t tile = tile_of_key(tiles->keys[i]);
        print_quoted(program);
        printf(" world tile ");
        print_quoted(folder->text);
        printf(" %d %d %d\n", tile.at[0], tile.at[1], tile.at[2]);
    }
}
