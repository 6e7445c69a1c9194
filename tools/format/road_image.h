/* SPDX-License-Identifier: MIT */
/* From a road map to its bytes. */
#ifndef OCT9_TOOLS_ROAD_IMAGE_H
#define OCT9_TOOLS_ROAD_IMAGE_H

#include "tools/road/road.h"

/* Makes the bytes of the road map of a map image for a radius. *size bytes at *bytes, to be freed
 * by the caller. False iff there is not enough memory. */
bool road_image(const road_t *road, const oct9_image_t *image, uint16_t radius_q6,
                unsigned char **bytes, size_t *size);

#endif
