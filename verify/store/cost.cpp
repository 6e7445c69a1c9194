/* SPDX-License-Identifier: MIT */
/* What the store costs: a robot drives through a room, maps it, and saves its map after each scan,
 * or after each cell that it sees when the room is mapped, on flashes of different records and
 * slots; the table for docs/verification.md.
 *
 * The ideal is the bytes of the tree's blocks that were changed: 16 each. */
#include "tests/store/store_world.hpp"

#include "oct9/scan.h"

#include <cmath>
#include <cstdio>
#include <string>

using namespace store;

static constexpr uint32_t blocks = 2048, saves = 600, beams_in_scan = 16;
static constexpr Geometry geometry = { 4096, 48, 8 };

/* A room of 240 x 160 x 40 cells, and the robot in it. */
class Robot {
public:
    oct9_occupancy_t map = {};

    explicit Robot(uint64_t seed) : random_(seed), pool_(blocks)
    {
        const oct9_model_t model = OCT9_MODEL_DEFAULT;
        CHECK_EQ(oct9_occupancy_init(&map, pool_.data(), blocks, &model, nullptr), OCT9_OK);
    }

    /* Sees one cell. */
    void look()
    {
        const oct9_cell_t cell = { static_cast<uint16_t>(216 + random_.below(80)),
                                   static_cast<uint16_t>(216 + random_.below(80)), 256 };
        CHECK_EQ(oct9_occupancy_observe(&map, cell, random_.chance(50)), OCT9_OK);
    }

    void act()
    {
        std::vector<oct9_beam_t> beams(beams_in_scan);
        const double turn = step_++ / 300.0;
        const std::array<double, 3> at = { 256 + 80 * std::cos(turn), 256 + 50 * std::sin(2 * turn),
                                           256 };
        for (oct9_beam_t &beam : beams) {
            const double heading = turn + 1.57 + (random_.below(1000) - 500.0) / 1000;
            const double slope = (random_.below(1000) - 500.0) / 1500;
            cast(at, { std::cos(heading), std::sin(heading), slope }, beam);
        }
        const oct9_point_t origin = point(at);
        oct9_scan_t scan;
        CHECK_EQ(oct9_scan_begin(&scan, &map, &origin, beams.data(), beams_in_scan), OCT9_OK);
        CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
    }

    const std::vector<oct9_block_t> &pool() const { return pool_; }

private:
    Random random_;
    std::vector<oct9_block_t> pool_;
    unsigned step_ = 0;

    static oct9_point_t point(const std::array<double, 3> &at)
    {
        return { static_cast<int16_t>(std::lround(64 * at[0])),
                 static_cast<int16_t>(std::lround(64 * at[1])),
                 static_cast<int16_t>(std::lround(64 * at[2])) };
    }

    static void cast(const std::array<double, 3> &at, const std::array<double, 3> &direction,
                     oct9_beam_t &beam)
    {
        static const std::array<double, 3> lo = { 136, 176, 236 }, hi = { 376, 336, 276 };
        double length = 30;
        beam = {};
        beam.met = OCT9_BEAM_CLEAR;
        for (size_t a = 0; a < 3; a++)
            if (direction[a] != 0) {
                const double wall = ((direction[a] > 0 ? hi[a] : lo[a]) - at[a]) / direction[a];
                if (wall < length) {
                    length = wall;
                    beam.met = OCT9_BEAM_HIT;
                }
            }
        beam.end = point({ at[0] + length * direction[0], at[1] + length * direction[1],
                           at[2] + length * direction[2] });
    }
};

/* Mean and worst. */
struct Range {
    uint64_t sum = 0, worst = 0, count = 0;

    void add(uint64_t value)
    {
        sum += value;
        worst = std::max(worst, value);
        count++;
    }
    double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

struct Setup {
    bool cells; /* a save after each cell, not after each scan */
    uint32_t record, slots;
    unsigned cut_in; /* the power fails in one save of so many; 0: never */
};

class Run {
public:
    explicit Run(const Setup &setup) : setup_(setup), random_(1), robot_(1), flash_(geometry, 1)
    {
        bind(memory_, make_config(geometry, setup.record, setup.slots, 0, blocks), flash_);
        open();
        opened_ = Range();
        for (unsigned i = 0; setup_.cells && i < saves; i++)
            robot_.act();
        CHECK_EQ(save(), OCT9_OK);
        before_ = robot_.pool();
    }

    void print()
    {
        for (uint32_t i = 0; i < saves; i++)
            act(i);
        uint64_t worst = 0, all = 0;
        for (const uint32_t worn : flash_.worn) {
            worst = std::max<uint64_t>(worst, worn);
            all += worn;
        }
        open();
        const Counts start = flash_.counts;
        Tree tree(blocks);
        CHECK_EQ(oct9_store_load(&memory_.store, &tree.tree, nullptr), OCT9_OK);
        CHECK_EQ(tree.tree.used, robot_.map.tree.used);
        std::printf(
            "| %s | %u | %u | %s | %.1f / %llu | %.1f | %.1f | %.2f / %llu | %.2f "
            "| %.0f / %llu | %llu |\n",
            setup_.cells ? "a cell" : "a scan", setup_.record, setup_.slots,
            setup_.cut_in == 0 ? "none" : ("1 of " + std::to_string(setup_.cut_in)).c_str(),
            records_.mean(), static_cast<unsigned long long>(records_.worst), bytes_.mean() / 1024,
            bytes_.mean() / changed_.mean(), erases_.mean(),
            static_cast<unsigned long long>(erases_.worst),
            static_cast<double>(worst) * geometry.block_count / static_cast<double>(all),
            opened_.mean() / 1024, static_cast<unsigned long long>(opened_.worst / 1024),
            static_cast<unsigned long long>((flash_.counts.read_bytes - start.read_bytes) / 1024));
    }

private:
    Setup setup_;
    Random random_;
    Robot robot_;
    Flash flash_;
    Memory memory_;
    std::vector<oct9_block_t> before_;
    Range records_, bytes_, changed_, erases_, opened_;

    void open()
    {
        const uint64_t before = flash_.counts.read_bytes;
        flash_.power_on();
        CHECK_EQ(oct9_store_open(&memory_.store, &memory_.config), OCT9_OK);
        opened_.add(flash_.counts.read_bytes - before);
    }

    /* Bytes of the blocks that differ from what was saved last. */
    uint64_t changed()
    {
        uint64_t bytes = 0;
        for (size_t i = 0; i < blocks; i++)
            if (!std::equal(before_[i].slot, before_[i].slot + 8, robot_.pool()[i].slot))
                bytes += 16;
        before_ = robot_.pool();
        return bytes;
    }

    void act(uint32_t i)
    {
        const Counts before = flash_.counts;
        if (setup_.cells)
            robot_.look();
        else
            robot_.act();
        changed_.add(changed());
        flash_.power_on();
        if (setup_.cut_in != 0 && i % setup_.cut_in == 0)
            flash_.cut_at = 1 + random_.below(200);
        oct9_status_t status = save();
        if (flash_.off()) {
            open();
            status = save();
        }
        CHECK_EQ(status, OCT9_OK);
        records_.add(flash_.counts.programs - before.programs);
        bytes_.add((flash_.counts.programs - before.programs) * setup_.record);
        erases_.add(flash_.counts.erases - before.erases);
        if (setup_.cut_in == 0 && i % 50 == 49)
            measure_open();
    }

    /* On a copy, as it ends the log. */
    void measure_open()
    {
        Flash flash = flash_;
        Memory memory;
        bind(memory, memory_.config, flash);
        const uint64_t before = flash.counts.read_bytes;
        CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
        opened_.add(flash.counts.read_bytes - before);
    }

    oct9_status_t save()
    {
        oct9_status_t status = oct9_store_save(&memory_.store, &robot_.map.tree, nullptr);
        CHECK_EQ(status, OCT9_OK);
        do
            status = oct9_store_run(&memory_.store, 100);
        while (status == OCT9_AGAIN && !flash_.off());
        return status;
    }
};

static void table(void)
{
    static const Setup setups[] = {
        { true, 32, 2, 0 },   { true, 64, 2, 0 },   { true, 128, 2, 0 },  { true, 256, 2, 0 },
        { true, 512, 2, 0 },  { true, 128, 3, 0 },  { true, 128, 2, 10 }, { false, 32, 2, 0 },
        { false, 64, 2, 0 },  { false, 128, 2, 0 }, { false, 256, 2, 0 }, { false, 512, 2, 0 },
        { false, 128, 3, 0 }, { false, 128, 2, 10 }
    };

    std::printf(
        "| changed | record, bytes | slots | power cut | records a save, mean / worst "
        "| KB a save | of the ideal | erases a save, mean / worst | most worn block, of the mean | "
        "KB read to open, mean / worst | KB read to load |\n"
        "|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (const Setup &setup : setups)
        Run(setup).print();
}

int main(void)
{
    RUN(table);
    return test_end();
}
