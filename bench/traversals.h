/* SPDX-License-Identifier: MIT */
/* The methods to follow a ray, beside each other: the walk, splitting planes and linked leaves.
 * Each follows each ray until it meets an occupied leaf. */
#ifndef BENCH_TRAVERSALS_H
#define BENCH_TRAVERSALS_H

#include "bench/rays.h"
#include "oct9/linked.h"

/* One map as both images. */
typedef struct {
    oct9_map_t map;
    const oct9_linked_t *linked;
} traversal_maps_t;

typedef struct {
    const char *name;
    uint32_t state_bytes; /* of one traversal */
    /* Begins each ray, and does no more; returns how many begin. To be counted. */
    uint32_t (*begins)(const traversal_maps_t *maps, const bench_ray_t *rays, uint32_t count);
    /* Follows each ray and asks for each leaf; returns how many they are. To be counted. */
    uint32_t (*follows)(const traversal_maps_t *maps, const bench_ray_t *rays, uint32_t count);
    /* The same, and mixes the leaves into a digest. */
    uint32_t (*digests)(const traversal_maps_t *maps, const bench_ray_t *rays, uint32_t count);
} traversal_t;

enum { TRAVERSALS = 3 };

extern const traversal_t traversals[TRAVERSALS];

#endif
