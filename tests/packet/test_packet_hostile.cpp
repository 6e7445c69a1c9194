/* SPDX-License-Identifier: MIT */
/* Malicious bytes, as packets with a good CRC: for any of them, the receiver takes what the decoder
 * takes, refuses the rest, and its tree passes every check. Each lies in memory of its exact size,
 * so that the sanitizers see a byte too far.
 *
 * SEED, FORGERIES from the environment. */
#include "packet_robot.hpp"

#include <cstdio>
#include <memory>

using namespace packets;
using oracle::setting;

static uint64_t first_seed;
static const oct9_run_t run = { 3, 1000 };
static std::vector<Bytes> examples; /* what a robot sends, to be mutated */

static void make_examples(Random &random)
{
    Robot robot(random, 1000, 1024, true);
    oct9_sender_t sender;

    CHECK_EQ(oct9_packet_sender_init(&sender, &robot.map.occupancy, &run), OCT9_OK);
    while (examples.size() < 400) {
        Bytes bytes(30 + random.below(434));
        robot.act();
        const int32_t length = oct9_packet_write(&sender, bytes.data(),
                                                 static_cast<uint32_t>(bytes.size()), 1000);
        CHECK(length >= OCT9_AGAIN);
        bytes.resize(static_cast<size_t>(std::max(length, 0)));
        if (length > 0)
            examples.push_back(bytes);
    }
}

static Bytes random_bytes(Random &random, size_t size)
{
    Bytes bytes(size);

    for (uint8_t &byte : bytes)
        byte = static_cast<uint8_t>(random.u32());
    return bytes;
}

/* Something like a record, of any level and any place. */
static Bytes record_like(Random &random)
{
    Bytes bytes = random_bytes(random, 3 + (random.chance(50) ? 1 + 2 * random.below(5) : 0));
    const uint32_t mark = 1u << (random.chance(80) ? 3 * random.below(8) : random.below(22));
    const uint32_t word = (random.u32() & 0xFFFFFFu & ~(2 * mark - 1)) | mark;

    for (size_t i = 0; i < 3; i++)
        bytes[i] = static_cast<uint8_t>(word >> 8 * i);
    if (bytes.size() > 3 && random.chance(80))
        bytes[2] |= 0xC0;
    return bytes;
}

static void mutate(Random &random, Bytes &bytes)
{
    for (uint32_t n = 1 + random.below(4); n > 0; n--) {
        const size_t at = random.below(static_cast<uint32_t>(bytes.size()));
        const auto place = bytes.begin() + static_cast<long>(at);
        switch (random.below(7)) {
        case 0:
            bytes.erase(place, bytes.begin() + static_cast<long>(std::min(bytes.size() - 1,
                                                                          at + random.below(8))));
            break;
        case 1: {
            const Bytes more = record_like(random);
            bytes.insert(bytes.size() > 18 ? bytes.begin() + 14 : place, more.begin(), more.end());
            break;
        }
        case 2: *place = static_cast<uint8_t>(1u << random.below(8) ^ *place); break;
        case 3: /* where the window is */
            if (bytes.size() > 14)
                bytes[10 + random.below(3)] = static_cast<uint8_t>(random.u32());
            break;
        case 4: /* of which run it is */
            if (bytes.size() > 10)
                bytes[random.chance(90) ? 2 : random.below(10)] = static_cast<uint8_t>(
                    random.below(4));
            break;
        default: *place = static_cast<uint8_t>(random.u32());
        }
    }
}

static Bytes forged(Random &random, const oct9_offset_t &around)
{
    Bytes bytes;

    if (random.chance(10))
        bytes = random_bytes(random, random.below(120));
    else
        bytes = examples[random.below(static_cast<uint32_t>(examples.size()))];
    if (!bytes.empty() && random.chance(95))
        mutate(random, bytes);
    if (bytes.size() >= 18 && random.chance(95)) {
        bytes[13] = static_cast<uint8_t>(3u << 3 | (bytes[13] & 7u));
        sign(bytes, run.sender, around);
    }
    return bytes;
}

/* The library takes what the decoder takes, and follows the latest run of its sender. */
static void judge(const Bytes &bytes, const oct9_offset_t &around, oct9_status_t status,
                  uint32_t &start)
{
    const std::optional<Packet> packet = decode(bytes, run.sender, around);
    if (bytes.size() >= 2 && half_word_at(bytes, 0) != run.sender)
        CHECK_EQ(status, OCT9_ERR_PACKET_SENDER);
    else if (!packet)
        CHECK_EQ(status, OCT9_ERR_PACKET_BAD);
    else if (packet->start < start)
        CHECK_EQ(status, OCT9_ERR_PACKET_RUN);
    else
        CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE || status == OCT9_ERR_POOL_FULL);
    if (packet)
        start = std::max(start, packet->start);
}

/* A receiver and a sender that get all that, with little room. */
static void forge(uint64_t seed, uint64_t count, oct9_full_t full)
{
    Random random(seed);
    const oct9_model_t model = { 17, 8, -40, 70, -1, 1, 3, 0, full };
    Map map(200, model, 256);
    std::vector<uint32_t> seen(64);
    oct9_receiver_t receiver;
    oct9_sender_t sender;
    uint32_t taken = 0, start = run.start;

    CHECK_EQ(oct9_packet_sender_init(&sender, &map.occupancy, &run), OCT9_OK);
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || (start != run.start && random.chance(20))) { /* a forged run silences it */
            start = run.start;
            CHECK_EQ(oct9_packet_receiver_init(&receiver, &map.occupancy, seen.data(), 64, &run),
                     OCT9_OK);
        }
        const Bytes bytes = forged(random, map.occupancy.window);
        const auto size = static_cast<uint32_t>(bytes.size());
        const std::unique_ptr<uint8_t[]> copy(new uint8_t[size]);
        std::copy(bytes.begin(), bytes.end(), copy.get());
        const oct9_status_t status = oct9_packet_apply(&receiver, copy.get(), size);
        judge(bytes, map.occupancy.window, status, start);
        taken += status == OCT9_OK || status == OCT9_ERR_PACKET_LATE ||
                 status == OCT9_ERR_POOL_FULL;
        if (i % 16 == 0)
            (void)oct9_packet_lost(&sender, copy.get(), size);
        if (i % 64 == 0) {
            const std::unique_ptr<uint8_t[]> room(new uint8_t[80]);
            CHECK(oct9_packet_write(&sender, room.get(), 80, 1000) >= OCT9_AGAIN);
            CHECK(oct9_packet_repeat(&sender, room.get(), 80, 1000) > 0);
        }
        if (i % 1000 == 999)
            CHECK(map.check());
    }
    CHECK(taken > count / 20 && taken < count);
    std::printf("forged: %u of %llu taken\n", taken, static_cast<unsigned long long>(count));
}

static void forgeries(void)
{
    const uint64_t count = setting("FORGERIES", 220000);

    Random random(first_seed);

    make_examples(random);
    forge(first_seed, count / 2, OCT9_REFUSE);
    forge(first_seed + 1, count / 2, OCT9_COARSEN);
}

int main(void)
{
    first_seed = setting("SEED", 20262);
    std::printf("seed %llu\n", static_cast<unsigned long long>(first_seed));
    RUN(forgeries);
    return test_end();
}
