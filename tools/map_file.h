/* SPDX-License-Identifier: MIT */
/* A map image in a file. */
#ifndef OCT9_TOOLS_MAP_FILE_H
#define OCT9_TOOLS_MAP_FILE_H

#include "oct9/map.h"

#include <stdbool.h>

typedef struct {
    oct9_map_t map;                       /* to be asked; names `image` */
    oct9_image_t image;
    uint32_t *bytes;
} map_file_t;

/* Reads and validates; false: an error was printed. The struct must stay where it is. */
bool map_file_open(map_file_t *file, const char *path);
void map_file_close(map_file_t *file);

/* Writes an image; as a C array if the path ends with .c. False: an error was printed. */
bool map_file_write(const char *path, const unsigned char *bytes, size_t size);

#endif
