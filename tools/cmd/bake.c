/* SPDX-License-Identifier: MIT */
/* oct9 bake: from a foreign map to a map image. */
#define _POSIX_C_SOURCE 200809L

#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/format/text.h"
#include "tools/source/bake_source.h"
#include "tools/source/fill.h"
#include "tools/source/frame.h"
#include "tools/source/taking.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *in, *out;
    uint32_t cell_um; /* 0: not said */
    box_um_t crop;
    taking_t taking;
    bool cropped;
    char *beside; /* the text beside the image, with the shift */
} options_t;

static const char help[] =
    "usage: oct9 bake IN -o OUT.o9 [options]\n\n"
    "IN: .bt .ot (OctoMap); .ply .stl .obj (meshes, or points where there are no faces);\n"
    ".xyz .pcd (points). Numbers in a text are decimal, as 1.5, with blanks between them. What is\n"
    "not as its kind of file must be is refused. A face that crosses itself or is not flat is\n"
    "filled larger, with a warning. Points that are no finite numbers are left out and counted.\n"
    "A point on a face belongs to the cell above it.\n"
    "  -o, --output OUT    the image; OUT.c: the image as a C array, oct9_map_OUT\n"
    "  --cell MM           a cell's edge, a fraction like 62.5 too; OctoMap's own by default\n"
    "  --crop=X0,Y0,Z0,X1,Y1,Z1   only the cells that overlap this box, in metres\n"
    "  --unit UNIT         of points and meshes: m, the default, cm, mm, in, ft (0.3048 m)\n"
    "  --up AXIS           of points and meshes, which axis is up: z, the default, or y: a point\n"
    "                      x y z becomes x -z y\n"
    "  --shift=X,Y,Z       move points or a mesh, by metres that are whole cells: what is beyond\n"
    "                      1000 km, as northings are, comes near. auto: its low corner goes to\n"
    "                      cell 0. OUT.shift has the numbers that undo it\n"
    "  --pose=X,Y,Z,ROLL,PITCH,YAW   then turn it about 0, by degrees about x, then y, then z,\n"
    "                      and move it, by metres, before all else\n"
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
    default: return taking_option(&options->taking, option, value);
    }
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv)
{
    static const struct option table[] = {
        { "output", required_argument, NULL, 'o' }, { "cell", required_argument, NULL, 'c' },
        { "crop", required_argument, NULL, 'b' },   TAKING_OPTIONS,
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 }
    };
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
    if (options->cell_um != 0 && !source_frame_whole(&options->taking.frame, options->cell_um))
        return usage("bake", "--shift: no whole number of cells of %.9g mm",
                     options->cell_um / 1e3);
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
    return resample_check(source, options->in, options->cell_um);
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

/* The source as the options take it. */
static bool take_source(options_t *options, source_t *source)
{
    source->frame = options->taking.frame;
    if (!source_read(source, options->in) || !choose_cell(options, source) ||
        !source_frame_find(source, options->in, options->cell_um))
        return false;
    source_frame_print(source);
    options->taking.frame = source->frame;
    return !options->taking.posed || source_pose_take(source, options->in, &options->taking.pose);
}

/* The text beside the image is written where there is a shift, and where one of an earlier map is:
 * nobody shall undo what was not done. */
static bool write_map(const options_t *options, const unsigned char *bytes, size_t size)
{
    char text[SOURCE_FRAME_TEXT];
    if (!options->taking.shifted && access(options->beside, F_OK) != 0)
        return map_file_write(options->out, bytes, size);
    const int64_t *const shift = options->taking.frame.shift_um;
    const uint32_t crc = bytes[4] | (uint32_t)bytes[5] << 8 | (uint32_t)bytes[6] << 16 |
                         (uint32_t)bytes[7] << 24;
    source_frame_text(text, &options->taking.frame,
                      options->taking.posed ? &options->taking.pose : NULL, crc);
    printf("shift   %.6f %.6f %.6f m: %s\n", (double)shift[0] / 1e6, (double)shift[1] / 1e6,
           (double)shift[2] / 1e6, options->beside);
    return map_file_write_with(options->out, bytes, size, options->beside, text);
}

static unsigned long long occupied_cells(const source_t *source)
{
    unsigned long long cells = 0;
    for (size_t i = 0; i < source->count; i++) {
        const unsigned long long size = (unsigned long long)source->leaves[i].size;
        cells += source->leaves[i].occupied ? size * size * size : 0;
    }
    return cells;
}

/* A cell is occupied that overlaps an occupied one: where cells lie across those of the file, an
 * obstacle grows. An origin is a whole millimetre, and may be no multiple of the file's cells. */
static void warn_across(const options_t *options, const placement_t *placement,
                        const source_t *source, unsigned long occupied)
{
    if (resample_across(placement, source))
        warn(options->in,
             "cells of %.9g mm lie across those of the file, of %.9g mm: obstacles grow by up to a "
             "cell, from %llu occupied cells to %lu",
             placement->cell_um / 1e3, source->cell_um / 1e3, occupied_cells(source), occupied);
}

static bool bake(options_t *options, source_t *source)
{
    box_um_t box;
    placement_t placement;
    unsigned char *bytes = NULL;
    unsigned long occupied = 0;
    size_t size = 0;
    if (!take_source(options, source) || !choose_box(&box, options, source) ||
        !placement_find(&placement, options->in, &box, options->cell_um) ||
        !bake_source(&placement, options->in, source, options->taking.two_state, &occupied, &bytes,
                     &size))
        return false;
    warn_across(options, &placement, source, occupied);
    const bool good = write_map(options, bytes, size);
    free(bytes);
    return good;
}

/* The name of the text beside the image. */
static bool name_beside(options_t *options)
{
    static const char ending[] = ".shift";
    const size_t length = strlen(options->out);
    options->beside = malloc(length + sizeof ending);
    if (!options->beside)
        return fail(options->out, "out of memory");
    memcpy(options->beside, options->out, length);
    memcpy(options->beside + length, ending, sizeof ending);
    return !options->taking.shifted || output_check(options->beside, options->in);
}

int cmd_bake(int argc, char **argv)
{
    options_t options;
    source_t source;
    const int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    memset(&source, 0, sizeof source);
    const bool good = output_check(options.out, options.in) && name_beside(&options) &&
                      bake(&options, &source);
    source_free(&source);
    free(options.beside);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
