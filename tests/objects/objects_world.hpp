/* SPDX-License-Identifier: MIT */
/* A world of moving objects and the list of them: random changes, each checked against what it must
 * return, and the end of a tick. */
#ifndef OCT9_TEST_OBJECTS_WORLD_HPP
#define OCT9_TEST_OBJECTS_WORLD_HPP

#include "objects_cases.hpp"
#include "objects_tree.hpp"
#include "tests/shared/outside_counts.hpp"

#include <cstring>

namespace oracle {

/* What was done, so that it can be printed at the end. */
struct Tally {
    uint64_t questions, answers, pairs_found, again, full, crowded_ticks, exact_nodes;
};

inline Tally tally;
inline OutsideCounts outside; /* centres of objects */

/* ---- A world: objects, and the list of them. ---- */

struct Sizes {
    uint32_t objects, nodes;
    oct9_placement_t placement;
    uint16_t capacity; /* 0: the library's own */
};

constexpr uint32_t plenty_of_nodes = 4000; /* more than 100 objects ever take */

inline Sizes random_sizes(Random &random)
{
    static const uint32_t nodes[] = { 1, 2, 3, 9, 10, 11, 20, 40 };
    static const uint16_t capacities[] = { 1, 1, 2, 5, 12, 0 };

    return { random.chance(10) ? 1 + random.below(3) : 4 + random.below(60),
             random.chance(60) ? plenty_of_nodes : nodes[random.below(8)],
             random.chance(50) ? OCT9_LOOSE : OCT9_ENCLOSING, capacities[random.below(6)] };
}

struct World {
    Random random;
    std::optional<ThingSource> source;
    const Sizes sizes;
    OwnedObjects owned;
    std::vector<Thing> things; /* in no order */
    std::vector<oct9_handle_t> gone;
    NodeLives lives;
    uint32_t nodes_peak = 1, peak = 0;

    explicit World(uint64_t seed) : World(Random(seed), nullptr) {}
    World(uint64_t seed, const Sizes &some) : World(Random(seed), &some) {}

    oct9_objects_t *objects() { return &owned.objects; }
    bool plenty() const { return sizes.nodes == plenty_of_nodes; }
    Thing &any() { return things[random.below(static_cast<uint32_t>(things.size()))]; }

    void need(const Thing &thing)
    {
        outside.count(thing.bounds.centre);
        lives.need(holder_of(owned.objects, thing.handle.index), owned.objects.tick);
    }

    /* What was queued is in the tree. */
    std::string flushed()
    {
        for (Thing &thing : things) {
            if (thing.queued)
                need(thing);
            thing.queued = false;
        }
        return owned.objects.queued == 0 ? "" : "something is queued still";
    }

private:
    World(const Random &seeded, const Sizes *some)
        : random(seeded), sizes(some != nullptr ? *some : random_sizes(random)),
          owned(sizes.objects, sizes.nodes, sizes.placement, sizes.capacity)
    {
        source.emplace(random);
    }
};

/* All that a call which fails must leave as it was. */
class Unchanged {
public:
    explicit Unchanged(const oct9_objects_t &objects)
        : objects_(objects), object_(objects.object, objects.object + objects.object_count)
    {
        std::memcpy(bytes_, &objects, sizeof objects);
    }
    bool holds() const
    {
        return std::memcmp(bytes_, &objects_, sizeof objects_) == 0 &&
               std::memcmp(object_.data(), objects_.object,
                           object_.size() * sizeof(oct9_object_t)) == 0;
    }

private:
    const oct9_objects_t &objects_;
    std::vector<oct9_object_t> object_;
    unsigned char bytes_[sizeof(oct9_objects_t)];
};

inline bool same_handle(const oct9_handle_t &a, const oct9_handle_t &b)
{
    return a.index == b.index && a.generation == b.generation;
}

/* As the library keeps it: a ball has its radius in each half. */
inline bool same_bounds(const oct9_bounds_t &kept, const oct9_bounds_t &b)
{
    return triple_of(kept.centre) == triple_of(b.centre) && kept.kind == b.kind &&
           kept.half_q6[0] == half_of(b, 0) && kept.half_q6[1] == half_of(b, 1) &&
           kept.half_q6[2] == half_of(b, 2);
}

inline std::string got_differs(const World &world, const Thing &thing)
{
    const oct9_object_t *object = oct9_objects_get(&world.owned.objects, thing.handle);

    if (object == nullptr || object != &world.owned.objects.object[thing.handle.index])
        return "get does not know an object";
    return same_bounds(object->bounds, thing.bounds) && object->category == thing.category &&
                   object->ignored == thing.ignored && object->is_static == thing.is_static
             ? ""
             : "get returns something else";
}

/* ---- Changes. ---- */

inline uint16_t random_category(Random &random)
{
    return random.chance(30) ? uint16_t{ 0 }
         : random.chance(70) ? static_cast<uint16_t>(1u << random.below(4))
                             : static_cast<uint16_t>(random.u32());
}

inline bool is_taken(const World &world, uint16_t index)
{
    return std::any_of(world.things.begin(), world.things.end(),
                       [&](const Thing &t) { return t.handle.index == index; });
}

inline std::string add(World &world)
{
    const oct9_handle_t unwritten = { 0xABCD, 0xEF01 };
    Thing thing = { unwritten,
                    world.source->next(world.things),
                    random_category(world.random),
                    random_category(world.random),
                    world.random.chance(30),
                    true,
                    false };
    const bool is_full = world.things.size() == world.sizes.objects;
    const unsigned queued = world.owned.objects.queued;
    const Unchanged before(world.owned.objects);
    const oct9_objects_add_input_t input = { thing.bounds, thing.category, thing.ignored,
                                             thing.is_static };
    const int status = oct9_objects_add(world.objects(), &input, &thing.handle);

    if (is_full) {
        tally.full++;
        return status == OCT9_ERR_OBJECTS_FULL && same_handle(thing.handle, unwritten) &&
                       before.holds()
                 ? ""
                 : "full: add returns " + std::to_string(status);
    }
    if (status != (node_of(thing.bounds, world.sizes.placement) ? 0 : 1))
        return "add returns " + std::to_string(status);
    if (thing.handle.index >= world.sizes.objects || thing.handle.generation == 0 ||
        is_taken(world, thing.handle.index))
        return "add gives a bad handle";
    thing.queued = world.owned.objects.queued > queued;
    world.things.push_back(thing);
    world.peak = std::max(world.peak, static_cast<uint32_t>(world.things.size()));
    return got_differs(world, thing);
}

inline std::string move(World &world)
{
    Thing &thing = world.any();
    const oct9_bounds_t bounds = world.random.chance(5) ? world.source->next(world.things)
                                                        : world.source->next_to(thing.bounds);
    const unsigned queued = world.owned.objects.queued;

    if (!thing.queued)
        world.need(thing);
    const int status = oct9_objects_move(world.objects(), thing.handle, &bounds);
    thing.bounds = bounds;
    thing.moved = true;
    if (world.owned.objects.queued != queued)
        thing.queued = !thing.queued;
    if (!thing.queued)
        world.need(thing);
    if (status != (node_of(bounds, world.sizes.placement) ? 0 : 1))
        return "move returns " + std::to_string(status);
    return got_differs(world, thing);
}

inline std::string set(World &world)
{
    Thing &thing = world.any();

    thing.category = random_category(world.random);
    thing.ignored = random_category(world.random);
    thing.is_static = world.random.chance(30);
    thing.moved = true;
    if (oct9_objects_set(world.objects(), thing.handle, thing.category, thing.ignored,
                         thing.is_static) != OCT9_OK)
        return "set is refused";
    return got_differs(world, thing);
}

inline std::string remove(World &world)
{
    Thing &thing = world.any();

    if (!thing.queued)
        world.need(thing);
    const oct9_status_t status = oct9_objects_remove(world.objects(), thing.handle);

    if (status != OCT9_OK)
        return "remove returns " + std::to_string(status);
    if (oct9_objects_get(world.objects(), thing.handle) != nullptr)
        return "get knows what was removed";
    world.gone.push_back(thing.handle);
    thing = world.things.back();
    world.things.pop_back();
    return "";
}

/* A handle of an object that is gone, or that never was. */
inline oct9_handle_t bad_handle(World &world)
{
    const uint16_t index = static_cast<uint16_t>(world.random.below(world.sizes.objects));

    if (!world.gone.empty() && world.random.chance(70))
        return world.gone[world.random.below(static_cast<uint32_t>(world.gone.size()))];
    if (world.random.chance(50))
        return { static_cast<uint16_t>(world.sizes.objects + world.random.below(3)), 1 };
    return { world.random.chance(50) ? index : uint16_t{ 65535 }, 0 };
}

inline std::string use_bad_handle(World &world)
{
    const oct9_handle_t handle = bad_handle(world);
    const oct9_bounds_t bounds = world.source->next(world.things);
    const Unchanged before(world.owned.objects);

    if (oct9_objects_get(world.objects(), handle) != nullptr ||
        oct9_objects_move(world.objects(), handle, &bounds) != OCT9_ERR_HANDLE ||
        oct9_objects_set(world.objects(), handle, 1, 2, true) != OCT9_ERR_HANDLE ||
        oct9_objects_remove(world.objects(), handle) != OCT9_ERR_HANDLE)
        return "a stale handle is taken";
    return before.holds() ? "" : "a stale handle changes something";
}

inline std::string use_bad_bounds(World &world)
{
    const Thing &thing = world.any();
    oct9_bounds_t bounds = world.source->next_to(thing.bounds);
    oct9_handle_t handle;

    if (world.random.chance(50))
        bounds.half_q6[is_ball(bounds) ? 0 : world.random.below(3)] |= 0x8000u;
    else
        bounds.kind = world.random.chance(50) ? 2 : 65535;
    const Unchanged before(world.owned.objects);
    const oct9_objects_add_input_t input = { bounds, 0, 0, false };
    const int added = oct9_objects_add(world.objects(), &input, &handle);
    if (oct9_objects_move(world.objects(), thing.handle, &bounds) != OCT9_ERR_ARGUMENT ||
        (added != OCT9_ERR_ARGUMENT &&
         (added != OCT9_ERR_OBJECTS_FULL || world.things.size() < world.sizes.objects)))
        return "bad bounds are taken";
    return before.holds() ? "" : "bad bounds change something";
}

inline std::string change(World &world, unsigned growth)
{
    Random &random = world.random;

    if (random.chance(4))
        return use_bad_handle(world);
    if (world.things.empty() || random.chance(growth))
        return add(world);
    if (random.chance(4))
        return use_bad_bounds(world);
    if (random.chance(5))
        return set(world);
    return random.chance(25) ? remove(world) : move(world);
}

/* ---- The end of a tick. ---- */

inline std::string ended(World &world, uint32_t tick)
{
    const oct9_objects_t &objects = world.owned.objects;

    for (Thing &thing : world.things)
        thing.moved = false;
    if (objects.moved != 0)
        return "something has moved still";
    if (objects.tick != tick + 1)
        return "an update counts " + std::to_string(objects.tick - tick) + " ticks";
    tally.crowded_ticks += objects.crowded != 0;
    return world.flushed();
}

/* True if an empty branch is still there whose time ends with this tick. */
inline bool is_due(const oct9_objects_t &objects)
{
    for (unsigned span = 0; span < OCT9_KEEP_SPANS; span++) {
        const uint16_t first = objects.lists.empty_first[span];
        if (first < objects.node_count &&
            objects.node[first].until == static_cast<uint8_t>(objects.tick + 1))
            return true;
    }
    return false;
}

inline std::string update(World &world, uint32_t budget)
{
    const oct9_objects_t &objects = world.owned.objects;
    const uint32_t tick = objects.tick;
    const uint64_t queued = objects.queued, nodes = objects.nodes_used;
    uint64_t spent = 0;

    for (;;) {
        const oct9_status_t status = oct9_objects_update(world.objects(), budget);
        if (status == OCT9_OK)
            return ended(world, tick);
        tally.again++;
        spent += budget;
        if (status != OCT9_AGAIN ||
            (objects.queued == 0 && objects.crowded == 0 && !is_due(objects)))
            return "update returns " + std::to_string(status);
        if (objects.tick != tick || (objects.queued != 0 && objects.queued + spent != queued))
            return "an update that has not ended went on too far";
        /* Each object is put once and looked at once, each node is given back once. */
        if (spent >= queued + objects.object_count + nodes)
            return "an update does not end";
    }
}

inline std::string nodes_differ(World &world, bool settled)
{
    const oct9_objects_t &objects = world.owned.objects;
    const NodeTree tree(objects);
    std::string text = tree.wrong;

    const auto moved = std::count_if(world.things.begin(), world.things.end(),
                                     [](const Thing &thing) { return thing.moved; });

    world.nodes_peak = std::max(world.nodes_peak, uint32_t{ objects.nodes_used });
    if (objects.moved != moved)
        return "moved " + std::to_string(objects.moved) + ", should be " + std::to_string(moved);
    if (text.empty())
        text = placing_differs(objects, tree, world.things, settled);
    for (const Thing &thing : world.things)
        world.need(thing);
    if (text.empty() && world.plenty())
        text = world.lives.differ(tree, objects.tick);
    if (text.empty() && (objects.peak != world.peak || objects.nodes_peak < world.nodes_peak ||
                         objects.nodes_peak > objects.node_count))
        text = "peaks " + std::to_string(objects.peak) + " " + std::to_string(objects.nodes_peak);
    return text;
}

} // namespace oracle

#endif
