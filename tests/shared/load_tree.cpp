/* SPDX-License-Identifier: MIT */
/* A model into a RAM tree, leaf by leaf, in any order. */
#include "load.hpp"

#include <algorithm>

namespace oracle {

static std::vector<const Node *> shuffled_leaves(const Model &model, Random &random)
{
    std::vector<const Node *> leaves;

    for (const Node &node : model.nodes())
        if (node.is_leaf())
            leaves.push_back(&node);
    for (size_t i = leaves.size(); i > 1; i--)
        std::swap(leaves[i - 1], leaves[random.below(static_cast<uint32_t>(i))]);
    return leaves;
}

/* No order needs more blocks than the model has inner nodes: only these are ever split. */
LoadedTree::LoadedTree(const Model &model, Random &random)
    : pool_(std::max<size_t>(model.inner_count(), 1))
{
    ok_ = oct9_tree_init(&tree_, pool_.data(), static_cast<uint32_t>(pool_.size()),
                         &model.thresholds) == OCT9_OK;
    for (const Node *leaf : shuffled_leaves(model, random)) {
        const oct9_leaf_t as = model.as_leaf(*leaf);
        const oct9_node_t node = { as.corner, as.level };
        ok_ = ok_ && oct9_tree_set_node(&tree_, &node, as.payload) == OCT9_OK;
    }
    ok_ = ok_ && tree_.used == model.inner_count();
}

} // namespace oracle
