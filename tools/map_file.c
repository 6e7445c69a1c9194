/* SPDX-License-Identifier: MIT */
/* A map image in a file. */
#include "tools/map_file.h"
#include "tools/bytes.h"
#include "tools/carray.h"
#include "tools/fail.h"
#include "tools/output.h"

#include <stdlib.h>
#include <string.h>

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

bool map_file_write(const char *path, const unsigned char *bytes, size_t size)
{
    output_t output;
    if (!output_open(&output, path))
        return false;
    const char *ending = strrchr(path, '.');
    if (ending && strcmp(ending, ".c") == 0)
        carray_write(output.file, path, bytes, size);
    else
        fwrite(bytes, 1, size, output.file);
    return output_close(&output, true);
}
