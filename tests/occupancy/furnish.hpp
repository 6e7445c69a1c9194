/* SPDX-License-Identifier: MIT */
/* Writes nodes of all sizes into a map's tree directly: contents that scans would take long to
 * make. */
#ifndef OCT9_TEST_FURNISH_HPP
#define OCT9_TEST_FURNISH_HPP

#include "owned_map.hpp"

namespace oracle {

/* Payloads of a few kinds only, so that many merge. */
inline uint16_t furnishing(Random &random, const oct9_model_t &model)
{
    const int log_odds[] = { model.lowest,
                             model.highest,
                             model.occupied_at,
                             model.free_at,
                             0,
                             random.between(model.lowest, model.highest) };

    return payload_of(log_odds[random.below(6)], random.between(0, OCT9_AGE_MAX));
}

/* At most `count` nodes up to `largest` level in a box of cells, as the pool allows. */
inline void furnish(OwnedMap &owned, Random &random, const std::array<int, 3> &lo,
                    const std::array<int, 3> &hi, int count, int largest)
{
    for (; count > 0; count--) {
        oct9_node_t node = {};
        node.level = static_cast<uint8_t>(random.between(0, largest));
        const auto somewhere = [&](size_t axis) {
            const int at = random.between(lo[axis], hi[axis] - 1);
            return static_cast<uint16_t>(at >> node.level << node.level);
        };
        node.corner = { somewhere(0), somewhere(1), somewhere(2) };
        oct9_tree_set_node(&owned.map.tree, &node, furnishing(random, owned.map.model));
    }
}

} // namespace oracle

#endif
