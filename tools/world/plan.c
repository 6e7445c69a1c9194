/* SPDX-License-Identifier: MIT */
/* The plan of a world. */
#define _POSIX_C_SOURCE 200809L

#include "tools/world/plan.h"
#include "oct9/image.h"
#include "tools/grow.h"
#include "tools/world/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void world_plan_free(world_plan_t *plan)
{
    for (size_t i = 0; i < plan->source_count; i++) {
        free(plan->sources[i].path);
        free(plan->sources[i].options);
    }
    free(plan->sources);
    free(plan->parts);
    memset(plan, 0, sizeof *plan);
}

world_plan_source_t *world_plan_add_source(world_plan_t *plan, const char *path,
                                           const char *options)
{
    world_plan_source_t *sources = grow(path, plan->sources, plan->source_count, &plan->source_room,
                                        sizeof *sources);
    if (!sources)
        return NULL;
    plan->sources = sources;
    world_plan_source_t *source = &sources[plan->source_count++];
    memset(source, 0, sizeof *source);
    source->path = grow_copy(path, path);
    source->options = grow_copy(path, options);
    return source->path && source->options ? source : NULL;
}

bool world_plan_add_part(world_plan_t *plan, const char *path, const world_plan_part_t *part)
{
    world_plan_part_t *parts = grow(path, plan->parts, plan->part_count, &plan->part_room,
                                    sizeof *parts);
    if (!parts)
        return false;
    plan->parts = parts;
    parts[plan->part_count++] = *part;
    return true;
}

static int compare(const void *a, const void *b)
{
    const world_plan_part_t *p = a, *q = b;
    return p->tile != q->tile ? (p->tile > q->tile) - (p->tile < q->tile)
                              : (p->source > q->source) - (p->source < q->source);
}

bool world_plan_sort(world_plan_t *plan, const char *path)
{
    size_t tiles = 0;
    if (plan->part_count != 0)
        qsort(plan->parts, plan->part_count, sizeof *plan->parts, compare);
    for (size_t part = 0; part < plan->part_count; part = world_plan_next(plan, part))
        tiles++;
    return tiles <= OCT9_WORLD_TILES_MAX ||
           fail(path, "%zu tiles, more than %u: use a longer --cell", tiles, OCT9_WORLD_TILES_MAX);
}

/* The formats' numbers are in it: what is baked otherwise is baked anew. So is the name's ending,
 * which chooses the reader. */
void world_plan_key(const world_plan_t *plan, world_plan_source_t *source)
{
    const world_frame_t *const frame = &plan->frame;
    const char *const dot = strrchr(source->path, '.');
    char text[256];
    snprintf(text, sizeof text, "%u %u %.8s %016" PRIx64 " %lu %ld %ld %ld ", OCT9_WORLD_VERSION,
             OCT9_IMAGE_VERSION, dot ? dot : "", source->content, (unsigned long)frame->cell_um,
             (long)frame->origin_mm[0], (long)frame->origin_mm[1], (long)frame->origin_mm[2]);
    source->key = hash_bytes(HASH_BEGIN, text, strlen(text));
    source->key = hash_bytes(source->key, source->options, strlen(source->options));
}

size_t world_plan_next(const world_plan_t *plan, size_t part)
{
    size_t next = part + 1;
    while (next < plan->part_count && plan->parts[next].tile == plan->parts[part].tile)
        next++;
    return next;
}

size_t world_plan_find(const world_plan_t *plan, tile_t tile)
{
    const uint64_t key = tile_key(tile);
    size_t low = 0, high = plan->part_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (plan->parts[middle].tile < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < plan->part_count && plan->parts[low].tile == key ? low : plan->part_count;
}

uint64_t world_plan_hash(const world_plan_t *plan, size_t part)
{
    uint64_t sum = 0;
    char text[32];
    for (size_t i = part; i < world_plan_next(plan, part); i++)
        sum += plan->sources[plan->parts[i].source].key;
    snprintf(text, sizeof text, "%016" PRIx64, sum);
    return hash_bytes(HASH_BEGIN, text, strlen(text));
}

bool world_plan_tiles(const world_plan_t *plan, tiles_t *tiles)
{
    tiles->keys = malloc((plan->part_count + 1) * sizeof *tiles->keys);
    if (!tiles->keys)
        return fail(FOLDER_PLAN, "out of memory");
    for (size_t part = 0; part < plan->part_count; part = world_plan_next(plan, part))
        tiles->keys[tiles->count++] = plan->parts[part].tile;
    return true;
}
