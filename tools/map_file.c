/* SPDX-License-Identifier: MIT */
/* A map image read from a file. */
#include "tools/map_file.h"
#include "tools/bytes.h"
#include "tools/fail.h"

#include <stdlib.h>

bool map_file_open(map_file_t *file, const char *path)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return false;
    const oct9_status_t status = oct9_image_open(&file->image, bytes.data, bytes.size);
    if (status != OCT9_OK) {
        bytes_free(&bytes);
        return fail(path, "not a good map image: %s", oct9_strerror(status));
    }
    file->bytes = (uint32_t *)(void *)bytes.data;
    file->map = oct9_map_of_image(&file->image);
    return true;
}

void map_file_close(map_file_t *file)
{
    free(file->bytes);
    file->bytes = NULL;
}
