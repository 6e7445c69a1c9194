/* SPDX-License-Identifier: MIT */
/* Opening an image: any bytes, with counts and a length that agree. */
#include "oct9/image.h"

#include "any.h"

#define PAGES 2u
#define NODES 70u
#define BRICKS 33u
#define WORDS (24u + 256u + 2u * PAGES + NODES + (BRICKS + 1u) / 2u)

static uint32_t words[WORDS];

int main(void)
{
    oct9_image_t image;
    oct9_image_header_t *header = (oct9_image_header_t *)words;
    ANY(words);
    header->bytes = 4u * WORDS;
    header->page_count = PAGES;
    header->node_count = NODES;
    header->brick_count = BRICKS;
    return oct9_image_open(&image, words, (size_t)WITHIN(0, 4 * WORDS));
}
