/* SPDX-License-Identifier: MIT */
/* A RAM tree read slot by slot, and compared with what its cells should hold. */
#ifndef OCT9_TEST_OCCUPANCY_TREE_HPP
#define OCT9_TEST_OCCUPANCY_TREE_HPP

#include "occupancy_beliefs.hpp"
#include "tests/shared/report.hpp"

#include <string>
#include <vector>

namespace oracle {

struct TreeLeaf {
    uint32_t code;
    unsigned level;
    uint16_t payload;
};

inline bool operator==(const TreeLeaf &a, const TreeLeaf &b)
{
    return a.code == b.code && a.level == b.level && a.payload == b.payload;
}

using Leaves = std::vector<TreeLeaf>;

inline void add_leaves(Leaves &leaves, const oct9_tree_t &tree, uint16_t slot, uint32_t code,
                       unsigned level)
{
    if (slot & OCT9_SLOT_LEAF) {
        leaves.push_back({ code, level, static_cast<uint16_t>(slot & OCT9_PAYLOAD_MAX) });
        return;
    }
    for (uint32_t child = 0; child < 8; child++)
        add_leaves(leaves, tree, tree.pool[slot].slot[child], code + child * cells_in(level - 1),
                   level - 1);
}

/* Every leaf in Morton order. The tree must have passed oct9_tree_check. */
inline Leaves leaves_of(const oct9_tree_t &tree)
{
    Leaves leaves;

    add_leaves(leaves, tree, tree.root, 0, OCT9_LEVELS);
    return leaves;
}

/* The leaf that a cell lies in. */
inline TreeLeaf leaf_around(const Leaves &leaves, uint32_t code)
{
    const auto after = std::upper_bound(leaves.begin(), leaves.end(), code,
                                        [](uint32_t a, const TreeLeaf &b) { return a < b.code; });

    return *(after - 1);
}

/* The first leaf whose payload is not what all of its cells should hold, or nothing. As the
 * leaves fill the cube, this compares all of it. */
inline std::string leaves_differ(const Leaves &leaves, const Beliefs &beliefs)
{
    for (const TreeLeaf &leaf : leaves) {
        const Belief first = beliefs.at(leaf.code);
        const uint32_t end = leaf.code + cells_in(leaf.level);
        const uint32_t other = payload_of(first) != leaf.payload
                                 ? leaf.code
                                 : beliefs.find_other(leaf.code, leaf.level, first);
        if (other == end)
            continue;
        const oct9_cell_t cell = cell_of(other);
        return "cell (" + std::to_string(cell.x) + " " + std::to_string(cell.y) + " " +
               std::to_string(cell.z) + ") in a leaf of level " + std::to_string(leaf.level) +
               ": is " + std::to_string(oct9_occupancy_log_odds(leaf.payload)) + " age " +
               std::to_string(oct9_occupancy_age(leaf.payload)) + ", should be " +
               text_of(beliefs.at(other));
    }
    return "";
}

/* An occupancy map with its own pool. */
class Rig {
public:
    Rig(const oct9_model_t &model, uint32_t blocks) : pool_(blocks), seen_((blocks + 7) / 8)
    {
        CHECK_EQ(oct9_occupancy_init(&occupancy, pool_.data(), blocks, &model, nullptr), OCT9_OK);
    }
    Rig(const Rig &) = delete;
    Rig &operator=(const Rig &) = delete;

    oct9_occupancy_t occupancy;

    const oct9_tree_t &tree() const { return occupancy.tree; }
    uint32_t unused() const { return static_cast<uint32_t>(tree().capacity - tree().used); }

    bool sound()
    {
        return oct9_tree_check(&occupancy.tree, seen_.data()) == OCT9_OK &&
               tree().generation % 2 == 0;
    }

    /* What it holds is set as it is, past the sensor's model. */
    void set_node(uint32_t code, unsigned level, uint16_t payload)
    {
        const oct9_node_t node = { cell_of(code), static_cast<uint8_t>(level) };
        CHECK_EQ(oct9_tree_set_node(&occupancy.tree, &node, payload), OCT9_OK);
    }

    /* Never needs more blocks than the leaves do. */
    void load(const Leaves &leaves)
    {
        for (const TreeLeaf &leaf : leaves)
            set_node(leaf.code, leaf.level, leaf.payload);
    }

private:
    std::vector<oct9_block_t> pool_;
    std::vector<uint8_t> seen_;
};

} // namespace oracle

#endif
