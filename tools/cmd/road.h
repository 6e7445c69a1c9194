/* SPDX-License-Identifier: MIT */
/* What is the same in oct9 road and oct9 world road. */
#ifndef OCT9_TOOLS_CMD_ROAD_H
#define OCT9_TOOLS_CMD_ROAD_H

#include "oct9/road.h"
#include "tools/format/road_image.h"

enum { ROAD_BYTES_LEAST = 128, ROAD_BYTES_MOST = 1 << 20 };

typedef struct {
    const char *path, *out;
    uint32_t radius_mm, bytes, jobs;
    int32_t heights[2]; /* of the sphere's centre, in mm */
} road_request_t;

/* Reads the arguments into *request, which has what is usual. Returns -1 to go on; otherwise the
 * exit status, after the help or an error was printed. */
int road_request(int argc, char **argv, const char *help, road_request_t *request);

/* The radius as a query of that radius has it. False: an error was printed. */
bool road_radius(const road_request_t *request, const oct9_frame_t *frame, uint16_t *radius_q6);

/* The layers of cells, counted from the frame's corner, whose centres are at these heights: from
 * the first to before the second. */
void road_layers(const road_request_t *request, const oct9_frame_t *frame, int64_t layers[2]);

/* Which of them are in a cube whose corner is at a layer. */
void road_layers_in(const int64_t layers[2], int64_t corner, uint16_t in[2]);

/* Writes the road map of an image or, where that is NULL, of a world, after it was opened: what is
 * wrong comes to light here. Prints figures. False: an error was printed. */
bool road_write(const road_request_t *request, const road_t *road, const web_t *web,
                const road_head_t *head, const oct9_image_t *image, const oct9_world_t *world);

int cmd_world_road(int argc, char **argv);

#endif
