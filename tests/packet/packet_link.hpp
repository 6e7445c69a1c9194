/* SPDX-License-Identifier: MIT */
/* What lies between a robot and a listener: a channel that loses, repeats, delays and damages
 * packets; and a record of what each tile of the listener's map last heard. */
#ifndef OCT9_TEST_PACKET_LINK_HPP
#define OCT9_TEST_PACKET_LINK_HPP

#include "packet_decode.hpp"
#include "tests/shared/random.hpp"

#include "oct9/occupancy.h"
#include "oct9/map.h"
#include "oct9/packet.h"
#include "oct9/probe.h"
#include "oct9/scan.h"
#include "oct9/visit.h"
#include "oct9/window.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

namespace packets {
using oracle::Random;

/* --- a map with its memory -------------------------------------------------------------------- */

struct Map {
    Map(uint32_t blocks, const oct9_model_t &model, uint32_t changes_size)
        : pool(blocks), table(changes_size)
    {
        if (changes_size != 0)
            good = oct9_occupancy_changes_init(&changes, table.data(), changes_size) == OCT9_OK;
        good = good && oct9_occupancy_init(&occupancy, pool.data(), blocks, &model,
                                           changes_size != 0 ? &changes : nullptr) == OCT9_OK;
    }

    static oct9_cell_t cell_of(int64_t x, int64_t y, int64_t z)
    {
        return { static_cast<uint16_t>(x), static_cast<uint16_t>(y), static_cast<uint16_t>(z) };
    }

    oct9_leaf_t leaf_at(int64_t x, int64_t y, int64_t z) const
    {
        const oct9_map_t map = oct9_map_of_tree(&occupancy.tree);
        oct9_leaf_t leaf = {};
        (void)oct9_map_locate(&map, cell_of(x, y, z), &leaf);
        return leaf;
    }

    /* A place of the world in cells of the cube. */
    std::array<int64_t, 3> inside(int64_t x, int64_t y, int64_t z) const
    {
        const auto &w = occupancy.window;
        return { x - w.x, y - w.y, z - w.z };
    }

    bool has(int64_t x, int64_t y, int64_t z) const
    {
        const auto at = inside(x, y, z);
        return std::all_of(at.begin(), at.end(),
                           [](int64_t i) { return i >= 0 && i < OCT9_CELLS; });
    }

    /* Half a tile of the world by its cells; it must lie in the window. */
    States states_of(int64_t x, int64_t y, int64_t z) const
    {
        const auto at = inside(x, y, z);
        const oct9_leaf_t leaf = leaf_at(at[0], at[1], at[2]);
        States states;
        states.fill(leaf.state);
        for (int i = 0; leaf.level < 2 && i < 32; i++)
            states[static_cast<size_t>(i)] =
                leaf_at(at[0] + i % 4, at[1] + i / 4 % 4, at[2] + i / 16).state;
        return states;
    }

    /* All cells of a node of the world, which must lie in the window, are in that state. */
    bool is_all(const Node &node, uint8_t state) const
    {
        const oct9_map_t map = oct9_map_of_tree(&occupancy.tree);
        const auto at = inside(node.x, node.y, node.z);
        oct9_probe_node_input_t in = {};
        oct9_probe_node_output_t out;
        in.node.corner = cell_of(at[0], at[1], at[2]);
        while (1 << in.node.level < node.size)
            in.node.level++;
        return oct9_probe_node(&map, &in, &out) == OCT9_OK && out.states == 1u << state;
    }

    bool check() const
    {
        std::vector<uint8_t> seen((pool.size() + 7) / 8);
        return oct9_tree_check(&occupancy.tree, seen.data()) == OCT9_OK;
    }

    /* Of the states of all cells in the order of their Morton codes: runs of one state, so that
     * it does not matter how they are split. */
    uint64_t digest() const
    {
        const oct9_map_t map = oct9_map_of_tree(&occupancy.tree);
        uint64_t hash = 14695981039346656037u, run = 0;
        uint8_t state = OCT9_UNKNOWN;
        oct9_visit_t visit;
        oct9_leaf_t leaf;
        const auto mix = [&hash](uint64_t value) { hash = (hash ^ value) * 1099511628211u; };
        oct9_visit_begin(&visit, &map, nullptr, OCT9_STATES_ALL);
        while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
            if (leaf.state != state) {
                mix(run << 2 | state);
                state = leaf.state;
                run = 0;
            }
            run += uint64_t{ 1 } << 3 * leaf.level;
        }
        mix(run << 2 | state);
        return hash;
    }

    oct9_occupancy_t occupancy = {};
    oct9_changes_t changes = {};
    std::vector<oct9_block_t> pool;
    std::vector<uint32_t> table;
    bool good = true;
};

/* --- the channel ------------------------------------------------------------------------------ */

/* In percent; delays in turns. */
struct Weather {
    unsigned loss, repeat, damage, late;
    int delay, long_delay;
};

struct Arrival {
    Bytes bytes;
    size_t id; /* of the packet that it was */
    bool damaged;
};

class Channel {
public:
    Channel(Random &random, const Weather &weather) : random_(random), weather_(weather) {}

    void send(const Bytes &bytes, size_t id)
    {
        if (!random_.chance(weather_.loss))
            post({ bytes, id, false });
        while (random_.chance(weather_.repeat))
            post({ bytes, id, false });
        if (random_.chance(weather_.damage)) {
            Arrival arrival = { damaged(bytes), id, true };
            if (arrival.bytes != bytes)
                post(arrival);
        }
    }

    /* What comes in this turn, in any order. */
    std::vector<Arrival> receive()
    {
        std::vector<Arrival> arrivals;
        now_++;
        while (!in_transit_.empty() && in_transit_.begin()->first <= now_) {
            const size_t last = arrivals.size();
            const size_t at = weather_.loss == 0 ? last
                                                 : random_.below(static_cast<uint32_t>(last + 1));
            arrivals.insert(arrivals.begin() + static_cast<long>(at),
                            std::move(in_transit_.begin()->second));
            in_transit_.erase(in_transit_.begin());
        }
        return arrivals;
    }

    bool empty() const { return in_transit_.empty(); }

    /* From now on all that is sent comes at once and in order. */
    void clear_up() { weather_ = {}; }

private:
    void post(const Arrival &arrival)
    {
        const int delay = random_.chance(weather_.late) ? weather_.long_delay : weather_.delay;
        in_transit_.emplace(now_ + 1 + random_.between(0, delay), arrival);
    }

    Bytes damaged(Bytes bytes)
    {
        switch (random_.below(4)) {
        case 0: bytes.resize(random_.below(static_cast<uint32_t>(bytes.size()))); break;
        case 1:
            for (uint8_t &byte : bytes)
                byte = static_cast<uint8_t>(random_.u32());
            break;
        case 2: bytes.push_back(static_cast<uint8_t>(random_.u32())); break;
        default:
            for (uint32_t n = 1 + random_.below(20); n > 0; n--) {
                const uint32_t bit = random_.below(static_cast<uint32_t>(8 * bytes.size()));
                bytes[bit / 8] = static_cast<uint8_t>(bytes[bit / 8] ^ 1u << bit % 8);
            }
        }
        return bytes;
    }

    Random &random_;
    Weather weather_;
    long now_ = 0;
    std::multimap<long, Arrival> in_transit_;
};

/* --- what each half tile heard ---------------------------------------------------------------- */

/* Which packet the states of half a tile are of: between two numbers, as a packet that came late
 * and said what was known already may have been taken or not. */
struct Heard {
    uint32_t from, to;
    uint8_t state; /* of all cells, or MIXED */
};

class Record {
public:
    Record() : heard_(size_t{ TILES } * TILES * 2 * TILES) {}

    /* Takes down what a packet did to the nodes that it holds: what is wrong, or nothing. */
    std::string note(const Node &node, uint32_t number, bool late, const Map &map)
    {
        const bool all = node.size > 4 && lies_in(node, map) && map.is_all(node, node.states[0]);
        std::string wrong;
        for (int64_t z = 0; z < node.height(); z += 2)
            for (int64_t y = 0; y < node.size; y += 4)
                for (int64_t x = 0; x < node.size; x += 4) {
                    const int64_t at[3] = { node.x + x, node.y + y, node.z + z };
                    if (!map.has(at[0], at[1], at[2])) {
                        note_outside(at, number, late);
                        continue;
                    }
                    const States after = all ? node.states : map.states_of(at[0], at[1], at[2]);
                    const char *text = note_tile(index_of(at), node.states, number, late, after);
                    if (text != nullptr)
                        wrong = text;
                }
        return wrong;
    }

    /* The tiles that left when the window moved, and those that came in their places: unknown, but
     * no packet may be taken that is older than one which was acknowledged. */
    void moved(const oct9_offset_t &from, const Map &map)
    {
        for (int64_t z = 0; z < OCT9_CELLS; z += 2)
            for (int64_t y = 0; y < OCT9_CELLS; y += 4)
                for (int64_t x = 0; x < OCT9_CELLS; x += 4) {
                    const int64_t at[3] = { from.x + x, from.y + y, from.z + z };
                    if (!map.has(at[0], at[1], at[2]))
                        replace(at, map);
                }
    }

    /* All of the map is what it heard. */
    bool matches(const Map &map) const
    {
        const auto &w = map.occupancy.window;
        for (int64_t z = 0; z < OCT9_CELLS; z += 2)
            for (int64_t y = 0; y < OCT9_CELLS; y += 4)
                for (int64_t x = 0; x < OCT9_CELLS; x += 4) {
                    const int64_t at[3] = { w.x + x, w.y + y, w.z + z };
                    if (!is_known(index_of(at), map.states_of(at[0], at[1], at[2])))
                        return false;
                }
        return true;
    }

private:
    static constexpr int TILES = OCT9_CELLS / 4;
    static constexpr uint8_t MIXED = 3;

    static bool lies_in(const Node &node, const Map &map)
    {
        const int64_t last = node.size - 1;
        const auto at = map.inside(node.x, node.y, node.z);
        return map.has(node.x, node.y, node.z) &&
               map.has(node.x + last, node.y + last, node.z + last) &&
               ((at[0] | at[1] | at[2]) & last) == 0;
    }

    /* Modulo the cube: no two tiles of a window share a place. */
    static size_t index_of(const int64_t at[3])
    {
        const auto tile = [at](int axis) {
            return static_cast<size_t>(at[axis] >> 2 & (TILES - 1));
        };
        const auto half = static_cast<size_t>(at[2] >> 1 & (2 * TILES - 1));
        return tile(0) + TILES * (tile(1) + TILES * half);
    }

    /* Of half a tile in the world. */
    static uint64_t name_of(const int64_t at[3])
    {
        const auto axis = [at](int a) { return static_cast<uint64_t>(at[a] >> 2) & 0x1FFFFFu; };
        return axis(0) | axis(1) << 21 | (static_cast<uint64_t>(at[2] >> 1) & 0x3FFFFFu) << 42;
    }

    void note_outside(const int64_t at[3], uint32_t number, bool late)
    {
        if (late)
            return;
        Heard &heard = outside_[name_of(at)];
        heard.from = heard.to = std::max(heard.to, number);
    }

    /* By the tile of the window that has its place now. */
    void replace(const int64_t at[3], const Map &map)
    {
        const size_t tile = index_of(at);
        const auto &w = map.occupancy.window;
        const int64_t low[3] = { w.x, w.y, w.z };
        int64_t now[3];
        for (int a = 0; a < 3; a++)
            now[a] = low[a] + ((at[a] - low[a]) & (OCT9_CELLS - 1));
        if (heard_[tile].to != 0)
            outside_[name_of(at)] = heard_[tile];
        const auto found = outside_.find(name_of(now));
        Heard heard = { 0, 0, OCT9_UNKNOWN };
        if (found != outside_.end())
            heard = found->second;
        set(tile, heard, {});
    }

    bool is_known(size_t tile, const States &states) const
    {
        if (heard_[tile].state == MIXED)
            return mixed_.at(tile) == states;
        return is_uniform(states) && states[0] == heard_[tile].state;
    }

    static bool is_uniform(const States &states)
    {
        return std::memcmp(&states[0], &states[1], 31) == 0;
    }

    void set(size_t tile, Heard heard, const States &states)
    {
        const bool all = is_uniform(states);
        if (heard_[tile].state == MIXED)
            mixed_.erase(tile);
        heard.state = all ? states[0] : MIXED;
        heard_[tile] = heard;
        if (!all)
            mixed_[tile] = states;
    }

    const char *note_tile(size_t tile, const States &said, uint32_t number, bool late,
                          const States &after)
    {
        Heard &heard = heard_[tile];
        if (!is_known(tile, after)) {
            if (after != said)
                return "a tile is what no packet said";
            if (number < heard.from)
                return "a tile became older";
            set(tile, { number, number, 0 }, after);
            return nullptr;
        }
        if (!late && number > heard.to && after != said)
            return "a tile did not become newer";
        if (!late)
            heard.from = std::max(heard.from, number);
        if (!late || after == said) /* late: taken or not, it looks the same */
            heard.to = std::max(heard.to, number);
        return nullptr;
    }

    std::vector<Heard> heard_;
    std::unordered_map<uint64_t, Heard> outside_;
    std::unordered_map<size_t, States> mixed_;
};

} // namespace packets

#endif
