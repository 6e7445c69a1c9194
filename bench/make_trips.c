/* SPDX-License-Identifier: MIT */
/* Writes trips between connected places as a C array, for the boards.
 * Usage: make_trips IMAGE SEED COUNT >OUT.c */
#include "bench/trips.h"
#include "tools/format/map_file.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    map_file_t file;
    trip_cells_t cells;
    if (argc != 4)
        return 2;
    const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10);
    trip_t *trips = malloc(count * sizeof *trips);
    if (!trips || !map_file_open(&file, argv[1]) || !trip_cells(&file.map, TRIP_RADIUS, &cells))
        return 1;
    trips_connected(&file.map, &cells, strtoull(argv[2], NULL, 10), count, trips);
    printf("#include \"bench/trips.h\"\n\nconst uint32_t bench_trip_count = %u;\n"
           "const trip_t bench_trip[%u] = {\n",
           count, count);
    for (uint32_t i = 0; i < count; i++)
        printf("    { { %d, %d, %d }, { %d, %d, %d } },\n", trips[i].from.x, trips[i].from.y,
               trips[i].from.z, trips[i].to.x, trips[i].to.y, trips[i].to.z);
    printf("};\n");
    trip_cells_free(&cells);
    free(trips);
    map_file_close(&file);
    return 0;
}
