/* SPDX-License-Identifier: MIT */
/* Writes the first rays of the peers' workload as a C array, for the boards.
 * Usage: make_rays IMAGE RANGE_M COUNT >OUT.c */
#include "bench/rays.h"

#include <stdio.h>
#include <stdlib.h>

enum { IMAGE_WORDS = 1 << 20 };

int main(int argc, char **argv)
{
    static uint32_t words[IMAGE_WORDS];
    oct9_image_t image;
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return 2;
    const size_t size = fread(words, 1, sizeof words, file);
    (void)fclose(file);
    if (oct9_image_open(&image, words, size) != OCT9_OK)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10);
    bench_ray_t *rays = malloc(count * sizeof *rays);
    const double range_cells = strtod(argv[2], NULL) * 1e6 / image.frame.cell_um;
    if (!rays || bench_rays(&map, range_cells, count, rays) == 0)
        return 1;
    printf("#include \"bench/rays.h\"\n\nconst uint32_t bench_ray_count = %u;\n"
           "const bench_ray_t bench_ray[%u] = {\n",
           count, count);
    for (uint32_t i = 0; i < count; i++)
        printf("    { { %d, %d, %d }, { %d, %d, %d } },\n", rays[i].from.x, rays[i].from.y,
               rays[i].from.z, rays[i].to.x, rays[i].to.y, rays[i].to.z);
    printf("};\n");
    free(rays);
    return 0;
}
