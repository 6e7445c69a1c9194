/* SPDX-License-Identifier: MIT */
/* OctoMap's .bt and .ot, read by liboctomap. */
#include "tools/source.h"
#include "tools/fail.h"
#include "tools/silence.hpp"

#include <octomap/ColorOcTree.h>
#include <octomap/octomap.h>

#include <cmath>
#include <exception>
#include <memory>
#include <new>

namespace {

/* Why a file is not read. */
struct Refusal {
    const char *cause;
};

template <class Tree>
void deliver(const Tree &tree, const char *path, source_t *source)
{
    for (auto it = tree.begin_leafs(), end = tree.end_leafs(); it != end; ++it) {
        if (!std::isfinite(it->getLogOdds()))
            throw Refusal{"has a cell whose occupancy is no number"};
        const octomap::OcTreeKey key = it.getIndexKey();
        source_leaf_t leaf;
        leaf.size = 1 << (16u - it.getDepth());
        leaf.occupied = tree.isNodeOccupied(*it);
        for (unsigned a = 0; a < 3; a++)
            leaf.lo[a] = static_cast<int32_t>(key[a]) - SOURCE_CELLS / 2;
        if (!source_add_leaf(source, path, &leaf))
            throw Refusal{nullptr};
    }
}

void set_cell(const octomap::AbstractOcTree &tree, source_t *source)
{
    const double um = tree.getResolution() * 1e6;
    if (!(um >= 1.0 && um <= 67108863.0))
        throw Refusal{"its resolution is not between 1 um and 67 m"};
    source->cell_um = static_cast<uint32_t>(std::lround(um));
}

void read_bt(const char *path, source_t *source)
{
    octomap::OcTree tree(0.1);
    if (!tree.readBinary(path))
        throw Refusal{"OctoMap cannot read it"};
    set_cell(tree, source);
    deliver(tree, path, source);
}

void read_ot(const char *path, source_t *source)
{
    const std::unique_ptr<octomap::AbstractOcTree> tree(octomap::AbstractOcTree::read(path));
    if (!tree)
        throw Refusal{"OctoMap cannot read it"};
    set_cell(*tree, source);
    if (const auto *plain = dynamic_cast<octomap::OcTree *>(tree.get()))
        deliver(*plain, path, source);
    else if (const auto *colour = dynamic_cast<octomap::ColorOcTree *>(tree.get()))
        deliver(*colour, path, source);
    else
        throw Refusal{"it is neither an OcTree nor a ColorOcTree"};
}

/* The cause of failure, or NULL. Causes are of static duration. */
const char *read_quietly(const char *path, bool binary, source_t *source)
{
    const Silence silence;
    try {
        if (binary)
            read_bt(path, source);
        else
            read_ot(path, source);
    } catch (const Refusal &refusal) {
        return refusal.cause ? refusal.cause : "out of memory";
    } catch (const std::bad_alloc &) {
        return "out of memory";
    } catch (const std::exception &) {
        return "OctoMap cannot read it";
    }
    return nullptr;
}

}

extern "C" bool source_read_octomap(source_t *source, const char *path)
{
    bool binary = false;
    if (!octomap_scan(path, &binary))
        return false;
    source->kind = SOURCE_LEAVES;
    const char *cause = read_quietly(path, binary, source);
    return cause ? fail(path, "%s", cause) : true;
}
