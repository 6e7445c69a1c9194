/* SPDX-License-Identifier: MIT */
/* What a scene must return, by all of its primitives; and the loop over scenes. */
#ifndef OCT9_TEST_SCENE_JUDGE_HPP
#define OCT9_TEST_SCENE_JUDGE_HPP

#include "scene_cases.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

extern "C" {
#include "tests/test.h"
}

namespace scenes {

/* ---- Texts. ---- */

inline std::string text_of(const oct9_point_t &p)
{
    return "{ " + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " + std::to_string(p.z) +
           " }";
}

inline std::string text_of(const oct9_primitive_t &p)
{
    static const char *const kinds[] = { "sphere", "box", "capsule", "triangle" };

    return std::string(p.kind < 4 ? kinds[p.kind] : "none") + " " + text_of(p.a) + " " +
           text_of(p.b) + " " + text_of(p.c) + " radius " + std::to_string(p.radius_q6) +
           " category " + std::to_string(p.category);
}

inline std::string text_of(const oct9_motion_t &m)
{
    return text_of(m.from) + " to " + text_of(m.to) + " radius " + std::to_string(m.radius_q6);
}

inline std::string text_of(const Motion &m)
{
    return text_of(static_cast<const oct9_motion_t &>(m)) + " ignored " + std::to_string(m.ignored);
}

inline std::string difference(const std::string &what, int64_t is, int64_t should)
{
    return what + ": is " + std::to_string(is) + ", should be " + std::to_string(should);
}

template <class T> void paint(T &object)
{
    std::memset(&object, 0xA5, sizeof object);
}

template <class T> bool is_painted(const T &object)
{
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&object);

    return std::all_of(bytes, bytes + sizeof object, [](unsigned char b) { return b == 0xA5; });
}

/* A scene that was painted before a build: one that fails before it builds writes nothing, one that
 * fails later leaves a write in progress. */
inline void check_failure(oct9_status_t status, const oct9_scene_t &scene)
{
    if (status == OCT9_ERR_ARGUMENT || status == OCT9_ERR_OUTSIDE)
        CHECK(is_painted(scene));
    else
        CHECK_EQ(scene.tree.generation & 1u, status == OCT9_OK ? 0 : 1);
}

/* ---- Categories and contacts. ---- */

inline bool counts(const oct9_primitive_t &p, uint16_t ignored)
{
    for (unsigned bit = 0; bit < 16; bit++)
        if ((p.category >> bit & 1) != 0 && (ignored >> bit & 1) == 0)
            return true;
    return p.category == 0;
}

inline Move move_of(const oct9_motion_t &m)
{
    return { vec(m.from), vec(m.to) - vec(m.from) };
}

using Real = long double;
using RealVec = std::array<Real, 3>;

/* The direction from the body's core to the centre, as one of 16384, and the body's point nearest
 * to the centre: inside of a ball or a capsule that of its surface, in this direction, and inside
 * of the core the centre, with no direction. By exact numerators, so that long double's rounding is
 * all that is lost. */
struct Contact {
    RealVec point, normal;
};

inline Contact true_contact(const Move &move, int64_t num, const Body &body)
{
    const Vec q = place_at(move, num);
    const Offset o = least_offset(q, WHOLE, body);
    const Real scale = static_cast<Real>(o.den) * WHOLE;
    const RealVec off = { static_cast<Real>(o.v[0]) / scale, static_cast<Real>(o.v[1]) / scale,
                          static_cast<Real>(o.v[2]) / scale };
    const Real length = std::sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    const Real beyond = length - static_cast<Real>(body.radius); /* below 0: inside */
    Contact out;

    for (size_t a = 0; a < 3; a++) {
        const Real toward = o.v[a] == 0 ? 0 : off[a] / length;
        out.point[a] = static_cast<Real>(q[a]) / WHOLE - beyond * toward;
        out.normal[a] = OCT9_ONE_Q14 * toward;
    }
    return out;
}

inline std::string contact_differs(const oct9_motion_t &motion, const Body &body,
                                   const oct9_contact_t &is)
{
    constexpr Real rounding = 1e-9L;
    const Move move = move_of(motion);
    const Contact should = true_contact(move, is.num, body);
    const Vec at = vec(is.at), point = vec(is.point);
    const bool no_normal = should.normal == RealVec{};

    for (size_t a = 0; a < 3; a++) {
        const int64_t there = move.from[a] + is.num * move.by[a] / WHOLE;
        const std::string axis(1, static_cast<char>('x' + a));
        if (at[a] != there)
            return difference("at " + axis, at[a], there);
        if (std::abs(static_cast<Real>(point[a]) - should.point[a]) > 1 + rounding)
            return "point " + axis + ": is " + std::to_string(point[a]) + ", should be " +
                   std::to_string(should.point[a]);
        if (std::abs(is.normal[a] - should.normal[a]) > (no_normal ? 0 : 2 + rounding))
            return "normal " + axis + ": is " + std::to_string(is.normal[a]) + ", should be " +
                   std::to_string(should.normal[a]);
    }
    return "";
}

/* ---- A tree's leaves, by its slots. ---- */

struct Place {
    Vec lo;
    unsigned level;
    uint16_t slot;

    Vec hi() const
    {
        const int64_t size = int64_t{ OCT9_CELL_Q6 } << level;
        return { lo[0] + size, lo[1] + size, lo[2] + size };
    }
    bool is_leaf() const { return (slot & OCT9_SLOT_LEAF) != 0; }
    unsigned payload() const { return slot & OCT9_PAYLOAD_MAX; }
};

/* All nodes, a node before those below it, children in the order of their numbers. */
inline std::vector<Place> all_nodes(const oct9_scene_t &scene)
{
    std::vector<Place> out, todo = { { above_low({}), OCT9_LEVELS, scene.tree.root } };

    while (!todo.empty()) {
        const Place node = todo.back();
        todo.pop_back();
        out.push_back(node);
        if (node.is_leaf())
            continue;
        const int64_t half = int64_t{ OCT9_CELL_Q6 } << (node.level - 1);
        for (unsigned c = 8; c-- > 0;)
            todo.push_back({ { node.lo[0] + (c & 1) * half, node.lo[1] + (c >> 1 & 1) * half,
                               node.lo[2] + (c >> 2) * half },
                             node.level - 1,
                             scene.tree.pool[node.slot].slot[c] });
    }
    return out;
}

inline std::vector<uint16_t> list_of(const oct9_scene_t &scene, const Place &leaf)
{
    if (leaf.payload() == 0)
        return {};
    const uint32_t list = scene.lists[leaf.payload() - 1];
    const uint16_t *first = scene.indices + (list >> 8);
    return std::vector<uint16_t>(first, first + (list & 255));
}

/* ---- Hits. ---- */

using Hits = std::vector<oct9_scene_hit_t>;

inline bool same_contact(const oct9_contact_t &a, const oct9_contact_t &b)
{
    return a.num == b.num && vec(a.at) == vec(b.at) && vec(a.point) == vec(b.point) &&
           std::equal(a.normal, a.normal + 3, b.normal);
}

/* The hits' memory is of their exact size. */
inline oct9_scene_cast_input_t cast_input(const Motion &motion, Hits &hits)
{
    oct9_scene_cast_input_t input = {};

    input.motion = motion;
    input.ignored = motion.ignored;
    input.capacity = static_cast<uint16_t>(hits.size());
    input.hits = hits.data();
    return input;
}

/* The answer for any hit, given all `count` hits: one of them, which counts as one at the start. */
inline std::string any_hit_differs(const oct9_scene_output_t &output, const Hits &hits,
                                   const Hits &all, size_t count)
{
    const auto end = all.begin() + static_cast<ptrdiff_t>(count);

    if (output.count != std::min<size_t>(count, 1) || output.more)
        return "any hit: " + std::to_string(output.count) + " of " + std::to_string(count);
    const auto met = std::find_if(
        all.begin(), end, [&](const oct9_scene_hit_t &one) { return one.index == hits[0].index; });
    return count == 0 || (met != end && hits[0].contact.num == 0)
             ? ""
             : "any hit is " + std::to_string(hits[0].index);
}

/* The numbers of the primitives that count and pass the test. */
template <class Test>
inline std::vector<size_t> all_that(const World &world, uint16_t ignored, Test test)
{
    std::vector<size_t> out;

    for (size_t i = 0; i < world.count(); i++)
        if (counts(world.primitives[i], ignored) && test(i))
            out.push_back(i);
    return out;
}

/* ---- The loop over scenes. ---- */

inline uint64_t seed;

/* Answers of any content, so that one sees that they were not all empty. */
inline unsigned long things_found;

/* Asks one random question: how the answer is wrong, "" if it is right. */
using Question = std::string (*)(const World &world, Random &random);

inline void report(const std::string &text, uint64_t number, const World &world)
{
    static int reported = 0;

    if (reported++ >= 10)
        return;
    std::printf("  scene %" PRIu64 ", few %u, least level %u: %s\n", number, world.config.few,
                world.config.least_level, text.c_str());
    for (size_t i = 0; i < world.primitives.size() && i < 20; i++)
        std::printf("    %zu: %s\n", i, text_of(world.primitives[i]).c_str());
}

/* `stream` sets the random numbers apart from those of other questions. */
inline void ask_everywhere(Question question, const char *name, uint64_t stream)
{
    const uint64_t count = oracle::setting("SCENES", 1000), each = oracle::setting("CASES", 50);
    unsigned long asked = 0;

    things_found = 0;
    for (uint64_t s = 0; s < count; s++) {
        Random random(seed + (stream << 24) + s);
        const World world(random);
        CHECK_EQ(world.status, OCT9_OK);
        for (uint64_t i = 0; i < each && world.status == OCT9_OK; i++, asked++) {
            const std::string text = question(world, random);
            CHECK(text.empty());
            if (!text.empty())
                report(text, s, world);
        }
    }
    CHECK(things_found > 0);
    std::printf("%s: %lu cases, %lu found\n", name, asked, things_found);
}

} // namespace scenes

#endif
