/* SPDX-License-Identifier: MIT */
/* A map image in a file. */
#ifndef OCT9_TOOLS_MAP_FILE_H
#define OCT9_TOOLS_MAP_FILE_H

#include "oct9/map.h"
#include "tools/format/bytes.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    oct9_map_t map; /* to be asked; names `image` */
    oct9_image_t image;
    uint16_t extent[6]; /* x0 y0 z0 x1 y1 z1 in cells: what is known lies in it */
    uint32_t *bytes;
} map_file_t;

/* Reads and validates; false: an error was printed. The struct must stay where it is. */
bool map_file_open(map_file_t *file, const char *path);
/* The same with a file's bytes, which are the map's from here on, or freed on false. */
bool map_file_take(map_file_t *file, const char *path, bytes_t *bytes);
void map_file_close(map_file_t *file);

/* Writes an image; as a C array if the path ends with .c. False: an error was printed. */
bool map_file_write(const char *path, const unsigned char *bytes, size_t size);

/* The same, and a text to a second path: both files are written or neither. */
bool map_file_write_with(const char *path, const unsigned char *bytes, size_t size,
                         const char *text_path, const char *text);

/* The same for an image of another kind: the C array is oct9_KIND_STEM. */
bool map_file_write_as(const char *path, const char *kind, const unsigned char *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
