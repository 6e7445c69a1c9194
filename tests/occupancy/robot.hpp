/* SPDX-License-Identifier: MIT */
/* What happens to an occupancy map: events, and a robot in a random world that makes them. */
#ifndef OCT9_TEST_ROBOT_HPP
#define OCT9_TEST_ROBOT_HPP

#include "owned_map.hpp"
#include "room.hpp"

#include "oct9/occupancy.h"

#include <cstring>

namespace oracle {

enum class Kind { scan, observe, clear_box, clear_sphere, forget };

struct Event {
    Kind kind;
    oct9_point_t origin; /* of the scan or the sphere */
    std::vector<oct9_beam_t> beams;
    oct9_cell_t cell;
    bool hit;
    oct9_box_t box;
    uint16_t radius;
    uint32_t budget;
};

/* Between two slices; of a large pool it would take too long. */
inline void check_slice(OwnedMap &owned)
{
    CHECK(owned.map.tree.capacity > 500 || owned.good());
}

inline oct9_status_t run_scan(OwnedMap &owned, const Event &event, oct9_scan_t &scan)
{
    std::vector<oct9_beam_t> beams = event.beams;
    oct9_status_t status;

    std::memset(&scan, 0xA5, sizeof scan);
    status = oct9_scan_begin(&scan, &owned.map, &event.origin, beams.data(),
                             static_cast<uint32_t>(beams.size()));
    CHECK_EQ(status, OCT9_OK);
    while ((status = oct9_scan_run(&scan, event.budget)) == OCT9_AGAIN)
        check_slice(owned);
    return status;
}

/* A round of forgetting, to its end. */
inline oct9_status_t forget_round(OwnedMap &owned, uint32_t budget)
{
    oct9_status_t status;

    while ((status = oct9_occupancy_forget(&owned.map, budget)) == OCT9_AGAIN)
        check_slice(owned);
    return status;
}

/* `scan` is written by a scan only. */
inline oct9_status_t apply(OwnedMap &owned, const Event &event, oct9_scan_t &scan)
{
    switch (event.kind) {
    case Kind::scan: return run_scan(owned, event, scan);
    case Kind::observe: return oct9_occupancy_observe(&owned.map, event.cell, event.hit);
    case Kind::clear_box: return oct9_occupancy_clear_box(&owned.map, &event.box);
    case Kind::clear_sphere:
        return oct9_occupancy_clear_sphere(&owned.map, &event.origin, event.radius);
    default: return forget_round(owned, event.budget);
    }
}

class Robot {
public:
    /* In a hall of at most so many cells an edge. */
    Robot(Random &random, int cells)
        : random_(random), room_(random, cells), at_(room_.place(random)),
          beams_(static_cast<unsigned>(random.between(1, 48))),
          range_(64.0 * random.between(4, 150)), step_(random.between(0, 12)),
          rare_(random.chance(50)), forgets_(random.chance(50))
    {
    }

    Event next()
    {
        Event event = {};

        event.kind = random_.chance(80) || !rare_ ? Kind::scan : rare();
        if (forgets_ && random_.chance(10))
            event.kind = Kind::forget;
        event.budget = random_.chance(50) ? 1 + random_.below(20) : UINT32_MAX;
        at_ = room_.step(random_, at_, step_);
        event.origin = Room::point(at_);
        if (event.kind == Kind::scan)
            event.beams = room_.look(random_, at_, beams_, range_);
        event.cell = near_cell();
        event.hit = random_.chance(50);
        event.radius = static_cast<uint16_t>(random_.below(64 * 20));
        event.box.lo = near_cell();
        event.box.hi = { above(event.box.lo.x), above(event.box.lo.y), above(event.box.lo.z) };
        return event;
    }

    const Room &room() const { return room_; }

    /* The cube has moved by this many cells, and the hall is in it still. */
    void shift(const std::array<int, 3> &cells)
    {
        room_.shift(cells);
        for (size_t axis = 0; axis < 3; axis++)
            at_[axis] -= 64.0 * cells[axis];
    }

private:
    Random &random_;
    Room room_;
    Room::Vector at_;
    unsigned beams_;
    double range_;
    int step_;
    bool rare_, forgets_;

    Kind rare()
    {
        static const Kind kinds[] = { Kind::observe, Kind::observe, Kind::observe, Kind::clear_box,
                                      Kind::clear_sphere };
        return kinds[random_.below(5)];
    }

    oct9_cell_t near_cell()
    {
        const Room::Vector at = room_.step(random_, at_, 20);

        return { static_cast<uint16_t>(at[0] / 64), static_cast<uint16_t>(at[1] / 64),
                 static_cast<uint16_t>(at[2] / 64) };
    }

    uint16_t above(uint16_t lo)
    {
        return static_cast<uint16_t>(std::min(512, lo + random_.between(1, 20)));
    }
};

} // namespace oracle

#endif
