/* SPDX-License-Identifier: MIT */
/* The states of a scene's builds and queries: the caller owns them, only the library uses their
 * fields. See oct9/scene.h. */
#ifndef OCT9_DETAIL_SCENE_H
#define OCT9_DETAIL_SCENE_H

#include "oct9/detail/parting.h"
#include "oct9/sweep.h"
#include "oct9/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A node on the path of a build: its list, and its next child. */
typedef struct {
    uint32_t list, length;
    uint16_t block;
    uint8_t child;
} oct9_scene_level_t;

/* A build in progress. */
typedef struct {
    struct oct9_scene *scene;
    const struct oct9_scene_config *config;
    uint32_t generation;              /* of the scene's tree while this build may write to it */
    uint32_t index_count, list_count; /* the numbers that may be used */
    uint32_t indices, top;            /* the end of the finished lists, and the top of the stack */
    uint32_t lists, blocks;           /* in use */
    uint32_t list;                    /* where the list of the current node begins, downwards */
    uint32_t left;                    /* primitives that this stage or node has still to look at */
    oct9_node_t node;                 /* the current node */
    oct9_scene_level_t at[OCT9_LEVELS + 1]; /* [l]: the path's node of level l */
    oct9_status_t status;
    uint16_t root;
    uint8_t stage;
} oct9_scene_build_t;

/* The rest of a leaf's list, and some of the primitives that were tested, so that few are tested
 * twice. */
typedef struct {
    const uint16_t *index;
    uint8_t left;
    uint16_t tested[16];
    uint32_t tests;
} oct9_scene_list_t;

/* What a cast has met, and the leaf's list that it is in. */
typedef struct {
    const struct oct9_scene *scene;
    const struct oct9_scene_cast_input *input;
    uint16_t count, placed; /* hits, and those whose contacts are computed */
    bool more;              /* a hit was met that the full list leaves out */
    uint16_t last_index;    /* a primitive with a greater index comes too late */
    oct9_parting_t parting;
    oct9_scene_list_t list;
} oct9_scene_hits_t;

/* A cast. */
typedef struct {
    oct9_scene_hits_t hits;
    oct9_sweep_t sweep;
} oct9_scene_cast_t;

/* A search for all primitives in a region. */
typedef struct {
    const struct oct9_scene *scene;
    uint8_t *seen;
    uint16_t ignored;
    oct9_scene_list_t list;
    oct9_visit_t visit;
} oct9_scene_find_t;

/* A search for the nearest primitives. */
typedef struct {
    const struct oct9_scene *scene;
    const struct oct9_scene_nearest_input *input;
    uint32_t reach2; /* what is farther, by its square, cannot be a result any more */
    uint32_t leaf2;  /* the square of the current leaf's distance, and that on each axis */
    uint16_t leaf_gap[3];
    uint16_t reach_q6; /* at least the root of reach2 */
    uint16_t count;
    oct9_scene_list_t list;
    oct9_search_t search;
} oct9_scene_nearest_t;

#ifdef __cplusplus
}
#endif
#endif
