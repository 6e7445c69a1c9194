/* SPDX-License-Identifier: MIT */
/* Opening a scene: any bytes, with counts and a length that agree. */
#include "oct9/scene.h"

#include "any.h"

#define PRIMITIVES 3u
#define BLOCKS 5u
#define LISTS 7u
#define INDICES 12u
#define WORDS (13u + LISTS + 4u * BLOCKS + (2u * INDICES + 26u * PRIMITIVES + 3u) / 4u)

static uint32_t words[WORDS];

int main(void)
{
    oct9_scene_t scene;
    oct9_frame_t frame;
    oct9_scene_header_t *header = (oct9_scene_header_t *)words;
    ANY(scene);
    ANY(words);
    header->bytes = 4u * WORDS;
    header->primitive_count = PRIMITIVES;
    header->block_count = BLOCKS;
    header->list_count = LISTS;
    header->index_count = INDICES;
    return oct9_scene_open(&scene, words, (size_t)WITHIN(0, 4 * WORDS), &frame);
}
