/* SPDX-License-Identifier: MIT */
#include "tests/objects/things.h"

#include "tests/test.h"

oct9_objects_t things;
oct9_object_t thing_pool[THINGS];
oct9_object_node_t thing_nodes[THING_NODES];
bool thing_there[THINGS];

void things_init(oct9_placement_t placement, uint32_t nodes)
{
    const oct9_objects_config_t config = {
        thing_pool, thing_nodes, THINGS, nodes, placement, 1, 0
    };
    CHECK_EQ(oct9_objects_init(&things, &config), OCT9_OK);
    for (unsigned i = 0; i < THINGS; i++)
        thing_there[i] = false;
}

void things_update(uint32_t count)
{
    while (count-- > 0)
        CHECK_EQ(oct9_objects_update(&things, UINT32_MAX), OCT9_OK);
}

oct9_bounds_t thing_ball(int32_t x, int32_t y, int32_t z, unsigned radius)
{
    const oct9_bounds_t ball = { POINT(x, y, z),
                                 { (uint16_t)radius, 0xFFFF, 0xFFFF },
                                 OCT9_BOUND_SPHERE };
    return ball;
}

oct9_bounds_t thing_box(int32_t x, int32_t y, int32_t z, unsigned half_x, unsigned half_y,
                        unsigned half_z)
{
    const oct9_bounds_t box = { POINT(x, y, z),
                                { (uint16_t)half_x, (uint16_t)half_y, (uint16_t)half_z },
                                OCT9_BOUND_BOX };
    return box;
}

oct9_handle_t thing_add(oct9_bounds_t bounds)
{
    const oct9_objects_add_input_t input = { .bounds = bounds, .category = 1 };
    oct9_handle_t handle = { 0, 0 };
    CHECK(oct9_objects_add(&things, &input, &handle) >= 0);
    thing_there[handle.index] = true;
    return handle;
}

static unsigned random_half(random_t *random)
{
    static const uint32_t below[8] = { 1, 33, 129, 129, 600, 600, 3000, 32768 };
    return (unsigned)random_below(random, below[random_below(random, random_below(random, 8) + 1)]);
}

oct9_bounds_t thing_random_bounds(random_t *random)
{
    oct9_bounds_t bounds = { .kind = (uint16_t)random_below(random, 2) };
    const bool near = random_below(random, 4) != 0;
    bounds.centre = world_point(random);
    if (near) {
        bounds.centre.x = AT((int32_t)(15872 + random_below(random, 2048)));
        bounds.centre.y = AT((int32_t)(16000 + random_below(random, 1024)));
        bounds.centre.z = AT((int32_t)(8192 + random_below(random, 1024)));
    }
    for (unsigned a = 0; a < 3; a++)
        bounds.half_q6[a] = (uint16_t)random_half(random);
    return bounds;
}

static void add(random_t *random)
{
    static const uint16_t category[4] = { 0, 1, 2, 3 }, ignored[8] = { 0, 0, 0, 0, 0, 1, 2, 3 };
    const oct9_bounds_t bounds = thing_random_bounds(random);
    const uint16_t own = category[random_below(random, 4)];
    const uint16_t others = ignored[random_below(random, 8)];
    const bool is_static = random_below(random, 4) == 0;
    const oct9_objects_add_input_t input = { bounds, own, others, is_static };
    oct9_handle_t handle;
    const int outside = oct9_objects_add(&things, &input, &handle);
    CHECK(outside == 0 || outside == 1);
    CHECK(!thing_there[handle.index]);
    thing_there[handle.index] = true;
}

void things_act(random_t *random)
{
    const uint32_t kind = random_below(random, 8);
    const unsigned index = (unsigned)random_below(random, THINGS);
    if (!thing_there[index]) {
        if (kind < 4 && things.used < THINGS)
            add(random);
    } else if (kind == 0) {
        CHECK_EQ(oct9_objects_remove(&things, thing_handle(index)), OCT9_OK);
        thing_there[index] = false;
    } else {
        oct9_bounds_t to = thing_random_bounds(random);
        if (kind < 6) { /* a small step */
            to = thing_pool[index].bounds;
            to.centre.x = (int16_t)(to.centre.x + (int)random_below(random, 129) - 64);
            to.centre.y = (int16_t)(to.centre.y + (int)random_below(random, 129) - 64);
        }
        CHECK(oct9_objects_move(&things, thing_handle(index), &to) >= 0);
    }
}

oct9_handle_t thing_handle(unsigned index)
{
    const oct9_handle_t handle = { (uint16_t)index, thing_pool[index].generation };
    return handle;
}
