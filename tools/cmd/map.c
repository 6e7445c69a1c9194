/* SPDX-License-Identifier: MIT */
/* oct9 map: from what range sensors saw to a map image. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/text.h"
#include "tools/source/inputs.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: oct9 map SCANS... -o OUT.o9 [options]\n\n"
    "Makes an occupancy map as a robot does, by the library's own layer, and an image of it.\n"
    "SCANS: .graph (OctoMap's scan graph); .dat .log .txt (a line x y z for each point, in\n"
    "metres from the sensor; NODE x y z roll pitch yaw: where the sensor is from there on); a\n"
    "folder with a flight (state_ToF.csv, state_Crazyflie_group00.csv and group01.csv). Numbers\n"
    "are decimal, as 1.5, with blanks between them, or commas in .csv.\n"
    "  -o, --output OUT    the image; OUT.c: the image as a C array, oct9_map_OUT\n"
    "  --cell MM           a cell's edge, 100 by default\n"
    "  --origin=X,Y,Z      the cube's low corner in metres, whole millimetres; by default where\n"
    "                      all that was seen lies inside\n"
    "  --max-range M       beams that are longer than M metres only clear so far\n"
    "  --blocks N          the pool, 16 bytes a block: 1 to 32768, the default; when it is full,\n"
    "                      the map coarsens\n"
    "  --help\n\n"
    "Prints how many scans and beams went in, how many scans were skipped (a flight's below\n"
    "0.2 m or without a pose) and readings refused (no numbers, too near, beyond the cube's\n"
    "reach, or the sensor outside it), the cells, the pool.\n"
    "A scan of more than 65535 points is taken as several.\n";

typedef struct {
    char **in;
    int in_count;
    const char *out;
    uint32_t cell_um, blocks;
    double range_m;
    int64_t origin_um[3];
    bool placed; /* the origin was said */
} options_t;

/* The parsers answer NULL, or what is wrong. */
static const char *parse_range(options_t *options, const char *text)
{
    if (!text_exactly(text, ' ', &options->range_m, 1) || !(options->range_m > 0))
        return "--max-range: not a number of metres above 0";
    return NULL;
}

static const char *take_option(options_t *options, int option, const char *value)
{
    switch (option) {
    case 'o': options->out = value; return NULL;
    case 'c': return argument_cell(&options->cell_um, value);
    case 'p': options->placed = true; return argument_origin(options->origin_um, value);
    case 'r': return parse_range(options, value);
    case 'b':
        return argument_whole(&options->blocks, value, 1, OCT9_BLOCKS_MAX)
                 ? NULL
                 : "--blocks: not a whole number from 1 to 32768";
    default: return "unknown option, or one without its value";
    }
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv)
{
    static const struct option table[] = { { "output", required_argument, NULL, 'o' },
                                           { "cell", required_argument, NULL, 'c' },
                                           { "origin", required_argument, NULL, 'p' },
                                           { "max-range", required_argument, NULL, 'r' },
                                           { "blocks", required_argument, NULL, 'b' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    const options_t defaults = { .cell_um = 100000,
                                 .blocks = OCT9_BLOCKS_MAX,
                                 .range_m = INFINITY };
    *options = defaults;
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "o:h", table, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_GOOD;
        }
        const char *wrong = take_option(options, option, optarg);
        if (wrong)
            return usage("map", "%s", wrong);
    }
    if (optind == argc)
        return usage("map", "an input is needed");
    if (!options->out)
        return usage("map", "an output is needed: -o OUT.o9");
    options->in = argv + optind;
    options->in_count = argc - optind;
    return -1;
}

static bool choose_frame(oct9_frame_t *frame, const options_t *options, const inputs_t *inputs)
{
    box_um_t box;
    char advice[PLACEMENT_ADVICE];
    placement_t placement = { .cell_um = options->cell_um };
    if (!inputs_bounds(&box, inputs, options->range_m))
        return false;
    memcpy(placement.origin_um, options->origin_um, sizeof placement.origin_um);
    if (!options->placed && !placement_try(&placement, &box, options->cell_um)) {
        placement_advice(advice, placement_smallest_cell_um(&box), "a --max-range, or an --origin");
        return fail(options->in[0], "spans more than 512 cells of %.9g mm: %s",
                    options->cell_um / 1e3, advice);
    }
    *frame = placement_frame(&placement);
    return true;
}

static void report(const mapping_t *mapping, const known_t *known)
{
    const oct9_tree_t *tree = &mapping->occupancy.tree;
    printf("scans   %zu, and %zu skipped\n", mapping->scans, mapping->skipped);
    printf("beams   %zu, and %zu refused\n", mapping->beams, mapping->refused);
    printf("cells   %lu free, %lu occupied\n", known->cells[OCT9_FREE],
           known->cells[OCT9_OCCUPIED]);
    printf("blocks  %u, at most %u of %u; %lu merged and %lu leaves grown for want of room\n",
           tree->used, tree->peak, tree->capacity, (unsigned long)mapping->occupancy.merged,
           (unsigned long)mapping->occupancy.grown);
}

static bool write_map(const options_t *options, const mapping_t *mapping)
{
    known_t known;
    unsigned char *bytes = NULL;
    size_t size = 0;
    bool good = inputs_image(mapping, &known, &bytes, &size) || fail(options->out, "out of memory");
    if (good) {
        report(mapping, &known);
        good = map_file_write(options->out, bytes, size);
    }
    free(bytes);
    return good;
}

static bool make_map(const options_t *options, const oct9_frame_t *frame, const inputs_t *inputs)
{
    mapping_t mapping = { .scans = 0 };
    bool good = mapping_open(&mapping, frame, options->blocks, options->range_m) ||
                fail(options->out, "out of memory");
    good = good && inputs_add(inputs, &mapping) && write_map(options, &mapping);
    mapping_close(&mapping);
    return good;
}

int cmd_map(int argc, char **argv)
{
    options_t options;
    inputs_t inputs = { NULL, 0 };
    oct9_frame_t frame;
    const int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    const bool good = inputs_spared(options.out, options.in, options.in_count) &&
                      inputs_read(&inputs, options.in, options.in_count) &&
                      choose_frame(&frame, &options, &inputs) &&
                      make_map(&options, &frame, &inputs);
    inputs_free(&inputs);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
