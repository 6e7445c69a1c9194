/* SPDX-License-Identifier: MIT */
/* Frames that are read: good ones of all forms between frames of others, damaged ones, numbers that
 * are none, clocks that stand still or go back, and any bytes.
 *
 * SEED, CASES from the environment. */
#include "mavlink_frames.hpp"
#include "tests/shared/random.hpp"

extern "C" {
#include "oct9/autopilot.h"
#include "tests/test.h"
}

#include <cmath>
#include <cstdio>
#include <limits>

using mavlink::Bytes;
using mavlink::How;
using mavlink::Message;
using oracle::Random;
using oracle::setting;

static Random random_numbers(setting("SEED", 1));
static const unsigned cases = static_cast<unsigned>(setting("CASES", 10000));

static float between(double least, double most)
{
    return static_cast<float>(least + (most - least) * random_numbers.u32() / 4294967295.0);
}

static How any_form()
{
    static const How forms[] = { How::TWO, How::ONE, How::SIGNED };
    return forms[random_numbers.below(3)];
}

/* Reads all bytes. Returns the status of the last one that was not OCT9_AGAIN. */
static oct9_status_t read_all(oct9_mavlink_receiver_t &receiver, const Bytes &bytes, uint32_t now)
{
    oct9_status_t last = OCT9_AGAIN;
    for (uint8_t byte : bytes) {
        const oct9_status_t status = oct9_autopilot_read(&receiver, byte, now);
        if (status != OCT9_AGAIN)
            last = status;
    }
    return last;
}

static Message attitude(uint32_t time_ms)
{
    Message message = mavlink::blank(31);
    double q[4], square = 0;
    for (double &part : q) {
        part = static_cast<double>(between(-1, 1));
        square += part * part;
    }
    const double length = std::sqrt(square) * static_cast<double>(between(0.96, 1.04));
    static const char *const names[] = { "q1", "q2", "q3", "q4" };
    for (unsigned i = 0; i < 4; i++)
        message.put(names[i], static_cast<float>(q[i] / length));
    message.put("time_boot_ms", time_ms);
    message.put("yawspeed", between(-1, 1));
    message.put("repr_offset_q", between(-1, 1), 3);
    return message;
}

static Message position(uint32_t time_ms)
{
    Message message = mavlink::blank(32);
    message.put("time_boot_ms", time_ms);
    for (const char *name : { "x", "y", "z" })
        message.put(name, between(-1, 1) * std::pow(10.0f, between(-4, 6)));
    for (const char *name : { "vx", "vy", "vz" })
        message.put(name, between(-20, 20));
    return message;
}

static void check_attitude(const oct9_mavlink_receiver_t &receiver, const Message &message)
{
    static const char *const names[] = { "q1", "q2", "q3", "q4" };
    CHECK_EQ(receiver.attitude.time_ms, message.get<uint32_t>("time_boot_ms"));
    for (unsigned i = 0; i < 4; i++)
        CHECK_EQ(receiver.attitude.q_q16[i],
                 std::llround(static_cast<double>(message.get<float>(names[i])) * 65536));
    CHECK(receiver.attitude.known);
}

static void check_position(const oct9_mavlink_receiver_t &receiver, const Message &message)
{
    static const char *const names[] = { "x", "y", "z", "vx", "vy", "vz" };
    CHECK_EQ(receiver.position.time_ms, message.get<uint32_t>("time_boot_ms"));
    for (unsigned i = 0; i < 6; i++) {
        const int32_t got = i < 3 ? receiver.position.place_mm[i]
                                  : receiver.position.velocity_mm[i - 3];
        CHECK_EQ(got, std::llround(static_cast<double>(message.get<float>(names[i])) * 1000));
    }
    CHECK(receiver.position.known);
}

/* Another message, or the same of another system or component. */
static Bytes of_no_interest(uint32_t time_ms)
{
    Message message = random_numbers.chance(50) ? attitude(time_ms) : position(time_ms);
    switch (random_numbers.below(4)) {
    case 0: message.system = 2; break;
    case 1: message.component = 190; break;
    case 2: message = mavlink::blank(0); break;
    default: message = mavlink::blank(330); break;
    }
    return mavlink::encode(message, message.definition->id == 330 ? How::TWO : any_form());
}

static void good_frames_between_others()
{
    oct9_mavlink_receiver_t receiver = {};
    receiver.system = receiver.component = 1;
    for (unsigned i = 0; i < cases; i++) {
        const uint32_t time = 4294967000u + 10 * i; /* wraps */
        if (random_numbers.chance(50)) {
            const oct9_mavlink_receiver_t before = receiver;
            CHECK_EQ(read_all(receiver, of_no_interest(time), i), OCT9_AGAIN);
            CHECK(std::memcmp(&receiver.attitude, &before.attitude, sizeof before.attitude) == 0);
            CHECK(std::memcmp(&receiver.position, &before.position, sizeof before.position) == 0);
        }
        const Message first = attitude(time), second = position(time);
        CHECK_EQ(read_all(receiver, mavlink::encode(first, any_form()), i), OCT9_OK);
        check_attitude(receiver, first);
        CHECK_EQ(receiver.attitude.came_ms, i);
        CHECK_EQ(read_all(receiver, mavlink::encode(second, any_form()), i + 1), OCT9_OK);
        check_position(receiver, second);
        CHECK_EQ(receiver.position.came_ms, i + 1);
    }
}

/* A byte of the message or of the checksum is another one. */
static void damaged_frames()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_receiver_t receiver = {};
        const How form = random_numbers.chance(50) ? How::TWO : How::ONE;
        const Message message = i % 2 ? attitude(5) : position(5);
        Bytes bytes = mavlink::encode(message, form);
        const uint32_t head = form == How::TWO ? 10 : 6;
        const auto size = static_cast<uint32_t>(bytes.size());
        bytes[head + random_numbers.below(size - head)] ^= static_cast<uint8_t>(
            1 + random_numbers.below(255));
        CHECK_EQ(read_all(receiver, bytes, 7), OCT9_ERR_PACKET_BAD);
        CHECK(!receiver.attitude.known && !receiver.position.known);
        CHECK_EQ(read_all(receiver, mavlink::encode(message, form), 8), OCT9_OK);
    }
}

/* Flags that must be understood and are not, and a message that is too short for MAVLink 1. */
static void frames_of_other_kinds()
{
    oct9_mavlink_receiver_t receiver = {};
    Bytes bytes = mavlink::encode(position(5), How::TWO);
    for (unsigned flags = 2; flags < 256; flags += 2) {
        bytes[2] = static_cast<uint8_t>(flags);
        CHECK_EQ(read_all(receiver, bytes, 7), OCT9_AGAIN);
        CHECK_EQ(receiver.head, 0);
    }
    const Message whole = position(9);
    Bytes cut = mavlink::encode(whole, How::ONE);
    cut = { 0xFE, 27, 0, 1, 1, 32 };
    cut.insert(cut.end(), whole.payload.begin(), whole.payload.begin() + 27);
    Bytes covered(cut.begin() + 1, cut.end());
    covered.push_back(185);
    const uint16_t sum = mavlink::checksum(covered);
    cut.push_back(static_cast<uint8_t>(sum));
    cut.push_back(static_cast<uint8_t>(sum >> 8));
    CHECK_EQ(read_all(receiver, cut, 7), OCT9_ERR_PACKET_BAD);
    CHECK(!receiver.position.known);
}

/* A later definition may be longer: what is known of it is read. */
static void longer_messages()
{
    oct9_mavlink_receiver_t receiver = {};
    Message message = attitude(5);
    message.payload.resize(255, 0xFD);
    const mavlink::Definition &definition = *message.definition;
    Bytes bytes = { 0xFD, 255, 0, 0, 0, 1, 1, 31, 0, 0 };
    bytes.insert(bytes.end(), message.payload.begin(), message.payload.end());
    Bytes covered(bytes.begin() + 1, bytes.end());
    covered.push_back(mavlink::extra(definition));
    const uint16_t sum = mavlink::checksum(covered);
    bytes.push_back(static_cast<uint8_t>(sum));
    bytes.push_back(static_cast<uint8_t>(sum >> 8));
    CHECK_EQ(read_all(receiver, bytes, 7), OCT9_OK);
    check_attitude(receiver, message);
}

static void numbers_that_are_refused()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    for (float wrong : { nan, -nan, infinite, -infinite, 2147484.0f, -3e6f, 3e38f, -3e38f })
        for (const char *name : { "x", "y", "z", "vx", "vy", "vz" }) {
            oct9_mavlink_receiver_t receiver = {};
            Message message = position(5);
            message.put(name, wrong);
            CHECK_EQ(read_all(receiver, mavlink::encode(message, any_form()), 7),
                     OCT9_ERR_PACKET_BAD);
            CHECK(!receiver.position.known);
        }
    for (float wrong : { nan, infinite, -infinite, 1.1f, -1.1f, 30000.0f, 1e30f })
        for (const char *name : { "q1", "q2", "q3", "q4" }) {
            oct9_mavlink_receiver_t receiver = {};
            Message message = attitude(5);
            message.put(name, wrong);
            CHECK_EQ(read_all(receiver, mavlink::encode(message, any_form()), 7),
                     OCT9_ERR_PACKET_BAD);
            CHECK(!receiver.attitude.known);
        }
    for (float length : { 0.0f, 0.5f, 0.94f, 0.96f, 1.04f, 1.06f }) {
        oct9_mavlink_receiver_t receiver = {};
        Message message = mavlink::blank(31);
        message.put("time_boot_ms", uint32_t{ 5 });
        message.put("q2", 0.6f * length);
        message.put("q3", -0.8f * length);
        CHECK_EQ(read_all(receiver, mavlink::encode(message, How::TWO), 7),
                 length > 0.95f && length < 1.05f ? OCT9_OK : OCT9_ERR_PACKET_BAD);
    }
}

static void clocks()
{
    oct9_mavlink_receiver_t receiver = {};
    const auto say = [&](uint32_t time, uint32_t now) {
        return read_all(receiver, mavlink::encode(position(time), How::TWO), now);
    };
    CHECK_EQ(say(1000, 1), OCT9_OK);
    CHECK_EQ(say(1000, 2), OCT9_ERR_STALE); /* stands still */
    CHECK(receiver.position.known);
    CHECK_EQ(receiver.position.came_ms, 1);
    CHECK_EQ(say(1001, 3), OCT9_OK);
    CHECK_EQ(say(20, 4), OCT9_ERR_STALE); /* went back */
    CHECK(!receiver.position.known);
    CHECK_EQ(say(20, 5), OCT9_ERR_STALE);
    CHECK(!receiver.position.known);
    CHECK_EQ(say(21, 6), OCT9_OK);
    CHECK(receiver.position.known);
    CHECK_EQ(receiver.position.came_ms, 6);
}

/* Any bytes; then a good frame comes through at last. */
static void any_bytes()
{
    unsigned taken = 0, most = 0;
    for (unsigned i = 0; i < cases / 10; i++) {
        oct9_mavlink_receiver_t receiver = {};
        for (unsigned n = random_numbers.below(2000); n > 0; n--) {
            static const uint8_t often[] = { 0xFD, 0xFE, 31, 32, 0, 28 };
            const uint8_t byte = random_numbers.chance(70)
                                   ? static_cast<uint8_t>(random_numbers.u32())
                                   : often[random_numbers.below(6)];
            const oct9_status_t status = oct9_autopilot_read(&receiver, byte, n);
            CHECK(status == OCT9_AGAIN || status == OCT9_OK || status == OCT9_ERR_PACKET_BAD ||
                  status == OCT9_ERR_STALE);
        }
        unsigned sent = 0;
        oct9_status_t status = OCT9_AGAIN;
        for (uint32_t n = 1; sent < 1000 && status != OCT9_OK; n++) {
            const Bytes bytes = mavlink::encode(position(receiver.position.time_ms + n),
                                                random_numbers.chance(50) ? How::TWO : How::ONE);
            sent += static_cast<unsigned>(bytes.size());
            status = read_all(receiver, bytes, n);
        }
        taken += status == OCT9_OK;
        most = std::max(most, sent);
    }
    std::printf("at most %u bytes until a frame came through\n", most);
    CHECK_EQ(taken, cases / 10);
}

int main()
{
    std::printf("seed %u\n", static_cast<unsigned>(setting("SEED", 1)));
    RUN(good_frames_between_others);
    RUN(damaged_frames);
    RUN(frames_of_other_kinds);
    RUN(longer_messages);
    RUN(numbers_that_are_refused);
    RUN(clocks);
    RUN(any_bytes);
    return test_end();
}
