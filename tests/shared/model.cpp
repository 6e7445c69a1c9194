/* SPDX-License-Identifier: MIT */
/* The oracle's model of a map. */
#include "model.hpp"

#include <algorithm>

namespace oracle {

Model::Model()
{
    Node cube;
    cube.corner = { 0, 0, 0 };
    cube.size = OCT9_CELLS;
    nodes_.push_back(cube);
}

void Model::split(size_t i)
{
    const Node parent = nodes_[i];
    const int half = parent.size / 2;

    nodes_[i].first_child = static_cast<int>(nodes_.size());
    finest_size_ = std::min(finest_size_, half);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 2; x++) {
                Node child;
                child.corner = { parent.corner[0] + x * half, parent.corner[1] + y * half,
                                 parent.corner[2] + z * half };
                child.size = half;
                nodes_.push_back(child);
            }
}

bool Model::children_equal(size_t i) const
{
    const size_t first = static_cast<size_t>(nodes_[i].first_child);

    for (size_t k = first; k < first + 8; k++)
        if (!nodes_[k].is_leaf() || nodes_[k].payload != nodes_[first].payload)
            return false;
    return true;
}

const Node *Model::leaf_at(const std::array<int64_t, 3> &cell) const
{
    for (int64_t c : cell)
        if (c < 0 || c >= OCT9_CELLS)
            return nullptr;

    const Node *at = &nodes_[0];
    while (!at->is_leaf()) {
        const int half = at->size / 2;
        int child = at->first_child;
        child += cell[0] >= at->corner[0] + half ? 1 : 0;
        child += cell[1] >= at->corner[1] + half ? 2 : 0;
        child += cell[2] >= at->corner[2] + half ? 4 : 0;
        at = &nodes_[static_cast<size_t>(child)];
    }
    return at;
}

oct9_state_t Model::state(const Node &leaf) const
{
    if (leaf.payload == 0)
        return OCT9_UNKNOWN;
    if (leaf.payload < thresholds.free_below)
        return OCT9_FREE;
    return leaf.payload >= thresholds.occupied_from ? OCT9_OCCUPIED : OCT9_UNKNOWN;
}

bool Model::has_three_states() const
{
    return thresholds.free_below == 2 && thresholds.occupied_from == 2 &&
           std::all_of(nodes_.begin(), nodes_.end(),
                       [](const Node &node) { return node.payload <= 2; });
}

bool some_obstacle_matches(const Model &model, bool image, uint16_t mask, uint16_t value)
{
    unsigned payload = image ? 2u : model.thresholds.occupied_from;
    const unsigned last = image ? 2u : 32767u;

    while (payload <= last && (payload & mask) != value)
        payload++;
    return payload <= last;
}

oct9_leaf_t Model::as_leaf(const Node &leaf) const
{
    oct9_leaf_t out = {};

    out.corner.x = static_cast<uint16_t>(leaf.corner[0]);
    out.corner.y = static_cast<uint16_t>(leaf.corner[1]);
    out.corner.z = static_cast<uint16_t>(leaf.corner[2]);
    out.payload = leaf.payload;
    while (1 << out.level < leaf.size)
        out.level++;
    out.state = static_cast<uint8_t>(state(leaf));
    return out;
}

} // namespace oracle
