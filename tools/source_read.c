/* SPDX-License-Identifier: MIT */
/* The readers, by what a file is called. */
#define _POSIX_C_SOURCE 200809L

#include "tools/fail.h"
#include "tools/source.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *ending;
    bool (*read)(source_t *source, const char *path);
} readers[] = { { ".bt", source_read_octomap }, { ".ot", source_read_octomap },
                { ".ply", source_read_ply },    { ".stl", source_read_stl },
                { ".obj", source_read_obj },    { ".xyz", source_read_xyz },
                { ".pcd", source_read_pcd } };
enum { READER_COUNT = sizeof readers / sizeof readers[0] };

bool source_read(source_t *source, const char *path)
{
    const char *dot = strrchr(path, '.'), *ending = dot ? dot : "";
    for (int i = 0; i < READER_COUNT; i++)
        if (strcasecmp(ending, readers[i].ending) == 0) {
            if (!readers[i].read(source, path))
                return false;
            return source->count != 0 ? true : fail(path, "holds nothing");
        }
    return fail(path, "is of no kind that can be baked (bt ot ply stl obj xyz pcd)");
}
