/* SPDX-License-Identifier: MIT */
/* Meshes, .obj: read by Assimp, after obj_scan. */
#include "tools/fail.h"
#include "tools/obj_scan.h"
#include "tools/source.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

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

static size_t face_count(const struct aiScene *scene)
{
    size_t count = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        count += scene->mMeshes[m]->mNumFaces;
    return count;
}

/* Assimp drops what it cannot divide. */
static bool read_scene(source_t *source, const char *path, const struct aiScene *scene,
                       size_t pieces)
{
    if (face_count(scene) != pieces)
        return fail(path, "has faces that cannot be divided into triangles: %zu of %zu are there",
                    face_count(scene), pieces);
    return pieces != 0 ? add_faces(source, path, scene) : add_vertices(source, path, scene);
}

static bool read_obj(source_t *source, const char *path, bytes_t *bytes)
{
    size_t pieces;
    if (!obj_scan(bytes, path, &pieces))
        return false;
    if (bytes->size == 0)
        return fail(path, "holds nothing");
    const struct aiScene *scene = aiImportFileFromMemory(bytes->data, (unsigned)bytes->size,
                                                         aiProcess_Triangulate, "obj");
    if (!scene)
        return fail(path, "Assimp cannot read it: %s", aiGetErrorString());
    const bool good = read_scene(source, path, scene, pieces);
    aiReleaseImport(scene);
    return good;
}

bool source_read_obj(source_t *source, const char *path)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return false;
    const bool good = bytes.size <= UINT32_MAX ? read_obj(source, path, &bytes)
                                               : fail(path, "is larger than 4 GB");
    bytes_free(&bytes);
    return good;
}
