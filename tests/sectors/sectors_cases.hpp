/* SPDX-License-Identifier: MIT */
/* Random maps of all kinds with their walls, and random questions for the sectors in them. */
#ifndef OCT9_TEST_SECTORS_CASES_HPP
#define OCT9_TEST_SECTORS_CASES_HPP

#include "sectors_truth.hpp"
#include "tests/layered/layered_world.hpp"
#include "tests/shared/building.hpp"
#include "tests/world/tile_world.hpp"

#include <memory>
#include <string>

namespace oracle {

/* ---- Maps. ---- */

/* A map, its leaves that are not free, and what an obstacle's payload may be. */
class SectorsMap {
public:
    const char *kind;
    oct9_map_t map;
    std::vector<Node> leaves;        /* not free */
    std::vector<uint16_t> payloads;  /* of some obstacles; empty if no filter is asked */
    Cell centre = { 256, 256, 256 }; /* of what is of interest */
    uint64_t questions = 50;         /* the most: more where the map takes long to make */

    /* Each keeps what the map is in. */
    SectorsMap(const char *kind_, std::shared_ptr<void> kept, const oct9_map_t &map_,
               const Model &model, bool filters)
        : kind(kind_), map(map_), kept_(std::move(kept))
    {
        for (const Node &node : model.nodes()) {
            if (!node.is_leaf() || model.state(node) == OCT9_FREE)
                continue;
            leaves.push_back(node);
            obstacle_.push_back(model.state(node) == OCT9_OCCUPIED);
            if (filters && obstacle_.back() && payloads.size() < 100)
                payloads.push_back(node.payload);
        }
        if (!leaves.empty())
            centre = leaves[leaves.size() / 2].corner;
    }

    /* What counts with a filter, and all outside the cube. */
    std::vector<Wall> walls(const oct9_sectors_input_t &input) const
    {
        std::vector<Wall> out;
        for (size_t i = 0; i < leaves.size(); i++) {
            const Node &leaf = leaves[i];
            if (obstacle_[i] && (leaf.payload & input.filter_mask) != input.filter_value)
                continue;
            Wall wall = { {}, {}, obstacle_[i], leaf.size * double{ OCT9_CELL_Q6 } };
            for (size_t a = 0; a < 3; a++) {
                wall.lo[a] = leaf.low(a);
                wall.hi[a] = leaf.high(a);
            }
            out.push_back(wall);
        }
        constexpr double far = 200000;
        for (size_t face = 0; face < 6; face++) {
            Wall wall = { { -far, -far, -far }, { far, far, far }, false, 0 };
            (face % 2 ? wall.lo : wall.hi)[face / 2] = face % 2 ? OCT9_HIGH_Q6 : OCT9_LOW_Q6;
            out.push_back(wall);
        }
        return out;
    }

private:
    std::shared_ptr<void> kept_;
    std::vector<bool> obstacle_;
};

/* All free, or not known, except for boxes, posts and single cells. */
inline Model sparse_model(Random &random)
{
    Model model;
    const uint16_t around = random.chance(80) ? 1 : 0;
    const int count = random.between(1, 25), spread = random.chance(50) ? 40 : 250;
    std::vector<std::array<Cell, 2>> boxes;
    std::vector<uint16_t> states;
    for (int i = 0; i < count; i++) {
        std::array<Cell, 2> box = {};
        const int most = random.chance(60) ? 1 : random.chance(50) ? 6 : 70;
        for (size_t a = 0; a < 3; a++) {
            box[0][a] = std::clamp(256 + random.between(-spread, spread), 0, 511);
            box[1][a] = std::min(512, box[0][a] + random.between(1, most));
        }
        if (random.chance(30)) /* a post */
            box[0][2] = 0, box[1][2] = 512;
        boxes.push_back(box);
        states.push_back(random.chance(70) ? uint16_t{ 2 }
                                           : static_cast<uint16_t>(random.below(2)));
    }
    for (size_t i = 0; i < model.nodes().size() && model.inner_count() < 20000; i++) {
        const Node node = model.node(i);
        bool mixed = false;
        uint16_t state = around;
        for (size_t b = 0; b < boxes.size(); b++) {
            bool meets = true, holds = true;
            for (size_t a = 0; a < 3; a++) {
                const int lo = node.corner[a], hi = lo + node.size;
                meets = meets && boxes[b][0][a] < hi && boxes[b][1][a] > lo;
                holds = holds && boxes[b][0][a] <= lo && boxes[b][1][a] >= hi;
            }
            if (holds) {
                mixed = false;
                state = states[b];
            } else if (meets) {
                mixed = true;
            }
        }
        if (mixed && node.size > 1)
            model.split(i);
        else
            model.set_payload(i, state);
    }
    for (size_t i = 0; i < model.nodes().size(); i++) /* what would merge */
        if (!model.node(i).is_leaf() && model.children_equal(i)) {
            const size_t child = static_cast<size_t>(model.node(i).first_child) + random.below(8);
            model.set_payload(child, model.node(child).payload == 1 ? 0 : 1);
        }
    return model;
}

inline std::unique_ptr<SectorsMap> of_tree(const char *kind, const Model &model, Random &random,
                                           bool filters)
{
    const auto tree = std::make_shared<LoadedTree>(model, random);
    CHECK(tree->ok());
    return std::make_unique<SectorsMap>(kind, tree, tree->map(), model, filters);
}

inline std::unique_ptr<SectorsMap> of_image(const char *kind, const Model &model)
{
    const auto image = std::make_shared<LoadedImage>(model);
    CHECK(image->ok());
    return std::make_unique<SectorsMap>(kind, image, image->map(), model, false);
}

template <class World>
std::unique_ptr<SectorsMap> of_cells(const char *kind, std::shared_ptr<World> world)
{
    CHECK(world->ok());
    const oct9_map_t map = world->map();
    auto out = std::make_unique<SectorsMap>(kind, world, map, world->whole(), false);
    out->centre = world->centre;
    out->questions = 400;
    return out;
}

inline std::unique_ptr<SectorsMap> random_map(Random &random)
{
    const oct9_layered_policy_t policy = random.chance(50) ? OCT9_LAYERED_UNION
                                                           : OCT9_LAYERED_UPPER_FIRST;
    const bool known = random.chance(70);
    switch (random.below(8)) {
    case 0: return of_tree("tree", random_model(random, Payloads::wide), random, true);
    case 1: return of_image("image", random_model(random, Payloads::states));
    case 2: return of_cells("layered", std::make_shared<LayeredWorld>(random, policy, false));
    case 3: return of_cells("world", std::make_shared<TileWorld>(random, known));
    case 4:
        return of_cells("tree over a world", std::make_shared<LayeredTiles>(random, policy, known));
    case 5: return of_image("sparse image", sparse_model(random));
    default: return of_tree("sparse tree", sparse_model(random), random, true);
    }
}

/* ---- Questions. ---- */

/* A question, and room for both answers with a mark behind them. */
struct SectorsQuestion {
    static constexpr uint16_t mark = 0xA5C3;
    oct9_sectors_input_t input = {};
    std::vector<int16_t> borders;
    std::vector<uint16_t> obstacle, free;

    SectorsQuestion() = default;
    SectorsQuestion(const SectorsQuestion &) = delete;
    SectorsQuestion &operator=(const SectorsQuestion &) = delete;

    size_t count() const { return size_t{ input.sectors } * input.layers; }
    /* Asks for one of the arrays, or both. */
    void ask(bool obstacles, bool frees)
    {
        obstacle.assign(count() + 1, mark);
        free.assign(count() + 1, mark);
        input.borders = borders.data();
        input.obstacle_q6 = obstacles ? obstacle.data() : nullptr;
        input.free_q6 = frees ? free.data() : nullptr;
    }
};

inline int16_t narrowed(int value)
{
    return static_cast<int16_t>(std::clamp(value, INT16_MIN, INT16_MAX));
}

inline bool in_free_space(const SectorsMap &map, const oct9_point_t &point)
{
    const int at[3] = { point.x, point.y, point.z };
    return std::none_of(map.leaves.begin(), map.leaves.end(), [&](const Node &leaf) {
        bool inside = true;
        for (size_t a = 0; a < 3; a++)
            inside = inside && at[a] >= leaf.low(a) && at[a] <= leaf.high(a);
        return inside;
    });
}

/* Near a corner of a leaf, or of what is of interest, or anywhere, also outside the cube. */
inline oct9_point_t sectors_point(Random &random, const SectorsMap &map)
{
    std::array<int16_t, 3> at = {};
    const bool far = random.chance(10), by_leaf = !map.leaves.empty() && random.chance(50);
    const Node *const leaf = by_leaf
                               ? &map.leaves[random.below(static_cast<uint32_t>(map.leaves.size()))]
                               : nullptr;
    const int away = random.chance(50) ? 300 : random.chance(70) ? 3000 : 12000;
    const bool whole = random.chance(30);
    for (size_t a = 0; a < 3; a++) {
        int q6 = leaf ? leaf->low(a) : CELL_LOW(map.centre[a]);
        const int by = random.between(-away, away);
        q6 += random.chance(15) ? 0 : random.chance(30) ? by / 64 * 64 : by;
        if (far || random.chance(3))
            q6 = random.between(INT16_MIN, INT16_MAX);
        if (whole)
            q6 = q6 / 64 * 64;
        if (!far && random.chance(95))
            q6 = std::clamp(q6, OCT9_LOW_Q6, OCT9_HIGH_Q6 - random.between(0, 1));
        at[a] = narrowed(q6);
    }
    return { at[0], at[1], at[2] };
}

/* `thin`: about the robot. */
inline void random_borders(Random &random, SectorsQuestion &asked, bool thin)
{
    static const int ends[] = { -32768, 32767, 0, -300, 300, -64, 64 };
    const bool pitch = asked.input.kind == OCT9_SECTORS_PITCH;
    const int most = pitch             ? 16384
                   : thin              ? 300
                   : random.chance(60) ? 700
                   : random.chance(60) ? 5000
                                       : 32767;
    asked.borders.clear();
    for (unsigned i = 0; i <= asked.input.layers; i++) {
        int border = random.between(-most, most);
        if (pitch && random.chance(30))
            border = 4096 * random.between(-4, 4);
        if (!pitch && !thin && random.chance(20))
            border = ends[random.below(7)];
        if (!pitch && random.chance(20)) /* on a face */
            border = (border & ~63) - (asked.input.point.z & 63);
        asked.borders.push_back(narrowed(border));
        if (random.chance(10) && i < asked.input.layers)
            asked.borders.push_back(asked.borders.back()), i++; /* of no height */
    }
    std::sort(asked.borders.begin(), asked.borders.end());
}

inline uint16_t sectors_length(Random &random)
{
    return static_cast<uint16_t>(random.chance(30)   ? random.below(300)
                                 : random.chance(60) ? random.below(6000)
                                                     : random.below(32768));
}

inline void random_filter(Random &random, const SectorsMap &map, oct9_sectors_input_t &input)
{
    if (map.payloads.empty() || !random.chance(40))
        return;
    const uint16_t some = map.payloads[random.below(static_cast<uint32_t>(map.payloads.size()))];
    input.filter_mask = static_cast<uint16_t>(random.chance(50) ? 1u << random.below(15)
                                                                : random.below(32768));
    input.filter_value = some & input.filter_mask;
}

/* Where a ring begins, so that a sector's edge is at a corner of a leaf, or nearly so. */
inline uint16_t aimed(Random &random, const SectorsMap &map, const oct9_point_t &point)
{
    const Node &leaf = map.leaves[random.below(static_cast<uint32_t>(map.leaves.size()))];
    const double x = (random.chance(50) ? leaf.low(0) : leaf.high(0)) - point.x;
    const double y = (random.chance(50) ? leaf.low(1) : leaf.high(1)) - point.y;
    const int from = static_cast<int>(std::lround(std::atan2(y, x) / turn * 65536));
    return static_cast<uint16_t>(from + random.between(-6, 6));
}

/* A range that ends at a leaf, or just before it. */
inline int just_to(Random &random, const SectorsMap &map, const oct9_sectors_input_t &input)
{
    const Node &leaf = map.leaves[random.below(static_cast<uint32_t>(map.leaves.size()))];
    const int x = std::max({ leaf.low(0) - input.point.x, 0, input.point.x - leaf.high(0) });
    const int y = std::max({ leaf.low(1) - input.point.y, 0, input.point.y - leaf.high(1) });
    return static_cast<int>(length({ double(x), double(y) })) - input.radius_q6 -
           random.between(0, 1);
}

inline void random_question(Random &random, const SectorsMap &map, SectorsQuestion &asked)
{
    static const uint16_t rings[] = { 1, 2, 3, 4, 5, 8, 12, 16, 36, 64, 72, 100, 128 };
    oct9_sectors_input_t &input = asked.input;
    const bool flies = random.chance(50); /* in free space, and sees something */
    input = {};
    input.point = sectors_point(random, map);
    for (int tries = 0; flies && tries < 10 && !in_free_space(map, input.point); tries++)
        input.point = sectors_point(random, map);
    input.kind = random.chance(75) ? OCT9_SECTORS_HEIGHTS : OCT9_SECTORS_PITCH;
    input.from = static_cast<uint16_t>(random.chance(40) ? 4096 * random.below(16) : random.u32());
    input.sectors = random.chance(70) ? rings[random.below(13)]
                                      : static_cast<uint16_t>(1 + random.below(128));
    if (!map.leaves.empty() && random.chance(40))
        input.from = aimed(random, map, input.point);
    const uint32_t layers = OCT9_SECTORS_MAX / input.sectors;
    input.layers = static_cast<uint16_t>(
        1 + random.below(random.chance(60) ? std::min(layers, 2u) : std::min(layers, 9u)));
    if (random.chance(2))
        input.layers = static_cast<uint16_t>(layers);
    input.radius_q6 = random.chance(30) ? 0
                    : flies             ? static_cast<uint16_t>(random.below(300))
                                        : static_cast<uint16_t>(sectors_length(random) / 2);
    const uint32_t room = 32767u - input.radius_q6;
    input.range_q6 = static_cast<uint16_t>(std::clamp<uint32_t>(sectors_length(random), 1, room));
    if (random.chance(flies ? 60 : 10))
        input.range_q6 = static_cast<uint16_t>(room);
    if (!map.leaves.empty() && random.chance(15))
        input.range_q6 = static_cast<uint16_t>(
            std::clamp(just_to(random, map, input), 1, static_cast<int>(room)));
    random_filter(random, map, input);
    random_borders(random, asked, flies);
}

} // namespace oracle

#endif
