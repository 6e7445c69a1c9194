/* SPDX-License-Identifier: MIT */
/* Writes the first rays of the peers' workload as a C array, for the boards.
 * Usage: make_rays IMAGE RANGE_M COUNT >OUT.c */
#include "bench/rays.h"
#include "tools/format/map_file.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    map_file_t file;
    if (argc != 4)
        return 2;
    if (!map_file_open(&file, argv[1]))
        return 1;
    const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10);
    bench_ray_t *rays = malloc(count * sizeof *rays);
    const double range_cells = strtod(argv[2], NULL) * 1e6 / file.image.frame.cell_um;
    if (!rays || bench_rays(&file.map, range_cells, count, rays) == 0)
        return 1;
    printf("#include \"bench/rays.h\"\n\nconst uint32_t bench_ray_count = %u;\n"
           "const bench_ray_t bench_ray[%u] = {\n",
           count, count);
    for (uint32_t i = 0; i < count; i++)
        printf("    { { %d, %d, %d }, { %d, %d, %d } },\n", rays[i].from.x, rays[i].from.y,
               rays[i].from.z, rays[i].to.x, rays[i].to.y, rays[i].to.z);
    printf("};\n");
    free(rays);
    map_file_close(&file);
    return 0;
}
