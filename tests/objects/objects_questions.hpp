/* SPDX-License-Identifier: MIT */
/* Every question about a world of moving objects, in one call or in slices, against all objects
 * looked at one by one. */
#ifndef OCT9_TEST_OBJECTS_QUESTIONS_HPP
#define OCT9_TEST_OBJECTS_QUESTIONS_HPP

#include "objects_contact.hpp"
#include "objects_world.hpp"

#include <algorithm>

namespace oracle {

/* ---- Searches for all in a shape. ---- */

/* What holds, sorted by index. */
template <typename Holds>
std::vector<Thing> list_of(const World &world, unsigned ignored, const Holds &holds)
{
    std::vector<Thing> list;

    for (const Thing &thing : world.things)
        if (counts(thing.category, ignored) && holds(thing.bounds))
            list.push_back(thing);
    std::sort(list.begin(), list.end(),
              [](const Thing &a, const Thing &b) { return a.handle.index < b.handle.index; });
    return list;
}

inline uint32_t some_budget(Random &random)
{
    static const uint32_t some[] = { 1, 2, 7, UINT32_MAX };

    return some[random.below(4)];
}

inline bool before(const oct9_handle_t &a, const oct9_handle_t &b)
{
    return a.index != b.index ? a.index < b.index : a.generation < b.generation;
}

inline std::string handles_differ(std::vector<oct9_handle_t> is, const std::vector<Thing> &should)
{
    std::sort(is.begin(), is.end(), before);
    tally.answers += should.size();
    if (is.size() != should.size())
        return "finds " + std::to_string(is.size()) + ", should be " +
               std::to_string(should.size());
    for (size_t i = 0; i < is.size(); i++)
        if (!same_handle(is[i], should[i].handle))
            return "finds another object than " + std::to_string(should[i].handle.index);
    return "";
}

inline std::string found_differ(World &world, oct9_objects_find_t &find,
                                const std::vector<Thing> &should)
{
    const uint32_t budget = some_budget(world.random);
    const oct9_objects_search_t &search = find.search;
    std::vector<oct9_handle_t> is;
    std::string text = world.flushed();

    tally.questions++;
    while (text.empty()) {
        const uint64_t work = uint64_t{ search.looked } + search.nodes;
        oct9_handle_t handle;
        const int status = oct9_objects_find_next(&find, budget, &handle);
        const uint64_t spent = uint64_t{ search.looked } + search.nodes - work;
        tally.again += status == OCT9_AGAIN;
        if (spent > budget || (status == OCT9_AGAIN && spent < budget))
            text = "looks at " + std::to_string(spent) + ", returns " + std::to_string(status);
        else if (search.looked > world.things.size() ||
                 search.nodes > world.owned.objects.nodes_used)
            text = "looks at something twice";
        else if (status == 0)
            break;
        else if (status == 1)
            is.push_back(handle);
        else if (status != OCT9_AGAIN)
            text = "next returns " + std::to_string(status);
    }
    oct9_handle_t none;
    if (text.empty() && oct9_objects_find_next(&find, budget, &none) != 0)
        text = "goes on after the end";
    return text.empty() ? handles_differ(is, should) : text;
}

inline uint16_t some_ignored(Random &random)
{
    return random.chance(60) ? uint16_t{ 0 }
         : random.chance(10) ? uint16_t{ 0xFFFF } /* those without a category alone */
                             : static_cast<uint16_t>(random.below(16));
}

/* A box, or everywhere. */
inline std::string ask_box(World &world)
{
    const bool everywhere = world.random.chance(10);
    const Block box = box_to_ask(world.random, world.things);
    const oct9_point_t lo = point_near(box.lo), hi = point_near(box.hi);
    const uint16_t ignored = some_ignored(world.random);
    const oct9_region_t region = { OCT9_REGION_BOX, lo, hi, {}, 0, nullptr };
    oct9_objects_find_t find;

    if (oct9_objects_find_begin(&find, world.objects(), everywhere ? nullptr : &region, ignored) !=
        OCT9_OK)
        return "a box is refused";
    return found_differ(world, find, list_of(world, ignored, [&](const oct9_bounds_t &b) {
                            return everywhere || meets(b, box);
                        }));
}

inline std::string ask_ball(World &world)
{
    uint16_t radius = radius_to_ask(world.random);
    const oct9_point_t centre = ball_to_ask(world.random, world.things, radius);
    const uint16_t ignored = some_ignored(world.random);
    const oct9_region_t region = { OCT9_REGION_SPHERE, {}, {}, centre, radius, nullptr };
    oct9_objects_find_t find;

    if (oct9_objects_find_begin(&find, world.objects(), &region, ignored) != OCT9_OK)
        return "a ball is refused";
    return found_differ(world, find, list_of(world, ignored, [&](const oct9_bounds_t &b) {
                            return meets(b, triple_of(centre), radius);
                        }));
}

inline std::string ask_frustum(World &world)
{
    const oct9_frustum_t frustum = frustum_to_ask(world.random, world.things);
    const uint16_t ignored = some_ignored(world.random);
    const oct9_region_t region = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
    oct9_objects_find_t find;

    if (oct9_objects_find_begin(&find, world.objects(), &region, ignored) != OCT9_OK)
        return "a frustum is refused";
    return found_differ(world, find, list_of(world, ignored, [&](const oct9_bounds_t &b) {
                            return meets(b, frustum);
                        }));
}

/* ---- Motions. ---- */

inline uint16_t some_capacity(Random &random)
{
    return static_cast<uint16_t>(random.chance(40)   ? 1
                                 : random.chance(50) ? 1 + random.below(5)
                                                     : 100);
}

struct Hit {
    uint16_t num;
    Thing thing;
};

inline std::vector<Hit> hits_of(const World &world, const Motion &motion)
{
    std::vector<Hit> hits;

    for (const Thing &thing : world.things) {
        const std::optional<uint16_t> num = counts(thing.category, motion.ignored)
                                              ? contact_num(motion, thing.bounds)
                                              : std::nullopt;
        if (num)
            hits.push_back({ *num, thing });
    }
    std::sort(hits.begin(), hits.end(), [](const Hit &a, const Hit &b) {
        return a.num != b.num ? a.num < b.num : before(a.thing.handle, b.thing.handle);
    });
    return hits;
}

inline std::string hits_differ(const oct9_objects_cast_input_t &input, uint16_t count,
                               const std::vector<Hit> &should)
{
    if (count != std::min<size_t>(should.size(), input.capacity))
        return std::to_string(count) + " hits of " + std::to_string(should.size());
    for (size_t i = 0; i < count; i++) {
        const oct9_object_hit_t &is = input.hits[i];
        if (is.contact.num != should[i].num || !same_handle(is.handle, should[i].thing.handle))
            return "hit " + std::to_string(i) + ": index " + std::to_string(is.handle.index) +
                   " num " + std::to_string(is.contact.num) + ", should be " +
                   std::to_string(should[i].thing.handle.index) + " " +
                   std::to_string(should[i].num);
        const std::string text = contact_differs(input.motion, should[i].thing.bounds, is.contact);
        if (!text.empty())
            return "hit " + std::to_string(i) + ": " + text;
    }
    tally.answers += count;
    return "";
}

/* In slices: each but the last takes the whole of its budget; all of them look at as much as one
 * call. Then one is taken for each of the `contacts` that are worked out. */
template <typename Run>
std::string slices_differ(uint32_t budget, const Run &run, const oct9_objects_output_t &whole,
                          unsigned contacts, oct9_objects_output_t &output)
{
    const uint64_t looks = uint64_t{ whole.objects } + whole.nodes;
    uint64_t spent = 0;

    for (;;) {
        const oct9_status_t status = run(budget, &output);
        const uint64_t work = uint64_t{ output.objects } + output.nodes;
        if (status == OCT9_OK && output.objects == whole.objects && output.nodes == whole.nodes)
            return spent + budget >= looks + contacts ? "" : "a slice takes too little";
        if (status == OCT9_OK)
            return "slices of " + std::to_string(budget) + " look at " +
                   std::to_string(output.objects) + " objects and " + std::to_string(output.nodes) +
                   " nodes, the whole " + std::to_string(whole.objects) + " and " +
                   std::to_string(whole.nodes);
        spent += budget;
        tally.again++;
        if (status != OCT9_AGAIN || work != std::min(spent, looks) || spent > looks + contacts)
            return "run returns " + std::to_string(status) + " after " + std::to_string(work) +
                   " of " + std::to_string(spent);
    }
}

inline const oct9_object_hit_t *list_in(const oct9_objects_cast_input_t &input)
{
    return input.hits;
}

inline const oct9_object_near_t *list_in(const oct9_objects_nearest_input_t &input)
{
    return input.found;
}

/* What did not fit comes in further calls, each of which goes on after the last one. */
template <typename Input, typename Right, typename Differ, typename Run>
std::string rest_differs(Input input, oct9_objects_output_t output, std::vector<Right> should,
                         const Differ &differ, const Run &run)
{
    for (;;) {
        const bool full = output.count == input.capacity;
        if (output.more != full)
            return "does not say whether there may be more";
        if (!full)
            return "";
        should.erase(should.begin(), should.begin() + output.count);
        input.after = &list_in(input)[output.count - 1];
        if (run(input, &output) != OCT9_OK)
            return "going on is refused";
        const std::string text = differ(input, output.count, should);
        if (!text.empty())
            return "going on: " + text;
    }
}

inline std::string work_differs(const World &world, const oct9_objects_output_t &output)
{
    return output.objects <= world.things.size() && output.nodes <= world.owned.objects.nodes_used
             ? ""
             : "looks at something twice";
}

inline std::string text_of(const oct9_motion_t &m)
{
    char text[128];

    std::snprintf(text, sizeof text, "radius %u from (%d %d %d) to (%d %d %d)", m.radius_q6,
                  m.from.x, m.from.y, m.from.z, m.to.x, m.to.y, m.to.z);
    return text;
}

inline std::string ask_cast(World &world, MotionKind kind)
{
    const uint16_t capacity = some_capacity(world.random);
    std::vector<oct9_object_hit_t> hits(capacity);
    const Motion motion = motion_to_ask(world.random, world.things, kind);
    const uint16_t before = world.random.chance(70)
                              ? uint16_t{ 0 }
                              : static_cast<uint16_t>(1 + world.random.below(65535));
    const oct9_objects_cast_input_t input = { motion,      motion.ignored, before,     capacity,
                                              hits.data(), nullptr,        OCT9_BLOCKS };
    std::vector<Hit> should = hits_of(world, motion);
    if (before != 0)
        should.erase(std::remove_if(should.begin(), should.end(),
                                    [&](const Hit &hit) { return hit.num >= before; }),
                     should.end());
    oct9_objects_output_t output = {}, sliced = {};
    oct9_objects_cast_t cast;

    tally.questions++;
    if (oct9_objects_cast(world.objects(), &input, &output) != OCT9_OK)
        return "a cast is refused";
    std::string text = world.flushed();
    if (text.empty())
        text = work_differs(world, output);
    if (text.empty())
        text = hits_differ(input, output.count, should);
    if (text.empty())
        text = rest_differs(input, output, should, hits_differ, [&](const auto &in, auto *out) {
            return oct9_objects_cast(world.objects(), &in, out);
        });
    if (text.empty() && world.random.chance(50)) {
        if (oct9_objects_cast(world.objects(), &input, &output) != OCT9_OK ||
            oct9_objects_cast_begin(&cast, world.objects(), &input) != OCT9_OK)
            return "a cast is refused";
        text = slices_differ(
            1 + world.random.below(7),
            [&](uint32_t budget, auto *out) { return oct9_objects_cast_run(&cast, budget, out); },
            output, output.count, sliced);
        if (text.empty())
            text = hits_differ(input, sliced.count, should);
    }
    return text.empty() ? "" : text + "; " + text_of(input.motion);
}

/* ---- The nearest ones. ---- */

using Near = std::pair<int64_t, Thing>;

inline std::vector<Near> near_of(const World &world, const oct9_objects_nearest_input_t &input)
{
    const Triple point = triple_of(input.point);
    std::vector<Near> near;

    for (const Thing &thing : world.things)
        if (counts(thing.category, input.ignored) && within(thing.bounds, point, input.range_q6))
            near.push_back({ distance_q14(thing.bounds, point), thing });
    std::sort(near.begin(), near.end(), [](const Near &a, const Near &b) {
        return a.first != b.first ? a.first < b.first : before(a.second.handle, b.second.handle);
    });
    return near;
}

inline std::string near_differ(const oct9_objects_nearest_input_t &input, uint16_t count,
                               const std::vector<Near> &should)
{
    if (count != std::min<size_t>(should.size(), input.capacity))
        return std::to_string(count) + " found of " + std::to_string(should.size());
    for (size_t i = 0; i < count; i++)
        if (input.found[i].distance_q14 != should[i].first ||
            !same_handle(input.found[i].handle, should[i].second.handle))
            return "nearest " + std::to_string(i) + ": index " +
                   std::to_string(input.found[i].handle.index) + " at " +
                   std::to_string(input.found[i].distance_q14) + ", should be " +
                   std::to_string(should[i].second.handle.index) + " at " +
                   std::to_string(should[i].first);
    tally.answers += count;
    return "";
}

inline std::string ask_nearest(World &world)
{
    const uint16_t capacity = some_capacity(world.random);
    std::vector<oct9_object_near_t> found(capacity);
    uint16_t range = radius_to_ask(world.random);
    const oct9_point_t point = ball_to_ask(world.random, world.things, range);
    const oct9_objects_nearest_input_t input = { point,
                                                 world.random.chance(40) ? uint16_t{ 32767 }
                                                                         : range,
                                                 some_ignored(world.random),
                                                 capacity,
                                                 found.data(),
                                                 nullptr };
    const std::vector<Near> should = near_of(world, input);
    oct9_objects_output_t output = {}, sliced = {};
    oct9_objects_nearest_t nearest;

    tally.questions++;
    if (oct9_objects_nearest(world.objects(), &input, &output) != OCT9_OK)
        return "nearest is refused";
    std::string text = world.flushed();
    if (text.empty())
        text = work_differs(world, output);
    if (text.empty())
        text = near_differ(input, output.count, should);
    if (text.empty())
        text = rest_differs(input, output, should, near_differ, [&](const auto &in, auto *out) {
            return oct9_objects_nearest(world.objects(), &in, out);
        });
    if (text.empty() && world.random.chance(50)) {
        if (oct9_objects_nearest(world.objects(), &input, &output) != OCT9_OK ||
            oct9_objects_nearest_begin(&nearest, world.objects(), &input) != OCT9_OK)
            return "nearest is refused";
        text = slices_differ(
            1 + world.random.below(7),
            [&](uint32_t budget, auto *out) {
                return oct9_objects_nearest_run(&nearest, budget, out);
            },
            output, 0, sliced);
        if (text.empty())
            text = near_differ(input, sliced.count, should);
    }
    return text;
}

/* ---- Pairs. ---- */

using Pair = std::array<uint16_t, 4>; /* of index and generation each */

inline Pair pair_of(const oct9_handle_t &a, const oct9_handle_t &b)
{
    return { a.index, b.index, a.generation, b.generation };
}

inline std::vector<Pair> pairs_of(const World &world, oct9_pairs_of_t of, unsigned ignored)
{
    std::vector<Pair> pairs;

    for (size_t i = 0; i < world.things.size(); i++)
        for (size_t j = 0; j < i; j++) {
            const Thing *a = &world.things[i], *b = &world.things[j];
            if (before(b->handle, a->handle))
                std::swap(a, b);
            if ((of == OCT9_PAIRS_ALL || a->moved || b->moved) && makes_pairs(*a, *b) &&
                counts(a->category, ignored) && counts(b->category, ignored) &&
                meets(a->bounds, b->bounds))
                pairs.push_back(pair_of(a->handle, b->handle));
        }
    std::sort(pairs.begin(), pairs.end());
    tally.pairs_found += pairs.size();
    return pairs;
}

inline std::string ask_pairs(World &world, oct9_pairs_of_t of)
{
    const uint32_t budget = some_budget(world.random);
    const uint16_t ignored = some_ignored(world.random);
    const size_t room = 1 + world.random.below(world.random.chance(50) ? 3 : 100);
    unsigned calls_left = 1000000; /* more than it can take */
    std::vector<Pair> is;
    std::vector<oct9_object_pair_t> found(room); /* not a byte more than it may write */
    oct9_pairs_t pairs;

    tally.questions++;
    if (oct9_objects_pairs_begin(&pairs, world.objects(), of, ignored) != OCT9_OK)
        return "pairs are refused";
    std::string text = world.flushed();
    for (; text.empty(); calls_left--) {
        const int status = oct9_objects_pairs_next(&pairs, budget, found.data(),
                                                   static_cast<uint16_t>(room));
        if (status == 0)
            break;
        tally.again += status == OCT9_AGAIN;
        if ((status < 0 && status != OCT9_AGAIN) || status > static_cast<int>(room) ||
            calls_left == 0)
            text = "next pairs returns " + std::to_string(status);
        for (int i = 0; text.empty() && i < status; i++)
            is.push_back(pair_of(found[static_cast<size_t>(i)].a, found[static_cast<size_t>(i)].b));
    }
    std::sort(is.begin(), is.end());
    const std::vector<Pair> should = pairs_of(world, of, ignored);
    if (text.empty() && is != should)
        text = std::to_string(is.size()) + " pairs, should be " + std::to_string(should.size());
    return text.empty() ? "" : (of == OCT9_PAIRS_ALL ? "all: " : "moved: ") + text;
}

/* ---- All of them. ---- */

/* One of each, in any order: the first of them puts what is queued. */
inline std::string ask(World &world)
{
    const unsigned first = world.random.below(9);
    std::string text;

    for (unsigned i = 0; i < 9 && text.empty(); i++)
        switch ((first + i) % 9) {
        case 0: text = ask_box(world); break;
        case 1: text = ask_ball(world); break;
        case 2: text = ask_frustum(world); break;
        case 3: text = ask_cast(world, MotionKind::line); break;
        case 4: text = ask_cast(world, MotionKind::rest); break;
        case 5: text = ask_cast(world, MotionKind::sweep); break;
        case 6: text = ask_nearest(world); break;
        case 7: text = ask_pairs(world, OCT9_PAIRS_ALL); break;
        default: text = ask_pairs(world, OCT9_PAIRS_MOVED);
        }
    return text;
}

} // namespace oracle

#endif
