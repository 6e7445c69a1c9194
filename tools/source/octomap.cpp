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

namespace {

/* Why a file is not read. */
struct Refusal {
    const char *cause;
};

template <class Tree> void deliver(const Tree &tree, const char *path, source_t *source)
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
                throw Refusal{ "has a cell beyond 1000 km" };
        }
        if (!source_add_leaf(source, path, &leaf))
            throw Refusal{ nullptr };
    }
}

void read_bt(std::istream &stream, const char *path, source_t *source)
{
    octomap::OcTree tree(0.1);
    if (!tree.readBinary(stream))
        throw Refusal{ "OctoMap cannot read it" };
    deliver(tree, path, source);
}

void read_ot(std::istream &stream, const char *path, source_t *source)
{
    const std::unique_ptr<octomap::AbstractOcTree> tree(octomap::AbstractOcTree::read(stream));
    if (!tree)
        throw Refusal{ "OctoMap cannot read it" };
    if (const auto *plain = dynamic_cast<octomap::OcTree *>(tree.get()))
        deliver(*plain, path, source);
    else if (const auto *colour = dynamic_cast<octomap::ColorOcTree *>(tree.get()))
        deliver(*colour, path, source);
    else
        throw Refusal{ "it is neither an OcTree nor a ColorOcTree" };
}

/* The cause of failure, or NULL. Causes are of static duration. */
const char *read_quietly(const std::string &text, const char *path, bool binary, source_t *source)
{
    const Silence silence;
    try {
        std::istringstream stream(text);
        if (binary)
            read_bt(stream, path, source);
        else
            read_ot(stream, path, source);
    } catch (const Refusal &refusal) {
        return refusal.cause ? refusal.cause : "out of memory";
    } catch (const std::bad_alloc &) {
        return "out of memory";
    } catch (const std::exception &) {
        return "OctoMap cannot read it";
    }
    return nullptr;
}

/* The file is read once, as it may be a pipe. */
bool read_bytes(bytes_t *bytes, const char *path, source_t *source)
{
    const std::string text(bytes->data, bytes->size);
    bool binary = false;
    if (!octomap_scan(bytes, path, &binary, &source->cell_um))
        return false;
    source->kind = SOURCE_LEAVES;
    const char *cause = read_quietly(text, path, binary, source);
    return cause ? fail(path, "%s", cause) : true;
}

} // namespace

extern "C" bool source_read_octomap(source_t *source, const char *path)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return false;
    bool good = false;
    try {
        good = read_bytes(&bytes, path, source);
    } catch (const std::bad_alloc &) {
        fail(path, "out of memory");
    }
    bytes_free(&bytes);
    return good;
}
