/* SPDX-License-Identifier: MIT */
/* OctoMap's .bt and .ot, read by liboctomap. */
#include "tools/fail.h"
#include "tools/silence.hpp"
#include "tools/source/source.h"

#include <octomap/ColorOcTree.h>
#include <octomap/octomap.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <utility>

namespace {

template <class Tree> bool deliver(const Tree &tree, const char *path, source_t *source)
{
    const auto farthest = static_cast<int64_t>(SOURCE_FARTHEST_M * 1e6 / source->cell_um);
    for (auto it = tree.begin_leafs(), end = tree.end_leafs(); it != end; ++it) {
        const octomap::OcTreeKey key = it.getIndexKey();
        source_leaf_t leaf;
        leaf.size = 1 << (16u - it.getDepth());
        leaf.occupied = tree.isNodeOccupied(*it);
        for (unsigned a = 0; a < 3; a++) {
            leaf.lo[a] = static_cast<int32_t>(key[a]) - SOURCE_CELLS / 2;
            if (leaf.lo[a] < -farthest || leaf.lo[a] + leaf.size > farthest)
                return fail(path, "has a cell beyond 1000 km");
        }
        if (!source_add_leaf(source, path, &leaf))
            return false;
    }
    return true;
}

using TreePointer = std::unique_ptr<octomap::AbstractOcTree>;

/* No tree: OctoMap cannot read it. */
TreePointer read_tree(std::istream &stream, bool binary)
{
    if (!binary)
        return TreePointer(octomap::AbstractOcTree::read(stream));
    auto tree = std::make_unique<octomap::OcTree>(0.1);
    return tree->readBinary(stream) ? std::move(tree) : nullptr;
}

/* The text is not kept. */
TreePointer read_quietly(const std::string &text, bool binary)
{
    const Silence silence;
    try {
        std::istringstream stream(text);
        return read_tree(stream, binary);
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
        return nullptr;
    }
}

/* The file is read once, as it may be a pipe. */
TreePointer read_file(const char *path, source_t *source)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return nullptr;
    const std::string text(bytes.data, bytes.size);
    bool binary = false;
    const bool good = octomap_scan(&bytes, path, &binary, &source->cell_um);
    bytes_free(&bytes);
    if (!good)
        return nullptr;
    TreePointer tree = read_quietly(text, binary);
    if (!tree)
        fail(path, "OctoMap cannot read it");
    return tree;
}

bool read_octomap(source_t *source, const char *path)
{
    const TreePointer tree = read_file(path, source);
    source->kind = SOURCE_LEAVES;
    if (!tree)
        return false;
    if (const auto *plain = dynamic_cast<octomap::OcTree *>(tree.get()))
        return deliver(*plain, path, source);
    if (const auto *colour = dynamic_cast<octomap::ColorOcTree *>(tree.get()))
        return deliver(*colour, path, source);
    return fail(path, "it is neither an OcTree nor a ColorOcTree");
}

} // namespace

extern "C" bool source_read_octomap(source_t *source, const char *path)
{
    try {
        return read_octomap(source, path);
    } catch (const std::bad_alloc &) {
        return fail(path, "out of memory");
    }
}
