/* SPDX-License-Identifier: MIT */
/* oct9 road: from a map image to a road map of it. */
#include "tools/cmd/road.h"
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/source/placement.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: oct9 road MAP --radius MM [--heights LOW,HIGH] [--bytes N] -o OUT.o9r\n\n"
    "Bakes a road map of a map image, for oct9/route.h: places from which a sphere can go to all\n"
    "others, and straight lines between them. Unknown space blocks. It serves that map and that\n"
    "radius alone. oct9 world road bakes one of a world.\n"
    "  --radius MM         the radius of the sphere in whole millimetres; it grows by up to a\n"
    "                      sub-cell, as oct9_mm_sphere makes it\n"
    "  --heights LOW,HIGH  the heights in mm at which the centre may be; those of the centres of\n"
    "                      cells count\n"
    "  --bytes N           the most bytes that it may have, 16384 by default. Where they do not\n"
    "                      suffice, niches are left out; it prints how many places are seen\n"
    "  -o, --output OUT    the road map; OUT.c: as a C array, oct9_road_OUT\n";

enum { OUTPUT, RADIUS, BYTES, HEIGHTS, JOBS };

/* NULL, or what is wrong with the options. */
static const char *read_options(road_request_t *request, const argument_t *options)
{
    const char *wrong = NULL;
    request->out = options[OUTPUT].value;
    if (!request->out)
        return "an output is needed: -o OUT.o9r";
    if (!options[RADIUS].value)
        return "a radius is needed: --radius MM";
    if (!argument_whole(&request->radius_mm, options[RADIUS].value, 0, INT32_MAX))
        return "--radius is a whole number of millimetres";
    if (options[BYTES].value &&
        !argument_whole(&request->bytes, options[BYTES].value, ROAD_BYTES_LEAST, ROAD_BYTES_MOST))
        return "--bytes is a whole number from 128 to 1048576";
    if (options[HEIGHTS].value)
        wrong = argument_heights(request->heights, options[HEIGHTS].value);
    if (!wrong && request->jobs != 0 && options[JOBS].value)
        wrong = argument_jobs(&request->jobs, options[JOBS].value);
    return wrong;
}

int road_request(int argc, char **argv, const char *explained, road_request_t *request)
{
    argument_t options[] = { [OUTPUT] = { "output", true, NULL },
                             [RADIUS] = { "radius", true, NULL },
                             [BYTES] = { "bytes", true, NULL },
                             [HEIGHTS] = { "heights", true, NULL },
                             [JOBS] = { request->jobs != 0 ? "jobs" : NULL, true, NULL },
                             { 0 } };
    request->heights[0] = INT32_MIN;
    request->heights[1] = INT32_MAX;
    const int status = arguments_parse_words(argc, argv, explained, options, &request->path, 1,
                                             "one map is needed");
    if (status >= 0)
        return status;
    const char *wrong = read_options(request, options);
    return wrong ? usage(argv[0], "%s", wrong) : -1;
}

bool road_radius(const road_request_t *request, const oct9_frame_t *frame, uint16_t *radius_q6)
{
    const oct9_mm_t origin = frame->origin_mm;
    oct9_motion_t motion;
    if (oct9_mm_sphere(frame, &origin, &origin, (int32_t)request->radius_mm, &motion) != OCT9_OK)
        return fail(request->path, "a sphere of %lu mm is too large for its cells",
                    (unsigned long)request->radius_mm);
    *radius_q6 = motion.radius_q6;
    return true;
}

void road_layers(const road_request_t *request, const oct9_frame_t *frame, int64_t layers[2])
{
    const int64_t cell_um = frame->cell_um, origin_mm = frame->origin_mm.z;
    layers[0] = ceil_div((request->heights[0] - origin_mm) * 2000 - cell_um, 2 * cell_um);
    layers[1] = floor_div((request->heights[1] - origin_mm) * 2000 - cell_um, 2 * cell_um) + 1;
}

void road_layers_in(const int64_t layers[2], int64_t corner, uint16_t in[2])
{
    for (unsigned i = 0; i < 2; i++) {
        const int64_t layer = layers[i] - corner;
        in[i] = (uint16_t)(layer < 0 ? 0 : layer > OCT9_CELLS ? OCT9_CELLS : layer);
    }
}

static void print_road(const road_t *road, const web_t *web, uint16_t radius_q6, size_t size)
{
    printf("radius    %u sub-cells\nplaces    %llu\nseen      %llu\nparts     %lu\n"
           "vertices  %lu\nedges     %lu\nbytes     %zu\n",
           radius_q6, (unsigned long long)web->places, (unsigned long long)web->seen,
           (unsigned long)road->parts, (unsigned long)road->vertex_count,
           (unsigned long)road->edge_count / 2u, size);
}

bool road_write(const road_request_t *request, const road_t *road, const web_t *web,
                const road_head_t *head, const oct9_image_t *image, const oct9_world_t *world)
{
    const uint16_t radius_q6 = head->radius_q6;
    const char *const out = request->out;
    unsigned char *bytes = NULL;
    size_t size = 0;
    oct9_road_t opened;
    if (!road_image(road, head, &bytes, &size))
        return fail(out, "out of memory");
    const oct9_rom_t rom = oct9_rom_of_ram(bytes);
    const oct9_status_t status = image ? oct9_road_open(&opened, rom, size, image, radius_q6)
                                       : oct9_road_open_world(&opened, rom, size, world, radius_q6);
    bool good = status == OCT9_OK || fail(out, "%s", oct9_status_text(status));
    if (good) {
        print_road(road, web, radius_q6, size);
        good = map_file_write_as(out, "road", bytes, size);
    }
    free(bytes);
    return good;
}

/* --- of one map ------------------------------------------------------------------------------ */

static bool make_road(const map_file_t *file, const road_request_t *request)
{
    road_t road = { 0 };
    web_t web;
    uint16_t radius_q6 = 0;
    int64_t layers[2];
    uint16_t in[2] = { 0, 0 };
    if (!road_radius(request, &file->image.frame, &radius_q6))
        return false;
    road_layers(request, &file->image.frame, layers);
    road_layers_in(layers, 0, in);
    const field_box_t box = { { 0, 0, in[0] }, { OCT9_CELLS, OCT9_CELLS, in[1] } };
    web_begin(&web, request->path);
    const oct9_image_header_t *header = file->image.bytes;
    const road_head_t head = { &file->image.frame, oct9_port_le32(header->crc), radius_q6 };
    const bool good = road_bake(&road, &web, &file->map, radius_q6, &box, request->bytes) &&
                      road_write(request, &road, &web, &head, &file->image, NULL);
    road_free(&road);
    web_free(&web);
    return good;
}

int cmd_road(int argc, char **argv)
{
    enum { BYTES_USUAL = 16384 };
    road_request_t request = { .bytes = BYTES_USUAL };
    map_file_t file;
    const int status = road_request(argc, argv, help, &request);
    if (status >= 0)
        return status;
    if (!output_check(request.out, request.path) || !map_file_open(&file, request.path))
        return STATUS_BAD_DATA;
    const bool good = make_road(&file, &request);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
