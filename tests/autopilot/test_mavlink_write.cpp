/* SPDX-License-Identifier: MIT */
/* Messages that are written, field by field as they are read by their definitions; and the bits of
 * floats, as the C library reads decimal numbers.
 *
 * SEED, CASES from the environment. */
#include "mavlink_frames.hpp"
#include "tests/shared/random.hpp"

extern "C" {
#include "oct9/autopilot.h"
#include "src/autopilot/float_bits.h"
#include "tests/test.h"
}

#include <cmath>
#include <cstdio>
#include <cstdlib>

using mavlink::Bytes;
using mavlink::Message;
using oracle::Random;
using oracle::setting;

static Random random_numbers(setting("SEED", 1));
static const unsigned cases = static_cast<unsigned>(setting("CASES", 10000));

static uint32_t any()
{
    return random_numbers.u32();
}
static uint8_t byte()
{
    return static_cast<uint8_t>(any());
}
static uint16_t half()
{
    return static_cast<uint16_t>(any());
}

/* Of any length. */
static int32_t number()
{
    return static_cast<int32_t>(any()) >> random_numbers.below(31);
}

/* number / parts, rounded by strtof; parts is 10^digits. */
static float decimal(int32_t value, unsigned digits)
{
    char text[40];
    std::snprintf(text, sizeof text, "%de-%u", value, digits);
    return std::strtof(text, nullptr);
}

static float as_float(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

static void floats_are_the_nearest()
{
    static const uint32_t parts[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };
    for (unsigned i = 0; i < 100 * cases; i++) {
        const unsigned digits = random_numbers.below(7);
        const int32_t value = i < 40 ? static_cast<int32_t>(i) - 20 : number();
        const float nearest = decimal(value, digits);
        const float made = as_float(oct9_float_make(value, parts[digits], false));
        const float down = as_float(oct9_float_make(value, parts[digits], true));
        CHECK(made == nearest);
        const double exact = std::fabs(static_cast<double>(value)) / parts[digits];
        const double length = std::fabs(static_cast<double>(down));
        CHECK(length <= exact * (1 + 1e-15) && length > exact * (1 - 1.3e-7) - 1e-30);
        CHECK(down == nearest || std::nextafter(nearest, 0.0f) == down);
    }
    for (int32_t value : { INT32_MIN, INT32_MIN + 1, INT32_MAX, 16777217, 16777219, 33554431 })
        CHECK(as_float(oct9_float_make(value, 1, false)) == decimal(value, 0));
}

static void floats_are_read()
{
    unsigned good = 0;
    for (unsigned i = 0; i < 100 * cases; i++) {
        static const uint32_t times[] = { 1, 1000, 65536 };
        const uint32_t by = times[random_numbers.below(3)];
        uint32_t bits = any();
        if (i % 2 == 0) /* of a number that matters */
            bits = (bits & 0x807FFFFFu) | (95u + random_numbers.below(70)) << 23;
        int32_t read = 7;
        const bool taken = oct9_float_times(bits, by, &read);
        const double exact = static_cast<double>(as_float(bits)) * by;
        const bool fits = std::isfinite(exact) && std::fabs(std::round(exact)) <= INT32_MAX;
        CHECK_EQ(taken, fits);
        if (taken)
            CHECK_EQ(read, std::llround(exact));
        else
            CHECK_EQ(read, 7);
        good += taken;
    }
    CHECK(good > 40 * cases && good < 90 * cases);
}

/* --- messages --------------------------------------------------------------------------------- */

static oct9_mavlink_sender_t sender = { 1, 195, 250 };

/* Writes a message into bytes of its exact size, and reads it. */
static Message written(const oct9_mavlink_message_t &message)
{
    const unsigned full = mavlink::definitions().at(message.kind).length(true) + 12;
    const auto room = message.kind == OCT9_MAVLINK_REQUEST || message.kind == OCT9_MAVLINK_HEARTBEAT
                        ? full
                    : message.kind == OCT9_MAVLINK_DISTANCE_SENSOR ? 51u
                                                                   : full;
    Bytes bytes(room);
    Message read = mavlink::blank(message.kind);
    const uint8_t sequence = sender.sequence;
    CHECK_EQ(oct9_autopilot_write(&sender, &message, bytes.data(), room - 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(sender.sequence, sequence);
    const int32_t size = oct9_autopilot_write(&sender, &message, bytes.data(), room);
    CHECK(size > 12 && size <= static_cast<int32_t>(room));
    bytes.resize(static_cast<size_t>(size));
    CHECK(mavlink::decode(bytes, read));
    CHECK_EQ(read.definition->id, message.kind);
    CHECK_EQ(read.sequence, sequence);
    CHECK_EQ(read.system, sender.system);
    CHECK_EQ(read.component, sender.component);
    return read;
}

static void checksums_are_those_of_the_definitions()
{
    const std::pair<uint32_t, unsigned> published[] = { { 0, 50 },     { 31, 246 }, { 32, 185 },
                                                        { 76, 152 },   { 132, 85 }, { 330, 23 },
                                                        { 11037, 130 } };
    for (const auto &one : published)
        CHECK_EQ(mavlink::extra(mavlink::definitions().at(one.first)), one.second);
    CHECK_EQ(mavlink::checksum({ '1', '2', '3', '4', '5', '6', '7', '8', '9' }), 0x6F91);
}

static void heartbeats()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_message_t message = {};
        message.kind = OCT9_MAVLINK_HEARTBEAT;
        message.is.heartbeat = { byte(), byte(), byte(), byte() };
        const Message read = written(message);
        CHECK_EQ(read.get<uint8_t>("type"), message.is.heartbeat.type);
        CHECK_EQ(read.get<uint8_t>("autopilot"), message.is.heartbeat.autopilot);
        CHECK_EQ(read.get<uint8_t>("base_mode"), message.is.heartbeat.mode);
        CHECK_EQ(read.get<uint8_t>("system_status"), message.is.heartbeat.status);
        CHECK_EQ(read.get<uint8_t>("mavlink_version"), 3);
        CHECK_EQ(read.get<uint32_t>("custom_mode"), 0);
    }
}

static void requests()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_message_t message = {};
        message.kind = OCT9_MAVLINK_REQUEST;
        message.is.request = { byte(), byte(), half(), number() };
        const Message read = written(message);
        CHECK_EQ(read.get<uint8_t>("target_system"), message.is.request.system);
        CHECK_EQ(read.get<uint8_t>("target_component"), message.is.request.component);
        CHECK_EQ(read.get<uint16_t>("command"), 511);
        CHECK_EQ(read.get<uint8_t>("confirmation"), 0);
        CHECK(read.get<float>("param1") == decimal(message.is.request.id, 0));
        CHECK(read.get<float>("param2") == decimal(message.is.request.interval_us, 0));
        for (const char *rest : { "param3", "param4", "param5", "param6", "param7" })
            CHECK(read.get<float>(rest) == 0);
    }
}

static void distances()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_message_t message = {};
        message.kind = OCT9_MAVLINK_DISTANCE_SENSOR;
        message.is.distance = { any(),  half(), half(), half(),    byte(),
                                byte(), byte(), byte(), any() / 2, any() / 2 };
        const oct9_mavlink_distance_t &is = message.is.distance;
        const Message read = written(message);
        CHECK_EQ(read.get<uint32_t>("time_boot_ms"), is.time_ms);
        CHECK_EQ(read.get<uint16_t>("min_distance"), is.least_cm);
        CHECK_EQ(read.get<uint16_t>("max_distance"), is.most_cm);
        CHECK_EQ(read.get<uint16_t>("current_distance"), is.distance_cm);
        CHECK_EQ(read.get<uint8_t>("type"), is.sensor);
        CHECK_EQ(read.get<uint8_t>("id"), is.id);
        CHECK_EQ(read.get<uint8_t>("orientation"), is.orientation);
        CHECK_EQ(read.get<uint8_t>("covariance"), is.variance);
        CHECK(read.get<float>("horizontal_fov") == decimal(static_cast<int32_t>(is.width_urad), 6));
        CHECK(read.get<float>("vertical_fov") == decimal(static_cast<int32_t>(is.height_urad), 6));
        for (unsigned n = 0; n < 4; n++)
            CHECK(read.get<float>("quaternion", n) == 0);
        CHECK_EQ(read.get<uint8_t>("signal_quality"), 0);
    }
}

static void rings()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_message_t message = {};
        message.kind = OCT9_MAVLINK_OBSTACLE_DISTANCE;
        oct9_mavlink_ring_t &is = message.is.ring;
        is.time_us = static_cast<uint64_t>(any()) << 32 | any();
        const uint32_t zeros = random_numbers.below(73); /* from here on */
        for (unsigned n = 0; n < zeros; n++)
            is.distance_cm[n] = half();
        const bool bare = random_numbers.below(4) == 0;
        is.least_cm = bare ? 0 : half();
        is.most_cm = bare ? 0 : half();
        is.step_cdeg = bare ? 0 : static_cast<int16_t>(half());
        if (!bare && i % 2 == 0)
            is.step_cdeg = static_cast<int16_t>(100 * random_numbers.below(256));
        is.first_cdeg = bare ? 0 : static_cast<int16_t>(half());
        is.sensor = bare ? 0 : byte();
        is.frame = bare ? 0 : byte();
        const Message read = written(message);
        CHECK(read.get<uint64_t>("time_usec") == is.time_us);
        for (unsigned n = 0; n < 72; n++)
            CHECK_EQ(read.get<uint16_t>("distances", n), is.distance_cm[n]);
        CHECK_EQ(read.get<uint16_t>("min_distance"), is.least_cm);
        CHECK_EQ(read.get<uint16_t>("max_distance"), is.most_cm);
        CHECK_EQ(read.get<uint8_t>("sensor_type"), is.sensor);
        const bool whole = is.step_cdeg > 0 && is.step_cdeg % 100 == 0 && is.step_cdeg <= 25500;
        CHECK_EQ(read.get<uint8_t>("increment"), whole ? is.step_cdeg / 100 : 0);
        CHECK(read.get<float>("increment_f") == decimal(is.step_cdeg, 2));
        CHECK(read.get<float>("angle_offset") == decimal(is.first_cdeg, 2));
        CHECK_EQ(read.get<uint8_t>("frame"), is.frame);
    }
}

static void points()
{
    for (unsigned i = 0; i < cases; i++) {
        oct9_mavlink_message_t message = {};
        message.kind = OCT9_MAVLINK_OBSTACLE_DISTANCE_3D;
        message.is.point = { any(),    number(), number(), number(), number(),
                             number(), half(),   byte(),   byte() };
        const oct9_mavlink_point_t &is = message.is.point;
        const Message read = written(message);
        CHECK_EQ(read.get<uint32_t>("time_boot_ms"), is.time_ms);
        CHECK(read.get<float>("x") == decimal(is.x_mm, 3));
        CHECK(read.get<float>("y") == decimal(is.y_mm, 3));
        CHECK(read.get<float>("z") == decimal(is.z_mm, 3));
        CHECK(read.get<float>("min_distance") == decimal(is.least_mm, 3));
        CHECK(read.get<float>("max_distance") == decimal(is.most_mm, 3));
        CHECK_EQ(read.get<uint16_t>("obstacle_id"), is.id);
        CHECK_EQ(read.get<uint8_t>("sensor_type"), is.sensor);
        CHECK_EQ(read.get<uint8_t>("frame"), is.frame);
    }
}

static void no_other_kind()
{
    uint8_t bytes[OCT9_MAVLINK_BYTES];
    oct9_mavlink_message_t message = {};
    for (int kind : { 1, 31, 32, 33, 331, 11036, 11038 }) {
        message.kind = static_cast<oct9_mavlink_kind_t>(kind);
        CHECK_EQ(oct9_autopilot_write(&sender, &message, bytes, sizeof bytes), OCT9_ERR_ARGUMENT);
    }
}

int main()
{
    std::printf("seed %u\n", static_cast<unsigned>(setting("SEED", 1)));
    RUN(floats_are_the_nearest);
    RUN(floats_are_read);
    RUN(checksums_are_those_of_the_definitions);
    RUN(heartbeats);
    RUN(requests);
    RUN(distances);
    RUN(rings);
    RUN(points);
    RUN(no_other_kind);
    return test_end();
}
