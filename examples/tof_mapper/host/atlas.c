/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/atlas.h"

#include "oct9/visit.h"

#include <stdlib.h>
#include <string.h>

bool atlas_begin(atlas_t *atlas)
{
    atlas->state = calloc((size_t)OCT9_CELLS * OCT9_CELLS, OCT9_CELLS);
    for (int k = 0; k < 3; k++) {
        atlas->lo[k] = OCT9_CELLS;
        atlas->hi[k] = 0;
    }
    return atlas->state != NULL;
}

void atlas_end(atlas_t *atlas)
{
    free(atlas->state);
    atlas->state = NULL;
}

static void take_leaf(atlas_t *atlas, const oct9_leaf_t *leaf)
{
    const int corner[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    const int size = oct9_leaf_size(leaf);
    for (int k = 0; k < 3; k++) {
        if (corner[k] < atlas->lo[k])
            atlas->lo[k] = corner[k];
        if (corner[k] + size > atlas->hi[k])
            atlas->hi[k] = corner[k] + size;
    }
    for (int z = corner[2]; z < corner[2] + size; z++)
        for (int y = corner[1]; y < corner[1] + size; y++)
            memset(atlas->state + ((size_t)z * OCT9_CELLS + (size_t)y) * OCT9_CELLS + corner[0],
                   leaf->state, (size_t)size);
}

void atlas_take(atlas_t *atlas, const oct9_tree_t *tree)
{
    const oct9_map_t map = oct9_map_of_tree(tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    (void)oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        take_leaf(atlas, &leaf);
}
