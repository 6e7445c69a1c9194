/* SPDX-License-Identifier: MIT */
/* Packets of small radios that nobody acknowledges: a robot maps, forgets, clears and moves its
 * window, and repeats its map at a slow pace; packets get lost, doubled and delayed. A listener
 * that hears it from the beginning and one that starts late have the robot's map 30 s after the
 * last change, in the same run. No call takes more steps than its budget.
 *
 * SEED from the environment. */
#include "packet_robot.hpp"

#include <cstdio>
#include <memory>

using namespace packets;
using oracle::setting;

enum { A_SECOND = 50, BUSY = 20 * A_SECOND, LATE = 15 * A_SECOND, STILL = 30 * A_SECOND };
enum { BLOCKS = 100, CHANGES = 1024, SEEN = 4096, BUDGET = 40, ROUND = 4 };

static uint64_t first_seed;
static const oct9_run_t run = { 0x00C0FFEE, 7 };

/* --- who listens ------------------------------------------------------------------------------ */

class Listener {
public:
    Listener() : map(OCT9_BLOCKS_MAX, { 1, 1, -5, 6, -5, 6, 0, 0, OCT9_REFUSE }, 0), seen_(SEEN)
    {
        const oct9_run_t any = { run.sender, 1 };
        CHECK_EQ(oct9_packet_receiver_init(&receiver_, &map.occupancy, seen_.data(), SEEN, &any),
                 OCT9_OK);
    }

    void take(const Bytes &bytes)
    {
        const std::optional<Packet> packet = decode(bytes, run.sender, map.occupancy.window);
        CHECK(packet.has_value());
        if (packet && packet->number > newest_) {
            newest_ = packet->number;
            follow(packet->window);
        }
        const oct9_status_t status = oct9_packet_apply(&receiver_, bytes.data(),
                                                       static_cast<uint32_t>(bytes.size()));
        CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
        late += status != OCT9_OK;
    }

    Map map;
    uint32_t late = 0;

private:
    void follow(const oct9_offset_t &to)
    {
        const oct9_offset_t &at = map.occupancy.window;
        const oct9_offset_t by = { (to.x - at.x) / 8, (to.y - at.y) / 8, (to.z - at.z) / 8 };
        if ((by.x | by.y | by.z) != 0)
            CHECK_EQ(oct9_window_move(&map.occupancy, &by, 3), OCT9_OK);
    }

    oct9_receiver_t receiver_ = {};
    std::vector<uint32_t> seen_;
    uint32_t newest_ = 0;
};

/* --- who sends -------------------------------------------------------------------------------- */

class Voice {
public:
    Voice(Random &random, uint32_t size) : robot(random, BLOCKS, CHANGES, true), bytes_(size)
    {
        CHECK_EQ(oct9_packet_sender_init(&sender_, &robot.map.occupancy, &run), OCT9_OK);
    }

    /* The packet of this slot: of the round in each fourth, and where nothing has changed. */
    Bytes speak(long slot)
    {
        const auto size = static_cast<uint32_t>(bytes_.size());
        int32_t length = 0;
        if (slot % ROUND != 0)
            length = measured(
                [&] { return oct9_packet_write(&sender_, bytes_.data(), size, BUDGET); });
        if (length <= 0)
            length = measured(
                [&] { return oct9_packet_repeat(&sender_, bytes_.data(), size, BUDGET); });
        CHECK(length > 0 && length <= static_cast<int32_t>(size));
        sent += static_cast<uint64_t>(length);
        return Bytes(bytes_.begin(), bytes_.begin() + length);
    }

    Robot robot;
    uint64_t sent = 0;
    uint32_t most = 0, rounds = 0; /* steps that a call took */

private:
    /* Half tiles and larger leaves that the round has passed, counted one by one; and words of the
     * table. Where a call has gone round, it counts as what it sent. */
    template <class Call> int32_t measured(Call call)
    {
        const uint32_t at = sender_.at, next = robot.map.changes.next;
        const int32_t length = call();
        uint32_t steps = 0;
        rounds += sender_.at < at;
        if (sender_.at > at)
            for (uint32_t code = at; code < sender_.at; steps++)
                code = end_of_leaf(code);
        const uint32_t words = (robot.map.changes.next - next) % CHANGES;
        CHECK(steps + (words + 15) / 16 <= BUDGET);
        if (length > 0) {
            const std::optional<Packet> packet = decode(
                Bytes(bytes_.begin(), bytes_.begin() + length), run.sender,
                robot.map.occupancy.window);
            CHECK(packet.has_value() && packet->nodes.size() <= BUDGET);
        }
        most = std::max(most, steps + (words + 15) / 16);
        return length;
    }

    uint32_t end_of_leaf(uint32_t code) const
    {
        const oct9_leaf_t leaf = robot.map.leaf_at(digit(code, 0), digit(code, 1), digit(code, 2));
        uint32_t cells = leaf.level < 2 ? 32 : 1u << 3 * leaf.level;
        if (leaf.level < 2 && is_one(code & ~63u))
            cells = 64;
        return (code & ~(cells - 1)) + cells;
    }

    /* A tile is one leaf to the sender also if its payloads differ. */
    bool is_one(uint32_t code) const
    {
        const oct9_offset_t &w = robot.map.occupancy.window;
        const int64_t x = w.x + digit(code, 0), y = w.y + digit(code, 1), z = w.z + digit(code, 2);
        const States low = robot.map.states_of(x, y, z), high = robot.map.states_of(x, y, z + 2);
        return low == high && std::count(low.begin(), low.end(), low[0]) == 32;
    }

    Bytes bytes_;
    oct9_sender_t sender_ = {};
};

/* --- all of them ------------------------------------------------------------------------------ */

static void hear(Channel &channel, Listener &listener)
{
    for (const Arrival &arrival : channel.receive())
        listener.take(arrival.bytes);
}

static void broadcast(uint32_t size, unsigned loss, uint64_t seed)
{
    Random random(seed);
    const Weather weather = { loss, 10, 0, 10, 2, 25 };
    Channel air(random, weather), other_air(random, weather);
    Voice voice(random, size);
    Listener early;
    std::unique_ptr<Listener> late;
    for (long slot = 0; slot < BUSY + STILL; slot++) {
        if (slot < BUSY && slot % 5 == 0)
            voice.robot.act();
        if (slot == LATE)
            late = std::make_unique<Listener>();
        const Bytes bytes = voice.speak(slot);
        air.send(bytes, 0);
        hear(air, early);
        if (late) {
            other_air.send(bytes, 0);
            hear(other_air, *late);
        }
    }
    const uint64_t is = voice.robot.map.digest();
    const bool equal = early.map.digest() == is && late->map.digest() == is;
    CHECK(equal && voice.robot.map.check() && early.map.check() && late->map.check());
    std::printf(
        "%3u bytes, %2u %% lost: %6llu bytes in %d s, %u late, %u rounds, at most %u steps of"
        " %d%s\n",
        size, loss, static_cast<unsigned long long>(voice.sent), (BUSY + STILL) / A_SECOND,
        early.late, voice.rounds, voice.most, BUDGET, equal ? "" : ": differs");
}

static void small_radios(void)
{
    static const uint32_t sizes[] = { 30, 50, 57, 59, 60, 250 };
    for (uint64_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        broadcast(sizes[i], 5, first_seed + 2 * i);
        broadcast(sizes[i], 20, first_seed + 2 * i + 1);
    }
}

int main(void)
{
    first_seed = setting("SEED", 20264);
    std::printf("seed %llu\n", static_cast<unsigned long long>(first_seed));
    RUN(small_radios);
    return test_end();
}
