/* SPDX-License-Identifier: MIT */
/* A road map of any bytes, with counts and a length that agree. */
#ifndef OCT9_VERIFY_EVA_ROAD_H
#define OCT9_VERIFY_EVA_ROAD_H

#include "src/route/road.h"

#include "any.h"

#define VERTICES 10u
#define EDGES 12u
#define TILES 2u
#define ROWS ((VERTICES + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW)
#define WORDS (12u + 2u * TILES + VERTICES + (ROWS + EDGES + 1u) / 2u)

static uint32_t words[WORDS];
static uint32_t header[10]; /* of any world */

/* Opens it; so many of its bytes are there, or fewer. */
static oct9_status_t open_any_road(oct9_road_t *road)
{
    static oct9_world_input_t input;
    static oct9_world_t world;
    oct9_road_header_t *first = (oct9_road_header_t *)words;
    ANY(*road);
    ANY(words);
    ANY(header);
    ANY(world.base);
    first->bytes = 4u * WORDS;
    first->tile_count = TILES;
    first->vertex_count = VERTICES;
    first->edge_count = EDGES;
    input.bytes = header;
    world.input = &input;
    return oct9_road_open_world(road, words, (size_t)WITHIN(0, 4 * WORDS), &world,
                                (uint16_t)WITHIN(0, UINT16_MAX));
}

#endif
