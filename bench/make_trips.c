/* SPDX-License-Identifier: MIT */
/* Writes a place and its trips between connected cells as C, for the boards: without boxes, and
 * where SETS is not 0 with so many sets of boxes in turn.
 * Usage: make_trips IMAGE NAME SEED COUNT SETS >OUT.c; NAME is that of the arrays of the image and
 * of its road map. */
#include "bench/trips.h"
#include "tools/format/map_file.h"

#include <stdio.h>
#include <stdlib.h>

/* Prints that many trips through a map. */
static bool print_trips(const oct9_map_t *map, uint64_t seed, uint32_t count)
{
    trip_cells_t cells;
    trip_t *trips = malloc(count * sizeof *trips + 1);
    if (!trips || !trip_cells(map, TRIP_RADIUS, &cells))
        return false;
    trips_connected(map, &cells, seed, count, trips);
    for (uint32_t i = 0; i < count; i++)
        printf("    { { %d, %d, %d }, { %d, %d, %d } },\n", trips[i].from.x, trips[i].from.y,
               trips[i].from.z, trips[i].to.x, trips[i].to.y, trips[i].to.z);
    trip_cells_free(&cells);
    free(trips);
    return true;
}

static void print_boxes(const oct9_box_t *boxes)
{
    printf("    {");
    for (unsigned i = 0; i < TRIP_BOXES; i++)
        printf(" { { %d, %d, %d }, { %d, %d, %d } },\n", boxes[i].lo.x, boxes[i].lo.y,
               boxes[i].lo.z, boxes[i].hi.x, boxes[i].hi.y, boxes[i].hi.z);
    printf("    },\n");
}

/* Prints the trips among each set of boxes, then the sets. */
static bool print_boxed(const oct9_map_t *below, uint64_t seed, uint32_t count, uint32_t sets)
{
    static trip_live_t live;
    oct9_map_t map;
    trip_cells_t cells;
    oct9_box_t(*boxes)[TRIP_BOXES] = malloc(sets * sizeof *boxes + 1);
    if (!boxes || !trip_cells(below, TRIP_RADIUS, &cells))
        return false;
    printf("static const trip_t boxed[%u] = {\n", count);
    for (uint32_t set = 0; set < sets; set++) {
        trips_boxes(&cells, seed + set, TRIP_BOXES, boxes[set]);
        if (!trip_live_begin(&live, below, &map) || !trip_live_add(&live, boxes[set], TRIP_BOXES) ||
            !print_trips(&map, seed + set, count / sets))
            return false;
    }
    printf("};\nstatic const oct9_box_t boxes[%u][TRIP_BOXES] = {\n", sets);
    for (uint32_t set = 0; set < sets; set++)
        print_boxes(boxes[set]);
    printf("};\n");
    trip_cells_free(&cells);
    free(boxes);
    return true;
}

int main(int argc, char **argv)
{
    map_file_t file;
    if (argc != 6)
        return 2;
    const char *name = argv[2];
    const uint64_t seed = strtoull(argv[3], NULL, 10);
    const uint32_t count = (uint32_t)strtoul(argv[4], NULL, 10);
    const uint32_t sets = (uint32_t)strtoul(argv[5], NULL, 10);
    if (!map_file_open(&file, argv[1]))
        return 1;
    printf("#include \"bench/trips.h\"\n\n"
           "extern const unsigned char oct9_map_%s[], oct9_road_%s[];\n"
           "extern const uint32_t oct9_map_%s_size, oct9_road_%s_size;\n"
           "static const trip_t trips[%u] = {\n",
           name, name, name, name, count);
    if (!print_trips(&file.map, seed, count))
        return 1;
    printf("};\n");
    if (sets != 0 && !print_boxed(&file.map, seed, count, sets))
        return 1;
    printf("const trip_place_t bench_trips = { oct9_map_%s, oct9_road_%s, &oct9_map_%s_size,\n"
           "    &oct9_road_%s_size, %u, trips, %u, %s };\n",
           name, name, name, name, count, sets, sets != 0 ? "boxed, boxes" : "0, 0");
    map_file_close(&file);
    return 0;
}
