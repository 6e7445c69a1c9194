/* SPDX-License-Identifier: MIT */
/* Meshes, read by Assimp: .stl, .obj. */
#include "tools/fail.h"
#include "tools/source.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool add_vertex(source_t *source, const char *path, const struct aiVector3D *vertex)
{
    const double at[3] = { (double)vertex->x, (double)vertex->y, (double)vertex->z };
    return source_add_point(source, path, at);
}

/* A face of one or two corners, a point or a line, is a triangle without area. */
static bool add_face(source_t *source, const char *path, const struct aiMesh *mesh,
                     const struct aiFace *face)
{
    for (unsigned i = 0; face->mNumIndices != 0 && i < 3; i++) {
        const unsigned last = face->mNumIndices - 1u;
        const unsigned vertex = face->mIndices[i < last ? i : last];
        if (vertex >= mesh->mNumVertices)
            return fail(path, "a face names a vertex that is not there");
        if (!add_vertex(source, path, &mesh->mVertices[vertex]))
            return false;
    }
    return true;
}

static bool add_faces(source_t *source, const char *path, const struct aiScene *scene)
{
    source->kind = SOURCE_TRIANGLES;
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        for (unsigned f = 0; f < scene->mMeshes[m]->mNumFaces; f++)
            if (!add_face(source, path, scene->mMeshes[m], &scene->mMeshes[m]->mFaces[f]))
                return false;
        source->part += scene->mMeshes[m]->mNumFaces != 0;
    }
    return true;
}

static bool add_vertices(source_t *source, const char *path, const struct aiScene *scene)
{
    source->kind = SOURCE_POINTS;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned v = 0; v < scene->mMeshes[m]->mNumVertices; v++)
            if (!add_vertex(source, path, &scene->mMeshes[m]->mVertices[v]))
                return false;
    return true;
}

static bool has_faces(const struct aiScene *scene)
{
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        if (scene->mMeshes[m]->mNumFaces != 0)
            return true;
    return false;
}

bool source_read_mesh(source_t *source, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(path, "cannot be read: %s", strerror(errno));
    fclose(file);
    const struct aiScene *scene = aiImportFile(path, aiProcess_Triangulate);
    if (!scene)
        return fail(path, "Assimp cannot read it: %s", aiGetErrorString());
    const bool good = has_faces(scene) ? add_faces(source, path, scene)
                                       : add_vertices(source, path, scene);
    aiReleaseImport(scene);
    return good;
}
