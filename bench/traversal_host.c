/* SPDX-License-Identifier: MIT */
/* The traversals on the host, to be counted by callgrind.
 * Usage: traversal_host NAME    one of walk, linked, planes; prints how many rays begin, how many
 * leaves are visited, and their digest. */
#include "bench/traversals.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

extern const unsigned char oct9_map_geb079_320[];
extern const uint32_t oct9_map_geb079_320_size;
extern const unsigned char oct9_linked_map_geb079_320[];
extern const uint32_t oct9_linked_map_geb079_320_size;

int main(int argc, char **argv)
{
    static oct9_image_t image;
    static oct9_linked_t linked;
    if (oct9_image_open(&image, oct9_map_geb079_320, oct9_map_geb079_320_size) != OCT9_OK ||
        oct9_linked_open(&linked, oct9_linked_map_geb079_320, oct9_linked_map_geb079_320_size) !=
            OCT9_OK)
        return 1;
    const traversal_maps_t maps = { oct9_map_of_image(&image), &linked };
    for (unsigned i = 0; i < TRAVERSALS; i++)
        if (argc == 2 && strcmp(argv[1], traversals[i].name) == 0) {
            const uint32_t begun = traversals[i].begins(&maps, bench_ray, bench_ray_count);
            const uint32_t leaves = traversals[i].follows(&maps, bench_ray, bench_ray_count);
            const uint32_t digest = traversals[i].digests(&maps, bench_ray, bench_ray_count);
            printf("traversal %s %" PRIu32 " %" PRIu32 " %08" PRIx32 "\n", traversals[i].name,
                   begun, leaves, digest);
            return 0;
        }
    return 2;
}
