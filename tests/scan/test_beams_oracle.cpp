/* SPDX-License-Identifier: MIT */
/* Beams from points, zones and laser scans against long double: which readings count, what each
 * beam met, and where it ends, within what include/oct9/scan.h promises.
 *
 * Environment: SEED; SENSORS, how many of each kind. */
#include "occupancy_sensors.hpp"
#include "tests/shared/outside_counts.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

static uint64_t seed;
static unsigned long beams_judged, clear_judged, refused_judged, at_limit;
static OutsideCounts outside; /* ends of beams */
static Real farthest;         /* of all ends from where they should be */

/* ---- What is expected of a reading. ---- */

enum class Fate { left_out, refused, hit, clear };

struct Expected {
    Fate fate;
    Vector end;  /* exactly, in sub-cells, if it is a beam */
    Real within; /* how far off it may be */
};

/* How far a beam goes that met nothing. */
static int clear_to(const Sensor &sensor)
{
    return static_cast<int>(std::floor(sensor.range.max_mm - Real(sensor.frame.cell_um) / 500));
}

static Fate fate_of_clear(const Sensor &sensor)
{
    return clear_to(sensor) < 1 ? Fate::left_out : Fate::clear;
}

/* How far a beam clears that met something there. */
static int reach_of(const Sensor &sensor, int distance)
{
    const Real before = std::floor(distance - Real(sensor.frame.cell_um) / 500);
    return std::min(clear_to(sensor), static_cast<int>(before));
}

/* What a distance means, by itself. */
static Fate fate_of(const Sensor &sensor, int distance)
{
    if (distance < sensor.range.min_mm)
        return Fate::refused;
    if (distance < clear_to(sensor))
        return Fate::hit;
    return reach_of(sensor, distance) < 1 ? Fate::left_out : Fate::clear;
}

/* What a reading makes of a beam, and how long that is. */
static std::pair<Fate, int> beam_of(const Sensor &sensor, int distance, bool met)
{
    const Fate fate = met ? fate_of(sensor, distance) : fate_of_clear(sensor);

    if (fate != Fate::clear)
        return { fate, distance };
    return { fate, met ? reach_of(sensor, distance) : clear_to(sensor) };
}

/* Whether int16_t can, or must, hold an end that may be so far off on each axis. */
static bool may_fit(const Expected &expected)
{
    return std::all_of(expected.end.begin(), expected.end.end(), [&](Real c) {
        return c >= -32768 - expected.within && c < 32768 + expected.within;
    });
}

static bool must_fit(const Expected &expected)
{
    return std::all_of(expected.end.begin(), expected.end.end(), [&](Real c) {
        return c >= -32768 + expected.within && c <= 32767 - expected.within;
    });
}

static std::string beam_differs(const oct9_beam_t &beam, const Expected &expected)
{
    const uint8_t met = expected.fate == Fate::hit ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
    const Vector off = { beam.end.x - expected.end[0], beam.end.y - expected.end[1],
                         beam.end.z - expected.end[2] };

    if (beam.met != met)
        return "met " + std::to_string(beam.met) + ", should be " + std::to_string(met);
    if (length_of(off) > expected.within)
        return "an end off by " + std::to_string(length_of(off)) + " of " +
               std::to_string(expected.within);
    farthest = std::max(farthest, length_of(off) - (expected.within - 2));
    beams_judged++;
    outside.count(beam.end);
    clear_judged += met == OCT9_BEAM_CLEAR;
    return "";
}

/* A list in a separate array. */
class List {
public:
    List(const Sensor &sensor, uint32_t capacity) : beams_(capacity)
    {
        std::memset(&list, 0xA5, sizeof list);
        CHECK_EQ(oct9_scan_beams_begin(&list, &sensor.frame, &sensor.pose, &sensor.range,
                                       beams_.data(), capacity),
                 OCT9_OK);
        CHECK(list.count == 0 && list.refused == 0 && list.beams == beams_.data());
        CHECK(list.origin.x == sensor.pose.place.x && list.origin.y == sensor.pose.place.y &&
              list.origin.z == sensor.pose.place.z);
    }
    List(const List &) = delete;
    List &operator=(const List &) = delete;

    oct9_beams_t list;

    /* The next readings in order: what differs from what should have been added or counted. */
    std::string differs(const std::vector<Expected> &readings)
    {
        for (const Expected &expected : readings) {
            const std::string text = next_differs(expected);
            if (!text.empty())
                return text;
        }
        if (judged_ != list.count)
            return "beams: " + std::to_string(list.count) + ", should be " +
                   std::to_string(judged_);
        return refused_ == list.refused ? ""
                                        : "refused: " + std::to_string(list.refused) +
                                              ", should be " + std::to_string(refused_);
    }

private:
    std::vector<oct9_beam_t> beams_;
    unsigned judged_ = 0, refused_ = 0;

    std::string next_differs(const Expected &expected)
    {
        if (expected.fate == Fate::left_out)
            return "";
        if (expected.fate == Fate::refused || !may_fit(expected)) {
            refused_++;
            refused_judged++;
            return "";
        }
        const bool there = judged_ < list.count;
        if (there && beam_differs(list.beams[judged_], expected).empty()) {
            judged_++;
            return "";
        }
        if (must_fit(expected))
            return there ? beam_differs(list.beams[judged_], expected) : "a beam is missing";
        refused_++; /* at the limit either is right */
        at_limit++;
        return "";
    }
};

static void check_none(const std::string &text, const Sensor &sensor, unsigned number)
{
    static int reported = 0;
    const oct9_rotation_t &q = sensor.pose.rotation;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  sensor %u, cells of %" PRIu32 " um, range %d to %d mm, at (%d %d %d), "
                    "turned (%d %d %d %d): %s\n",
                    number, sensor.frame.cell_um, sensor.range.min_mm, sensor.range.max_mm,
                    sensor.pose.place.x, sensor.pose.place.y, sensor.pose.place.z, q.w, q.x, q.y,
                    q.z, text.c_str());
}

/* ---- Points. ---- */

static Expected expected_point(const Sensor &sensor, const oct9_reading_t &p)
{
    const Vector mm = { Real(p.x), Real(p.y), Real(p.z) };
    const int64_t square = int64_t{ p.x } * p.x + int64_t{ p.y } * p.y + int64_t{ p.z } * p.z;
    const int distance = static_cast<int>(std::sqrt(Real(square))); /* exact below 2^63 */
    const auto [fate, reach] = beam_of(sensor, distance, true);

    return { fate, sensor.placed(fate == Fate::clear ? scaled(mm, reach / length_of(mm)) : mm), 2 };
}

/* Some at the very limits of the range, where a Pythagorean quadruple gives a whole length. */
static oct9_reading_t random_point(Random &random, const oct9_range_t &range)
{
    static const int quadruples[][4] = { { 1, 0, 0, 1 }, { 3, 4, 0, 5 }, { 1, 2, 2, 3 },
                                         { 2, 3, 6, 7 }, { 1, 4, 8, 9 }, { 2, 6, 9, 11 } };
    const int *q = quadruples[random.below(6)];
    const int limit = random.chance(50) ? range.min_mm : range.max_mm;
    const int reach = random.chance(20) ? 32767
                    : random.chance(10) ? 2 * range.min_mm
                                        : range.max_mm;
    const auto part = [&random](int most) {
        const int held = std::min(most, 32767);
        return static_cast<int16_t>(random.between(-held - (held == 32767), held));
    };

    if (random.chance(5))
        return { 0, 0, 0 };
    if (random.chance(75))
        return { part(reach), part(reach), part(reach) };
    const int scale = limit / q[3], beside = random.between(-1, 1);
    return { static_cast<int16_t>(-q[0] * scale + beside), static_cast<int16_t>(q[1] * scale),
             static_cast<int16_t>(q[2] * scale) };
}

static void points(void)
{
    const uint64_t sensors = setting("SENSORS", 3000);

    for (unsigned s = 0; s < sensors; s++) {
        Random random(seed + s);
        const Sensor sensor = random_sensor_at(random);
        List list(sensor, 64);
        std::vector<Expected> readings;

        for (int i = 0; i < 64; i++) {
            const oct9_reading_t point = random_point(random, sensor.range);
            CHECK_EQ(oct9_scan_beams_point(&list.list, &point), OCT9_OK);
            readings.push_back(expected_point(sensor, point));
        }
        check_none(list.differs(readings), sensor, s);
    }
}

/* Straight ahead each number is rounded down, however fine: no end is beyond its reading. */
static void points_ahead(void)
{
    const uint64_t sensors = setting("SENSORS", 3000);

    for (unsigned s = 0; s < sensors; s++) {
        Random random(seed + (3u << 20) + s);
        const uint32_t cell_um = 64000 + random.below(4000000 - 64000 + 1);
        const Sensor sensor = { OCT9_FRAME(0, 0, 0, cell_um),
                                { { 0, 0, 0 }, OCT9_ROTATION_NONE },
                                { 1, 32767 } };
        List list(sensor, 64);

        for (int i = 0; i < 64; i++) {
            const oct9_reading_t point = {
                static_cast<int16_t>(random.between(16384, 32766 - 8000)), 0, 0
            };
            CHECK_EQ(oct9_scan_beams_point(&list.list, &point), OCT9_OK);
            const int64_t short_of = int64_t{ 64000 } * point.x -
                                     int64_t{ list.list.beams[i].end.x } * cell_um;
            CHECK(short_of >= 0 && short_of < int64_t{ 2 } * cell_um);
        }
        CHECK_EQ(list.list.count, 64);
    }
}

/* ---- Zones. ---- */

struct Zones {
    std::vector<oct9_direction_t> directions;
    std::vector<int16_t> distances;
    std::vector<uint8_t> says;
};

static Expected expected_zone(const Sensor &sensor, const oct9_direction_t &d, int distance,
                              uint8_t says)
{
    const Vector direction = { Real(d.x) / OCT9_ONE_Q14, Real(d.y) / OCT9_ONE_Q14,
                               Real(d.z) / OCT9_ONE_Q14 };
    if (says != OCT9_ZONE_HIT && says != OCT9_ZONE_CLEAR)
        return { Fate::left_out, {}, 0 };
    const auto [fate, reach] = beam_of(sensor, distance, says == OCT9_ZONE_HIT);
    return { fate, sensor.placed(scaled(direction, reach)), 2 };
}

/* Mostly of length 1, some of what 16 bits hold. */
static oct9_direction_t random_direction(Random &random)
{
    const auto any = [&random]() { return static_cast<int16_t>(random.between(-32768, 32767)); };
    const Vector v = { Real(any()), Real(any()), Real(any()) };

    if (random.chance(20))
        return { any(), any(), any() };
    const auto part = [&v](size_t axis) {
        return static_cast<int16_t>(std::lround(v[axis] * OCT9_ONE_Q14 / (length_of(v) + 1)));
    };
    return { part(0), part(1), part(2) };
}

static int16_t random_distance(Random &random, const oct9_range_t &range)
{
    switch (random.below(10)) {
    case 0: return static_cast<int16_t>(random.between(-32768, 32767));
    case 1:
        return static_cast<int16_t>(range.min_mm + random.between(-1, 1) * (range.min_mm < 32767));
    case 2:
        return static_cast<int16_t>(range.max_mm + random.between(-1, 1) * (range.max_mm < 32767));
    case 3: return static_cast<int16_t>(random.between(-1, 1));
    default: return static_cast<int16_t>(random.between(range.min_mm, range.max_mm));
    }
}

static Zones random_zones(Random &random, const Sensor &sensor, size_t count)
{
    Zones zones;

    for (size_t i = 0; i < count; i++) {
        zones.directions.push_back(random_direction(random));
        zones.distances.push_back(random_distance(random, sensor.range));
        zones.says.push_back(static_cast<uint8_t>(random.chance(60)   ? uint32_t{ OCT9_ZONE_HIT }
                                                  : random.chance(90) ? random.below(3)
                                                                      : random.below(256)));
    }
    return zones;
}

static oct9_status_t add_zones(oct9_beams_t &list, const Zones &zones)
{
    return oct9_scan_beams_zones(&list, zones.directions.data(), zones.distances.data(),
                                 zones.says.data(), static_cast<uint32_t>(zones.says.size()));
}

static void zones_of_frames(void)
{
    const uint64_t sensors = setting("SENSORS", 3000);

    for (unsigned s = 0; s < sensors; s++) {
        Random random(seed + (1u << 20) + s);
        const Sensor sensor = random_sensor_at(random);
        List list(sensor, 128);
        std::vector<Expected> readings;

        for (int frame = 0; frame < 2; frame++) {
            const Zones zones = random_zones(random, sensor, 64);
            CHECK_EQ(add_zones(list.list, zones), OCT9_OK);
            for (size_t i = 0; i < 64; i++)
                readings.push_back(
                    expected_zone(sensor, zones.directions[i], zones.distances[i], zones.says[i]));
        }
        check_none(list.differs(readings), sensor, s);
    }
}

/* ---- Laser scans. ---- */

struct Laser {
    uint16_t first;
    int32_t step;
    bool zero_clears;
    std::vector<int16_t> distances;
};

static Expected expected_laser(const Sensor &sensor, const Laser &laser, size_t i)
{
    const Real pi = std::acos(Real(-1));
    const int64_t angle = int64_t{ laser.first } * 65536 + static_cast<int64_t>(i) * laser.step;
    const Real turn = Real(angle % (int64_t{ 1 } << 32)) / (int64_t{ 1 } << 32) * 2 * pi;
    const int distance = laser.distances[i];
    const auto [fate, mm] = beam_of(sensor, distance, distance != 0 || !laser.zero_clears);
    const Real reach = mm;

    return { fate, sensor.placed({ reach * std::cos(turn), reach * std::sin(turn), 0 }),
             2 + std::abs(reach) * sensor.q6_in_mm() / 8192 };
}

/* The steps of common lasers, none at all, and any. */
static Laser random_laser(Random &random, const Sensor &sensor, size_t count)
{
    static const int32_t steps[] = { 11930465, -11930465, 2982616,   65536,     -65536,  0,
                                     1,        -1,        INT32_MAX, INT32_MIN, 1 << 22, 1 << 30 };
    Laser laser = {
        static_cast<uint16_t>(random.below(65536)), steps[random.below(12)], random.chance(50), {}
    };

    if (random.chance(40))
        laser.step = static_cast<int32_t>(random.u32());
    if (random.chance(30))
        laser.first = static_cast<uint16_t>(16384 * random.below(4) + random.below(3) - 1);
    for (size_t i = 0; i < count; i++)
        laser.distances.push_back(random_distance(random, sensor.range));
    return laser;
}

static oct9_status_t add_laser(oct9_beams_t &list, const Laser &laser)
{
    return oct9_scan_beams_laser(&list, laser.first, laser.step, laser.distances.data(),
                                 static_cast<uint32_t>(laser.distances.size()), laser.zero_clears);
}

static std::vector<Expected> expected_lasers(const Sensor &sensor, const Laser &laser)
{
    std::vector<Expected> readings;

    for (size_t i = 0; i < laser.distances.size(); i++)
        readings.push_back(expected_laser(sensor, laser, i));
    return readings;
}

static void laser_scans(void)
{
    const uint64_t sensors = setting("SENSORS", 3000);

    for (unsigned s = 0; s < sensors; s++) {
        Random random(seed + (2u << 20) + s);
        const Sensor sensor = random_sensor_at(random);
        const Laser laser = random_laser(random, sensor, 1 + random.below(120));
        List list(sensor, 120);

        CHECK_EQ(add_laser(list.list, laser), OCT9_OK);
        check_none(list.differs(expected_lasers(sensor, laser)), sensor, s);
    }
}

/* As many readings as a list holds, far away: at every angle that the table distinguishes, each a
 * little farther from where it was rounded to. */
static void longest_laser_scan(void)
{
    const Sensor sensor = { OCT9_FRAME(0, 0, 0, 131072),
                            { { 5, 6, 7 }, OCT9_ROTATION_NONE },
                            { 1, 32767 } };
    const Laser laser = { 0, 65537, false, std::vector<int16_t>(OCT9_BEAMS_MAX, 32503) };
    List list(sensor, OCT9_BEAMS_MAX);

    CHECK_EQ(add_laser(list.list, laser), OCT9_OK);
    check_none(list.differs(expected_lasers(sensor, laser)), sensor, 0);
    CHECK_EQ(list.list.count, OCT9_BEAMS_MAX);
    CHECK_EQ(list.list.beams[OCT9_BEAMS_MAX - 1].met, OCT9_BEAM_HIT);
}

/* ---- What is refused. ---- */

/* A list as it is, its beams included. */
struct Kept {
    oct9_beams_t list;
    std::vector<oct9_beam_t> beams;

    explicit Kept(const oct9_beams_t &of) : list(of), beams(of.beams, of.beams + of.capacity) {}

    bool same(const oct9_beams_t &as) const
    {
        return std::memcmp(&list, &as, sizeof list) == 0 &&
               std::memcmp(beams.data(), as.beams, beams.size() * sizeof beams[0]) == 0;
    }
};

static const Sensor plain = { OCT9_FRAME(0, 0, 0, 64000),
                              { { 0, 0, 0 }, OCT9_ROTATION_NONE },
                              { 10, 4000 } };

static Zones alike_zones(size_t count, uint8_t says)
{
    return { std::vector<oct9_direction_t>(count, { OCT9_ONE_Q14, 0, 0 }),
             std::vector<int16_t>(count, 500), std::vector<uint8_t>(count, says) };
}

static void full_lists(void)
{
    const oct9_reading_t point = { 100, 200, 300 }, nonsense = { 0, 0, 0 };
    const Laser four = { 0, 65536, false, { 100, 200, 300, 400 } };
    List list(plain, 6);

    CHECK_EQ(add_zones(list.list, alike_zones(3, OCT9_ZONE_HIT)), OCT9_OK);
    CHECK_EQ(list.list.count, 3);
    const Kept half(list.list);
    CHECK_EQ(add_zones(list.list, alike_zones(4, OCT9_ZONE_HIT)), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(add_zones(list.list, alike_zones(70000, OCT9_ZONE_HIT)), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(add_laser(list.list, four), OCT9_ERR_BEAMS_FULL);
    CHECK(half.same(list.list));
    CHECK_EQ(add_zones(list.list, alike_zones(2, OCT9_ZONE_HIT)), OCT9_OK);
    CHECK_EQ(oct9_scan_beams_point(&list.list, &nonsense), OCT9_OK);
    CHECK_EQ(list.list.refused, 1);
    CHECK_EQ(oct9_scan_beams_point(&list.list, &point), OCT9_OK);
    CHECK_EQ(list.list.count, 6);
    const Kept full(list.list);
    CHECK_EQ(oct9_scan_beams_point(&list.list, &point), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(oct9_scan_beams_point(&list.list, &nonsense), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(add_zones(list.list, alike_zones(1, OCT9_ZONE_HIT)), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(add_laser(list.list, four), OCT9_ERR_BEAMS_FULL);
    CHECK(full.same(list.list));
}

static oct9_status_t begin_status(const Sensor &sensor, uint32_t capacity = 4)
{
    oct9_beam_t beams[4];
    oct9_beams_t list;

    return oct9_scan_beams_begin(&list, &sensor.frame, &sensor.pose, &sensor.range, beams,
                                 capacity);
}

static oct9_status_t frame_status(uint32_t cell_um)
{
    Sensor sensor = plain;

    sensor.frame = OCT9_FRAME(0, 0, 0, cell_um);
    return begin_status(sensor);
}

static oct9_status_t range_status(int min, int max)
{
    Sensor sensor = plain;

    sensor.range = { static_cast<int16_t>(min), static_cast<int16_t>(max) };
    return begin_status(sensor);
}

static oct9_status_t rotation_status(const oct9_rotation_t &rotation)
{
    Sensor sensor = plain;

    sensor.pose.rotation = rotation;
    return begin_status(sensor);
}

static void bad_sensors(void)
{
    CHECK_EQ(begin_status(plain), OCT9_OK);
    CHECK_EQ(begin_status(plain, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(begin_status(plain, OCT9_BEAMS_MAX), OCT9_OK);
    CHECK_EQ(begin_status(plain, OCT9_BEAMS_MAX + 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(begin_status(plain, UINT32_MAX), OCT9_ERR_ARGUMENT);
    CHECK_EQ(frame_status(0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(frame_status(CELL_UM_MIN - 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(frame_status(CELL_UM_MIN), OCT9_OK);
    CHECK_EQ(frame_status(OCT9_CELL_UM_MAX), OCT9_OK);
    CHECK_EQ(frame_status(OCT9_CELL_UM_MAX + 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(frame_status(UINT32_MAX), OCT9_ERR_ARGUMENT);
    CHECK_EQ(range_status(0, 10), OCT9_ERR_RANGE);
    CHECK_EQ(range_status(-5, 10), OCT9_ERR_RANGE);
    CHECK_EQ(range_status(11, 10), OCT9_ERR_RANGE);
    CHECK_EQ(range_status(1, -1), OCT9_ERR_RANGE);
    CHECK_EQ(range_status(10, 10), OCT9_OK);
    CHECK_EQ(range_status(1, 32767), OCT9_OK);
    CHECK_EQ(rotation_status({ 0, 0, 0, 0 }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(rotation_status({ 32767, 0, 0, 0 }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(rotation_status({ 16255, 0, 0, 0 }), OCT9_ERR_ARGUMENT);
    CHECK_EQ(rotation_status({ 16256, 0, 0, 0 }), OCT9_OK);
    CHECK_EQ(rotation_status({ 0, 16511, 0, 0 }), OCT9_OK);
    CHECK_EQ(rotation_status({ 0, 16512, 0, 0 }), OCT9_ERR_ARGUMENT);
}

/* A beam that only clears ends before the cell of what it met, from clear_mm on. */
static void beyond_the_range(void)
{
    const uint64_t sensors = setting("SENSORS", 3000);
    unsigned long judged = 0;

    for (unsigned s = 0; s < sensors; s++) {
        Random random(seed + (4u << 20) + s);
        const Sensor sensor = random_sensor_at(random);
        for (int i = 0; i < 16; i++) {
            const oct9_direction_t d = random_direction(random);
            const Vector along = { Real(d.x) / OCT9_ONE_Q14, Real(d.y) / OCT9_ONE_Q14,
                                   Real(d.z) / OCT9_ONE_Q14 };
            const int from = std::max<int>(clear_to(sensor), sensor.range.min_mm);
            const int far = std::min(32767, random.between(from, sensor.range.max_mm + 9));
            const int16_t distance = static_cast<int16_t>(far);
            const uint8_t hit = OCT9_ZONE_HIT;
            List list(sensor, 1);
            CHECK_EQ(oct9_scan_beams_zones(&list.list, &d, &distance, &hit, 1), OCT9_OK);
            CHECK(list.list.count == 0 || list.list.beams[0].met == OCT9_BEAM_CLEAR);
            if (list.list.count == 0 || length_of(along) < 0.999L)
                continue;
            const Vector met = sensor.placed(scaled(along, far));
            const oct9_point_t &end = list.list.beams[0].end;
            judged++;
            CHECK(std::floor(met[0] / 64) != std::floor(Real(end.x) / 64) ||
                  std::floor(met[1] / 64) != std::floor(Real(end.y) / 64) ||
                  std::floor(met[2] / 64) != std::floor(Real(end.z) / 64));
        }
    }
    CHECK(judged > sensors);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(points);
    RUN(points_ahead);
    RUN(zones_of_frames);
    RUN(laser_scans);
    RUN(longest_laser_scan);
    RUN(beyond_the_range);
    RUN(full_lists);
    RUN(bad_sensors);
    std::printf("%lu beams, %lu of them clear; %lu readings refused, %lu at int16_t's limit; ends "
                "off by %.3Lf sub-cells at most, beside what a laser's table takes\n",
                beams_judged, clear_judged, refused_judged, at_limit, farthest);
    outside.check("beams");
    return test_end();
}
