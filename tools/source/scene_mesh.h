/* SPDX-License-Identifier: MIT */
/* From a mesh to the triangles of a scene. */
#ifndef OCT9_TOOLS_SCENE_MESH_H
#define OCT9_TOOLS_SCENE_MESH_H

#include "oct9/primitive.h"
#include "tools/source/source.h"

/* What becomes of a triangle that crosses the cube's rim. With CUT and LEAVE one that lies outside
 * is left out. */
typedef enum {
    RIM_REFUSE, /* the mesh is refused, also for a triangle outside */
    RIM_CUT,    /* its part inside is kept, as one to seven triangles */
    RIM_LEAVE   /* it is left out: nothing of it is in the scene */
} rim_t;

/* Where the cube is, and its rim. */
typedef struct {
    int64_t origin_um[3];
    uint32_t cell_um;
    rim_t rim;
} scene_cube_t;

/* Set up by scene_mesh. */
typedef struct {
    oct9_primitive_t *triangles;
    size_t count;
    size_t outside, crossing; /* triangles of the mesh that were left out, or that cross the rim */
} scene_mesh_t;

/* Makes the triangles of a mesh: each corner goes to the nearest sub-cell, `id` is the number of
 * the object in the file. A corner belongs to the cube iff its nearest sub-cell does; the rim lies
 * there, half a sub-cell below the cube's faces. What is cut is cut before it is rounded. So each
 * point of the mesh within the rim is at most 0.87 sub-cells from a triangle of its object, and
 * each point of those triangles as near to the mesh, cut or not. Neighbours are cut alike: an edge
 * that they share has one cut. False: an error was printed; `path` is named there. Call
 * scene_mesh_free afterwards in any case. */
bool scene_mesh(scene_mesh_t *mesh, const char *path, const source_t *source,
                const scene_cube_t *cube);
void scene_mesh_free(scene_mesh_t *mesh);

#endif
