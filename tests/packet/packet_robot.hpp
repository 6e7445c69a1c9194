/* SPDX-License-Identifier: MIT */
/* The robot whose map is sent: it scans, forgets, clears, runs out of blocks, and drives on. */
#ifndef OCT9_TEST_PACKET_ROBOT_HPP
#define OCT9_TEST_PACKET_ROBOT_HPP

#include "packet_link.hpp"

extern "C" {
#include "tests/test.h"
}

namespace packets {

/* Where it is and where it drives to: always on, so that no place leaves the window and comes back
 * while packets of it are in transit. */
class Robot {
public:
    Robot(Random &random, uint32_t blocks, uint32_t changes_size, bool moving)
        : map(blocks, model(), changes_size), random_(random), moving_(moving)
    {
        for (int &drift : drift_)
            drift = random.between(-1, 1);
    }

    void act()
    {
        const uint32_t kind = random_.below(20);
        if (kind < 12)
            scan();
        else if (kind < 14)
            forget();
        else if (kind == 14)
            clear_box();
        else if (kind == 15)
            clear_sphere();
        else if (kind == 16 && moving_)
            move();
        else
            observe();
    }

    Map map;

private:
    static oct9_model_t model() { return { 17, 8, -40, 70, -1, 1, 1, 9, OCT9_COARSEN }; }

    /* At most `beyond` sub-cells outside the cube. */
    int16_t near(int middle, int reach, int beyond)
    {
        return static_cast<int16_t>(std::clamp(middle + random_.between(-reach, reach),
                                               OCT9_LOW_Q6 - beyond, OCT9_HIGH_Q6 - 1 + beyond));
    }

    /* Around the middle of the cube. */
    oct9_point_t inside(int reach)
    {
        const oct9_point_t point = { near(0, reach, 0), near(0, reach, 0), near(0, reach, 0) };
        return point;
    }

    void scan()
    {
        const oct9_point_t origin = inside(random_.chance(80) ? 2000 : 16384);
        const int reach = random_.chance(80) ? 1200 : 6000;
        std::vector<oct9_beam_t> beams(1 + random_.below(20));
        for (oct9_beam_t &beam : beams) {
            beam.end = { near(origin.x, reach, 9), near(origin.y, reach, 9),
                         near(origin.z, reach, 9) };
            beam.met = random_.chance(50) ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
        }
        oct9_scan_t scan;
        CHECK_EQ(oct9_scan_begin(&scan, &map.occupancy, &origin, beams.data(),
                                 static_cast<uint32_t>(beams.size())),
                 OCT9_OK);
        CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
    }

    void forget()
    {
        const oct9_status_t status = oct9_occupancy_forget(&map.occupancy, 1 + random_.below(2000));
        CHECK(status == OCT9_OK || status == OCT9_AGAIN);
    }

    void clear_box()
    {
        oct9_box_t box;
        const auto range = [this](uint16_t *lo, uint16_t *hi) {
            const int a = random_.between(200, 300);
            *lo = static_cast<uint16_t>(a);
            *hi = static_cast<uint16_t>(a + random_.between(1, 60));
        };
        range(&box.lo.x, &box.hi.x);
        range(&box.lo.y, &box.hi.y);
        range(&box.lo.z, &box.hi.z);
        full_or_good(oct9_occupancy_clear_box(&map.occupancy, &box));
    }

    void clear_sphere()
    {
        const oct9_point_t centre = inside(2000);
        full_or_good(oct9_occupancy_clear_sphere(&map.occupancy, &centre,
                                                 static_cast<uint16_t>(random_.below(1500))));
    }

    void observe()
    {
        const oct9_cell_t cell = { static_cast<uint16_t>(random_.below(512)),
                                   static_cast<uint16_t>(random_.below(512)),
                                   static_cast<uint16_t>(random_.below(512)) };
        CHECK_EQ(oct9_occupancy_observe(&map.occupancy, cell, random_.chance(50)), OCT9_OK);
    }

    void move()
    {
        const unsigned level = 4 + random_.below(3);
        const oct9_offset_t by = { drift_[0], drift_[1] * random_.between(0, 1), drift_[2] };
        full_or_good(oct9_window_move(&map.occupancy, &by, level));
    }

    static void full_or_good(oct9_status_t status)
    {
        CHECK(status == OCT9_OK || status == OCT9_ERR_POOL_FULL);
    }

    Random &random_;
    bool moving_;
    int drift_[3];
};

} // namespace packets

#endif
