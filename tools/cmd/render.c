/* SPDX-License-Identifier: MIT */
/* oct9 render: one picture of a map, with routes, rays and places in it. */
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/output.h"
#include "tools/format/text.h"
#include "tools/picture/sheet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *map, *out;
    const char *height;    /* NULL: the default */
    const char **overlays; /* room for all arguments */
    int overlay_count;
    bool help;
} options_t;

static const char help[] =
    "usage: oct9 render MAP -o OUT.png [--height M] [--overlay FILE]...\n"
    "\n"
    "Draws a map image: a plan, slices along all axes, and a cutaway.\n"
    "\n"
    "  -o OUT.png      the picture\n"
    "  --height M      the middle of the plan's band of heights, and the height of the slice:\n"
    "                  metres above the lowest floor, default 1.1\n"
    "  --overlay FILE  draws the items of FILE, one a line: route x y z [x y z ...],\n"
    "                  ray x0 y0 z0 x1 y1 z1, hit x y z, pose x y z (all in sub-cells, 64 to a\n"
    "                  cell, the cube's from -16384 on), blocked x y z size (in cells)\n";

/* NULL, or what is wrong with the arguments. */
static const char *read_options(options_t *options, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const bool value = i + 1 < argc;
        if (strcmp(argv[i], "-o") == 0 && value)
            options->out = argv[++i];
        else if (strcmp(argv[i], "--height") == 0 && value)
            options->height = argv[++i];
        else if (strcmp(argv[i], "--overlay") == 0 && value)
            options->overlays[options->overlay_count++] = argv[++i];
        else if (strcmp(argv[i], "--help") == 0)
            options->help = true;
        else if (argv[i][0] == '-')
            return "an unknown option, or one without its value";
        else if (options->map)
            return "more than one map";
        else
            options->map = argv[i];
    }
    return options->help ? NULL : !options->map ? "no map" : !options->out ? "no -o" : NULL;
}

static bool read_overlay(overlay_t *overlay, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(path, "%s", strerror(errno));
    unsigned long line;
    const char *cause;
    const bool good = overlay_read(overlay, file, &line, &cause);
    fclose(file);
    if (good)
        return true;
    return line > 0 ? fail(path, "line %lu: %s", line, cause) : fail(path, "%s", cause);
}

static bool render(const options_t *options, const double *height_m, overlay_t *overlay)
{
    map_file_t map;
    if (!map_file_open(&map, options->map))
        return false;
    bool good = true;
    for (int i = 0; good && i < options->overlay_count; i++)
        good = read_overlay(overlay, options->overlays[i]);
    const sheet_input_t sheet = { options->map, &map, overlay, height_m, options->out };
    good = good && sheet_write(&sheet);
    map_file_close(&map);
    return good;
}

static bool spares_inputs(const options_t *options)
{
    bool good = output_check(options->out, options->map);
    for (int i = 0; good && i < options->overlay_count; i++)
        good = output_check(options->out, options->overlays[i]);
    return good;
}

static int run(options_t *options, overlay_t *overlay, int argc, char **argv)
{
    const char *wrong = read_options(options, argc, argv), *height = options->height;
    double height_m;
    if (wrong)
        return usage("render", "%s", wrong);
    if (options->help)
        return fputs(help, stdout) < 0 ? STATUS_BAD_DATA : STATUS_GOOD;
    if (height && !text_exactly(height, ' ', &height_m, 1))
        return usage("render", "--height %s: not a number of metres", height);
    const bool good = spares_inputs(options) && render(options, height ? &height_m : NULL, overlay);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}

int cmd_render(int argc, char **argv)
{
    options_t options = { .overlays = malloc(((size_t)argc + 1) * sizeof(char *)) };
    overlay_t overlay = { 0 };
    if (!options.overlays) {
        fail("render", "not enough memory");
        return STATUS_BAD_DATA;
    }
    const int status = run(&options, &overlay, argc, argv);
    free(options.overlays);
    overlay_free(&overlay);
    return status;
}
