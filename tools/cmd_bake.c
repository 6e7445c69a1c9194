/* SPDX-License-Identifier: MIT */
/* oct9 bake: from a foreign map to a map image. */
#include "tools/arguments.h"
#include "tools/bake_source.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/fill.h"
#include "tools/map_file.h"
#include "tools/output.h"
#include "tools/source_pose.h"
#include "tools/text.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *in, *out;
    uint32_t cell_um; /* 0: not said */
    box_um_t crop;
    source_pose_t pose;
    bool cropped, posed, two_state;
} options_t;

static const char help[] =
    "usage: oct9 bake IN -o OUT.o9 [options]\n\n"
    "IN: .bt .ot (OctoMap); .ply .stl .obj (meshes, or points where there are no faces);\n"
    ".xyz .pcd (points). Meshes and points are in metres; numbers in a text are decimal, as 1.5,\n"
    "with blanks between them. What is not as its kind of file must be is refused. A face that\n"
    "crosses itself or is not flat is filled larger, with a warning. Points that are no finite\n"
    "numbers are left out and counted. A point on a face belongs to the cell above it.\n"
    "  -o, --output OUT    the image; OUT.c: the image as a C array, oct9_map_OUT\n"
    "  --cell MM           a cell's edge, a fraction like 62.5 too; OctoMap's own by default\n"
    "  --crop=X0,Y0,Z0,X1,Y1,Z1   only the cells that overlap this box, in metres\n"
    "  --pose=X,Y,Z,ROLL,PITCH,YAW   turn points or a mesh about 0, by degrees about x, then y,\n"
    "                      then z, and move it, by metres, before all else\n"
    "  --two-state         take unknown space for free\n"
    "  --help\n";

/* NULL, or what is wrong with it. */
static const char *parse_crop(box_um_t *crop, const char *text)
{
    double metres[6];
    if (!text_exactly(text, ',', metres, 6))
        return "--crop: not six numbers of metres";
    for (unsigned a = 0; a < 3; a++) {
        if (!(fabs(metres[a]) <= SOURCE_FARTHEST_M && fabs(metres[a + 3]) <= SOURCE_FARTHEST_M))
            return "--crop: farther than 1000 km";
        crop->lo[a] = um_below(metres[a]);
        crop->hi[a] = um_above(metres[a + 3]);
        if (crop->lo[a] >= crop->hi[a])
            return "--crop: empty or inside out";
    }
    return NULL;
}

/* NULL, or what is wrong. */
static const char *take_option(options_t *options, int option, const char *value)
{
    switch (option) {
    case 'o': options->out = value; return NULL;
    case 'c': return argument_cell(&options->cell_um, value);
    case 'b': options->cropped = true; return parse_crop(&options->crop, value);
    case 'p': options->posed = true; return source_pose_parse(&options->pose, value);
    case 't': options->two_state = true; return NULL;
    default: return "unknown option, or one without its value";
    }
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv)
{
    static const struct option table[] = { { "output", required_argument, NULL, 'o' },
                                           { "cell", required_argument, NULL, 'c' },
                                           { "crop", required_argument, NULL, 'b' },
                                           { "pose", required_argument, NULL, 'p' },
                                           { "two-state", no_argument, NULL, 't' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    memset(options, 0, sizeof *options);
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "o:h", table, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_GOOD;
        }
        const char *wrong = take_option(options, option, optarg);
        if (wrong)
            return usage("bake", "%s", wrong);
    }
    if (optind + 1 != argc)
        return usage("bake", "one input is needed");
    if (!options->out)
        return usage("bake", "an output is needed: -o OUT.o9");
    options->in = argv[optind];
    return -1;
}

static bool choose_cell(options_t *options, const source_t *source)
{
    if (source->kind != SOURCE_LEAVES)
        return options->cell_um != 0 ? true
                                     : fail(options->in, "does not say its cells: say --cell MM");
    if (options->cell_um == 0)
        options->cell_um = source->cell_um;
    if (options->cell_um / RESAMPLE_RATIO_MOST > source->cell_um)
        return fail(options->in, "has cells of %g mm: --cell may be 1000 times as long at most",
                    source->cell_um / 1e3);
    return true;
}

static bool choose_box(box_um_t *box, const options_t *options, const source_t *source)
{
    *box = source_bounds(source);
    for (unsigned a = 0; options->cropped && a < 3; a++) {
        if (options->crop.lo[a] > box->lo[a])
            box->lo[a] = options->crop.lo[a];
        if (options->crop.hi[a] < box->hi[a])
            box->hi[a] = options->crop.hi[a];
        if (box->lo[a] >= box->hi[a])
            return fail(options->in, "has nothing inside the --crop");
    }
    return true;
}

static bool bake(options_t *options, source_t *source)
{
    box_um_t box;
    placement_t placement;
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (!source_read(source, options->in) || !choose_cell(options, source) ||
        (options->posed && !source_pose_take(source, options->in, &options->pose)) ||
        !choose_box(&box, options, source) ||
        !placement_find(&placement, options->in, &box, options->cell_um) ||
        !bake_source(&placement, options->in, source, options->two_state, &bytes, &size))
        return false;
    const bool good = map_file_write(options->out, bytes, size);
    free(bytes);
    return good;
}

int cmd_bake(int argc, char **argv)
{
    options_t options;
    source_t source;
    const int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    memset(&source, 0, sizeof source);
    const bool good = output_check(options.out, options.in) && bake(&options, &source);
    source_free(&source);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
