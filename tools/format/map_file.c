/* SPDX-License-Identifier: MIT */
/* A map image in a file. */
#include "tools/format/map_file.h"
#include "tools/fail.h"
#include "tools/format/carray.h"
#include "tools/format/output.h"
#include "tools/format/world_file.h"

#include "port/oct9_port.h"
#include "src/number/morton.h"

#include <stdlib.h>
#include <string.h>

bool map_file_open(map_file_t *file, const char *path)
{
    bytes_t bytes;
    return bytes_read(&bytes, path) && map_file_take(file, path, &bytes);
}

/* False: the header's extent is no box of cells. */
static bool read_extent(map_file_t *file, const oct9_image_header_t *header)
{
    uint16_t *const extent = file->extent;
    for (unsigned i = 0; i < 6; i++)
        extent[i] = oct9_port_le16(header->extent[i]);
    const oct9_box_t box = { { extent[0], extent[1], extent[2] },
                             { extent[3], extent[4], extent[5] } };
    return oct9_box_good(&box);
}

bool map_file_take(map_file_t *file, const char *path, bytes_t *bytes)
{
    const oct9_status_t status = oct9_image_open(&file->image, bytes->data, bytes->size);
    if (world_file_begins(bytes->data, bytes->size)) {
        bytes_free(bytes);
        return fail(path, "is a world: a map image is needed here, as one of its tiles");
    }
    if (status != OCT9_OK) {
        bytes_free(bytes);
        return fail(path, "not a good map image: %s", oct9_status_text(status));
    }
    const size_t size = oct9_port_le32(((const oct9_image_header_t *)file->image.bytes)->bytes);
    if (bytes->size != size) {
        bytes_free(bytes);
        return fail(path, "goes on behind its %zu bytes", size);
    }
    if (!read_extent(file, file->image.bytes)) {
        bytes_free(bytes);
        return fail(path, "its extent: %s", oct9_status_text(OCT9_ERR_IMAGE_STATE));
    }
    file->bytes = (uint32_t *)(void *)bytes->data;
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
    return map_file_write_as(path, "map", bytes, size);
}

static void put(const output_t *output, const char *kind, const unsigned char *bytes, size_t size)
{
    const char *ending = strrchr(output->path, '.');
    if (ending && strcmp(ending, ".c") == 0)
        carray_write(output->file, output->path, kind, bytes, size);
    else
        fwrite(bytes, 1, size, output->file);
}

bool map_file_write_as(const char *path, const char *kind, const unsigned char *bytes, size_t size)
{
    output_t output;
    if (!output_open(&output, path))
        return false;
    put(&output, kind, bytes, size);
    return output_close(&output, true);
}

bool map_file_write_with(const char *path, const unsigned char *bytes, size_t size,
                         const char *text_path, const char *text)
{
    output_t image, more;
    if (!output_open(&image, path))
        return false;
    if (!output_open(&more, text_path))
        return output_close(&image, false);
    put(&image, "map", bytes, size);
    fputs(text, more.file);
    const bool good = output_finish(&image) && output_finish(&more);
    return output_close(&more, output_close(&image, good));
}
