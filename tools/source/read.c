/* SPDX-License-Identifier: MIT */
/* The readers, by what a file is called. */
#define _POSIX_C_SOURCE 200809L

#include "tools/fail.h"
#include "tools/source/source.h"

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

static bool check_frame(const source_t *source, const char *path)
{
    const source_frame_t *frame = &source->frame;
    bool said = frame->unit_um != 0 || frame->y_up || frame->finds_shift;
    for (unsigned a = 0; a < 3; a++)
        said = said || frame->shift_um[a] != 0;
    return source->kind != SOURCE_LEAVES || !said ||
           fail(path, "has cells in metres, z up: --unit, --up and --shift are for points and "
                      "meshes");
}

/* Whether anything is left of what was read. */
static bool check_count(const source_t *source, const char *path)
{
    if (source->count == 0)
        return source->left_out == 0
                 ? fail(path, "holds nothing")
                 : fail(path, "holds no point that is finite numbers: %zu are not",
                        source->left_out);
    if (source->left_out != 0)
        warn(path, "%zu of %zu points are no finite numbers and are left out", source->left_out,
             source->count + source->left_out);
    return true;
}

bool source_read(source_t *source, const char *path)
{
    const char *dot = strrchr(path, '.'), *ending = dot ? dot : "";
    for (int i = 0; i < READER_COUNT; i++)
        if (strcasecmp(ending, readers[i].ending) == 0)
            return readers[i].read(source, path) && check_count(source, path) &&
                   check_frame(source, path);
    return fail(path, "is of no kind that can be baked (bt ot ply stl obj xyz pcd)");
}
