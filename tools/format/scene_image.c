/* SPDX-License-Identifier: MIT */
/* From a scene to its image: little-endian. The builder leaves the blocks in the image's order. */
#include "tools/format/scene_image.h"

#include "oct9/image.h"
#include "tools/format/put.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = sizeof(oct9_scene_header_t), PRIMITIVE_BYTES = 26 };

_Static_assert(sizeof(oct9_primitive_t) == PRIMITIVE_BYTES, "primitives stand without gaps");

static size_t image_size(const oct9_scene_t *scene)
{
    const size_t bytes = HEADER_BYTES + 4u * (size_t)scene->list_count +
                         sizeof(oct9_block_t) * (size_t)scene->tree.used +
                         2u * (size_t)scene->index_count +
                         PRIMITIVE_BYTES * (size_t)scene->primitive_count;
    return (bytes + 3u) / 4u * 4u;
}

/* All of the header; the CRC is left 0. */
static unsigned char *put_header(unsigned char *at, const oct9_scene_t *scene,
                                 const oct9_frame_t *frame)
{
    const uint32_t fields[] = { OCT9_SCENE_MAGIC,
                                0,
                                OCT9_SCENE_VERSION,
                                (uint32_t)image_size(scene),
                                (uint32_t)frame->origin_mm.x,
                                (uint32_t)frame->origin_mm.y,
                                (uint32_t)frame->origin_mm.z,
                                frame->cell_um,
                                scene->tree.root,
                                scene->primitive_count,
                                scene->tree.used,
                                scene->list_count,
                                scene->index_count };
    _Static_assert(sizeof fields == HEADER_BYTES, "every field of the header");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        at = put32(at, fields[i]);
    return at;
}

static unsigned char *put_point(unsigned char *at, const oct9_point_t *point)
{
    return put16(put16(put16(at, (uint16_t)point->x), (uint16_t)point->y), (uint16_t)point->z);
}

static unsigned char *put_primitive(unsigned char *at, const oct9_primitive_t *primitive)
{
    at = put_point(put_point(put_point(at, &primitive->a), &primitive->b), &primitive->c);
    at = put16(put16(at, primitive->radius_q6), primitive->id);
    return put16(put16(at, primitive->category), primitive->kind);
}

static void put_image(unsigned char *at, const oct9_scene_t *scene, const oct9_frame_t *frame)
{
    at = put_header(at, scene, frame);
    for (uint32_t i = 0; i < scene->list_count; i++)
        at = put32(at, scene->lists[i]);
    for (uint32_t i = 0; i < scene->tree.used; i++)
        for (unsigned c = 0; c < 8; c++)
            at = put16(at, scene->tree.pool[i].slot[c]);
    for (uint32_t i = 0; i < scene->index_count; i++)
        at = put16(at, scene->indices[i]);
    for (uint32_t i = 0; i < scene->primitive_count; i++)
        at = put_primitive(at, &scene->primitives[i]);
}

static void put_crc(unsigned char *bytes, size_t size)
{
    const size_t behind = offsetof(oct9_scene_header_t, version);
    put32(bytes + offsetof(oct9_scene_header_t, crc),
          oct9_rom_crc32(0, bytes + behind, size - behind));
}

bool scene_image(const oct9_scene_t *scene, const oct9_frame_t *frame, unsigned char **bytes,
                 size_t *size)
{
    *size = image_size(scene);
    *bytes = calloc(*size, 1);
    if (!*bytes)
        return false;
    put_image(*bytes, scene, frame);
    put_crc(*bytes, *size);
    return true;
}

bool scene_image_is(const void *bytes, size_t size)
{
    static const char magic[4] = { 'o', 'c', '9', 's' };
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}
