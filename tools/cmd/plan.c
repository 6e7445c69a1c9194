/* SPDX-License-Identifier: MIT */
/* oct9 plan: what fits a board, before anything is flashed. */
#define _POSIX_C_SOURCE 200809L

#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/text.h"
#include "tools/plan/plan.h"
#include "tools/source/frame.h"

#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SCANS_CELL_UM = 50000, OPEN_CELL_UM = 40000, WINDOW_M = 8, BUILD_OS = 1 };

static const char help[] =
    "usage: oct9 plan MAP|SCANS... [options]\n"
    "       oct9 plan WORLD [options]\n"
    "       oct9 plan --ram BYTES [options]\n\n"
    "Prints what a map costs in cells of several sizes: the bytes of its image in flash, as\n"
    "baked; the blocks and bytes of a RAM tree; and what checks cost, as measured on each core.\n"
    "MAP: .o9, or what oct9 bake reads. SCANS: what oct9 map reads. Without them: a window in\n"
    "open space. WORLD: .o9w, or the folder of oct9 world: how many of its tiles fit each board,\n"
    "and flash beside it; options are --board, --flash, --ram, --program and --check.\n"
    "  --cell MM           the finest cells; by default the map's own, or for scans 50, or for\n"
    "                      points and meshes the smallest that 512 of them span, or without a\n"
    "                      map 40. Each row after the first has cells of twice the size\n"
    "  --unit UNIT         of points and meshes: m, the default, cm, mm, in, ft\n"
    "  --up AXIS           of points and meshes: z, the default, or y\n"
    "  --window M          also the pool of a robot's own map: what a sensor of 64 beams sees in\n"
    "                      a frame, 4 m ahead, in a cube of M metres about it, at the worst\n"
    "                      place. Without a map it is 8\n"
    "  --sensor N,M,HZ,P   also the table of changes for a map that is sent by radio: N beams of\n"
    "                      M metres, HZ frames and P packets a second\n"
    "  --check NAME        a check; again for another. By default point, cast, fan, sphere,\n"
    "                      swept_sphere, box; there are path, swept_box, obb, clearance, too\n"
    "  --board NAME        whether it all fits this board of boards/, and how much does\n"
    "  --flash BYTES       what your firmware has left for the library and the map\n"
    "  --ram BYTES         what it has left for the window's pool, structs and the calls' stack.\n"
    "                      With either, on the core of --board, by default a Cortex-M4: the plan\n"
    "                      fails unless the finest cells fit, at -Os, and lists what does. Of a\n"
    "                      world all tiles must fit the flash; without --flash, those of all "
    "slots\n"
    "                      the RAM\n"
    "  --program BYTES     flash that your own program takes there, beside the library: 0 by\n"
    "                      default\n"
    "  --help\n";

typedef struct {
    uint32_t cell_um;                       /* 0: not said */
    bool checks_said, frame_said, map_said; /* map_said: an option that a world does not have */
} options_t;

/* The parsers answer NULL, or what is wrong. */
static const char *parse_window(plan_t *plan, const char *text)
{
    return text_exactly(text, ' ', &plan->window_m, 1) && plan->window_m > 0 &&
                   plan->window_m <= SOURCE_FARTHEST_M
             ? NULL
             : "--window: not a number of metres above 0";
}

static const char *parse_sensor(plan_t *plan, const char *text)
{
    double number[4];
    if (!text_exactly(text, ',', number, 4))
        return "--sensor: not four numbers: beams, metres, frames and packets a second";
    for (unsigned i = 0; i < 4; i++)
        if (!(number[i] > 0 && number[i] <= PLAN_SENSOR_MOST))
            return "--sensor: a number is not above 0, or above 1000000";
    plan->sensor.beams = number[0];
    plan->sensor.range_m = number[1];
    plan->sensor.frames = number[2] > number[3] ? ceil(number[2] / number[3]) : 1;
    return NULL;
}

static const char *parse_check(plan_t *plan, const char *name)
{
    for (unsigned i = 0; i < figures_check_count; i++)
        if (strcmp(figures_check[i].name, name) == 0) {
            plan->check[i] = true;
            return NULL;
        }
    return "--check: no such check (oct9 plan --help lists them)";
}

static const char *parse_board(plan_t *plan, const char *name)
{
    for (unsigned i = 0; i < figures_board_count; i++)
        if (strcmp(figures_board[i].name, name) == 0) {
            plan->board = &figures_board[i];
            return NULL;
        }
    return "--board: no such board in boards/";
}

static const char *parse_left(int64_t *left, const char *text, const char *wrong)
{
    uint32_t bytes;
    if (!argument_whole(&bytes, text, 0, INT32_MAX))
        return wrong;
    *left = bytes;
    return NULL;
}

static const char *take_option(options_t *options, plan_t *plan, int option, const char *value)
{
    options->map_said = options->map_said || strchr("cuaws", option);
    switch (option) {
    case 'c': return argument_cell(&options->cell_um, value);
    case 'u': options->frame_said = true; return source_frame_unit(&plan->source.frame, value);
    case 'a': options->frame_said = true; return source_frame_up(&plan->source.frame, value);
    case 'w': return parse_window(plan, value);
    case 's': return parse_sensor(plan, value);
    case 'k': options->checks_said = true; return parse_check(plan, value);
    case 'b': return parse_board(plan, value);
    case 'f': return parse_left(&plan->flash, value, "--flash: not a whole number of bytes");
    case 'r': return parse_left(&plan->ram, value, "--ram: not a whole number of bytes");
    case 'p':
        return argument_whole(&plan->program, value, 0, INT32_MAX)
                 ? NULL
                 : "--program: not a whole number of bytes";
    default: return "unknown option, or one without its value";
    }
}

/* What the caller has left stands as a board, of which the calls' stack is all that is reserved. */
static void take_left(plan_t *plan)
{
    const figures_core_t *core = figures_core;
    plan->judges_map = plan->flash >= 0 || (plan->board && plan->ram < 0);
    plan->judges_ram = plan->ram >= 0 || (plan->board && plan->flash < 0);
    if (plan->flash < 0 && plan->ram < 0)
        return;
    while (strcmp(core->name, "Cortex-M4") != 0)
        core++;
    if (plan->board)
        plan->left = *plan->board;
    else
        plan->left.core = core;
    plan->left.name = "what is left";
    plan->left.flash = plan->flash < 0 ? 0 : (uint32_t)plan->flash;
    plan->left.ram = plan->ram < 0 ? 0 : (uint32_t)plan->ram;
    plan->left.stack = plan_stack(plan, plan->left.core);
    plan->board = &plan->left;
}

static void choose_checks(plan_t *plan)
{
    static const char *const usual[] = { "point", "cast", "fan", "sphere", "swept_sphere", "box" };
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++)
        parse_check(plan, usual[i]);
}

static bool is_image(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".o9") == 0;
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, plan_t *plan, int argc, char **argv)
{
    static const struct option table[] = {
        { "unit", required_argument, NULL, 'u' },   { "up", required_argument, NULL, 'a' },
        { "cell", required_argument, NULL, 'c' },   { "window", required_argument, NULL, 'w' },
        { "sensor", required_argument, NULL, 's' }, { "check", required_argument, NULL, 'k' },
        { "board", required_argument, NULL, 'b' },  { "flash", required_argument, NULL, 'f' },
        { "ram", required_argument, NULL, 'r' },    { "program", required_argument, NULL, 'p' },
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 }
    };
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_GOOD;
        }
        const char *wrong = take_option(options, plan, option, optarg);
        if (wrong)
            return usage("plan", "%s", wrong);
    }
    if (optind == argc && plan->ram < 0)
        return usage("plan", "a map or scans are needed, or --ram");
    if (optind < argc && options->map_said && plan_world_is(argv[optind]))
        return usage("plan", "a world takes --board, --flash, --ram, --program and --check alone");
    if (optind == argc && plan->flash >= 0)
        return usage("plan", "--flash needs a map or scans");
    if (options->frame_said &&
        (optind == argc || is_image(argv[optind]) || inputs_are(argv[optind])))
        return usage("plan", "--unit and --up are for points and meshes");
    if (!options->checks_said)
        choose_checks(plan);
    if (optind == argc && !(plan->window_m > 0))
        plan->window_m = WINDOW_M;
    return -1;
}

static bool read_image(plan_t *plan)
{
    return map_file_open(&plan->file, plan->path) &&
           plan_source_of_map(&plan->source, plan->from_um, plan->path, &plan->file.map,
                              &plan->file.image.frame);
}

static bool read_paths(plan_t *plan, char **paths, int count)
{
    if (count == 0)
        return true;
    plan->path = paths[0];
    if (plan_world_is(paths[0]) && count == 1)
        return plan_world_read(&plan->world, paths[0]);
    if (inputs_are(paths[0]))
        return inputs_read(&plan->inputs, paths, count);
    if (count > 1)
        return fail(paths[1], "is one more map: only scans may be several");
    if (is_image(paths[0]))
        return read_image(plan);
    if (!source_read(&plan->source, paths[0]))
        return false;
    source_frame_print(&plan->source);
    return true;
}

static uint32_t finest_cell(const plan_t *plan)
{
    if (!plan->path)
        return OPEN_CELL_UM;
    if (plan->inputs.input)
        return SCANS_CELL_UM;
    if (plan->source.kind == SOURCE_LEAVES)
        return plan->source.cell_um;
    const box_um_t box = source_bounds(&plan->source);
    const uint32_t um = placement_smallest_cell_um(&box);
    return um != 0 ? um : OCT9_CELL_UM_MAX;
}

/* Says what does not fit of what was asked: all of it, in the finest cells. */
static bool finest_fits(const plan_t *plan)
{
    const plan_row_t *row = &plan->row[0];
    const char *name = plan->path ? plan->path : "a window";
    if (plan->flash < 0 && plan->ram < 0)
        return true;
    const plan_room_t room = plan_room(plan, BUILD_OS);
    if (!plan_map_fits(plan, row, BUILD_OS))
        return fail(name,
                    "does not fit in cells of %g mm: %" PRId64 " bytes of flash are left for it",
                    row->cell_um / 1e3, room.flash);
    return plan_ram_fits(plan, row, BUILD_OS) ||
           fail(name,
                "does not fit in cells of %g mm: %" PRId64 " bytes of RAM are left for its pool",
                row->cell_um / 1e3, plan_pool_room(plan, row, BUILD_OS));
}

/* The same of a world. */
static bool world_fits(const plan_t *plan)
{
    if (plan->flash < 0 && plan->ram < 0)
        return true;
    const plan_room_t room = plan_room(plan, BUILD_OS);
    if (!plan_world_fits_flash(plan, BUILD_OS))
        return fail(plan->path, "does not fit: %" PRId64 " bytes of flash are left for its tiles",
                    room.flash);
    return plan_world_fits_ram(plan, BUILD_OS) ||
           fail(plan->path, "does not fit: %" PRId64 " bytes of RAM are left for %s", room.ram,
                plan->judges_map ? "your program" : "its slots' tiles");
}

static bool plan_it(plan_t *plan, const options_t *options)
{
    take_left(plan);
    if (plan->world.tiles) {
        plan_print_world(plan);
        return world_fits(plan);
    }
    return plan_rows(plan, options->cell_um ? options->cell_um : finest_cell(plan)) &&
           plan_print(plan) && finest_fits(plan);
}

int cmd_plan(int argc, char **argv)
{
    options_t options = { .cell_um = 0 };
    plan_t plan = { .flash = -1,
                    .ram = -1,
                    .check = calloc(figures_check_count, sizeof *plan.check) };
    int status = plan.check ? parse(&options, &plan, argc, argv) : STATUS_BAD_DATA;
    if (status < 0)
        status = read_paths(&plan, argv + optind, argc - optind) && plan_it(&plan, &options)
                   ? STATUS_GOOD
                   : STATUS_BAD_DATA;
    plan_free(&plan);
    return status;
}
