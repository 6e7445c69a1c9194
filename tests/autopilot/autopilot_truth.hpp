/* SPDX-License-Identifier: MIT */
/* What is about a robot, as arcs of obstacles and of unknown space; and the table of sectors that
 * oct9/sectors.h promises of them. */
#ifndef OCT9_TEST_AUTOPILOT_TRUTH_HPP
#define OCT9_TEST_AUTOPILOT_TRUTH_HPP

#include "autopilot_models.hpp"
#include "tests/shared/random.hpp"

#include <vector>

extern "C" {
#include "oct9/autopilot.h"
#include "oct9/mm.h"
#include "tests/test.h"
}

namespace autopilot {

using oracle::Random;

/* Angles in degrees in the map, from x toward y. */
struct Arc {
    double from, across;
    uint16_t at_q6;
    bool unknown;
    size_t layer;

    bool touches(double low, double width) const
    {
        return wrapped(low - from) <= across || wrapped(from - low) <= width;
    }
};

struct Truth {
    std::vector<Arc> arcs;
    std::vector<uint16_t> obstacle_q6, free_q6;
    oct9_sectors_input_t sectors = {};
    oct9_frame_t frame = {};
    int16_t borders[6] = { -13653, -8192, -2731, 2731, 8192, 16384 };

    Truth(Random &random, uint16_t ring, uint16_t layers, unsigned count)
    {
        set_cell(20000 + random.below(200000));
        sectors.from = static_cast<uint16_t>(random.u32());
        sectors.sectors = ring;
        sectors.layers = layers;
        sectors.kind = OCT9_SECTORS_PITCH;
        sectors.borders = borders;
        sectors.range_q6 = static_cast<uint16_t>(500 + random.below(20000));
        for (unsigned i = 0; i < count; i++)
            arcs.push_back({ random.below(36000) / 100.0,
                             random.below(1 + random.below(random.chance(50) ? 30 : 3000)) / 100.0,
                             static_cast<uint16_t>(random.below(sectors.range_q6 + 1u)),
                             random.chance(40), random.below(layers) });
        fill();
    }

    void set_cell(uint32_t um)
    {
        const oct9_mm_t origin = { 0, 0, 0 };
        CHECK_EQ(oct9_mm_frame(&frame, &origin, um), OCT9_OK);
    }

    void fill()
    {
        const double width = 360.0 / sectors.sectors;
        obstacle_q6.assign(sectors.sectors * sectors.layers, OCT9_SECTORS_NONE);
        free_q6 = obstacle_q6;
        for (size_t i = 0; i < free_q6.size(); i++)
            for (const Arc &arc : arcs)
                if (arc.layer == i / sectors.sectors &&
                    arc.touches(sectors.from * 360.0 / 65536 + width * double(i % sectors.sectors),
                                width)) {
                    free_q6[i] = std::min(free_q6[i], arc.at_q6);
                    if (!arc.unknown)
                        obstacle_q6[i] = std::min(obstacle_q6[i], arc.at_q6);
                }
        sectors.obstacle_q6 = obstacle_q6.data();
        sectors.free_q6 = free_q6.data();
    }

    double metres(uint16_t q6) const { return double(q6) * frame.cell_um / 64e6; }

    /* The nearest of all layers at an angle, or within `across` of it to both sides; of obstacles,
     * or of all that is not free. */
    double nearest(double angle, double across, bool obstacles_alone) const
    {
        double least = NOTHING;
        for (const Arc &arc : arcs)
            if (!(obstacles_alone && arc.unknown) && arc.touches(angle - across, 2 * across))
                least = std::min(least, metres(arc.at_q6));
        return least;
    }

    oct9_autopilot_input_t input(uint16_t ahead) const
    {
        oct9_autopilot_input_t input = {};
        input.sectors = &sectors;
        input.frame = &frame;
        input.ahead = ahead;
        input.oldest_ms = 300;
        return input;
    }
};

/* Over the link, as the autopilot has it. */
inline Message sent(const oct9_mavlink_message_t &message)
{
    static oct9_mavlink_sender_t sender = { 1, 195, 0 };
    mavlink::Bytes bytes(OCT9_MAVLINK_BYTES);
    const int32_t size = oct9_autopilot_write(&sender, &message, bytes.data(), OCT9_MAVLINK_BYTES);
    Message read = mavlink::blank(0);
    CHECK(size > 0);
    bytes.resize(static_cast<size_t>(std::max(size, 0)));
    CHECK(mavlink::decode(bytes, read));
    return read;
}

} // namespace autopilot

#endif
