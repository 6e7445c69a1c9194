/* SPDX-License-Identifier: MIT */
/* Moving objects against a list of objects that are looked at one by one: random histories, every
 * query in one call and in slices, pairs, and the nodes' pool.
 *
 * SEED, WORLDS, TICKS (in each world, one question of each kind in each tick), LONG (ticks of the
 * long runs) come from the environment. */
#include "tests/shared/check_none.hpp"
#include "objects_questions.hpp"

#include <cstdio>
#include <cstring>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

static unsigned long long number(uint64_t x)
{
    return x;
}

/* ---- Histories. ---- */

static std::string tick(World &world, unsigned changes, unsigned growth, bool check)
{
    std::string text;

    for (unsigned i = 0; i < changes && text.empty(); i++) {
        text = change(world, growth);
        if (text.empty() && check && oct9_objects_check(world.objects()) != OCT9_OK)
            text = "oct9_objects_check";
    }
    return text;
}

static std::string history(World &world, uint64_t ticks)
{
    const bool check = world.random.chance(25);
    const unsigned most = 1 + world.random.below(8);
    std::string text;

    for (uint64_t t = 0; t < ticks && text.empty(); t++) {
        text = tick(world, world.random.below(most + 1), t / 30 % 2 == 0 ? 45 : 15, check);
        if (text.empty())
            text = ask(world);
        if (text.empty() && world.random.chance(85))
            text = update(world, some_budget(world.random));
        if (text.empty())
            text = nodes_differ(world, false);
        if (text.empty() && check && oct9_objects_check(world.objects()) != OCT9_OK)
            text = "oct9_objects_check";
        if (!text.empty())
            text = "tick " + std::to_string(t) + ": " + text;
    }
    return text;
}

static std::string idle(World &world, unsigned updates)
{
    std::string text;

    for (unsigned i = 0; i < updates && text.empty(); i++)
        text = update(world, UINT32_MAX);
    if (text.empty() && oct9_objects_check(world.objects()) != OCT9_OK)
        text = "oct9_objects_check";
    return text;
}

static std::string remove_until(World &world, size_t left)
{
    std::string text;

    while (world.things.size() > left && text.empty())
        text = remove(world);
    return text;
}

static int add_plain(oct9_objects_t *objects, const oct9_bounds_t &bounds, oct9_handle_t *handle)
{
    const oct9_objects_add_input_t input = { bounds, 0, 0, false };

    return oct9_objects_add(objects, &input, handle);
}

/* The nodes that objects need which come into an empty tree. */
static std::string fresh_differs(World &world)
{
    OwnedObjects fresh(world.sizes.objects, plenty_of_nodes, world.sizes.placement,
                       world.sizes.capacity);
    oct9_handle_t handle;

    for (const Thing &thing : world.things)
        if (add_plain(&fresh.objects, thing.bounds, &handle) < 0)
            return "a fresh build is refused";
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        if (oct9_objects_update(&fresh.objects, UINT32_MAX) != OCT9_OK)
            return "a fresh build does not end";
    for (unsigned i = 0; i < keep_most; i++)
        (void)oct9_objects_update(&fresh.objects, UINT32_MAX);
    const NodeTree tree(fresh.objects);
    tally.exact_nodes += tree.keys.size();
    if (fresh.objects.crowded != 0 || fresh.objects.used != world.owned.objects.used)
        return "a fresh build leaves an object crowded";
    return tree.keys == needed_nodes(world.things, world.sizes.placement, fresh.objects.capacity)
             ? ""
             : "a fresh build has other nodes than it needs";
}

/* What is crowded stays so only where no node is free. Without objects there is the root alone. */
static std::string end(World &world)
{
    std::string text = idle(world, keep_most + 2);

    if (text.empty())
        text = nodes_differ(world, true);
    if (text.empty())
        text = fresh_differs(world);
    if (text.empty())
        text = ask(world);
    if (text.empty())
        text = remove_until(world, 0);
    if (text.empty())
        text = idle(world, keep_most);
    if (text.empty() && (world.owned.objects.nodes_used != 1 || world.owned.objects.used != 0))
        text = "nodes are left though no object is";
    return text;
}

static void histories_and_questions(void)
{
    const uint64_t worlds = setting("WORLDS", 500), ticks = setting("TICKS", 100);

    for (uint64_t i = 0; i < worlds; i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        World world(seed);
        const std::string text = history(world, ticks);
        check_none(text.empty() ? end(world) : text, seed, "a history");
    }
    CHECK(tally.full > 0 && tally.crowded_ticks > 0);
    CHECK(tally.pairs_found > 0 && tally.exact_nodes > 0);
}

static void long_run(uint64_t seed, const Sizes &sizes)
{
    const uint64_t ticks = setting("LONG", 100000);
    World world(seed, sizes);
    std::string text;

    for (uint64_t t = 0; t < ticks && text.empty(); t++) {
        if (t % 500 == 0)
            world.source.emplace(world.random);
        text = tick(world, world.random.below(4), t / 2000 % 2 == 0 ? 40 : 15, t % 1000 == 0);
        if (text.empty() && t % 250 == 0)
            text = ask(world);
        if (text.empty())
            text = update(world, some_budget(world.random));
        if (text.empty() && t % 50 == 0)
            text = nodes_differ(world, false);
        if (world.gone.size() > 1000)
            world.gone.erase(world.gone.begin(), world.gone.begin() + 500);
    }
    check_none(text.empty() ? end(world) : text, seed, "a long run");
}

static void long_runs_leave_nothing_behind(void)
{
    const uint64_t seed = setting("SEED", 1) + 1000000;

    long_run(seed, { 120, plenty_of_nodes, OCT9_LOOSE, 1 });
    long_run(seed + 1, { 120, plenty_of_nodes, OCT9_ENCLOSING, 3 });
    long_run(seed + 2, { 120, 60, OCT9_LOOSE, 8 });
}

/* ---- How long a branch is kept, and handles. ---- */

/* An object in a smallest node comes and goes: its branch is kept for 8 updates, and twice as many
 * each time that it is used again before that is over. */
static void branches_that_are_used_again_live_longer(void)
{
    Random random(setting("SEED", 1));
    OwnedObjects owned(6, 20, OCT9_LOOSE, 1);
    oct9_objects_t *const objects = &owned.objects;
    const oct9_bounds_t others = { { -9000, -9000, -9000 }, { 5, 5, 5 }, OCT9_BOUND_BOX };
    const oct9_bounds_t in = { { 100, 200, 300 }, { 5, 5, 5 }, OCT9_BOUND_BOX };
    const oct9_bounds_t out[] = { { { OCT9_LOW_Q6 - 1, 200, 300 }, { 5, 5, 5 }, OCT9_BOUND_BOX },
                                  { { 100, OCT9_LOW_Q6 - 1, 300 }, { 5, 5, 5 }, OCT9_BOUND_BOX },
                                  { { 100, 200, OCT9_LOW_Q6 - 1 }, { 5, 5, 5 }, OCT9_BOUND_BOX },
                                  { { OCT9_HIGH_Q6, 200, 300 }, { 5, 5, 5 }, OCT9_BOUND_BOX },
                                  { { 100, OCT9_HIGH_Q6, 300 }, { 5, 5, 5 }, OCT9_BOUND_BOX },
                                  { { 100, 200, OCT9_HIGH_Q6 }, { 5, 5, 5 }, OCT9_BOUND_BOX } };
    oct9_handle_t handle = { 0, 0 };
    unsigned span = OCT9_KEEP_FIRST;
    constexpr unsigned around = OCT9_LEVELS +
                                1; /* nodes for the others, so that the root is split */

    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(add_plain(objects, others, &handle), 0);
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        CHECK_EQ(oct9_objects_update(objects, UINT32_MAX), OCT9_OK);
    CHECK_EQ(objects->nodes_used, around);
    handle = { 0, 0 };

    for (unsigned round = 0; round < 3000; round++) {
        const bool moves = random.chance(50); /* or it is removed */
        if (oct9_objects_get(objects, handle) == nullptr)
            CHECK_EQ(add_plain(objects, in, &handle), 0);
        else
            CHECK_EQ(oct9_objects_move(objects, handle, &in), 0);
        for (unsigned i = random.below(3) + 1; i > 0; i--)
            CHECK_EQ(oct9_objects_update(objects, 1), OCT9_OK);
        CHECK_EQ(objects->nodes_used, around + 1);
        if (moves)
            CHECK_EQ(oct9_objects_move(objects, handle, &out[round % 6]), 1);
        else
            CHECK_EQ(oct9_objects_remove(objects, handle), OCT9_OK);
        const unsigned idles = random.below(random.chance(70) ? span : 80);
        for (unsigned i = 0; i < idles; i++) {
            CHECK_EQ(objects->nodes_used, i < span ? around + 1 : around);
            CHECK_EQ(oct9_objects_update(objects, 1), OCT9_OK);
        }
        CHECK_EQ(objects->nodes_used, idles < span ? around + 1 : around);
        span = idles < span ? std::min(2 * span, keep_most) : OCT9_KEEP_FIRST;
    }
    CHECK_EQ(oct9_objects_check(objects), OCT9_OK);
}

/* 65,535 objects in one place have as many handles; then the first one comes again. */
static void handles_come_again_after_all_generations(void)
{
    OwnedObjects owned(2, 1, OCT9_LOOSE);
    oct9_objects_t *const objects = &owned.objects;
    const oct9_bounds_t bounds = { { 1, 2, 3 }, { 1, 1, 1 }, OCT9_BOUND_SPHERE };
    std::vector<bool> met(65536);
    oct9_handle_t other, first, handle;

    CHECK_EQ(add_plain(objects, bounds, &other), 0);
    CHECK_EQ(add_plain(objects, bounds, &first), 0);
    handle = first;
    for (unsigned i = 0; i < 65535; i++) {
        CHECK(handle.index == first.index && handle.generation != 0 && !met[handle.generation]);
        met[handle.generation] = true;
        CHECK((oct9_objects_get(objects, first) != nullptr) == (i == 0));
        CHECK_EQ(oct9_objects_remove(objects, handle), OCT9_OK);
        CHECK(oct9_objects_get(objects, first) == nullptr);
        CHECK(oct9_objects_get(objects, handle) == nullptr);
        CHECK_EQ(add_plain(objects, bounds, &handle), 0);
    }
    CHECK(same_handle(handle, first));
    CHECK(oct9_objects_get(objects, other) != nullptr);
}

/* ---- Limits and mistakes. ---- */

static oct9_status_t init(uint32_t objects, uint32_t nodes, int placement)
{
    std::vector<oct9_object_t> object(std::clamp(objects, 1u, OCT9_OBJECTS_MAX));
    std::vector<oct9_object_node_t> node(std::clamp(nodes, 1u, OCT9_OBJECT_NODES_MAX));
    const oct9_objects_config_t config = {
        object.data(), node.data(), objects, nodes, static_cast<oct9_placement_t>(placement), 0, 0
    };
    oct9_objects_t is, was;

    std::memset(&is, 0x5A, sizeof is);
    std::memcpy(&was, &is, sizeof is);
    const oct9_status_t status = oct9_objects_init(&is, &config);
    CHECK(status == OCT9_OK || std::memcmp(&is, &was, sizeof is) == 0);
    if (status == OCT9_OK)
        CHECK(is.used == 0 && is.nodes_used == 1 && is.tick == 0 && is.queued == 0 &&
              is.outside == 0 && is.crowded == 0 && oct9_objects_check(&is) == OCT9_OK);
    return status;
}

static void bad_sizes_are_refused(void)
{
    CHECK_EQ(init(1, 1, OCT9_LOOSE), OCT9_OK);
    CHECK_EQ(init(OCT9_OBJECTS_MAX, OCT9_OBJECT_NODES_MAX, OCT9_ENCLOSING), OCT9_OK);
    CHECK_EQ(init(0, 1, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 0, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(OCT9_OBJECTS_MAX + 1, 1, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, OCT9_OBJECT_NODES_MAX + 1, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(65537, 1, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 65537, OCT9_LOOSE), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init(1, 1, 2), OCT9_ERR_ARGUMENT);
}

static void a_sphere_has_one_half(void)
{
    OwnedObjects owned(1, 1, OCT9_LOOSE);
    const oct9_bounds_t bounds = { { 1, 2, 3 }, { 5, 65535, 40000 }, OCT9_BOUND_SPHERE };
    oct9_handle_t handle = { 0, 0 };

    CHECK_EQ(add_plain(&owned.objects, bounds, &handle), 0);
    const oct9_object_t *const object = oct9_objects_get(&owned.objects, handle);
    CHECK(object != nullptr && same_bounds(object->bounds, bounds));
    CHECK_EQ(oct9_objects_move(&owned.objects, handle, &bounds), 0);
}

static void bad_questions_are_refused(void)
{
    OwnedObjects owned(4, 4, OCT9_LOOSE);
    oct9_objects_t *const objects = &owned.objects;
    const oct9_point_t a = { 1, 2, 3 }, below[3] = { { 0, 2, 3 }, { 1, 1, 3 }, { 1, 2, 2 } };
    oct9_objects_find_t find;
    oct9_objects_cast_t cast;
    oct9_objects_nearest_t nearest;
    oct9_pairs_t pairs;
    oct9_object_hit_t hit;
    oct9_object_near_t near;
    oct9_handle_t handle;
    oct9_object_pair_t pair;
    oct9_objects_output_t output = { 7, false, 8, 9 };
    oct9_objects_cast_input_t cast_input = { { a, a, 32768 }, 0, 0, 1, &hit, nullptr, OCT9_BLOCKS };
    oct9_objects_nearest_input_t near_input = { a, 32768, 0, 1, &near, nullptr };
    oct9_frustum_t frustum;
    int no_such = 2;

    oct9_region_t region = { OCT9_REGION_BOX, a, a, a, 32768, &frustum };
    for (const oct9_point_t &hi : below) {
        region.hi = hi;
        CHECK_EQ(oct9_objects_find_begin(&find, objects, &region, 0), OCT9_ERR_ARGUMENT);
    }
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_objects_find_begin(&find, objects, &region, 0), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_FRUSTUM;
    for (oct9_plane_t &plane : frustum.plane)
        plane = { { 1, 0, 0 }, 0 };
    frustum.plane[5].normal[0] = 0;
    CHECK_EQ(oct9_objects_find_begin(&find, objects, &region, 0), OCT9_ERR_ARGUMENT);
    frustum.plane[5].normal[1] = 16385;
    CHECK_EQ(oct9_objects_find_begin(&find, objects, &region, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_find_begin(&find, objects, nullptr, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_find_next(&find, 0, &handle), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_update(objects, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(objects->tick, 0);

    CHECK_EQ(oct9_objects_cast(objects, &cast_input, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_cast_begin(&cast, objects, &cast_input), OCT9_ERR_ARGUMENT);
    cast_input.motion.radius_q6 = 0;
    cast_input.capacity = 0;
    CHECK_EQ(oct9_objects_cast(objects, &cast_input, &output), OCT9_ERR_ARGUMENT);
    cast_input.capacity = 1;
    CHECK_EQ(oct9_objects_cast_begin(&cast, objects, &cast_input), OCT9_OK);
    CHECK_EQ(oct9_objects_cast_run(&cast, 0, &output), OCT9_ERR_ARGUMENT);

    CHECK_EQ(oct9_objects_nearest(objects, &near_input, &output), OCT9_ERR_ARGUMENT);
    near_input.range_q6 = 0;
    near_input.capacity = 0;
    CHECK_EQ(oct9_objects_nearest_begin(&nearest, objects, &near_input), OCT9_ERR_ARGUMENT);
    near_input.capacity = 1;
    CHECK_EQ(oct9_objects_nearest_begin(&nearest, objects, &near_input), OCT9_OK);
    CHECK_EQ(oct9_objects_nearest_run(&nearest, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(output.count == 7 && output.objects == 8 && output.nodes == 9);

    CHECK_EQ(oct9_objects_pairs_begin(&pairs, objects, static_cast<oct9_pairs_of_t>(no_such), 0),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_pairs_begin(&pairs, objects, OCT9_PAIRS_ALL, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_pairs_next(&pairs, 0, &pair, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_pairs_next(&pairs, 1, &pair, 0), OCT9_ERR_ARGUMENT);
}

int main(void)
{
    std::printf("seed %llu\n", number(setting("SEED", 1)));
    RUN(bad_sizes_are_refused);
    RUN(a_sphere_has_one_half);
    RUN(bad_questions_are_refused);
    RUN(branches_that_are_used_again_live_longer);
    RUN(handles_come_again_after_all_generations);
    RUN(histories_and_questions);
    RUN(long_runs_leave_nothing_behind);
    std::printf("%llu questions, %llu answers, %llu pairs, %llu times again, %llu times full, "
                "%llu ticks crowded\n",
                number(tally.questions), number(tally.answers), number(tally.pairs_found),
                number(tally.again), number(tally.full), number(tally.crowded_ticks));
    outside.check("objects");
    return test_end();
}
