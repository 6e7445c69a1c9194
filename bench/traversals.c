/* SPDX-License-Identifier: MIT */
/* The traversals' loops, the same for each. */
#include "bench/traversals.h"

#include "oct9/planes.h"
#include "oct9/walk.h"

static uint32_t mix(uint32_t digest, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        digest = (digest ^ (value & 0xFFu)) * 16777619u;
        value >>= 8;
    }
    return digest;
}

static uint32_t mix_leaf(uint32_t digest, const oct9_leaf_t *leaf)
{
    digest = mix(digest, (uint32_t)leaf->corner.x << 16 | leaf->corner.y);
    return mix(digest, (uint32_t)leaf->corner.z << 16 | (uint32_t)leaf->level << 8 | leaf->state);
}

/* Defines begins_NAME, follows_NAME and digests_NAME; MAP is what BEGIN takes of `maps`. */
#define TRAVERSAL(NAME, STATE, MAP, BEGIN, NEXT, LEAF)                                    \
    static uint32_t begins_##NAME(const traversal_maps_t *maps, const bench_ray_t *rays,  \
                                  uint32_t count)                                         \
    {                                                                                     \
        STATE state;                                                                      \
        uint32_t begun = 0;                                                               \
        for (uint32_t i = 0; i < count; i++)                                              \
            begun += BEGIN(&state, MAP, &rays[i].from, &rays[i].to);                      \
        return begun;                                                                     \
    }                                                                                     \
    static uint32_t follows_##NAME(const traversal_maps_t *maps, const bench_ray_t *rays, \
                                   uint32_t count)                                        \
    {                                                                                     \
        STATE state;                                                                      \
        oct9_leaf_t leaf;                                                                 \
        uint32_t leaves = 0;                                                              \
        for (uint32_t i = 0; i < count; i++)                                              \
            if (BEGIN(&state, MAP, &rays[i].from, &rays[i].to))                           \
                do {                                                                      \
                    LEAF(&state, &leaf);                                                  \
                    leaves++;                                                             \
                } while (leaf.state != OCT9_OCCUPIED && NEXT(&state) > 0);                \
        return leaves;                                                                    \
    }                                                                                     \
    static uint32_t digests_##NAME(const traversal_maps_t *maps, const bench_ray_t *rays, \
                                   uint32_t count)                                        \
    {                                                                                     \
        STATE state;                                                                      \
        oct9_leaf_t leaf;                                                                 \
        uint32_t digest = 2166136261u;                                                    \
        for (uint32_t i = 0; i < count; i++)                                              \
            if (BEGIN(&state, MAP, &rays[i].from, &rays[i].to))                           \
                do {                                                                      \
                    LEAF(&state, &leaf);                                                  \
                    digest = mix_leaf(digest, &leaf);                                     \
                } while (leaf.state != OCT9_OCCUPIED && NEXT(&state) > 0);                \
        return digest;                                                                    \
    }

TRAVERSAL(walk, oct9_walk_t, &maps->map, oct9_walk_begin, oct9_walk_next, oct9_walk_leaf)
TRAVERSAL(linked, oct9_linked_walk_t, maps->linked, oct9_linked_begin, oct9_linked_next,
          oct9_linked_leaf)
TRAVERSAL(planes, oct9_planes_t, &maps->map, oct9_planes_begin, oct9_planes_next, oct9_planes_leaf)

#define ENTRY(NAME, STATE)                                                  \
    {                                                                       \
#NAME, sizeof(STATE), begins_##NAME, follows_##NAME, digests_##NAME \
    }

const traversal_t traversals[TRAVERSALS] = { ENTRY(walk, oct9_walk_t),
                                             ENTRY(linked, oct9_linked_walk_t),
                                             ENTRY(planes, oct9_planes_t) };
