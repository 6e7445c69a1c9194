/* SPDX-License-Identifier: MIT */
/* Tiles side by side: a process each. */
#define _POSIX_C_SOURCE 200809L

#include "tools/world/run.h"
#include "tools/beside.h"
#include "tools/progress.h"
#include "tools/world/tile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/* What the processes bake. */
typedef struct {
    const world_plan_t *plan;
    const folder_path_t *folder;
    const tiles_t *tiles;
} baking_t;

static bool bake_one(void *context, size_t number, FILE *file)
{
    const baking_t *const baking = context;
    (void)file;
    const size_t part = world_plan_find(baking->plan, tile_of_key(baking->tiles->keys[number]));
    return tile_bake(baking->plan, part, baking->folder);
}

bool run_tiles(const world_plan_t *plan, const folder_path_t *folder, const tiles_t *tiles,
               uint32_t jobs)
{
    baking_t baking = { plan, folder, tiles };
    const beside_t beside = { .name = "baking tiles",
                              .count = tiles->count,
                              .jobs = jobs,
                              .work = bake_one,
                              .context = &baking };
    return beside_run(&beside);
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
