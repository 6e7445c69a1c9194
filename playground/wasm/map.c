/* SPDX-License-Identifier: MIT */
/* The map that is shown: opened, described, and its leaves listed. */
#include "oct9/mm.h"
#include "oct9/visit.h"
#include "playground/wasm/memory.h"
#include "playground/wasm/page.h"

enum { LISTED = 8192 };

oct9_map_t page_map;

static oct9_image_t image;
static oct9_mm_t place;
static oct9_visit_t visit;
static page_leaf_t listed[LISTED];

/* Room for an image of `size` bytes, behind all else; 0: there is not enough memory. */
unsigned char *PAGE(map_room)(uint32_t size)
{
    enum { ALIGN = 4 };
    unsigned char *const room = &__heap_base + (ALIGN - (uintptr_t)&__heap_base % ALIGN);
    return memory_reach((uintptr_t)room + (uint64_t)size) ? room : NULL;
}

/* Opens the image that was put there, which is asked from now on: oct9_status_t. */
int32_t PAGE(map_open)(const unsigned char *bytes, uint32_t size)
{
    const oct9_status_t status = oct9_image_open(&image, bytes, size);
    if (status == OCT9_OK)
        page_map = oct9_map_of_image(&image);
    return status;
}

/* What a status means. */
const char *PAGE(status_text)(int32_t status)
{
    return oct9_status_text((oct9_status_t)status);
}

/* A point in sub-cells as millimetres, three int32_t, in the frame of origin and cell's length. */
const oct9_mm_t *PAGE(point_mm)(int32_t ox, int32_t oy, int32_t oz, uint32_t cell_um, int32_t x,
                                int32_t y, int32_t z)
{
    const oct9_frame_t frame = OCT9_FRAME(ox, oy, oz, cell_um);
    const oct9_point_t point = { (int16_t)x, (int16_t)y, (int16_t)z };
    return oct9_mm_of_point(&frame, &point, &place) == OCT9_OK ? &place : NULL;
}

page_leaf_t page_leaf(const oct9_leaf_t *leaf)
{
    return (page_leaf_t){ { leaf->corner.x, leaf->corner.y, leaf->corner.z },
                          leaf->level,
                          leaf->state };
}

/* Begins to list all leaves of the states that are bits of `states`. */
void PAGE(leaves_begin)(uint32_t states)
{
    (void)oct9_visit_begin(&visit, &page_map, NULL, states);
}

/* Lists up to 8192 more and returns how many; 0: all are listed. */
uint32_t PAGE(leaves_more)(void)
{
    oct9_leaf_t leaf;
    uint32_t count = 0;
    while (count < LISTED && oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        listed[count++] = page_leaf(&leaf);
    return count;
}

const page_leaf_t *PAGE(leaves_at)(void)
{
    return listed;
}
