/* SPDX-License-Identifier: MIT */
/* A road map of any bytes, with counts and a length that agree. */
#ifndef OCT9_VERIFY_EVA_ROAD_H
#define OCT9_VERIFY_EVA_ROAD_H

#include "src/route/road.h"

#include "any.h"

#define VERTICES 10u
#define EDGES 12u
#define BORDERS 1u
#define ROWS ((VERTICES + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW)
#define WORDS (13u + VERTICES + (ROWS + EDGES + BORDERS + 1u) / 2u)

static uint32_t words[WORDS];
static uint32_t map[8]; /* the header of any map */

/* Opens it; so many of its bytes are there, or fewer. */
static oct9_status_t open_any_road(oct9_route_road_t *road)
{
    oct9_image_t image;
    oct9_route_road_header_t *header = (oct9_route_road_header_t *)words;
    ANY(*road);
    ANY(words);
    ANY(map);
    header->bytes = 4u * WORDS;
    header->vertex_count = VERTICES;
    header->edge_count = EDGES;
    header->border_count = BORDERS;
    image.bytes = map;
    return oct9_route_road_open(road, words, (size_t)WITHIN(0, 4 * WORDS), &image,
                                (uint16_t)WITHIN(0, UINT16_MAX));
}

#endif
