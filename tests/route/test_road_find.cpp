/* SPDX-License-Identifier: MIT */
/* Places over road maps of random worlds. The road maps are written here; what is found is judged
 * by the graph, by distances in double, and by sweeps of their own: each step is an edge that is
 * not shut, the ends join as the header says, no path between the same two vertices is shorter, and
 * where none is found there is none. All of it with any slices, as writes come, and as the cube
 * moves. SEED=7 changes the questions, CASES their number.
 */
#include "tests/world/tile_world.hpp"

#include "oct9/road.h"
#include "oct9/sweep.h"
#include "oct9/tree.h"

#include <cinttypes>
#include <cmath>
#include <cstring>
#include <queue>
#include <set>

using namespace oracle;

namespace {

constexpr uint16_t MOST = 40;
constexpr size_t TRIED = 32; /* of the nearest vertices, by each end */

struct Vertex {
    Cell cell; /* of the grid */
    std::set<uint16_t> edges;
};

/* A road map, and its bytes. */
class Road {
public:
    std::vector<Vertex> vertices;
    oct9_road_t open = {};
    uint16_t radius_q6;
    bool passes; /* unknown space */

    Road(Random &random, const TileWorld &world)
        : radius_q6(static_cast<uint16_t>(random.below(300))), passes(random.chance(50))
    {
        std::set<Cell> cells; /* by tile, then by place in it, z first */
        for (uint32_t i = random.below(MOST) + 1; i > 0; i--)
            cells.insert(order(any_cell(random, world)));
        for (const Cell &cell : cells)
            vertices.push_back({ order(cell), {} });
        std::sort(vertices.begin(), vertices.end(), before);
        for (uint32_t i = random.below(4 * size()); i > 0; i--) {
            const uint16_t a = random_vertex(random), b = random_vertex(random);
            if (a != b && vertices[a].edges.size() < 31 && vertices[b].edges.size() < 31) {
                vertices[a].edges.insert(b);
                vertices[b].edges.insert(a);
            }
        }
        encode(world);
        CHECK_EQ(
            oct9_road_open_world(&open, words_.data(), 4 * words_.size(), &world.world, radius_q6),
            OCT9_OK);
    }

    uint16_t size() const { return static_cast<uint16_t>(vertices.size()); }
    uint16_t random_vertex(Random &random) const
    {
        return static_cast<uint16_t>(random.below(size()));
    }

private:
    std::vector<uint32_t> words_;

    static Cell order(const Cell &cell) { return { cell[2], cell[1], cell[0] }; }

    static bool before(const Vertex &a, const Vertex &b)
    {
        const Cell tile_a = order(tile_of_cell(a.cell)), tile_b = order(tile_of_cell(b.cell));
        return tile_a != tile_b ? tile_a < tile_b : order(a.cell) < order(b.cell);
    }

    /* Most near the centre, some tiles away. */
    static Cell any_cell(Random &random, const TileWorld &world)
    {
        const int far = random.chance(70) ? 120 : 1500;
        Cell cell = world.grid.centre;
        for (int &c : cell)
            c += random.between(-far, far);
        return cell;
    }

    static void put_half(std::vector<uint32_t> &words, size_t &at, uint32_t half)
    {
        if (at % 2 == 0)
            words.push_back(0);
        words[at / 2] |= (half & 0xFFFFu) << at % 2 * 16;
        at++;
    }

    void encode(const TileWorld &world)
    {
        std::vector<uint32_t> halves, tiles, places;
        size_t at = 0, tile_at = 0;
        uint32_t edges = 0;
        for (uint16_t i = 0; i < size(); i++) {
            const Cell tile = tile_of_cell(vertices[i].cell);
            if (i == 0 || tile != tile_of_cell(vertices[i - 1u].cell)) {
                for (const int t : tile)
                    put_half(tiles, tile_at, static_cast<uint32_t>(t));
                put_half(tiles, tile_at, i);
            }
            uint32_t word = static_cast<uint32_t>(vertices[i].edges.size()) << 27;
            for (unsigned a = 0; a < 3; a++)
                word |= static_cast<uint32_t>(vertices[i].cell[a] - OCT9_CELLS * tile[a]) << 9 * a;
            places.push_back(word);
            if (i % 8 == 0)
                put_half(halves, at, edges);
            edges += static_cast<uint32_t>(vertices[i].edges.size());
        }
        for (const Vertex &vertex : vertices)
            for (const uint16_t to : vertex.edges)
                put_half(halves, at, to);
        const oct9_mm_t &origin = world.origin_mm;
        const auto *head = static_cast<const oct9_world_header_t *>(world.world.input->bytes);
        words_ = { OCT9_ROAD_MAGIC,
                   0,
                   OCT9_ROAD_VERSION,
                   0,
                   static_cast<uint32_t>(origin.x),
                   static_cast<uint32_t>(origin.y),
                   static_cast<uint32_t>(origin.z),
                   world.world.base.cell_um,
                   head->crc,
                   radius_q6 | uint32_t{ passes } << 16,
                   static_cast<uint32_t>(tiles.size() / 2) | uint32_t{ size() } << 16,
                   edges };
        for (const auto *part : { &tiles, &places, &halves })
            words_.insert(words_.end(), part->begin(), part->end());
        words_[3] = static_cast<uint32_t>(4 * words_.size());
        words_[1] = oct9_rom_crc32(0, &words_[2], words_[3] - 8);
    }
};

/* --- a question ------------------------------------------------------------------------------- */

struct Answer {
    oct9_road_output_t output = {};
    std::vector<oct9_road_place_t> places;
};

bool same(const oct9_road_place_t &a, const oct9_road_place_t &b)
{
    return a.vertex == b.vertex && a.at_mm.x == b.at_mm.x && a.at_mm.y == b.at_mm.y &&
           a.at_mm.z == b.at_mm.z;
}

class Question {
public:
    std::array<std::array<double, 3>, 2> ends = {}; /* in cells */

    Question(Random &random, const TileWorld &world, const Road &road)
        : world_(world), road_(road), map_(world.map()), nodes_(MOST + 2u), places_(MOST + 2u)
    {
        input.road = &road.open;
        input.map = &map_;
        input.frame = oct9_world_frame(&world.world);
        input.rules.unknown = road.passes ? OCT9_PASSES : OCT9_BLOCKS;
        input.from_mm = any_place(random, random.chance(80) ? 60 : 3, 0);
        input.to_mm = any_place(random, random.chance(30) ? 100 : 1500, 1);
        if (random.chance(15)) /* the robot is at a vertex, or there already */
            stand(random, random.chance(70) ? middle_of(road.random_vertex(random)) : ends[1]);
        for (oct9_road_edge_t &edge : shut_) {
            const bool end = random.chance(30);
            const uint32_t a = end ? OCT9_ROAD_START + random.below(2) : road.random_vertex(random);
            edge = { static_cast<uint16_t>(a), road.random_vertex(random) };
        }
        if (random.chance(20))
            shut_[0] = { OCT9_ROAD_GOAL, OCT9_ROAD_START };
        input.shut = shut_.data();
        input.shut_count = static_cast<uint16_t>(shut_.size());
        input.nodes = nodes_.data();
        input.nodes_count = static_cast<uint16_t>(road.size() + 2u);
        input.places = places_.data();
        input.places_room = static_cast<uint16_t>(places_.size());
    }
    Question(const Question &) = delete;
    Question &operator=(const Question &) = delete;

    oct9_road_input_t input = {};

    Answer ask(uint32_t budget)
    {
        Answer answer;
        oct9_road_find_t find;
        std::memset(nodes_.data(), 0xA5, nodes_.size() * sizeof nodes_[0]); /* another search's */
        CHECK_EQ(oct9_road_find_begin(&find, &input), OCT9_OK);
        oct9_status_t status;
        while ((status = oct9_road_find_run(&find, budget, &answer.output)) == OCT9_AGAIN) {
        }
        CHECK_EQ(status, OCT9_OK);
        answer.places.assign(places_.begin(), places_.begin() + answer.output.count);
        return answer;
    }

    void judge(const Answer &answer) const
    {
        if (answer.output.result == OCT9_ROAD_FOUND)
            judge_path(answer);
        else
            judge_none(answer);
    }

private:
    const TileWorld &world_;
    const Road &road_;
    oct9_map_t map_;
    std::vector<oct9_route_node_t> nodes_;
    std::vector<oct9_road_place_t> places_;
    std::array<oct9_road_edge_t, 4> shut_ = {};

    /* The start is in the cell of a place, or beside it. */
    void stand(Random &random, const std::array<double, 3> &at)
    {
        const Cell &centre = world_.grid.centre;
        std::array<double, 3> away = {};
        for (size_t a = 0; a < 3; a++)
            away[a] = at[a] - centre[a] + (random.below(3) - 1.0) * 0.9;
        input.from_mm = place_at(away, 0);
    }

    oct9_mm_t any_place(Random &random, int far, size_t end)
    {
        return place_at({ random.between(-far, far) + 0.3, random.between(-far, far) + 0.3,
                          random.between(-far, far) + 0.3 },
                        end);
    }

    /* So many cells from the centre. */
    oct9_mm_t place_at(const std::array<double, 3> &away, size_t end)
    {
        const double um = world_.world.base.cell_um;
        int32_t mm[3];
        for (size_t a = 0; a < 3; a++) {
            const double cell = world_.grid.centre[a] + away[a];
            const int32_t origin = a == 0 ? world_.origin_mm.x
                                 : a == 1 ? world_.origin_mm.y
                                          : world_.origin_mm.z;
            mm[a] = static_cast<int32_t>(origin + std::lround(cell * um / 1000));
            ends[end][a] = (double(mm[a]) - origin) * 1000 / um;
        }
        return { mm[0], mm[1], mm[2] };
    }

    double length(uint16_t a, uint16_t b) const
    {
        double sum = 0;
        for (size_t i = 0; i < 3; i++) {
            const double part = road_.vertices[a].cell[i] - road_.vertices[b].cell[i];
            sum += part * part;
        }
        return std::sqrt(sum);
    }

    double distance(size_t end, uint16_t vertex) const
    {
        double sum = 0;
        for (size_t a = 0; a < 3; a++) {
            const double part = road_.vertices[vertex].cell[a] + 0.5 - ends[end][a];
            sum += part * part;
        }
        return std::sqrt(sum);
    }

    /* Distances of less than so many cells are taken as equal: the places are so far apart. */
    static double slack() { return 1.5; }

    bool in_cube(const std::array<double, 3> &at) const
    {
        const Cell corner = world_.corner();
        for (size_t a = 0; a < 3; a++)
            if (at[a] < corner[a] || at[a] >= corner[a] + OCT9_CELLS)
                return false;
        return true;
    }
    std::array<double, 3> middle_of(uint16_t vertex) const
    {
        const Cell &cell = road_.vertices[vertex].cell;
        return { cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5 };
    }
    oct9_point_t point_of(const std::array<double, 3> &at) const
    {
        const Cell corner = world_.corner();
        int16_t axes[3];
        for (size_t a = 0; a < 3; a++)
            axes[a] = static_cast<int16_t>(std::trunc((at[a] - corner[a]) * 64 - 16384));
        return { axes[0], axes[1], axes[2] };
    }

    /* Whether the sphere can go from an end to a vertex, or to the other end: 1, 0, or -1: that is
     * decided by the rounding of the end. */
    int joins(size_t end, uint16_t vertex) const { return clear(ends[end], middle_of(vertex)); }
    int joins_straight() const
    {
        return is_shut(OCT9_ROAD_START, OCT9_ROAD_GOAL) ? 0 : clear(ends[0], ends[1]);
    }

    int clear(const std::array<double, 3> &from, const std::array<double, 3> &to) const
    {
        if (!in_cube(from) || !in_cube(to))
            return 0;
        int answers[2];
        for (int more = 0; more < 2; more++) {
            const int radius = road_.radius_q6 + (more != 0 ? 3 : -3);
            oct9_sphere_input_t sphere = {};
            sphere.motion = { point_of(from), point_of(to),
                              static_cast<uint16_t>(std::max(radius, 0)) };
            sphere.rules = input.rules;
            oct9_sweep_output_t output;
            CHECK_EQ(oct9_sweep_sphere(&map_, &sphere, &output), OCT9_OK);
            answers[more] = output.hit == OCT9_HIT_NONE;
        }
        return answers[0] == answers[1] ? answers[0] : -1;
    }

    std::vector<uint16_t> by_distance(size_t end) const
    {
        std::vector<uint16_t> order; /* of those that it may join */
        for (uint16_t i = 0; i < road_.size(); i++)
            if (!is_shut(static_cast<uint16_t>(OCT9_ROAD_START + end), i))
                order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](uint16_t a, uint16_t b) {
            return distance(end, a) < distance(end, b);
        });
        return order;
    }

    /* True if the header allows the end to join that vertex. */
    bool may_join(size_t end, uint16_t vertex) const
    {
        if (joins(end, vertex) != 0)
            return true;
        const std::vector<uint16_t> order = by_distance(end);
        for (size_t i = 0; i < std::min(TRIED, order.size()); i++)
            if (joins(end, order[i]) == 1 &&
                (i + 1 < TRIED || distance(end, order[i]) + slack() < distance(end, order.back())))
                return false;
        return distance(end, vertex) <=
               distance(end, order[std::min<size_t>(3, order.size() - 1)]) + slack();
    }

    bool is_shut(uint16_t a, uint16_t b) const
    {
        for (const oct9_road_edge_t &edge : shut_)
            if ((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a))
                return true;
        return false;
    }

    /* From a vertex to all: in cells; below 0: not at all. */
    std::vector<double> lengths(uint16_t from) const
    {
        std::vector<double> far(road_.size(), -1);
        std::priority_queue<std::pair<double, uint16_t>> queue;
        queue.push({ 0, from });
        while (!queue.empty()) {
            const auto [minus, at] = queue.top();
            queue.pop();
            if (far[at] >= 0)
                continue;
            far[at] = -minus;
            for (const uint16_t to : road_.vertices[at].edges)
                if (!is_shut(at, to))
                    queue.push({ minus - length(at, to), to });
        }
        return far;
    }

    void judge_path(const Answer &answer) const
    {
        const size_t count = answer.places.size();
        double sum = 0;
        CHECK_EQ(answer.output.all, count);
        CHECK(count >= 1 && answer.places.back().vertex == OCT9_ROAD_GOAL);
        CHECK_EQ(answer.places.back().at_mm.x, input.to_mm.x);
        CHECK(joins_straight() < 0 || joins_straight() == (count == 1) ||
              (count == 1 && answer.output.from != OCT9_ROAD_START));
        CHECK(!is_shut(answer.output.from, answer.places[0].vertex));
        judge_start(answer);
        if (count == 1)
            return;
        for (size_t i = 0; i + 1 < count; i++) {
            const uint16_t at = answer.places[i].vertex;
            CHECK(at < road_.size());
            judge_place(answer.places[i]);
            if (i == 0)
                continue;
            const uint16_t before = answer.places[i - 1].vertex;
            CHECK(road_.vertices[before].edges.count(at) == 1 && !is_shut(before, at));
            sum += length(before, at);
        }
        const uint16_t first = answer.places[0].vertex, last = answer.places[count - 2].vertex;
        CHECK(answer.output.from != OCT9_ROAD_START || may_join(0, first));
        CHECK(may_join(1, last));
        CHECK(!is_shut(last, OCT9_ROAD_GOAL));
        CHECK(sum <= lengths(first)[last] + static_cast<double>(count + road_.size()) * slack());
    }

    /* A vertex that was left out is where the robot is, and leads to the first place. */
    void judge_start(const Answer &answer) const
    {
        const uint16_t from = answer.output.from, first = answer.places[0].vertex;
        if (from == OCT9_ROAD_START)
            return;
        CHECK(from < road_.size());
        const std::array<double, 3> at = middle_of(from);
        for (size_t a = 0; a < 3; a++)
            CHECK(std::abs(at[a] - ends[0][a]) < 1.1);
        CHECK(first == OCT9_ROAD_GOAL || road_.vertices[from].edges.count(first) == 1);
        CHECK(!is_shut(OCT9_ROAD_START, from));
    }

    void judge_place(const oct9_road_place_t &place) const
    {
        const Cell &cell = road_.vertices[place.vertex].cell;
        const double um = world_.world.base.cell_um;
        CHECK(std::abs(place.at_mm.x - world_.origin_mm.x - (cell[0] + 0.5) * um / 1000) < 1);
        CHECK(std::abs(place.at_mm.y - world_.origin_mm.y - (cell[1] + 0.5) * um / 1000) < 1);
        CHECK(std::abs(place.at_mm.z - world_.origin_mm.z - (cell[2] + 0.5) * um / 1000) < 1);
    }

    /* Of each end the nearest vertex that it surely joins; if it joins none, the nearest. -1: it is
     * not sure. */
    int join_of(size_t end) const
    {
        const std::vector<uint16_t> order = by_distance(end);
        for (size_t i = 0; i < std::min(TRIED / 2, order.size()); i++)
            if (joins(end, order[i]) != 0)
                return joins(end, order[i]) == 1 ? order[i] : -1;
        return !order.empty() && order.size() <= TRIED / 2 &&
                       (order.size() == 1 ||
                        distance(end, order[0]) + slack() < distance(end, order[1]))
                 ? order[0]
                 : -1;
    }

    void judge_none(const Answer &answer) const
    {
        CHECK_EQ(answer.output.count, 0);
        CHECK(joins_straight() != 1);
        const int from = join_of(0), to = join_of(1);
        if (from < 0 || to < 0)
            return;
        CHECK(lengths(static_cast<uint16_t>(from))[static_cast<size_t>(to)] < 0);
    }
};

/* --- the cases -------------------------------------------------------------------------------- */

struct Counts {
    uint32_t found = 0, none = 0, long_ones = 0;
};

/* The same with other slices, and in less room. */
void ask_again(Random &random, Question &question, const Answer &answer)
{
    const Answer slices = question.ask(random.below(9) + 1);
    CHECK_EQ(slices.output.result, answer.output.result);
    CHECK(std::equal(slices.places.begin(), slices.places.end(), answer.places.begin(),
                     answer.places.end(), same));
    question.input.places_room = 2;
    const Answer short_one = question.ask(UINT32_MAX);
    CHECK_EQ(short_one.output.all, answer.output.all);
    CHECK_EQ(short_one.output.count, std::min<uint16_t>(answer.output.all, 2));
    CHECK(
        std::equal(short_one.places.begin(), short_one.places.end(), answer.places.begin(), same));
}

void one_world(Random &random, Counts &counts)
{
    TileWorld world(random, true);
    CHECK(world.ok());
    for (int i = 0; i < 4; i++) {
        const Road road(random, world);
        for (int j = 0; j < 4; j++) {
            Question question(random, world, road);
            const Answer answer = question.ask(UINT32_MAX);
            question.judge(answer);
            ask_again(random, question, answer);
            counts.found += answer.output.result == OCT9_ROAD_FOUND;
            counts.none += answer.output.result == OCT9_ROAD_NONE;
            counts.long_ones += answer.output.all > 4;
        }
    }
}

void oracle_cases()
{
    Random random(setting("SEED", 1));
    Counts counts;
    for (uint64_t i = setting("CASES", 40); i > 0; i--)
        one_world(random, counts);
    std::printf("%u found, %u of them of more than 3 vertices; %u none\n", counts.found,
                counts.long_ones, counts.none);
    CHECK(counts.found > counts.none / 4 && counts.long_ones > 3 && counts.none > 9);
}

/* The cube moves between slices. */
void moves()
{
    Random random(setting("SEED", 1));
    uint32_t stale = 0;
    for (int i = 0; i < 20; i++) {
        TileWorld world(random, true);
        const Road road(random, world);
        Question question(random, world, road);
        oct9_road_find_t find;
        oct9_road_output_t output;
        CHECK_EQ(oct9_road_find_begin(&find, &question.input), OCT9_OK);
        const Cell corner = world.corner();
        CHECK(world.place(random, { 0, 0, 0 }, 64));
        const bool moved = corner != world.corner();
        CHECK_EQ(oct9_road_find_run(&find, UINT32_MAX, &output), moved ? OCT9_ERR_STALE : OCT9_OK);
        stale += moved;
    }
    CHECK(stale > 5);
}

/* A map is written to in all slices, or now and then: the search ends, and what it says of an end
 * was so. */
void writes()
{
    Random random(setting("SEED", 1));
    static oct9_block_t pool[64];
    oct9_tree_t tree;
    CHECK_EQ(oct9_tree_init(&tree, pool, 64, nullptr), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    const oct9_node_t far = { { 504, 504, 504 }, 3 };
    for (int i = 0; i < 100; i++) {
        TileWorld world(random, true);
        const Road road(random, world);
        Question question(random, world, road);
        question.input.map = &map;
        const Answer answer = question.ask(UINT32_MAX);
        oct9_road_find_t find;
        oct9_road_output_t output;
        CHECK_EQ(oct9_road_find_begin(&find, &question.input), OCT9_OK);
        const uint32_t each = random.below(20) + 1;
        oct9_status_t status = OCT9_AGAIN;
        for (uint32_t slice = 1; status == OCT9_AGAIN && slice < 5000; slice++) {
            status = oct9_road_find_run(&find, 2, &output);
            if (slice % each == 0)
                CHECK_EQ(oct9_tree_set_node(&tree, &far, static_cast<uint16_t>(slice % 3)),
                         OCT9_OK);
        }
        CHECK_EQ(status, OCT9_OK);
        if (each > 10) /* a motion has its slices */
            CHECK_EQ(output.all, answer.output.all);
    }
}

} // namespace

int main()
{
    std::printf("seed %" PRIu64 "\n", setting("SEED", 1));
    RUN(oracle_cases);
    RUN(moves);
    RUN(writes);
    return test_end();
}
