/* SPDX-License-Identifier: MIT */
/* Packets over a bad channel: a robot maps, forgets, clears, runs out of blocks and moves its
 * window, or the listener moves its own, while packets get lost, repeated, delayed and damaged. A
 * separate decoder reads each packet, which is compared with the sender's map; each half tile of
 * the receiver's map is compared with what it heard; and when all has come both maps are equal.
 *
 * SEED, WORLDS from the environment. */
#include "packet_listener.hpp"
#include "packet_robot.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

using namespace packets;
using oracle::setting;

static uint64_t first_seed;

/* --- the link --------------------------------------------------------------------------------- */

struct Totals {
    uint32_t packets, lost, late, damaged, nodes, cleared;
};
static Totals totals;
static uint64_t settled; /* worlds that did so in bad weather */

struct Sent {
    Bytes bytes;
    long turn;
    bool settled; /* acknowledged, or given up and noted as lost */
};

class Link {
public:
    Link(Random &random, Robot &robot, Listener &listener, const Weather &weather)
        : random_(random), robot_(robot), listener_(listener), channel_(random, weather)
    {
        CHECK_EQ(oct9_packet_sender_init(&sender_, &robot.map.occupancy, &listener.run), OCT9_OK);
        size_ = random.chance(30) ? 64 : 64 + random.below(random.chance(50) ? 100 : 1400);
    }

    void turn(uint32_t most)
    {
        turn_++;
        while (most-- > 0 && send_one()) {
        }
        for (const Arrival &arrival : channel_.receive())
            arrive(arrival);
        give_up();
    }

    /* No change any more: until all is acknowledged and nothing is in transit. A set of changes
     * that is too small for what one loss notes is lost again each time, and all is sent anew: then
     * the weather must clear up. */
    void settle()
    {
        int turns = 0;
        do {
            turn(turns < BAD_TURNS ? 15 : 200);
            if (turns == BAD_TURNS)
                channel_.clear_up();
        } while (++turns < 20000 && (waiting_ != 0 || !done_ || !channel_.empty()));
        CHECK(turns < 20000);
        totals.cleared += turns > BAD_TURNS;
    }

private:
    static constexpr int BAD_TURNS = 100;

    bool send_one()
    {
        const uint32_t size = random_.chance(80) ? size_ : 30 + random_.below(200);
        const std::unique_ptr<uint8_t[]> room(new uint8_t[size]);
        const uint32_t budget = random_.chance(20) ? 1 + random_.below(30) : 1000;
        const int32_t length = oct9_packet_write(&sender_, room.get(), size, budget);
        CHECK(length >= OCT9_AGAIN && length <= static_cast<int32_t>(size));
        done_ = length == 0;
        if (length <= 0)
            return length == OCT9_AGAIN;
        sent_.push_back({ Bytes(room.get(), room.get() + length), turn_, false });
        waiting_++;
        totals.packets++;
        check_written(sent_.back().bytes);
        channel_.send(sent_.back().bytes, sent_.size() - 1);
        return true;
    }

    /* What it says is what the robot's map says. */
    void check_written(const Bytes &bytes)
    {
        const Map &map = robot_.map;
        const std::optional<Packet> packet = decode(bytes, listener_.run.sender,
                                                    map.occupancy.window);
        CHECK(packet.has_value());
        if (!packet)
            return;
        CHECK(same_place(packet->window, map.occupancy.window));
        CHECK(packet->number == last_number_ + 1);
        CHECK(!packet->nodes.empty() || packet->number == 1);
        last_number_ = packet->number;
        totals.nodes += static_cast<uint32_t>(packet->nodes.size());
        for (const Node &node : packet->nodes) {
            CHECK(map.has(node.x, node.y, node.z));
            CHECK(node.half ? map.states_of(node.x, node.y, node.z) == node.states
                            : map.is_all(node, node.states[0]));
        }
    }

    void arrive(const Arrival &arrival)
    {
        if (arrival.damaged) {
            totals.damaged++;
            listener_.refuse(arrival.bytes);
        } else if (listener_.take(arrival.bytes) && !sent_[arrival.id].settled) {
            sent_[arrival.id].settled = true;
            waiting_--;
        }
    }

    void give_up()
    {
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
            totals.lost++;
        }
    }

    Random &random_;
    Robot &robot_;
    Listener &listener_;
    Channel channel_;
    oct9_sender_t sender_ = {};
    std::vector<Sent> sent_;
    size_t oldest_ = 0, waiting_ = 0;
    uint32_t size_, last_number_ = 0;
    long turn_ = 0;
    bool done_ = false;
};

/* The digest of what a map holds of another's window. */
static uint64_t digest_within(const Map &map, const oct9_offset_t &window)
{
    const oct9_map_t tree = oct9_map_of_tree(&map.occupancy.tree);
    const oct9_offset_t &was = map.occupancy.window;
    const oct9_offset_t by = { (window.x - was.x) / 8, (window.y - was.y) / 8,
                               (window.z - was.z) / 8 };
    Map copy(OCT9_BLOCKS_MAX, map.occupancy.model, 0);
    oct9_visit_t visit;
    oct9_leaf_t leaf;

    CHECK_EQ(oct9_visit_begin(&visit, &tree, nullptr, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const oct9_node_t node = { leaf.corner, leaf.level };
        CHECK_EQ(oct9_tree_set_node(&copy.occupancy.tree, &node, leaf.payload), OCT9_OK);
    }
    CHECK_EQ(oct9_window_move(&copy.occupancy, &by, 3), OCT9_OK);
    return copy.digest();
}

enum class Windows { same, shifted, moving, wandering };

static bool play(uint64_t seed, Windows windows)
{
    static const uint32_t pools[] = { 150, 800, 3000 }, sizes[] = { 16, 1024, 65536, 65536 };
    static const uint32_t tables[] = { 16, 4096, 65536, 65536 };
    Random random(seed);
    const bool wanders = windows == Windows::wandering;
    const bool shifted = windows == Windows::shifted || wanders;
    const int far = wanders ? 40 : 12;
    const auto shift = [&] { return shifted ? 8 * random.between(-far, far) : 0; };
    const unsigned bad = random.chance(50) ? 40 : 10;
    const Weather weather = {
        1 + random.below(bad), random.below(40),     random.below(30),
        random.below(bad / 4), random.between(0, 4), random.between(10, 100)
    };
    Robot robot(random, pools[random.below(3)], sizes[random.below(4)], windows == Windows::moving);
    const oct9_run_t run = { random.u32(), 1 + random.below(1000000) };
    Listener listener({ shift(), shift(), shift() }, tables[random.below(4)], !shifted, run);
    Link link(random, robot, listener, weather);

    for (int turn = random.between(20, 60); turn > 0; turn--) {
        robot.act();
        link.turn(random.below(6));
        if (wanders && random.chance(40))
            listener.move_to({ shift(), shift(), shift() });
    }
    link.settle();
    CHECK(listener.record.matches(listener.map));
    totals.late += listener.late;
    if (wanders) /* what came into its window again was not sent again */
        return robot.map.check() && listener.map.check();
    if (!shifted)
        listener.move_to(robot.map.occupancy.window);
    const bool equal = digest_within(robot.map, listener.map.occupancy.window) ==
                       listener.map.digest();
    CHECK(equal && robot.map.check() && listener.map.check());
    return equal;
}

static void play_all(Windows windows, const char *name)
{
    const uint64_t worlds = setting("WORLDS", 2);

    totals = {};
    for (uint64_t world = 0; world < worlds; world++) {
        const uint64_t seed = first_seed + world * 4 + static_cast<uint64_t>(windows);
        if (!play(seed, windows))
            std::printf("  %s: maps differ, seed %llu\n", name,
                        static_cast<unsigned long long>(seed));
    }
    CHECK(totals.damaged > 0 && totals.lost > 0 && totals.late > 0);
    settled += worlds - totals.cleared;
    std::printf("%s: %u packets of %u nodes, %u given up, %u late, %u damaged; in %u of %u worlds"
                " the weather had to clear up\n",
                name, totals.packets, totals.nodes, totals.lost, totals.late, totals.damaged,
                totals.cleared, static_cast<unsigned>(worlds));
}

static void same_window(void)
{
    play_all(Windows::same, "same window");
}
static void shifted_window(void)
{
    play_all(Windows::shifted, "shifted window");
}
static void moving_window(void)
{
    play_all(Windows::moving, "moving window");
}
static void wandering_window(void)
{
    play_all(Windows::wandering, "wandering window");
}
static void some_settle_in_bad_weather(void)
{
    CHECK(settled > 0);
}

int main(void)
{
    first_seed = setting("SEED", 20261);
    std::printf("seed %llu\n", static_cast<unsigned long long>(first_seed));
    RUN(same_window);
    RUN(shifted_window);
    RUN(moving_window);
    RUN(wandering_window);
    RUN(some_settle_in_bad_weather);
    return test_end();
}
