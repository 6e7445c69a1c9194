/* SPDX-License-Identifier: MIT */
/* Rings in models of ArduPilot and PX4: no direction is seen as free that is not known to be, with
 * the robot and the sectors turned anyhow; none is blocked without cause; the public cases; and the
 * sensor that dies in flight.
 *
 * SEED, RINGS from the environment. */
#include "autopilot_truth.hpp"

#include <cstdio>

using namespace autopilot;
using oracle::setting;

static Random random_numbers(setting("SEED", 1));
static const unsigned rings = static_cast<unsigned>(setting("RINGS", 4000));

static uint16_t any_angle()
{
    return static_cast<uint16_t>(random_numbers.u32());
}

/* Of an angle in the map: from x, east, toward y, north. */
static double compass_of(double angle)
{
    return 90 - angle;
}

static bool near_multiple(double angle, double step, double of)
{
    const double rest = wrapped(angle + step / 2 - of);
    return std::fmod(rest + 0.035, step) < 0.07;
}

struct Seen {
    ArduPilot ardupilot;
    Px4 px4, px4_goes{ true };
    double yaw; /* by the compass */

    Seen(const oct9_autopilot_input_t &input, uint16_t heading)
        : yaw(compass_of(heading * 360.0 / 65536))
    {
        oct9_mavlink_message_t message = {};
        CHECK_EQ(oct9_autopilot_ring(&input, &message), OCT9_OK);
        CHECK_EQ(message.is.ring.step_cdeg, 500); /* below 5 degrees PX4 reads past its array */
        const Message ring = sent(message);
        ardupilot.take(ring, 0);
        px4.take(ring, 0);
        px4_goes.take(ring, 0);
    }
};

/* What is seen at an angle of the map. */
static void check_angle(const Truth &truth, const Seen &seen, double angle, bool passes, bool north)
{
    const double compass = compass_of(angle), clockwise = compass - seen.yaw;
    const double range = truth.metres(truth.sectors.range_q6);
    const double there = truth.nearest(angle, 0, passes);
    const double may = passes ? seen.px4_goes.may_go(compass, seen.yaw, 0)
                              : seen.px4.may_go(compass, seen.yaw, 0);
    const double around = 360.0 / truth.sectors.sectors + 5.1;
    if (!near_multiple(north ? compass : clockwise, 5, 0)) {
        CHECK(there > range || may <= std::max(there, 0.01));
        CHECK(truth.nearest(angle, around, false) <= range ||
              seen.px4.may_go(compass, seen.yaw, 0) == NOTHING);
        CHECK(may > 0 || truth.nearest(angle, around, passes) <= range);
        if (passes && truth.nearest(angle, 0, false) <= range)
            CHECK(seen.px4.may_go(compass, seen.yaw, 0) <= range);
    }
    const size_t sector = ArduPilot::sector_of(clockwise);
    if (north || near_multiple(clockwise, 45, 0))
        return;
    CHECK(there > range || seen.ardupilot.nearest(sector, 2, 0) <= std::max(there, 0.01));
    const double middle = angle + wrapped(clockwise + 22.5) - 45.0 * double(sector) - 22.5;
    CHECK(truth.nearest(middle, 22.5 + around, false) <= range ||
          seen.ardupilot.nearest(sector, 2, 0) == NOTHING);
}

/* An angle of the map; half of them are those of obstacles and unknown space. */
static double any_or_of_an_arc(const Truth &truth)
{
    const double part = random_numbers.below(1001) / 1000.0;
    if (truth.arcs.empty() || random_numbers.chance(50))
        return 360 * part;
    const Arc &arc = truth.arcs[random_numbers.below(static_cast<uint32_t>(truth.arcs.size()))];
    return wrapped(arc.from + arc.across * part);
}

static void no_false_clear()
{
    unsigned clear = 0, blocked = 0;
    for (unsigned n = 0; n < rings; n++) {
        static const uint16_t sizes[] = { 72, 72, 72, 128, 36, 8, 1 };
        const uint16_t size = random_numbers.chance(70)
                                ? sizes[random_numbers.below(7)]
                                : static_cast<uint16_t>(1 + random_numbers.below(128));
        const auto layers = static_cast<uint16_t>(size <= 25 ? 1 + random_numbers.below(5) : 1);
        Truth truth(random_numbers, size, layers, random_numbers.below(12));
        const uint16_t heading = any_angle();
        const bool north = random_numbers.chance(30), passes = random_numbers.chance(30);
        oct9_autopilot_input_t input = truth.input(north ? OCT9_AUTOPILOT_NORTH : heading);
        input.north = north;
        input.unknown = passes ? OCT9_PASSES : OCT9_BLOCKS;
        if (random_numbers.chance(50)) {
            truth.sectors.from = static_cast<uint16_t>(input.ahead - OCT9_AUTOPILOT_HALF);
            truth.fill();
        }
        if (random_numbers.chance(30)) /* the one that is not needed */
            (passes ? truth.sectors.free_q6 : truth.sectors.obstacle_q6) = nullptr;
        const bool asked = passes && !truth.sectors.free_q6;
        const Seen seen(input, heading);
        for (unsigned i = 0; i < 100 && !asked; i++) {
            const double angle = any_or_of_an_arc(truth);
            check_angle(truth, seen, angle, passes, north);
            const bool goes = seen.px4.may_go(compass_of(angle), seen.yaw, 0) == NOTHING;
            clear += goes;
            blocked += !goes;
        }
        for (unsigned i = 0; i < 100 && asked; i++) /* nothing is known to be free */
            CHECK(seen.px4.may_go(random_numbers.below(360), seen.yaw, 0) < NOTHING);
    }
    std::printf("%u directions clear, %u not\n", clear, blocked);
    CHECK(clear > rings * 10 && blocked > rings * 10);
}

/* With `from` half a sector before `ahead` each element is one sector. */
static void elements_are_sectors()
{
    for (unsigned n = 0; n < rings / 4; n++) {
        Truth truth(random_numbers, 72, 1, 12);
        oct9_mavlink_message_t message = {};
        const oct9_autopilot_input_t input = truth.input(any_angle());
        truth.sectors.from = static_cast<uint16_t>(input.ahead - OCT9_AUTOPILOT_HALF);
        CHECK_EQ(oct9_autopilot_ring(&input, &message), OCT9_OK);
        const oct9_mavlink_ring_t &ring = message.is.ring;
        const auto most = static_cast<unsigned>(
            truth.metres(static_cast<uint16_t>(truth.sectors.range_q6 - 1)) * 100);
        CHECK_EQ(ring.most_cm, most);
        for (unsigned i = 0; i < 72; i++) {
            const uint16_t q6 = truth.free_q6[(72 + 4 - i) % 72];
            const unsigned cm = q6 == 0 ? 0
                                        : static_cast<unsigned>(
                                              truth.metres(static_cast<uint16_t>(q6 - 1)) * 100);
            CHECK_EQ(ring.distance_cm[i],
                     q6 == OCT9_SECTORS_NONE ? most + 1 : std::min(std::max(cm, 1u), most - 1));
        }
    }
}

/* --- public cases ----------------------------------------------------------------------------- */

/* A ring without anything, 5 m, of cells of 64 mm; then of obstacles at clockwise degrees. */
struct Post {
    double clockwise;
    uint16_t mm;
};

static Message ring_of(const std::vector<Post> &posts, uint16_t heading, uint16_t range_mm = 5000)
{
    Truth truth(random_numbers, 72, 1, 0);
    truth.set_cell(64000);
    truth.sectors.range_q6 = static_cast<uint16_t>(range_mm + 1);
    truth.sectors.from = static_cast<uint16_t>(heading - OCT9_AUTOPILOT_HALF);
    for (const Post &post : posts) /* a sub-cell is 1 mm, and one is taken off */
        truth.arcs.push_back({ wrapped(heading * 360.0 / 65536 - post.clockwise - 0.5), 1,
                               static_cast<uint16_t>(post.mm + (post.mm != 0)), false, 0 });
    truth.fill();
    oct9_mavlink_message_t message = {};
    const oct9_autopilot_input_t input = truth.input(heading);
    CHECK_EQ(oct9_autopilot_ring(&input, &message), OCT9_OK);
    return sent(message);
}

/* ArduPilot 13777: distances 100 j from -55.08 degrees on in steps of 1.53. */
static void sectors_off_by_45()
{
    oct9_mavlink_message_t message = {};
    message.kind = OCT9_MAVLINK_OBSTACLE_DISTANCE;
    for (uint16_t i = 0; i < 72; i++)
        message.is.ring.distance_cm[i] = static_cast<uint16_t>(100 * i);
    message.is.ring.most_cm = 10000;
    message.is.ring.step_cdeg = 153;
    message.is.ring.first_cdeg = -5508;
    message.is.ring.frame = OCT9_MAVLINK_FRAME_BODY;
    ArduPilot ardupilot;
    ardupilot.take(sent(message), 0);
    CHECK(ardupilot.nearest(7, 2, 0) == 1);
    CHECK(ardupilot.nearest(0, 2, 0) == 22);
    CHECK(ardupilot.nearest(1, 2, 0) == 51);
    CHECK(ardupilot.nearest(2, 2, 0) == NOTHING);
}

/* ArduPilot 15023: what is at 340 degrees is ahead, not in the octant beside. */
static void ahead_at_340()
{
    for (unsigned heading = 0; heading < 65536; heading += 1111) {
        ArduPilot ardupilot;
        ardupilot.take(ring_of({ { 340, 3000 } }, static_cast<uint16_t>(heading)), 0);
        for (size_t sector = 0; sector < 8; sector++)
            CHECK(ardupilot.nearest(sector, 2, 0) == (sector == 0 ? 3 : NOTHING));
    }
}

/* mavros 1434: a post of 2 m behind the robot is one element. */
static void post_behind()
{
    const Message ring = ring_of({ { 180, 2000 } }, 12345);
    CHECK(ring.get<float>("increment_f") == 5);
    CHECK_EQ(ring.get<uint8_t>("increment"), 5);
    CHECK(ring.get<float>("angle_offset") == -20);
    for (unsigned i = 0; i < 72; i++)
        CHECK_EQ(ring.get<uint16_t>("distances", i), i == 40 ? 200 : 501);
}

/* A sector that is left and visited again keeps what it met last: an array from 0 degrees loses an
 * obstacle at 10 degrees to a farther one at 345. Ours does not. */
static void sector_visited_twice()
{
    ArduPilot ardupilot;
    oct9_mavlink_message_t naive = {};
    naive.kind = OCT9_MAVLINK_OBSTACLE_DISTANCE;
    for (uint16_t &cm : naive.is.ring.distance_cm)
        cm = 501;
    naive.is.ring.most_cm = 500;
    naive.is.ring.step_cdeg = 500;
    naive.is.ring.distance_cm[2] = 100;
    naive.is.ring.distance_cm[36] = 300;
    naive.is.ring.distance_cm[69] = 400;
    ardupilot.take(sent(naive), 0);
    CHECK(ardupilot.nearest(0, 2, 0) == 4);
    ardupilot.take(ring_of({ { 10, 1000 }, { 345, 4000 } }, 999), 0);
    CHECK(ardupilot.nearest(0, 2, 0) == 1);
}

/* What touches, and what is at the range: 0 is dropped by ArduPilot, the range is free for PX4. */
static void ends_of_the_range()
{
    for (unsigned clockwise = 0; clockwise < 360; clockwise += 5)
        for (int mm : { 0, 1, 9, 10, 4989, 4990, 4999, 5000 }) {
            const Message ring = ring_of({ { double(clockwise), static_cast<uint16_t>(mm) } }, 0);
            ArduPilot ardupilot;
            Px4 px4;
            ardupilot.take(ring, 0);
            px4.take(ring, 0);
            const double far = std::max(mm / 10, 1) < 500 ? std::max(mm / 10, 1) / 100.0 : 4.99;
            CHECK(px4.may_go(90 + clockwise, 90, 0) == far);
            CHECK(ardupilot.nearest(ArduPilot::sector_of(clockwise), 2, 0) == far);
        }
}

/* PX4 keeps what it found within a shorter range, for half a second: with one range it does not. */
static void one_range()
{
    for (bool longer : { false, true }) {
        Px4 px4;
        px4.take(ring_of({ { 90, 3000 } }, 0), 0);
        px4.take(ring_of({ { 90, 1000 } }, 0, longer ? 6000 : 5000), 100);
        CHECK(px4.may_go(180, 90, 100) == (longer ? 3 : 1));
        CHECK(px4.may_go(90, 90, 100) == NOTHING);
    }
}

/* What was seen and is no more: ArduPilot drops it a second later, PX4 at once. */
static void post_goes()
{
    ArduPilot ardupilot;
    Px4 px4;
    for (uint32_t now = 0; now < 2000; now += 100) {
        const Message ring = now == 0 ? ring_of({ { 90, 3000 } }, 0) : ring_of({}, 0);
        ardupilot.take(ring, now);
        px4.take(ring, now);
        CHECK(ardupilot.nearest(2, 2, now) == (now <= 1000 ? 3 : NOTHING));
        CHECK(px4.may_go(180, 90, now) == (now == 0 ? 3 : NOTHING));
    }
}

/* --- what failed ------------------------------------------------------------------------------ */

/* The map says that all is free. The mapper's check does not, or the sectors are old. */
static void sensor_dies_in_flight()
{
    Truth truth(random_numbers, 72, 1, 0);
    ArduPilot ardupilot;
    Px4 px4, px4_goes(true);
    const uint32_t died = 2000;
    for (uint32_t now = 0; now < 6000; now += 100) {
        oct9_mapper_found_t found = {};
        oct9_mavlink_message_t message = {};
        oct9_autopilot_input_t input = truth.input(777);
        const unsigned why[] = { OCT9_MAPPER_ERROR, OCT9_MAPPER_STALE, OCT9_MAPPER_FROZEN,
                                 OCT9_MAPPER_TOO_NEAR };
        input.found = random_numbers.chance(50) || now >= died ? &found : nullptr;
        input.now_ms = 4294966000u + now;
        input.time_ms = input.now_ms - random_numbers.below(301);
        if (now >= died) {
            found.alarm = true;
            found.why = static_cast<uint8_t>(why[now / 100 % 4]);
            if (now / 100 % 5 == 3) { /* nobody noticed but the clock */
                input.found = nullptr;
                input.time_ms = input.now_ms - 301 - random_numbers.below(100000);
            }
        } else {
            found.alarm = true; /* of another kind: the map holds what it is about */
            found.why = OCT9_MAPPER_BLOCKED | OCT9_MAPPER_NEAR | OCT9_MAPPER_UNKNOWN;
        }
        input.failed = OCT9_AUTOPILOT_SILENT;
        CHECK_EQ(oct9_autopilot_ring(&input, &message), now >= died ? OCT9_ERR_STALE : OCT9_OK);
        input.failed = OCT9_AUTOPILOT_TOUCHED;
        CHECK_EQ(oct9_autopilot_ring(&input, &message), OCT9_OK);
        const Message ring = sent(message);
        ardupilot.take(ring, now);
        px4.take(ring, now);
        px4_goes.take(ring, now);
        for (uint32_t later = 0; later <= 100; later += 50)
            for (unsigned i = 0; i < 72; i++) {
                const double free = now < died ? NOTHING : 0.01;
                CHECK(px4.may_go(5 * i, 30, now + later) == free);
                CHECK(px4_goes.may_go(5 * i, 30, now + later) == free);
                CHECK(ardupilot.nearest(i % 8, 2, now + later) == free);
            }
    }
    /* The link is silent: PX4 stops, ArduPilot flies on. */
    CHECK(px4.may_go(0, 0, 7000) == 0);
    CHECK(ardupilot.nearest(0, 2, 7000) == NOTHING);
}

/* A search that failed leaves 0 in its arrays. */
static void search_failed()
{
    for (bool passes : { false, true }) {
        Truth truth(random_numbers, 72, 1, 0);
        std::fill(truth.free_q6.begin(), truth.free_q6.end(), uint16_t{ 0 });
        std::fill(truth.obstacle_q6.begin(), truth.obstacle_q6.end(), uint16_t{ 0 });
        oct9_autopilot_input_t input = truth.input(777);
        input.unknown = passes ? OCT9_PASSES : OCT9_BLOCKS;
        const Seen seen(input, 777);
        for (unsigned i = 0; i < 72; i++) {
            CHECK(seen.px4_goes.may_go(5 * i, seen.yaw, 0) == 0.01);
            CHECK(seen.ardupilot.nearest(i % 8, 2, 0) == 0.01);
        }
    }
}

static void refused()
{
    Truth truth(random_numbers, 72, 1, 3);
    const oct9_autopilot_input_t good = truth.input(0);
    oct9_mavlink_message_t message = {};
    const auto status = [&](const oct9_autopilot_input_t &input) {
        return oct9_autopilot_ring(&input, &message);
    };
    const auto with = [&](auto change) {
        oct9_autopilot_input_t input = good;
        oct9_sectors_input_t sectors = truth.sectors;
        input.sectors = &sectors;
        change(input, sectors);
        return status(input);
    };
    using Input = oct9_autopilot_input_t &;
    using Sectors = oct9_sectors_input_t &;
    const oct9_frame_t bad = {};
    CHECK_EQ(status(good), OCT9_OK);
    CHECK_EQ(with([&](Input i, Sectors) { i.frame = &bad; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input i, Sectors) { i.oldest_ms = 0; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input i, Sectors) { i.unknown = OCT9_LEAVES; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input i, Sectors) { std::memset(&i.failed, 2, 1); }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.sectors = 0; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.layers = 0; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.layers = 2; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.sectors = s.layers = 256; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.free_q6 = nullptr; }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input, Sectors s) { s.obstacle_q6 = nullptr; }), OCT9_OK);
    CHECK_EQ(with([](Input i, Sectors s) { i.unknown = OCT9_PASSES, s.obstacle_q6 = nullptr; }),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(with([](Input i, Sectors s) { i.unknown = OCT9_PASSES, s.free_q6 = nullptr; }),
             OCT9_OK);
    CHECK_EQ(with([](Input, Sectors s) { s.range_q6 = 1; }), OCT9_ERR_RANGE);
    CHECK_EQ(with([](Input i, Sectors) { i.now_ms = 300; }), OCT9_OK);
    CHECK_EQ(with([](Input i, Sectors) {
                 i.now_ms = 301;
                 i.failed = OCT9_AUTOPILOT_SILENT;
             }),
             OCT9_ERR_STALE);
    CHECK_EQ(with([](Input i, Sectors) {
                 i.time_ms = 1; /* later than now */
                 i.failed = OCT9_AUTOPILOT_SILENT;
             }),
             OCT9_ERR_STALE);
}

int main()
{
    std::printf("seed %u\n", static_cast<unsigned>(setting("SEED", 1)));
    RUN(no_false_clear);
    RUN(elements_are_sectors);
    RUN(sectors_off_by_45);
    RUN(ahead_at_340);
    RUN(post_behind);
    RUN(sector_visited_twice);
    RUN(ends_of_the_range);
    RUN(one_range);
    RUN(post_goes);
    RUN(sensor_dies_in_flight);
    RUN(search_failed);
    RUN(refused);
    return test_end();
}
