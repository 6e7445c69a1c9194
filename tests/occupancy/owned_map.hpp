/* SPDX-License-Identifier: MIT */
/* An occupancy map with its pool, and random models of a sensor. */
#ifndef OCT9_TEST_OWNED_MAP_HPP
#define OCT9_TEST_OWNED_MAP_HPP

#include "leaf_list.hpp"
#include "tests/shared/random.hpp"

#include "oct9/occupancy.h"

#include <cstdlib>

extern "C" {
#include "tests/test.h"
}

namespace oracle {

class OwnedMap {
public:
    oct9_occupancy_t map = {};

    OwnedMap(uint32_t blocks, const oct9_model_t &model, oct9_changes_t *changes = nullptr)
        : pool_(blocks), seen_((blocks + 7) / 8)
    {
        map.model = model;
        map.changes = changes;
        make_empty();
    }
    OwnedMap(const OwnedMap &) = delete;
    OwnedMap &operator=(const OwnedMap &) = delete;

    void make_empty()
    {
        const oct9_model_t model = map.model;

        CHECK_EQ(oct9_occupancy_init(&map, pool_.data(), static_cast<uint32_t>(pool_.size()),
                                     &model, map.changes),
                 OCT9_OK);
    }

    LeafList leaves() const { return leaves_of(map.tree); }

    /* Every invariant, and the promise that the pool bounds the map. */
    bool good()
    {
        return oct9_tree_check(&map.tree, seen_.data()) == OCT9_OK &&
               map.tree.used <= map.tree.capacity && map.tree.generation % 2 == 0;
    }

    /* As it was when `saved` was filled by save(). */
    struct Saved {
        std::vector<oct9_block_t> pool;
        oct9_occupancy_t map;
    };
    void save(Saved &saved) const
    {
        saved.pool = pool_;
        saved.map = map;
    }
    void restore(const Saved &saved)
    {
        std::copy(saved.pool.begin(), saved.pool.end(), pool_.begin());
        map = saved.map;
    }

private:
    std::vector<oct9_block_t> pool_;
    std::vector<uint8_t> seen_;
};

inline oct9_model_t random_model(Random &random, oct9_full_t full)
{
    oct9_model_t model = OCT9_MODEL_DEFAULT;

    if (random.chance(60)) {
        model.hit = static_cast<uint8_t>(random.between(1, random.chance(50) ? 30 : 127));
        model.miss = static_cast<uint8_t>(random.between(1, random.chance(50) ? 15 : 127));
        model.lowest = static_cast<int8_t>(random.between(-127, -1));
        model.highest = static_cast<int8_t>(random.between(1, 127));
        model.free_at = static_cast<int8_t>(random.between(model.lowest, -1));
        model.occupied_at = static_cast<int8_t>(random.between(1, model.highest));
    }
    model.keep = static_cast<uint8_t>(random.between(0, OCT9_AGE_MAX));
    model.fade = static_cast<uint8_t>(random.chance(30) ? random.below(128) : random.below(12));
    model.full = full;
    return model;
}

/* What a round of forgetting makes of a payload: it ages, and once it is older than the model
 * keeps it fades. */
inline uint16_t older(const oct9_model_t &model, uint16_t payload)
{
    const int log_odds = log_odds_of(payload), age = age_of(payload) + 1;
    const int fade = age > model.keep ? std::min<int>(model.fade, std::abs(log_odds)) : 0;

    return payload_of(log_odds > 0 ? log_odds - fade : log_odds + fade,
                      std::min(age, OCT9_AGE_MAX));
}

inline oct9_state_t state_of(const oct9_model_t &model, uint16_t payload)
{
    const int log_odds = log_odds_of(payload);

    if (log_odds >= model.occupied_at)
        return OCT9_OCCUPIED;
    return log_odds <= model.free_at ? OCT9_FREE : OCT9_UNKNOWN;
}

} // namespace oracle

#endif
