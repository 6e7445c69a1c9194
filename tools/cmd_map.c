/* SPDX-License-Identifier: MIT */
/* oct9 map: from what range sensors saw to a map image. */
#define _POSIX_C_SOURCE 200809L

#include "oct9/visit.h"
#include "tools/arguments.h"
#include "tools/bake.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/map_file.h"
#include "tools/mapping.h"
#include "tools/placement.h"
#include "tools/text.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char help[] =
    "usage: oct9 map SCANS... -o OUT.o9 [options]\n\n"
    "Makes an occupancy map as a robot does, by the library's own layer, and an image of it.\n"
    "SCANS: .graph (OctoMap's scan graph); .dat .log .txt (a line x y z for each point, in\n"
    "metres from the sensor; NODE x y z roll pitch yaw: where the sensor is from there on); a\n"
    "folder with a flight (state_ToF.csv, state_Crazyflie_group00.csv and group01.csv).\n"
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
    bool placed;                          /* the origin was said */
} options_t;

/* What one input holds: scans of points, or a flight. */
typedef struct {
    const char *path;
    bool is_flight;
    scans_t scans;
    flight_t flight;
} input_t;

/* --- options ----------------------------------------------------------------------------- */

/* The parsers answer NULL, or what is wrong. */
static const char *parse_range(options_t *options, const char *text)
{
    const char *rest;
    if (!text_numbers(text, &options->range_m, 1, &rest) || *rest || !(options->range_m > 0))
        return "--max-range: not a number of metres above 0";
    return NULL;
}

static const char *take_option(options_t *options, int option, const char *value)
{
    switch (option) {
    case 'o':
        options->out = value;
        return NULL;
    case 'c':
        return argument_cell(&options->cell_um, value);
    case 'p':
        options->placed = true;
        return argument_origin(options->origin_um, value);
    case 'r':
        return parse_range(options, value);
    case 'b':
        return argument_whole(&options->blocks, value, 1, OCT9_BLOCKS_MAX)
            ? NULL : "--blocks: not a whole number from 1 to 32768";
    default:
        return "unknown option, or one without its value";
    }
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv)
{
    static const struct option table[] = {
        { "output", required_argument, NULL, 'o' }, { "cell", required_argument, NULL, 'c' },
        { "origin", required_argument, NULL, 'p' }, { "max-range", required_argument, NULL, 'r' },
        { "blocks", required_argument, NULL, 'b' }, { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 }
    };
    const options_t defaults = { .cell_um = 100000, .blocks = OCT9_BLOCKS_MAX,
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

/* --- inputs ------------------------------------------------------------------------------ */

static bool is_folder(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

static bool read_input(input_t *input, const char *path)
{
    const char *dot = strrchr(path, '.'), *ending = dot ? dot : "";
    input->path = path;
    input->is_flight = is_folder(path);
    if (input->is_flight)
        return flight_read(&input->flight, path);
    if (strcasecmp(ending, ".graph") == 0)
        return scans_read_graph(&input->scans, path);
    if (strcasecmp(ending, ".dat") == 0 || strcasecmp(ending, ".log") == 0 ||
        strcasecmp(ending, ".txt") == 0)
        return scans_read_text(&input->scans, path);
    return fail(path, "is of no kind that can be mapped (graph dat log txt, a folder)");
}

/* Rounded outward. */
static void include(box_um_t *box, const double metres[3], double reach_m)
{
    for (unsigned a = 0; a < 3; a++) {
        const int64_t lo = (int64_t)floor((metres[a] - reach_m) * 1e6);
        const int64_t hi = (int64_t)ceil((metres[a] + reach_m) * 1e6) + 1;
        box->lo[a] = lo < box->lo[a] ? lo : box->lo[a];
        box->hi[a] = hi > box->hi[a] ? hi : box->hi[a];
    }
}

static void include_scan(box_um_t *box, const scans_t *scans, const scan_t *scan, double range_m)
{
    const scans_point_t *point = scans->points + scan->first;
    double place[3];
    for (unsigned a = 0; a < 3; a++)
        place[a] = (double)scan->from.at[a];
    include(box, place, 0);
    for (size_t i = 0; i < scan->count; i++) {
        mapping_end(place, &scan->from, &point[i], range_m);
        include(box, place, 0);
    }
}

/* What an input spans; of a flight, how far it may have seen. */
static void include_input(box_um_t *box, const input_t *input, double range_m)
{
    const double reach_m = fmin(range_m, MAPPING_FARTHEST_MM / 1e3);
    for (size_t i = 0; i < input->scans.scan_count; i++)
        include_scan(box, &input->scans, &input->scans.scans[i], range_m);
    for (size_t i = 0; i < input->flight.count; i++)
        if (mapping_flies(&input->flight.frames[i]))
            include(box, input->flight.frames[i].pose.place_m, reach_m);
}

/* --- the map ----------------------------------------------------------------------------- */

static bool choose_frame(oct9_frame_t *frame, const options_t *options, const input_t *inputs)
{
    box_um_t box = { { INT64_MAX, INT64_MAX, INT64_MAX }, { INT64_MIN, INT64_MIN, INT64_MIN } };
    placement_t placement = { .cell_um = options->cell_um };
    for (int i = 0; i < options->in_count; i++)
        include_input(&box, &inputs[i], options->range_m);
    if (box.lo[0] > box.hi[0])
        return fail(options->in[0], "holds no scan");
    memcpy(placement.origin_um, options->origin_um, sizeof placement.origin_um);
    if (!options->placed && !placement_try(&placement, &box, options->cell_um))
        return fail(options->in[0], "spans more than 512 cells of %g mm: use --cell %lld or more, "
                    "a --max-range, or say an --origin", options->cell_um / 1e3,
                    (long long)placement_smallest_cell_mm(&box));
    *frame = placement_frame(&placement);
    return true;
}

static bool add_inputs(mapping_t *mapping, const options_t *options, const input_t *inputs)
{
    for (int i = 0; i < options->in_count; i++) {
        const input_t *input = &inputs[i];
        if (!(input->is_flight ? mapping_add_flight(mapping, &input->flight, input->path)
                               : mapping_add_scans(mapping, &input->scans, input->path)))
            return false;
    }
    return mapping->beams > 0 ||
           fail(options->in[0], "nothing was mapped: %zu readings were refused", mapping->refused);
}

/* What is known of the map, as a grid; the cells by state and the box that they span. */
typedef struct {
    grid_t grid;
    unsigned long cells[3];
    uint16_t extent[6];
} known_t;

static void take_leaf(known_t *known, const oct9_leaf_t *leaf)
{
    const unsigned size = oct9_leaf_size(leaf);
    const unsigned lo[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    for (unsigned a = 0; a < 3; a++) {
        if (lo[a] < known->extent[a])
            known->extent[a] = (uint16_t)lo[a];
        if (lo[a] + size > known->extent[a + 3])
            known->extent[a + 3] = (uint16_t)(lo[a] + size);
    }
    known->cells[leaf->state] += (unsigned long)size * size * size;
    for (unsigned z = lo[2]; z < lo[2] + size; z++)
        for (unsigned y = lo[1]; y < lo[1] + size; y++)
            for (unsigned x = lo[0]; x < lo[0] + size; x++)
                grid_set(&known->grid, x, y, z, (oct9_state_t)leaf->state);
}

static void take_leaves(known_t *known, const oct9_tree_t *tree)
{
    const oct9_map_t map = oct9_map_of_tree(tree);
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    oct9_visit_box(&leaves, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        take_leaf(known, &leaf);
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
    known_t known = { .grid = grid_new(), .extent = { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    unsigned char *bytes = NULL;
    size_t size = 0;
    bool good = known.grid.bricks != NULL;
    if (good)
        take_leaves(&known, &mapping->occupancy.tree);
    good = (good && bake_image(&known.grid, &mapping->frame, known.extent, &bytes, &size)) ||
           fail(options->out, "out of memory");
    good = good && map_file_write(options->out, bytes, size);
    if (good)
        report(mapping, &known);
    grid_free(&known.grid);
    free(bytes);
    return good;
}

static bool make_map(const options_t *options, const oct9_frame_t *frame, const input_t *inputs)
{
    mapping_t mapping = { .scans = 0 };
    bool good = mapping_open(&mapping, frame, options->blocks, options->range_m) ||
                fail(options->out, "out of memory");
    good = good && add_inputs(&mapping, options, inputs) && write_map(options, &mapping);
    mapping_close(&mapping);
    return good;
}

static bool map_inputs(const options_t *options, input_t *inputs)
{
    oct9_frame_t frame;
    for (int i = 0; i < options->in_count; i++)
        if (!read_input(&inputs[i], options->in[i]))
            return false;
    return choose_frame(&frame, options, inputs) && make_map(options, &frame, inputs);
}

int cmd_map(int argc, char **argv)
{
    options_t options;
    const int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    input_t *inputs = calloc((size_t)options.in_count, sizeof *inputs);
    const bool good = inputs ? map_inputs(&options, inputs)
                             : fail(options.out, "out of memory");
    for (int i = 0; inputs && i < options.in_count; i++) {
        scans_free(&inputs[i].scans);
        flight_free(&inputs[i].flight);
    }
    free(inputs);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
