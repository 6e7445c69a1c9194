/* SPDX-License-Identifier: MIT */
/* Prints the faces of a mesh as Assimp reads it, with nothing joined or cut: a line each, with the
 * coordinates of all corners. They have 32 bits there.
 * Usage: by_assimp FILE */
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>

static void print_face(const aiMesh &mesh, const aiFace &face)
{
    for (unsigned i = 0; i < face.mNumIndices; i++) {
        const aiVector3D &corner = mesh.mVertices[face.mIndices[i]];
        for (unsigned a = 0; a < 3; a++)
            std::printf("%.9g ", static_cast<double>(corner[a]));
    }
    std::printf("\n");
}

int main(int argc, char **argv)
{
    Assimp::Importer importer;
    const aiScene *scene = argc == 2 ? importer.ReadFile(argv[1], 0) : nullptr;
    if (!scene) {
        std::fprintf(stderr, "by_assimp: %s\n", importer.GetErrorString());
        return 1;
    }
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned f = 0; f < scene->mMeshes[m]->mNumFaces; f++)
            print_face(*scene->mMeshes[m], scene->mMeshes[m]->mFaces[f]);
}
