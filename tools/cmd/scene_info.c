/* SPDX-License-Identifier: MIT */
/* What a scene's image holds, in words. */
#include "tools/cmd/scene_info.h"

#include "oct9/scene.h"
#include "tools/fail.h"

#include <stdio.h>
#include <string.h>

enum { KINDS = OCT9_PRIMITIVE_TRIANGLE + 1 };

typedef struct {
    oct9_scene_t scene;
    oct9_frame_t frame;
    const oct9_scene_header_t *header;
    unsigned of_kind[KINDS];
    unsigned longest;    /* list */
    int low[3], high[3]; /* of corners and balls: sub-cells */
} info_t;

static void include(info_t *info, const oct9_point_t *point, int radius)
{
    const int at[3] = { point->x, point->y, point->z };
    for (unsigned a = 0; a < 3; a++) {
        if (at[a] - radius < info->low[a])
            info->low[a] = at[a] - radius;
        if (at[a] + radius > info->high[a])
            info->high[a] = at[a] + radius;
    }
}

static void include_primitive(info_t *info, const oct9_primitive_t *primitive)
{
    const bool round = primitive->kind == OCT9_PRIMITIVE_SPHERE ||
                       primitive->kind == OCT9_PRIMITIVE_CAPSULE;
    const int radius = round ? primitive->radius_q6 : 0;
    include(info, &primitive->a, radius);
    if (primitive->kind != OCT9_PRIMITIVE_SPHERE)
        include(info, &primitive->b, radius);
    if (primitive->kind == OCT9_PRIMITIVE_TRIANGLE)
        include(info, &primitive->c, 0);
}

/* False: an error was printed. */
static bool open_scene(oct9_scene_t *scene, oct9_frame_t *frame, const char *path,
                       const void *bytes, size_t size)
{
    memset(scene, 0, sizeof *scene);
    const oct9_status_t status = oct9_scene_open(scene, bytes, size, frame);
    if (status != OCT9_OK)
        return fail(path, "not a good scene: %s", oct9_status_text(status));
    const size_t wanted = ((const oct9_scene_header_t *)bytes)->bytes;
    return wanted == size || fail(path, "goes on behind its %zu bytes", wanted);
}

static bool gather(info_t *info, const char *path, const void *bytes, size_t size)
{
    memset(info, 0, sizeof *info);
    if (!open_scene(&info->scene, &info->frame, path, bytes, size))
        return false;
    info->header = bytes;
    for (unsigned a = 0; a < 3; a++) {
        info->low[a] = OCT9_HIGH_Q6;
        info->high[a] = OCT9_LOW_Q6;
    }
    for (unsigned i = 0; i < info->scene.primitive_count; i++) {
        info->of_kind[info->scene.primitives[i].kind]++;
        include_primitive(info, &info->scene.primitives[i]);
    }
    for (unsigned i = 0; i < info->scene.list_count; i++)
        if ((info->scene.lists[i] & OCT9_LIST_MAX) > info->longest)
            info->longest = info->scene.lists[i] & OCT9_LIST_MAX;
    return true;
}

static void print_json(const info_t *info)
{
    const oct9_frame_t *frame = &info->frame;
    printf("{\"scene\": true, \"origin_mm\": [%ld, %ld, %ld], \"cell_um\": %lu, ",
           (long)frame->origin_mm.x, (long)frame->origin_mm.y, (long)frame->origin_mm.z,
           (unsigned long)frame->cell_um);
    printf("\"spheres\": %u, \"boxes\": %u, \"capsules\": %u, \"triangles\": %u, ",
           info->of_kind[OCT9_PRIMITIVE_SPHERE], info->of_kind[OCT9_PRIMITIVE_BOX],
           info->of_kind[OCT9_PRIMITIVE_CAPSULE], info->of_kind[OCT9_PRIMITIVE_TRIANGLE]);
    printf("\"blocks\": %lu, \"lists\": %u, \"longest_list\": %u, \"indices\": %lu, "
           "\"bytes\": %lu}\n",
           (unsigned long)info->header->block_count, info->scene.list_count, info->longest,
           (unsigned long)info->scene.index_count, (unsigned long)info->header->bytes);
}

static void print_text(const info_t *info)
{
    static const char *const names[KINDS] = { "spheres", "boxes", "capsules", "triangles" };
    const oct9_frame_t *frame = &info->frame;
    const double cell_mm = frame->cell_um / 1e3, sub_mm = cell_mm / OCT9_CELL_Q6;
    const int32_t origin[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    printf("scene   of %u primitives\n", info->scene.primitive_count);
    printf("origin  %ld %ld %ld mm\n", (long)origin[0], (long)origin[1], (long)origin[2]);
    printf("cell    %g mm, of 64 sub-cells of %g mm\n", cell_mm, sub_mm);
    for (unsigned a = 0; info->scene.primitive_count != 0 && a < 3; a++)
        printf("%c       %.3f to %.3f m\n", "xyz"[a],
               (origin[a] + (info->low[a] - OCT9_LOW_Q6) * sub_mm) / 1e3,
               (origin[a] + (info->high[a] - OCT9_LOW_Q6) * sub_mm) / 1e3);
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (info->of_kind[kind] != 0)
            printf("%-9s %u\n", names[kind], info->of_kind[kind]);
    printf("tree    %lu blocks, %u lists of at most %u, %lu indices\n",
           (unsigned long)info->header->block_count, info->scene.list_count, info->longest,
           (unsigned long)info->scene.index_count);
    printf("all     %lu bytes\n", (unsigned long)info->header->bytes);
}

bool scene_info(const char *path, const void *bytes, size_t size, bool json)
{
    info_t info;
    if (!gather(&info, path, bytes, size))
        return false;
    if (json)
        print_json(&info);
    else
        print_text(&info);
    return true;
}
