/* SPDX-License-Identifier: MIT */
/* oct9 road: from a map image to a road map of it. */
#include "oct9/mm.h"
#include "oct9/road.h"
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/format/road_image.h"
#include "tools/road/road.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: oct9 road MAP --radius MM [--bytes N] -o OUT.o9r\n\n"
    "Bakes a road map of a map image, for oct9/route.h: places from which a sphere can go to all\n"
    "others, and straight lines between them. Unknown space blocks. It serves that map and that\n"
    "radius alone.\n"
    "  --radius MM         the radius of the sphere in whole millimetres; it grows by up to a\n"
    "                      sub-cell, as oct9_mm_sphere makes it\n"
    "  --bytes N           the most bytes that it may have, 16384 by default. Where they do not\n"
    "                      suffice, niches are left out; it prints how many places are seen\n"
    "  -o, --output OUT    the road map; OUT.c: as a C array, oct9_road_OUT\n";

enum { BYTES_USUAL = 16384, BYTES_LEAST = 128, BYTES_MOST = 1 << 20 };

/* The radius as a query of that radius has it. */
static bool radius_of(const oct9_frame_t *frame, uint32_t mm, uint16_t *radius_q6)
{
    const oct9_mm_t origin = frame->origin_mm;
    oct9_motion_t motion;
    if (oct9_mm_sphere(frame, &origin, &origin, (int32_t)mm, &motion) != OCT9_OK)
        return false;
    *radius_q6 = motion.radius_q6;
    return true;
}

/* The road map is opened before it is written: what is wrong comes to light here. */
static bool write_road(const road_t *road, const map_file_t *file, uint16_t radius_q6,
                       const char *out)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    oct9_road_t opened;
    if (!road_image(road, &file->image, radius_q6, &bytes, &size))
        return fail(out, "out of memory");
    const oct9_status_t status = oct9_road_open(&opened, oct9_rom_of_ram(bytes), size,
                                                      &file->image, radius_q6);
    bool good = status == OCT9_OK || fail(out, "%s", oct9_status_text(status));
    if (good) {
        printf("radius    %u sub-cells\nplaces    %lu\nseen      %lu\nparts     %lu\n"
               "vertices  %u\nedges     %u\nbytes     %zu\n",
               radius_q6, (unsigned long)road->places, (unsigned long)road->seen,
               (unsigned long)road->parts, opened.vertex_count, opened.edge_count / 2u, size);
        good = map_file_write_as(out, "road", bytes, size);
    }
    free(bytes);
    return good;
}

static bool make_road(const map_file_t *file, const char *path, uint32_t mm, size_t most,
                      const char *out)
{
    road_t road;
    uint16_t radius_q6;
    if (!radius_of(&file->image.frame, mm, &radius_q6))
        return fail(path, "a sphere of %lu mm is too large for its cells", (unsigned long)mm);
    const bool good = road_bake(&road, path, &file->map, radius_q6, most) &&
                      write_road(&road, file, radius_q6, out);
    road_free(&road);
    return good;
}

int cmd_road(int argc, char **argv)
{
    argument_t options[] = {
        { "output", true, NULL }, { "radius", true, NULL }, { "bytes", true, NULL }, { 0 }
    };
    const char *path;
    map_file_t file;
    uint32_t mm = 0, most = BYTES_USUAL;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage("road", "an output is needed: -o OUT.o9r");
    if (!options[1].value)
        return usage("road", "a radius is needed: --radius MM");
    if (!argument_whole(&mm, options[1].value, 0, INT32_MAX))
        return usage("road", "--radius is a whole number of millimetres");
    if (options[2].value && !argument_whole(&most, options[2].value, BYTES_LEAST, BYTES_MOST))
        return usage("road", "--bytes is a whole number from %d to %d", BYTES_LEAST, BYTES_MOST);
    if (!output_check(options[0].value, path) || !map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const bool good = make_road(&file, path, mm, most, options[0].value);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
