/* SPDX-License-Identifier: MIT */
/* A random scene with a map and objects around it. */
#ifndef OCT9_TEST_OBSTACLES_WORLD_HPP
#define OCT9_TEST_OBSTACLES_WORLD_HPP

#include "tests/scene/scene_judge.hpp"

#include "oct9/obstacles.h"

namespace scenes {

/* ---- Maps and objects where a scene is. ---- */

inline uint16_t cell_near(Random &random, int64_t coordinate, int size)
{
    const int64_t cell = (coordinate + random.between(-size, 2 * size) - LOW) / OCT9_CELL_Q6;

    return static_cast<uint16_t>(std::clamp<int64_t>(cell, 0, OCT9_CELLS - 1));
}

struct Setting {
    World world;
    std::vector<oct9_block_t> pool;
    oct9_tree_t tree;
    oct9_map_t map;
    std::vector<oct9_object_t> object;
    std::vector<oct9_object_node_t> node;
    std::vector<oct9_handle_t> handles;
    oct9_objects_t objects;

    explicit Setting(Random &random)
        : world(random), pool(4000), tree(), map(), object(30), node(200), objects()
    {
        build_map(random);
        add_objects(random);
    }
    Setting(const Setting &) = delete;
    Setting &operator=(const Setting &) = delete;

    oct9_bounds_t bounds(Random &random) const
    {
        const int size = world.region.size;
        oct9_bounds_t some = {};

        some.centre = narrow(world.region.around(random));
        for (uint16_t &half : some.half_q6)
            half = static_cast<uint16_t>(random.between(0, size / 3 + 1));
        some.kind = random.chance(50) ? OCT9_BOUND_SPHERE : OCT9_BOUND_BOX;
        return some;
    }

    /* A box of cells, of any payload. */
    void fill(Random &random)
    {
        const Vec &base = world.region.base;
        const int size = world.region.size;
        uint16_t lo[3], hi[3];

        for (size_t a = 0; a < 3; a++) {
            lo[a] = cell_near(random, base[a], size);
            hi[a] = static_cast<uint16_t>(std::min(OCT9_CELLS, lo[a] + 1 + random.between(0, 3)));
        }
        const oct9_box_t box = { { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] } };
        CHECK_EQ(oct9_tree_fill_box(&tree, &box, static_cast<uint16_t>(random.below(4))), OCT9_OK);
    }

private:
    void build_map(Random &random)
    {
        const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };

        CHECK_EQ(oct9_tree_init(&tree, pool.data(), static_cast<uint32_t>(pool.size()), nullptr),
                 OCT9_OK);
        if (random.chance(80))
            CHECK_EQ(oct9_tree_fill_box(&tree, &all, OCT9_FREE), OCT9_OK);
        for (uint32_t boxes = random.below(12); boxes > 0; boxes--)
            fill(random);
        map = oct9_map_of_tree(&tree);
    }

    void add_objects(Random &random)
    {
        const oct9_objects_config_t config = { object.data(),
                                               node.data(),
                                               static_cast<uint32_t>(object.size()),
                                               static_cast<uint32_t>(node.size()),
                                               random.chance(50) ? OCT9_LOOSE : OCT9_ENCLOSING,
                                               static_cast<uint16_t>(random.below(6)),
                                               0 };

        CHECK_EQ(oct9_objects_init(&objects, &config), OCT9_OK);
        handles.resize(random.below(20));
        for (oct9_handle_t &handle : handles) {
            oct9_objects_add_input_t one = {};
            one.bounds = bounds(random);
            one.category = static_cast<uint16_t>(random.below(8));
            CHECK(oct9_objects_add(&objects, &one, &handle) >= 0);
        }
        CHECK_EQ(oct9_objects_update(&objects, UINT32_MAX), OCT9_OK);
    }
};

} // namespace scenes

#endif
