/* SPDX-License-Identifier: MIT */
/* Messages of one direction in a model of ArduPilot, and ranges of scans.
 *
 * SEED, TABLES from the environment. */
#include "autopilot_truth.hpp"

#include <cstdio>

using namespace autopilot;
using oracle::setting;

static Random random_numbers(setting("SEED", 1));
static const unsigned tables = static_cast<unsigned>(setting("TABLES", 2000));

/* ArduPilot's 8 x 5, from half a sector before ahead. Sectors of the map run counter-clockwise.
 */
struct Table {
    Truth truth;
    oct9_autopilot_input_t input;

    explicit Table(unsigned arcs)
        : truth(random_numbers, 8, 5, arcs),
          input(truth.input(static_cast<uint16_t>(random_numbers.u32())))
    {
        truth.borders[0] = -13653;
        truth.borders[5] = 13653;
        truth.sectors.from = static_cast<uint16_t>(input.ahead - 4096);
        truth.fill();
        input.time_ms = input.now_ms = random_numbers.u32();
    }
    size_t index(size_t sector, size_t layer) const { return 8 * layer + (8 - sector) % 8; }
};

static unsigned send_set(const Table &table, ArduPilot &ardupilot, uint32_t now_ms)
{
    unsigned messages = 0;
    for (uint16_t i = 0; i < 40; i++) {
        oct9_mavlink_message_t message = {};
        const oct9_status_t status = oct9_autopilot_point(
            &table.input, OCT9_MAVLINK_OBSTACLE_DISTANCE_3D, i, &message);
        CHECK(status == OCT9_OK || (status == OCT9_AGAIN && i != 0));
        if (status == OCT9_OK) {
            CHECK_EQ(message.is.point.time_ms, table.input.time_ms);
            ardupilot.take(sent(message), now_ms);
            messages++;
        }
    }
    return messages;
}

/* A set is seen when the next one begins. */
static void sets_of_points()
{
    for (unsigned n = 0; n < tables; n++) {
        Table table(random_numbers.below(30));
        const bool passes = random_numbers.chance(30), failed = random_numbers.chance(10);
        if (passes)
            table.input.unknown = OCT9_PASSES;
        if (failed)
            table.input.now_ms += 301;
        ArduPilot ardupilot;
        CHECK(send_set(table, ardupilot, 100) > 0);
        table.input.time_ms++;
        table.input.now_ms++;
        (void)send_set(table, ardupilot, 120);
        for (size_t layer = 0; layer < 5; layer++)
            for (size_t sector = 0; sector < 8; sector++) {
                const size_t at = table.index(sector, layer);
                const uint16_t q6 = (passes ? table.truth.obstacle_q6 : table.truth.free_q6)[at];
                const double seen = ardupilot.nearest(sector, layer, 120);
                const double least = std::min(table.truth.metres(q6), 100.0);
                if (failed)
                    CHECK(seen < 0.021);
                else if (q6 != OCT9_SECTORS_NONE)
                    CHECK(seen <= std::max(least, 0.02) &&
                          seen > least * 0.9995 - 0.005 - table.truth.frame.cell_um / 64e6);
                else
                    CHECK(at == 0 ? seen > 0.02 : seen == NOTHING);
            }
    }
}

/* A set without an obstacle has one message, so that ArduPilot knows that the link is alive, and
 * that the set before it is whole; what was in that is dropped after a second. */
static void nothing_about()
{
    Table table(0);
    ArduPilot ardupilot;
    table.truth.obstacle_q6[17] = table.truth.free_q6[17] = 100;
    (void)send_set(table, ardupilot, 0);
    table.truth.obstacle_q6[17] = table.truth.free_q6[17] = OCT9_SECTORS_NONE;
    for (uint32_t now = 20; now < 1200; now += 20) {
        table.input.time_ms += 20;
        table.input.now_ms += 20;
        CHECK_EQ(send_set(table, ardupilot, now), 1);
        CHECK((ardupilot.nearest(7, 2, now) == NOTHING) == (now > 1020));
        CHECK(now == 20 ||
              ardupilot.nearest(0, 0, now) >
                  0.9 * std::min(100.0, table.truth.metres(table.truth.sectors.range_q6)) - 0.01);
    }
}

/* A sector or a layer across a border of ArduPilot's faces is refused: its obstacles would be seen
 * in one face alone. */
static void across_faces()
{
    for (unsigned n = 0; n < tables; n++) {
        const auto ring = static_cast<uint16_t>(1 + random_numbers.below(25));
        const auto ahead = static_cast<uint16_t>(random_numbers.u32());
        Truth truth(random_numbers, ring, 5, random_numbers.below(10));
        oct9_autopilot_input_t input = truth.input(ahead);
        int16_t borders[6] = { -16384, -8192, -2731, 2731, 8192, 16384 };
        oct9_sectors_input_t sectors = truth.sectors;
        const int by = random_numbers.between(-60, 60);
        const bool bad_layer = random_numbers.chance(20);
        if (bad_layer) {
            int16_t &border = borders[1 + random_numbers.below(4)];
            border = static_cast<int16_t>(border + (by < 0 ? by - 3 : by + 3));
        }
        sectors.borders = borders;
        sectors.from = static_cast<uint16_t>(ahead - 4096 + by);
        input.sectors = &sectors;
        const int width = 65536 / ring, off = std::abs(by);
        const bool good = ring % 8 == 0 && !bad_layer && off <= 2;
        const bool bad = ring % 8 != 0 || bad_layer || (off > 3 && off < width - 3);
        oct9_mavlink_message_t message = {};
        const oct9_status_t status = oct9_autopilot_point(&input, OCT9_MAVLINK_OBSTACLE_DISTANCE_3D,
                                                          0, &message);
        CHECK(!good || status == OCT9_OK);
        CHECK(!bad || status == OCT9_ERR_ARGUMENT);
    }
}

static void distance_sensors()
{
    for (unsigned n = 0; n < tables; n++) {
        const auto ring = static_cast<uint16_t>(1 + random_numbers.below(25));
        Truth truth(random_numbers, ring, 5, random_numbers.below(10));
        oct9_autopilot_input_t input = truth.input(static_cast<uint16_t>(random_numbers.u32()));
        const bool passes = random_numbers.chance(30);
        input.unknown = passes ? OCT9_PASSES : OCT9_BLOCKS;
        const double range = truth.metres(truth.sectors.range_q6);
        const double heading = input.ahead * 360.0 / 65536;
        ArduPilot ardupilot;
        for (uint16_t i :
             { uint16_t{ 0 }, uint16_t{ 1 }, uint16_t{ 2 }, uint16_t{ 3 }, uint16_t{ 4 },
               uint16_t{ 5 }, uint16_t{ 6 }, uint16_t{ 7 }, uint16_t{ 24 } }) {
            oct9_mavlink_message_t message = {};
            const oct9_status_t status = oct9_autopilot_point(&input, OCT9_MAVLINK_DISTANCE_SENSOR,
                                                              i, &message);
            CHECK(status == OCT9_OK || (status == OCT9_AGAIN && passes));
            if (status == OCT9_OK)
                ardupilot.take(sent(message), 0);
            if (i == 24)
                continue;
            const double middle = heading - 45.0 * i;
            const double there = truth.nearest(middle, 22.4, passes);
            const double seen = ardupilot.nearest(i, 2, 0);
            CHECK(there > range || seen <= std::max(there, 0.01));
            CHECK(truth.nearest(middle, 27.6 + 360.0 / ring, false) <= range || seen == NOTHING);
        }
        const auto least_of_highest = *std::min_element(truth.free_q6.begin() + 4 * ring,
                                                        truth.free_q6.end());
        if (!passes)
            CHECK(least_of_highest == OCT9_SECTORS_NONE
                      ? ardupilot.upward() < std::min(range, 655.35)
                      : ardupilot.upward() <= std::max(truth.metres(least_of_highest), 0.01));
    }
}

static float as_float(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

static void scans()
{
    for (unsigned n = 0; n < tables; n++) {
        const auto ring = static_cast<uint16_t>(1 + random_numbers.below(64));
        Truth truth(random_numbers, ring, 2, random_numbers.below(20));
        oct9_autopilot_input_t input = truth.input(static_cast<uint16_t>(random_numbers.u32()));
        const bool passes = random_numbers.chance(30), failed = random_numbers.chance(10);
        input.unknown = passes ? OCT9_PASSES : OCT9_BLOCKS;
        input.now_ms = failed ? 301 : 300;
        std::vector<uint32_t> ranges(ring);
        oct9_autopilot_scan_t scan;
        CHECK_EQ(oct9_autopilot_scan(&input, ranges.data(), &scan), OCT9_OK);
        CHECK_EQ(scan.first, static_cast<uint16_t>(truth.sectors.from - input.ahead));
        for (size_t i = 0; i < ring; i++) {
            const uint16_t free = std::min(truth.free_q6[i], truth.free_q6[ring + i]);
            const uint16_t obstacle = std::min(truth.obstacle_q6[i], truth.obstacle_q6[ring + i]);
            const uint16_t q6 = passes ? obstacle : free;
            const double range = static_cast<double>(as_float(ranges[i]));
            if (failed)
                CHECK_EQ(ranges[i], scan.least);
            else if (q6 != OCT9_SECTORS_NONE)
                CHECK(range <= std::max(truth.metres(q6), 0.01) &&
                      range > truth.metres(q6) * 0.9999 - 0.0011 - truth.metres(2) &&
                      ranges[i] >= scan.least && ranges[i] <= scan.most);
            else if (free != OCT9_SECTORS_NONE)
                CHECK(std::isnan(range));
            else
                CHECK(std::isinf(range) && range > 0);
        }
        input.failed = OCT9_AUTOPILOT_SILENT;
        CHECK_EQ(oct9_autopilot_scan(&input, ranges.data(), &scan),
                 failed ? OCT9_ERR_STALE : OCT9_OK);
    }
}

static void refused()
{
    Table table(3);
    oct9_mavlink_message_t message = {};
    const auto status = [&](oct9_mavlink_kind_t kind, uint16_t number) {
        return oct9_autopilot_point(&table.input, kind, number, &message);
    };
    const oct9_mavlink_kind_t points = OCT9_MAVLINK_OBSTACLE_DISTANCE_3D;
    const oct9_mavlink_kind_t sides = OCT9_MAVLINK_DISTANCE_SENSOR;
    CHECK_EQ(status(points, 0), OCT9_OK);
    CHECK_EQ(status(points, 40), OCT9_ERR_ARGUMENT);
    CHECK_EQ(status(sides, 7), OCT9_OK);
    CHECK_EQ(status(sides, 8), OCT9_ERR_ARGUMENT);
    CHECK_EQ(status(sides, 25), OCT9_ERR_ARGUMENT);
    CHECK_EQ(status(sides, 24), OCT9_ERR_ARGUMENT); /* the highest layer ends at 75 degrees */
    table.truth.borders[5] = 16384;
    CHECK_EQ(status(sides, 24), OCT9_OK);
    CHECK_EQ(status(OCT9_MAVLINK_OBSTACLE_DISTANCE, 0), OCT9_ERR_ARGUMENT);
    table.truth.sectors.kind = OCT9_SECTORS_HEIGHTS;
    CHECK_EQ(status(points, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(status(sides, 24), OCT9_ERR_ARGUMENT);
    CHECK_EQ(status(sides, 0), OCT9_OK);
    table.input.north = true;
    CHECK_EQ(status(sides, 0), OCT9_ERR_ARGUMENT);
    table.input.north = false;
    table.input.oldest_ms = 0;
    CHECK_EQ(status(sides, 0), OCT9_ERR_ARGUMENT);
}

int main()
{
    std::printf("seed %u\n", static_cast<unsigned>(setting("SEED", 1)));
    RUN(sets_of_points);
    RUN(nothing_about);
    RUN(across_faces);
    RUN(distance_sensors);
    RUN(scans);
    RUN(refused);
    return test_end();
}
