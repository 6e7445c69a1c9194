/* SPDX-License-Identifier: MIT */
/* Packets over restarts: two robots on one bad channel, each with its own listener, which hears
 * both. Robots start anew with nothing or with an older map, begin new runs when numbers end or
 * when asked, and have their maps changed by calls that note nothing; listeners start anew and ask.
 *
 * In any case a listener's tile is as a packet of the run said that it follows, never as an
 * earlier run or another robot did; and when all has come the maps are equal.
 *
 * SEED, WORLDS from the environment. */
#include "packet_listener.hpp"
#include "packet_robot.hpp"

#include <algorithm>
#include <cstdio>

using namespace packets;
using oracle::setting;

static uint64_t first_seed;

struct Totals {
    uint32_t packets, runs, ended, robots, listeners, unnoted, refused;
};
static Totals totals;

/* --- a robot that sends ----------------------------------------------------------------------- */

/* What it kept of a packet of this run. */
struct Sent {
    Bytes bytes;
    long turn;
    bool settled; /* acknowledged, or given up and noted as lost */
};

class Voice {
public:
    Voice(Random &random, uint32_t name)
        : random_(random),
          robot_(random, 3000, random.chance(20) ? 64 : 65536, false), run_{ name, 0 },
          size_(30 + random.below(700))
    {
        begin_run();
    }

    const Map &map() const { return robot_.map; }
    const oct9_run_t &run() const { return run_; }
    bool settled() const { return waiting_ == 0 && done_; }

    void act()
    {
        robot_.act();
        if (random_.chance(5))
            keep();
        if (random_.chance(4))
            restart();
        if (random_.chance(5))
            change_unnoted();
    }

    /* A listener asks for a new run. */
    void asked() { begin_run(); }

    /* The next packet; empty when nothing is left. */
    Bytes write()
    {
        Bytes bytes(size_);
        int32_t length;
        do
            length = oct9_packet_write(&sender_, bytes.data(), size_, 100);
        while (length == OCT9_AGAIN);
        if (length == OCT9_ERR_PACKET_LAST) {
            totals.ended++;
            begin_run();
            return write();
        }
        CHECK(length >= 0);
        bytes.resize(static_cast<size_t>(std::max(length, 0)));
        done_ = length == 0;
        if (length > 0) {
            check_written(bytes);
            sent_.push_back({ bytes, turn_, false });
            waiting_++;
            totals.packets++;
        }
        return bytes;
    }

    void acknowledged(const Packet &packet)
    {
        const size_t at = packet.number - first_;
        if (packet.start != run_.start || at >= sent_.size())
            return; /* of an earlier run: what was kept of it is gone */
        Sent &sent = sent_[at];
        waiting_ -= !sent.settled;
        sent.settled = true;
    }

    void give_up()
    {
        turn_++;
        for (; oldest_ < sent_.size() && sent_[oldest_].turn + 8 < turn_; oldest_++) {
            Sent &sent = sent_[oldest_];
            if (sent.settled)
                continue;
            CHECK_EQ(oct9_packet_lost(&sender_, sent.bytes.data(),
                                      static_cast<uint32_t>(sent.bytes.size())),
                     OCT9_OK);
            sent.settled = true;
            waiting_--;
            done_ = false;
        }
    }

private:
    /* Mostly the next, or one where arithmetic might end. */
    uint32_t next_start()
    {
        static const uint32_t edges[] = { 4095, 4096, 1u << 20, 1u << 31, 0xFFFFF000u };
        const uint32_t next = run_.start + 1;
        const uint32_t edge = edges[random_.below(5)];
        return random_.chance(20) ? std::max(next, edge) : next;
    }

    void begin_run()
    {
        run_.start = next_start();
        CHECK_EQ(oct9_packet_sender_init(&sender_, &robot_.map.occupancy, &run_), OCT9_OK);
        if (random_.chance(40)) /* as after so many packets */
            sender_.number = UINT32_MAX - random_.below(60);
        first_ = last_ = sender_.number;
        last_--;
        sent_.clear();
        oldest_ = waiting_ = 0;
        done_ = false;
        totals.runs++;
    }

    /* As a store does. */
    void keep()
    {
        const oct9_map_t tree = oct9_map_of_tree(&robot_.map.occupancy.tree);
        oct9_visit_t visit;
        oct9_leaf_t leaf;
        kept_.clear();
        CHECK_EQ(oct9_visit_begin(&visit, &tree, nullptr, OCT9_STATES_ALL), OCT9_OK);
        while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
            kept_.push_back(leaf);
    }

    /* As a load does: it notes nothing. */
    void load()
    {
        oct9_tree_t &tree = robot_.map.occupancy.tree;
        CHECK_EQ(oct9_tree_fill_box(&tree, &all, 0), OCT9_OK);
        for (const oct9_leaf_t &leaf : kept_) {
            const oct9_node_t node = { leaf.corner, leaf.level };
            CHECK_EQ(oct9_tree_set_node(&tree, &node, leaf.payload), OCT9_OK);
        }
    }

    void forget_all()
    {
        Map &map = robot_.map;
        const oct9_model_t model = map.occupancy.model;
        CHECK_EQ(oct9_occupancy_init(&map.occupancy, map.pool.data(),
                                     static_cast<uint32_t>(map.pool.size()), &model, &map.changes),
                 OCT9_OK);
    }

    void restart()
    {
        forget_all();
        if (random_.chance(50))
            load();
        begin_run();
        totals.robots++;
    }

    void change_unnoted()
    {
        totals.unnoted++;
        if (random_.chance(30)) {
            forget_all();
        } else if (random_.chance(30)) {
            load();
        } else {
            const auto low = [this] { return static_cast<uint16_t>(random_.below(500)); };
            const auto payload = static_cast<uint16_t>(random_.below(1024));
            const oct9_cell_t lo = { low(), low(), low() };
            const auto high = [this](uint16_t from) {
                return static_cast<uint16_t>(from + 1 + random_.below(12));
            };
            const oct9_box_t box = { lo, { high(lo.x), high(lo.y), high(lo.z) } };
            const oct9_status_t status = oct9_tree_fill_box(&robot_.map.occupancy.tree, &box,
                                                            payload);
            CHECK(status == OCT9_OK || status == OCT9_ERR_POOL_FULL);
        }
    }

    /* What it says is what the map says; its number is the next one, and never 0. */
    void check_written(const Bytes &bytes)
    {
        const std::optional<Packet> packet = decode(bytes, run_.sender, map().occupancy.window);
        CHECK(packet.has_value());
        if (!packet)
            return;
        CHECK(packet->sender == run_.sender && packet->start == run_.start);
        CHECK(packet->number == last_ + 1 && packet->number != 0);
        last_ = packet->number;
        for (const Node &node : packet->nodes)
            CHECK(node.half ? map().states_of(node.x, node.y, node.z) == node.states
                            : map().is_all(node, node.states[0]));
    }

    static constexpr oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };

    Random &random_;
    Robot robot_;
    oct9_run_t run_;
    uint32_t size_;
    oct9_sender_t sender_ = {};
    uint32_t first_ = 1, last_ = 0;
    std::vector<oct9_leaf_t> kept_;
    std::vector<Sent> sent_;
    size_t oldest_ = 0, waiting_ = 0;
    long turn_ = 0;
    bool done_ = false;
};

/* --- all of them ------------------------------------------------------------------------------ */

class World {
public:
    World(Random &random, const Weather &weather)
        : random_(random),
          channel_(random, weather), voice_{ { random, 8 }, { random, 9 } }, listener_{
              { {}, tables[random.below(3)], true, { 8, 1 } },
              { {}, tables[random.below(3)], true, { 9, 1 } }
          }
    {
    }

    /* A listener that has begun anew asks, and may have to wait for the answer. */
    void live(int turns)
    {
        for (; turns > 0; turns--) {
            for (size_t i = 0; i < 2; i++) {
                voice_[i].act();
                if (random_.chance(4))
                    begin_listening(i);
                if (asks_[i] && random_.chance(40))
                    answer(i);
            }
            turn(random_.below(6));
        }
    }

    void settle()
    {
        for (size_t i = 0; i < 2; i++)
            if (asks_[i])
                answer(i);
        int turns = 0;
        do {
            turn(turns < BAD_TURNS ? 15 : 200);
            if (turns == BAD_TURNS)
                channel_.clear_up();
        } while (++turns < 20000 &&
                 !(voice_[0].settled() && voice_[1].settled() && channel_.empty()));
        CHECK(turns < 20000);
    }

    bool equal() const
    {
        for (size_t i = 0; i < 2; i++) {
            const bool good = voice_[i].map().digest() == listener_[i].map.digest() &&
                              voice_[i].map().check() && listener_[i].map.check() &&
                              listener_[i].record.matches(listener_[i].map);
            CHECK(good);
            if (!good)
                return false;
        }
        return true;
    }

private:
    static constexpr int BAD_TURNS = 60;
    static constexpr uint32_t tables[] = { 16, 4096, 65536 };

    void begin_listening(size_t i)
    {
        listener_[i].begin({ voice_[i].run().sender, 1 });
        asks_[i] = true;
        totals.listeners++;
    }

    /* Half of the robots say which run it is. */
    void answer(size_t i)
    {
        voice_[i].asked();
        asks_[i] = false;
        if (random_.chance(50))
            listener_[i].begin(voice_[i].run());
    }

    void turn(uint32_t most)
    {
        for (Voice &voice : voice_)
            for (uint32_t n = 0; n < most; n++) {
                const Bytes bytes = voice.write();
                if (bytes.empty())
                    break;
                channel_.send(bytes, 0);
            }
        for (const Arrival &arrival : channel_.receive())
            for (size_t i = 0; i < 2; i++)
                arrive(arrival, i);
        for (Voice &voice : voice_)
            voice.give_up();
    }

    void arrive(const Arrival &arrival, size_t i)
    {
        if (arrival.damaged) {
            listener_[i].refuse(arrival.bytes);
            return;
        }
        if (listener_[i].take(arrival.bytes))
            voice_[i].acknowledged(
                *decode(arrival.bytes, listener_[i].run.sender, listener_[i].map.occupancy.window));
        else
            totals.refused++;
    }

    Random &random_;
    Channel channel_;
    Voice voice_[2];
    Listener listener_[2];
    bool asks_[2] = {};
};

static void worlds(void)
{
    const uint64_t count = setting("WORLDS", 6);

    for (uint64_t i = 0; i < count; i++) {
        Random random(first_seed + i);
        const Weather weather = {
            1 + random.below(40), random.below(30),     random.below(10),
            random.below(20),     random.between(0, 4), random.between(10, 60)
        };
        World world(random, weather);
        world.live(random.between(30, 60));
        world.settle();
        if (!world.equal())
            std::printf("  maps differ, seed %llu\n",
                        static_cast<unsigned long long>(first_seed + i));
    }
    std::printf("%u packets of %u runs; %u runs whose numbers ended, %u starts of robots, %u of"
                " listeners; %u changes that none noted, %u packets refused\n",
                totals.packets, totals.runs, totals.ended, totals.robots, totals.listeners,
                totals.unnoted, totals.refused);
    CHECK(totals.ended > 0 && totals.robots > 0 && totals.listeners > 0 && totals.unnoted > 0);
}

int main(void)
{
    first_seed = setting("SEED", 20263);
    std::printf("seed %llu\n", static_cast<unsigned long long>(first_seed));
    RUN(worlds);
    return test_end();
}
