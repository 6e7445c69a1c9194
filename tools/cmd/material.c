/* SPDX-License-Identifier: MIT */
/* oct9 material: from zones to a table of materials. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/lines.h"
#include "tools/format/map_file.h"
#include "tools/format/material_image.h"
#include "tools/format/output.h"
#include "tools/source/placement.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: oct9 material MAP --zones ZONES -o OUT.o9m\n\n"
    "Makes a table of materials for the cells of a map image, for oct9/material.h.\n"
    "  --zones ZONES       a text with a line for each box: VALUE X0 Y0 Z0 X1 Y1 Z1, a whole\n"
    "                      number from 0 to 32767 and two corners in metres. Each cell that the\n"
    "                      box overlaps has the value; of several boxes the last one counts. All\n"
    "                      other cells have 0\n"
    "  --only known        for free and occupied cells, the default; or\n"
    "  --only occupied     for occupied cells: a smaller table. Of other cells it returns any of\n"
    "                      its numbers\n"
    "  -o, --output OUT    the table; OUT.c: as a C array, oct9_materials_OUT\n";

enum { COLUMNS = 7, UM_PER_MM = 1000 };

typedef struct {
    material_zone_t *zones;
    size_t count, room;
} zones_t;

/* One axis; false: the box is empty there, too far away, or not in the cube. */
static bool take_axis(uint16_t *lo, uint16_t *hi, const double metres[2], int64_t origin_um,
                      int64_t cell_um)
{
    if (!(metres[0] < metres[1] && fabs(metres[0]) <= SOURCE_FARTHEST_M &&
          fabs(metres[1]) <= SOURCE_FARTHEST_M))
        return false;
    const int64_t from = floor_div(um_below(metres[0]) - origin_um, cell_um);
    const int64_t to = ceil_div(um_above(metres[1]) - origin_um, cell_um);
    *lo = (uint16_t)(from < 0 ? 0 : from > OCT9_CELLS ? OCT9_CELLS : from);
    *hi = (uint16_t)(to < 0 ? 0 : to > OCT9_CELLS ? OCT9_CELLS : to);
    return *lo < *hi;
}

static bool take_zone(material_zone_t *zone, lines_t *lines, const double numbers[COLUMNS],
                      const oct9_frame_t *frame)
{
    const int32_t origin_mm[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    if (!(numbers[0] >= 0 && numbers[0] <= OCT9_PAYLOAD_MAX && floor(numbers[0]) == numbers[0]))
        return lines_fail(lines, "a value that is no whole number from 0 to 32767");
    zone->value = (uint16_t)numbers[0];
    for (unsigned a = 0; a < 3; a++) {
        const double metres[2] = { numbers[1 + a], numbers[4 + a] };
        if (!take_axis(&zone->lo[a], &zone->hi[a], metres, (int64_t)origin_mm[a] * UM_PER_MM,
                       frame->cell_um))
            return lines_fail(lines, "a box that is empty, inside out or outside the map's cube");
    }
    return true;
}

static bool add_zone(zones_t *zones, const char *path, const material_zone_t *zone)
{
    if (zones->count == zones->room) {
        zones->room = 2 * zones->room + 64;
        material_zone_t *more = realloc(zones->zones, zones->room * sizeof *more);
        if (!more)
            return fail(path, "out of memory");
        zones->zones = more;
    }
    zones->zones[zones->count++] = *zone;
    return true;
}

static bool read_zones(zones_t *zones, const char *path, const oct9_frame_t *frame)
{
    bytes_t bytes;
    lines_t lines;
    if (!bytes_read(&bytes, path))
        return false;
    lines_begin(&lines, path, &bytes);
    bool good = true;
    for (char *line; good && (line = lines_next(&lines)) != NULL;) {
        double numbers[COLUMNS];
        size_t columns = COLUMNS;
        if (lines_idle(line))
            continue;
        material_zone_t zone = { 0 };
        good = lines_numbers(&lines, line, numbers, COLUMNS, &columns) &&
               take_zone(&zone, &lines, numbers, frame) && add_zone(zones, path, &zone);
    }
    good = good && lines.good && (zones->count != 0 || fail(path, "has no zones"));
    bytes_free(&bytes);
    return good;
}

/* The table is opened before it is written: what is wrong comes to light here. */
static bool write_table(const zones_t *zones, const map_file_t *file, unsigned states,
                        const char *out)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    oct9_material_t material;
    if (!material_image(&file->map, states, zones->zones, zones->count, &bytes, &size))
        return fail(out, "out of memory");
    const oct9_status_t status = oct9_material_open(&material, oct9_rom_of_ram(bytes), size);
    bool good = status == OCT9_OK || fail(out, "%s", oct9_status_text(status));
    if (good) {
        printf("runs    %lu\nbytes   %zu\n", (unsigned long)material.run_count, size);
        good = map_file_write_as(out, "materials", bytes, size);
    }
    free(bytes);
    return good;
}

int cmd_material(int argc, char **argv)
{
    argument_t options[] = {
        { "output", true, NULL }, { "zones", true, NULL }, { "only", true, NULL }, { 0 }
    };
    const char *path;
    map_file_t file;
    zones_t zones = { 0 };
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage("material", "an output is needed: -o OUT.o9m");
    if (!options[1].value)
        return usage("material", "zones are needed: --zones ZONES");
    const char *only = options[2].value ? options[2].value : "known";
    if (strcmp(only, "known") != 0 && strcmp(only, "occupied") != 0)
        return usage("material", "--only: neither known nor occupied");
    const unsigned states = OCT9_STATES_OCCUPIED |
                            (strcmp(only, "known") == 0 ? OCT9_STATES_FREE : 0);
    if (!output_check(options[0].value, path) ||
        !output_check(options[0].value, options[1].value) || !map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const bool good = read_zones(&zones, options[1].value, &file.image.frame) &&
                      write_table(&zones, &file, states, options[0].value);
    free(zones.zones);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
