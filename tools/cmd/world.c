/* SPDX-License-Identifier: MIT */
/* oct9 world: from foreign maps to the tiles of a world. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/road.h"
#include "tools/cmd/world_patch.h"
#include "tools/fail.h"
#include "tools/progress.h"
#include "tools/world/manifest.h"
#include "tools/world/pack.h"
#include "tools/world/run.h"
#include "tools/world/survey.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* What bake and list have in common. */
#define SOURCES                                                                                 \
    "SOURCE: what oct9 bake reads. A cell is occupied if any source says so, else free if\n"    \
    "any does. Tile (x, y, z) has the 512 cells on each axis from cell 512 * (x, y, z) on.\n"   \
    "  -o, --output DIR    the world's folder: X_Y_Z.o9, an image for each tile of which\n"     \
    "                      something is known, and world.txt, the manifest\n"                   \
    "  --cell MM           a cell's edge, a multiple of 0.125\n"                                \
    "  --origin=X,Y,Z      the low corner of tile (0, 0, 0), in metres that are whole\n"        \
    "                      millimetres; 0,0,0 by default\n"                                     \
    "  --list FILE         more sources: a line is a path, relative to the list's folder,\n"    \
    "                      and behind it those of oct9 bake's options that are for one\n"       \
    "                      source: --unit, --up, --shift=X,Y,Z, --pose, --two-state. Unknown\n" \
    "                      space is taken for free in each tile that the source knows\n"        \
    "                      something of. Blank lines and those with # are skipped\n"

static const char help[] =
    "usage: oct9 world COMMAND ...\n\n"
    "A world is a map larger than the cube: of tiles, each of which is a map image.\n"
    "  bake      bake all tiles that have to be baked\n"
    "  list      print a command for each of them, to run in any order, on any machine\n"
    "  tile      bake one tile\n"
    "  collect   write the manifest when all tiles are baked\n"
    "  pack      make one file of a world\n"
    "  road      bake a road map of a world\n"
    "  diff      write the patches that change a world, or a map image, in flash\n"
    "  patch     apply a patch\n\n"
    "oct9 world COMMAND --help explains it.\n";

static const char help_bake[] =
    "usage: oct9 world bake SOURCE... -o DIR --cell MM [options]\n\n"
    "Bakes a world. When it runs again, after it was ended or after a source has changed,\n"
    "it bakes only the tiles that are missing, damaged or made from something else.\n" SOURCES
    "  -j N                N tiles at a time, 1 by default; each takes about 100 MB of RAM\n"
    "                      and what the OctoMaps' leaves in it need\n"
    "  --help\n";

static const char help_list[] =
    "usage: oct9 world list DIR\n"
    "       oct9 world list SOURCE... -o DIR --cell MM [options]\n\n"
    "Prints a shell command for each tile that has to be baked. They do not depend on one\n"
    "another: run them by sh, GNU parallel or a Slurm array, on machines that share the\n"
    "folder; then oct9 world collect. With sources it plans before.\n" SOURCES "  --help\n";

static const char help_tile[] = "usage: oct9 world tile DIR X Y Z\n\n"
                                "Bakes one tile, by the plan that is in the folder.\n";

static const char help_collect[] =
    "usage: oct9 world collect DIR\n\n"
    "Writes the manifest, world.txt, when all tiles of the plan are baked, and removes the\n"
    "files of tiles that the plan does not have. A line is tile X Y Z BYTES CRC HASH.\n";

static const char help_pack[] =
    "usage: oct9 world pack DIR -o OUT.o9w\n\n"
    "Makes one file of all tiles of the manifest, when each is as the manifest says.\n"
    "  -o, --output OUT    the world\n";

typedef struct {
    const char *out, *list;
    char **sources;
    int source_count;
    uint32_t jobs;
    world_plan_t plan;
} options_t;

/* --- bake and list ----------------------------------------------------------------------- */

static const char *take_cell(options_t *options, const char *value)
{
    uint32_t *const cell_um = &options->plan.frame.cell_um;
    const char *wrong = argument_cell(cell_um, value);
    return wrong                                   ? wrong
         : *cell_um % WORLD_FILE_CELL_STEP_UM != 0 ? "--cell: no multiple of 0.125 millimetres"
                                                   : NULL;
}

static const char *take_origin(options_t *options, const char *value)
{
    int64_t origin_um[3];
    const char *wrong = argument_origin(origin_um, value);
    for (unsigned a = 0; !wrong && a < 3; a++)
        options->plan.frame.origin_mm[a] = (int32_t)(origin_um[a] / 1000);
    return wrong;
}

static const char *take_option(options_t *options, int option, const char *value)
{
    switch (option) {
    case 'o': options->out = value; return NULL;
    case 'c': return take_cell(options, value);
    case 'p': return take_origin(options, value);
    case 'l': options->list = value; return NULL;
    case 'j': return argument_jobs(&options->jobs, value);
    default: return "unknown option, or one without its value";
    }
}

/* NULL, or what is wrong with all of them. */
static const char *check_options(const options_t *options)
{
    return !options->out                                ? "a folder is needed: -o DIR"
         : options->plan.frame.cell_um == 0             ? "a cell is needed: --cell MM"
         : options->source_count == 0 && !options->list ? "a source is needed"
                                                        : NULL;
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv, const char *explained,
                 const char *shorts)
{
    static const struct option table[] = {
        { "output", required_argument, NULL, 'o' }, { "cell", required_argument, NULL, 'c' },
        { "origin", required_argument, NULL, 'p' }, { "list", required_argument, NULL, 'l' },
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 }
    };
    memset(options, 0, sizeof *options);
    options->jobs = 1;
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, shorts, table, NULL)) != -1;) {
        if (option == 'h') {
            fputs(explained, stdout);
            return STATUS_GOOD;
        }
        const char *wrong = take_option(options, option, optarg);
        if (wrong)
            return usage(argv[0], "%s", wrong);
    }
    options->sources = argv + optind;
    options->source_count = argc - optind;
    return -1;
}

static bool make_plan(options_t *options, folder_path_t *folder)
{
    world_plan_t *const plan = &options->plan;
    for (int i = 0; i < options->source_count; i++)
        if (!survey_add(plan, options->sources[i]))
            return false;
    if (options->list && !survey_add_list(plan, options->list))
        return false;
    if (plan->source_count == 0)
        return fail(options->list, "names no source");
    return folder_make(folder, options->out) && survey(plan, folder) &&
           world_plan_write(plan, folder);
}

static void print_sources(const world_plan_t *plan)
{
    for (size_t i = 0; i < plan->source_count; i++) {
        const world_plan_source_t *const source = &plan->sources[i];
        double span[3];
        size_t tiles = 0;
        for (unsigned a = 0; a < 3; a++)
            span[a] = (double)(source->box.hi[a] - source->box.lo[a]) / 1e6;
        for (size_t part = 0; part < plan->part_count; part++)
            tiles += plan->parts[part].source == i;
        printf("source  %s: %.4g x %.4g x %.4g m, %zu tiles\n", source->path, span[0], span[1],
               span[2], tiles);
    }
}

static bool collect(const world_plan_t *plan, const folder_path_t *folder)
{
    manifest_t manifest = { 0 };
    unsigned long long bytes = 0;
    const bool good = manifest_collect(&manifest, plan, folder);
    for (size_t i = 0; i < manifest.count; i++)
        bytes += manifest.tiles[i].record.bytes;
    if (good)
        printf("world   %zu tiles, %llu bytes\n", manifest.count, bytes);
    manifest_free(&manifest);
    return good;
}

static bool bake(options_t *options)
{
    folder_path_t folder;
    tiles_t tiles = { NULL, 0 };
    bool good = make_plan(options, &folder);
    if (good) {
        print_sources(&options->plan);
        good = run_list(&options->plan, &folder, &tiles) && printed() &&
               run_tiles(&options->plan, &folder, &tiles, options->jobs);
    }
    if (good)
        printf("baked   %zu tiles\n", tiles.count);
    tiles_free(&tiles);
    return good && collect(&options->plan, &folder);
}

static int cmd_world_bake(int argc, char **argv)
{
    options_t options;
    const int status = parse(&options, argc, argv, help_bake, "o:j:h");
    const char *wrong = status < 0 ? check_options(&options) : NULL;
    if (wrong)
        return usage(argv[0], "%s", wrong);
    const bool good = status >= 0 || bake(&options);
    world_plan_free(&options.plan);
    return status >= 0 ? status : good ? STATUS_GOOD : STATUS_BAD_DATA;
}

/* A folder alone has its plan. */
static bool list(options_t *options)
{
    folder_path_t folder;
    tiles_t tiles = { NULL, 0 };
    bool good = options->out ? make_plan(options, &folder)
                             : folder_find(&folder, options->sources[0]) &&
                                   world_plan_read(&options->plan, &folder);
    good = good && run_list(&options->plan, &folder, &tiles);
    if (good)
        run_print(&folder, &tiles);
    tiles_free(&tiles);
    return good;
}

static int cmd_world_list(int argc, char **argv)
{
    options_t options;
    const int status = parse(&options, argc, argv, help_list, "o:h");
    if (status >= 0)
        return status;
    const bool planned = !options.out && !options.list && options.plan.frame.cell_um == 0 &&
                         options.source_count == 1;
    const char *wrong = planned ? NULL : check_options(&options);
    if (wrong)
        return usage(argv[0], "%s", wrong);
    const bool good = list(&options);
    world_plan_free(&options.plan);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}

/* --- tile, collect and pack -------------------------------------------------------------- */

static bool bake_tile(const char *const words[4], tile_t tile)
{
    folder_path_t folder;
    world_plan_t plan;
    memset(&plan, 0, sizeof plan);
    bool good = folder_find(&folder, words[0]) && world_plan_read(&plan, &folder);
    const size_t part = world_plan_find(&plan, tile);
    if (good && part == plan.part_count)
        good = fail(words[0], "no source of its plan touches tile %s %s %s", words[1], words[2],
                    words[3]);
    good = good && tile_bake(&plan, part, &folder);
    world_plan_free(&plan);
    return good;
}

static int cmd_world_tile(int argc, char **argv)
{
    argument_t options[] = { { 0 } };
    const char *words[4];
    tile_t tile;
    const int status = arguments_parse_words(argc, argv, help_tile, options, words, 4,
                                             "a folder and a place are needed: DIR X Y Z");
    if (status >= 0)
        return status;
    for (unsigned a = 0; a < 3; a++) {
        uint32_t number;
        const bool below = words[a + 1][0] == '-';
        if (!argument_whole(&number, words[a + 1] + below, 0, below ? 32768 : 32767))
            return usage(argv[0], "X, Y and Z are whole numbers from -32768 to 32767");
        tile.at[a] = (int16_t)(below ? -(int32_t)number : (int32_t)number);
    }
    warn_no_more();
    progress_no_more();
    return bake_tile(words, tile) ? STATUS_GOOD : STATUS_BAD_DATA;
}

static int cmd_world_collect(int argc, char **argv)
{
    argument_t options[] = { { 0 } };
    const char *word;
    folder_path_t folder;
    world_plan_t plan;
    const int status = arguments_parse_words(argc, argv, help_collect, options, &word, 1,
                                             "a folder is needed");
    if (status >= 0)
        return status;
    memset(&plan, 0, sizeof plan);
    const bool good = folder_find(&folder, word) && world_plan_read(&plan, &folder) &&
                      collect(&plan, &folder);
    world_plan_free(&plan);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}

static int cmd_world_pack(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { 0 } };
    const char *word;
    folder_path_t folder;
    const int status = arguments_parse_words(argc, argv, help_pack, options, &word, 1,
                                             "a folder is needed");
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage(argv[0], "an output is needed: -o OUT.o9w");
    return folder_find(&folder, word) && pack(&folder, options[0].value) ? STATUS_GOOD
                                                                         : STATUS_BAD_DATA;
}

int cmd_world(int argc, char **argv)
{
    static struct {
        const char *name;
        int (*run)(int argc, char **argv);
        char shown[16];
    } commands[] = {
        { "bake", cmd_world_bake, "world bake" }, { "list", cmd_world_list, "world list" },
        { "tile", cmd_world_tile, "world tile" }, { "collect", cmd_world_collect, "world collect" },
        { "pack", cmd_world_pack, "world pack" }, { "road", cmd_world_road, "world road" },
        { "diff", cmd_world_diff, "world diff" }, { "patch", cmd_world_patch, "world patch" }
    };
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return STATUS_GOOD;
    }
    for (size_t i = 0; argc >= 2 && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            argv[1] = commands[i].shown;
            return commands[i].run(argc - 1, argv + 1);
        }
    return usage("world", "bake, list, tile, collect, pack, road, diff or patch is needed");
}
