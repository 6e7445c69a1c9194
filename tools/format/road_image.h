/* SPDX-License-Identifier: MIT */
/* From a road map to its bytes. */
#ifndef OCT9_TOOLS_ROAD_IMAGE_H
#define OCT9_TOOLS_ROAD_IMAGE_H

#include "tools/road/road.h"

/* What a road map is for. */
typedef struct {
    const oct9_frame_t *frame; /* of the map, or of the world */
    uint32_t map_crc;          /* in the header of the map image, or of the world */
    uint16_t radius_q6;
} road_head_t;

/* Makes the bytes of a road map. *size bytes at *bytes, to be freed by the caller. False iff there
 * is not enough memory. */
bool road_image(const road_t *road, const road_head_t *head, unsigned char **bytes, size_t *size);

#endif
