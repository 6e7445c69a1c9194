/* SPDX-License-Identifier: MIT */
/* oct9 scene: from a triangle mesh to a scene's image. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/scene_info.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/format/scene_image.h"
#include "tools/source/frame.h"
#include "tools/source/placement.h"
#include "tools/source/scene_mesh.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: oct9 scene MESH -o OUT.o9s --cell MM [options]\n\n"
    "Makes a scene of a mesh's triangles: .stl .obj .ply. Corners go to the nearest\n"
    "sub-cell, 1/64 of a cell; what becomes a line or a point is kept. So a triangle is up to\n"
    "0.87 sub-cells beside the mesh's: ask with a radius of one more. Its id is the number of its\n"
    "object in the file, from 0; its index is its own number. A face that crosses itself or is\n"
    "not flat is filled larger, with a warning.\n"
    "  -o, --output OUT    the image; OUT.c: the image as a C array, oct9_scene_OUT\n"
    "  --cell MM           a cell's edge; the cube has 512\n"
    "  --unit UNIT         of the mesh: m, the default, cm, mm, in, ft (0.3048 m)\n"
    "  --up AXIS           of the mesh, which axis is up: z, the default, or y: a corner x y z\n"
    "                      becomes x -z y\n"
    "  --origin=X,Y,Z      the cube's low corner in metres, whole millimetres; by default as\n"
    "                      oct9 bake puts it\n"
    "  --rim HOW           a triangle that crosses the cube's rim: refuse the mesh, the default;\n"
    "                      cut: keep its part inside; leave: keep nothing of it. With cut and\n"
    "                      leave triangles outside are left out, and an index is that in the\n"
    "                      scene\n"
    "  --few N             split a leaf that more than N triangles touch, 1 to 255; by default\n"
    "                      16, or the first of 32, 64, 128 and 255 with which the tree is not\n"
    "                      too large\n"
    "  --least LEVEL       but leave those of 2^LEVEL cells, 0 to 9; 0\n"
    "  --help\n";

enum { FEW = 16 }; /* the first that is tried */

typedef struct {
    const char *in, *out;
    scene_cube_t cube; /* cell_um 0: not said */
    source_frame_t frame;
    bool placed;  /* the origin was said */
    uint32_t few; /* 0: not said */
    uint32_t least_level;
} options_t;

/* --- options ----------------------------------------------------------------------------- */

static const char *parse_rim(rim_t *rim, const char *value)
{
    static const char *const names[] = { "refuse", "cut", "leave" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(value, names[i]) == 0) {
            *rim = (rim_t)i;
            return NULL;
        }
    return "--rim: not refuse, cut or leave";
}

/* NULL, or what is wrong. */
static const char *take_option(options_t *options, int option, const char *value)
{
    switch (option) {
    case 'o': options->out = value; return NULL;
    case 'c': return argument_cell(&options->cube.cell_um, value);
    case 'u': return source_frame_unit(&options->frame, value);
    case 'a': return source_frame_up(&options->frame, value);
    case 'p': options->placed = true; return argument_origin(options->cube.origin_um, value);
    case 'r': return parse_rim(&options->cube.rim, value);
    case 'f':
        return argument_whole(&options->few, value, 1, OCT9_LIST_MAX)
                 ? NULL
                 : "--few: not a whole number from 1 to 255";
    case 'l':
        return argument_whole(&options->least_level, value, 0, OCT9_LEVELS)
                 ? NULL
                 : "--least: not a level from 0 to 9";
    default: return "unknown option, or one without its value";
    }
}

/* -1: go on; otherwise the exit status. */
static int parse(options_t *options, int argc, char **argv)
{
    static const struct option table[] = {
        { "output", required_argument, NULL, 'o' }, { "cell", required_argument, NULL, 'c' },
        { "unit", required_argument, NULL, 'u' },   { "up", required_argument, NULL, 'a' },
        { "origin", required_argument, NULL, 'p' }, { "rim", required_argument, NULL, 'r' },
        { "few", required_argument, NULL, 'f' },    { "least", required_argument, NULL, 'l' },
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
            return usage("scene", "%s", wrong);
    }
    if (optind + 1 != argc)
        return usage("scene", "one mesh is needed");
    if (!options->out)
        return usage("scene", "an output is needed: -o OUT.o9s");
    if (options->cube.cell_um == 0)
        return usage("scene", "a cell is needed: --cell MM");
    options->in = argv[optind];
    return -1;
}

/* --- the mesh ---------------------------------------------------------------------------- */

static bool read_triangles(source_t *source, const char *path)
{
    return source_read(source, path) && ((source->kind == SOURCE_TRIANGLES && source->count != 0) ||
                                         fail(path, "has no triangles"));
}

/* What the rounded corners span: half a sub-cell is left above, so that none leaves the cube. */
static box_um_t rounded_bounds(const source_t *source, uint32_t cell_um)
{
    box_um_t box = source_bounds(source);
    for (unsigned a = 0; a < 3; a++)
        box.hi[a] += cell_um / (2 * OCT9_CELL_Q6) + 1;
    return box;
}

/* As placement_smallest_cell_um; what the corners span grows with the cell. */
static uint32_t smallest_cell(const source_t *source)
{
    uint32_t cell_um = 1;
    for (;;) {
        const box_um_t box = rounded_bounds(source, cell_um);
        const uint32_t wanted = placement_smallest_cell_um(&box);
        if (wanted <= cell_um)
            return wanted;
        cell_um = wanted;
    }
}

static bool choose_origin(options_t *options, const source_t *source)
{
    const box_um_t box = rounded_bounds(source, options->cube.cell_um);
    placement_t placement;
    char advice[PLACEMENT_ADVICE];
    if (options->placed)
        return true;
    if (!placement_try(&placement, &box, options->cube.cell_um)) {
        placement_advice(advice, smallest_cell(source), "a part by --origin and --rim");
        return fail(options->in, "is longer than 512 cells of %.9g mm: %s",
                    options->cube.cell_um / 1e3, advice);
    }
    memcpy(options->cube.origin_um, placement.origin_um, sizeof options->cube.origin_um);
    return true;
}

static oct9_frame_t frame_of(const options_t *options)
{
    const oct9_frame_t frame = OCT9_FRAME(
        (int32_t)(options->cube.origin_um[0] / 1000), (int32_t)(options->cube.origin_um[1] / 1000),
        (int32_t)(options->cube.origin_um[2] / 1000), options->cube.cell_um);
    return frame;
}

/* --- what was rounded -------------------------------------------------------------------- */

static bool same(const oct9_point_t *a, const oct9_point_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static bool is_point(const oct9_primitive_t *triangle)
{
    return same(&triangle->a, &triangle->b) && same(&triangle->a, &triangle->c);
}

/* Its corners lie on a line, or all on a point: the cross product is zero. */
static bool is_flat(const oct9_primitive_t *triangle)
{
    const int64_t b[3] = { triangle->b.x - triangle->a.x, triangle->b.y - triangle->a.y,
                           triangle->b.z - triangle->a.z };
    const int64_t c[3] = { triangle->c.x - triangle->a.x, triangle->c.y - triangle->a.y,
                           triangle->c.z - triangle->a.z };
    return b[1] * c[2] == b[2] * c[1] && b[2] * c[0] == b[0] * c[2] && b[0] * c[1] == b[1] * c[0];
}

static void report(const options_t *options, const scene_mesh_t *mesh)
{
    size_t flat = 0, points = 0, objects = 0;
    for (size_t i = 0; i < mesh->count; i++) {
        flat += is_flat(&mesh->triangles[i]);
        points += is_point(&mesh->triangles[i]);
        if (mesh->triangles[i].id >= objects)
            objects = mesh->triangles[i].id + 1u;
    }
    printf("mesh    %zu triangles in %zu objects; rounded, %zu are lines and %zu points\n",
           mesh->count, objects, flat - points, points);
    if (mesh->outside + mesh->crossing != 0)
        printf("rim     %zu triangles outside were left out, %zu that cross it were %s\n",
               mesh->outside, mesh->crossing, options->cube.rim == RIM_CUT ? "cut" : "left out");
}

/* --- the scene --------------------------------------------------------------------------- */

/* As much as a scene may have: 33 MB. */
typedef struct {
    oct9_block_t *blocks;
    uint32_t *lists;
    uint16_t *indices;
} arrays_t;

static bool arrays_new(arrays_t *arrays)
{
    arrays->blocks = calloc(OCT9_BLOCKS_MAX, sizeof *arrays->blocks);
    arrays->lists = calloc(OCT9_LISTS_MAX, sizeof *arrays->lists);
    arrays->indices = calloc(OCT9_INDICES_MAX, sizeof *arrays->indices);
    return arrays->blocks && arrays->lists && arrays->indices;
}

static void arrays_free(arrays_t *arrays)
{
    free(arrays->blocks);
    free(arrays->lists);
    free(arrays->indices);
}

static bool is_too_large(oct9_status_t status)
{
    return status == OCT9_ERR_POOL_FULL || status == OCT9_ERR_LISTS_FULL ||
           status == OCT9_ERR_INDICES_FULL;
}

static bool say_failure(const options_t *options, oct9_status_t status, const oct9_node_t *full)
{
    if (status == OCT9_ERR_LIST_FULL)
        return fail(options->in,
                    "more than %u triangles touch the leaf of %u cells at %u %u %u: "
                    "it can list no more%s",
                    OCT9_LIST_MAX, 1u << full->level, full->corner.x, full->corner.y,
                    full->corner.z, full->level > 0 ? "; try a lower --least" : "");
    if (is_too_large(status))
        return fail(options->in, "its tree is too large (%s)%s%s", oct9_status_text(status),
                    options->few != 0 && options->few < OCT9_LIST_MAX ? "; try a higher --few" : "",
                    options->least_level < OCT9_LEVELS ? "; try a higher --least" : "");
    return fail(options->in, "%s", oct9_status_text(status));
}

/* Builds with the --few that was said, or with the first that fits. More in a leaf are fewer
 * blocks, lists and indices. */
static bool build(oct9_scene_t *scene, const options_t *options, const arrays_t *arrays,
                  const scene_mesh_t *mesh)
{
    oct9_node_t full = { { 0, 0, 0 }, 0 };
    oct9_scene_config_t config = { .primitives = mesh->triangles,
                                   .primitive_count = (uint32_t)mesh->count,
                                   .blocks = arrays->blocks,
                                   .block_count = OCT9_BLOCKS_MAX,
                                   .lists = arrays->lists,
                                   .list_count = OCT9_LISTS_MAX,
                                   .indices = arrays->indices,
                                   .index_count = OCT9_INDICES_MAX,
                                   .few = (uint8_t)(options->few != 0 ? options->few : FEW),
                                   .least_level = (uint8_t)options->least_level,
                                   .full = &full };
    oct9_status_t status = oct9_scene_build(scene, &config);
    while (is_too_large(status) && options->few == 0 && config.few < OCT9_LIST_MAX) {
        config.few = (uint8_t)(config.few < OCT9_LIST_MAX / 2 ? 2 * config.few : OCT9_LIST_MAX);
        status = oct9_scene_build(scene, &config);
    }
    if (status != OCT9_OK)
        return say_failure(options, status, &full);
    if (options->few == 0 && config.few != FEW)
        printf("few     %u: with fewer the tree is too large\n", (unsigned)config.few);
    return true;
}

static bool make_image(const options_t *options, const scene_mesh_t *mesh, unsigned char **bytes,
                       size_t *size)
{
    const oct9_frame_t frame = frame_of(options);
    arrays_t arrays;
    oct9_scene_t scene;
    const bool good = (arrays_new(&arrays) || fail(options->in, "out of memory")) &&
                      build(&scene, options, &arrays, mesh) &&
                      (scene_image(&scene, &frame, bytes, size) ||
                       fail(options->in, "out of memory"));
    arrays_free(&arrays);
    return good;
}

/* The image is opened again before it is written: what is wrong comes to light here. */
static bool make_scene(options_t *options, source_t *source)
{
    scene_mesh_t mesh;
    unsigned char *bytes = NULL;
    size_t size = 0;
    source->frame = options->frame;
    if (!read_triangles(source, options->in) || !choose_origin(options, source))
        return false;
    source_frame_print(source);
    bool good = scene_mesh(&mesh, options->in, source, &options->cube) &&
                make_image(options, &mesh, &bytes, &size);
    if (good) {
        report(options, &mesh);
        good = scene_info(options->out, bytes, size, false) &&
               map_file_write_as(options->out, "scene", bytes, size);
    }
    scene_mesh_free(&mesh);
    free(bytes);
    return good;
}

int cmd_scene(int argc, char **argv)
{
    options_t options;
    source_t source;
    const int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    memset(&source, 0, sizeof source);
    const bool good = output_check(options.out, options.in) && make_scene(&options, &source);
    source_free(&source);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
