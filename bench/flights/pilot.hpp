// SPDX-License-Identifier: MIT
// The pilot: goes where chance will have it, often at obstacles. Where the robot was stopped it
// gets away as a sensible autopilot does: back the path it came, then to where the mapper, asked,
// lets it go, where the readings say that most is free, slowly at first; if that is nowhere it
// turns until it is. At times it insists, or tries another path without looking.
#ifndef FLIGHTS_PILOT_HPP
#define FLIGHTS_PILOT_HPP

#include "robot.hpp"
#include "sensors.hpp"

#include <deque>
#include <functional>

namespace flights {

struct Habits {
    double speed = 1;      // m/s at most
    bool sideways = false; // also goes along its other three axes
    double turning = 0.3;  // how often it turns on its path, 1/s
    double blindly = 0.25; // how often it starts in a path without looking whether it is free
};

struct Wish {
    V3 velocity;
    double yaw_rate = 0;
};

class Pilot {
public:
    Pilot(const Habits &habits, uint64_t seed) : habits_(habits), random_(seed) {}

    // What it wants now. `free` is how far around the truth it looks for another path.
    Wish plan(const World &world, const Robot &robot, double time, double seconds);
    // The readings of a tick, where it believes to be, and whether the mapper, asked, lets it go so
    // far that path.
    using Ask = std::function<bool(V3 path)>;
    void sees(const std::vector<Frame> &frames, V3 here, const Ask &may);
    // What came of it: whether the robot was kept from it.
    void given(const Robot &robot, bool alarm, double seconds);
    bool tries() const { return looks_ && insists_ < 1 && !roams_; } // to get away where it is kept
    const char *doing() const;

private:
    enum class Mode { cruise, stop, turn, back, scan };
    Habits habits_;
    Random random_;
    Mode mode_ = Mode::stop;
    double cruise_ = 0, offset_ = 0, target_ = 0, until_ = 0.5, ramp_ = 0, kept_ = 0, went_ = 0;
    double creeps_ = 0;    // m: so far it goes slowly
    bool looks_ = true;    // on this leg
    double insists_ = 0.5; // s, when it is kept from its path
    V3 way_, here_;
    std::deque<V3> came_; // places on the path here, the last one first
    int failed_ = 0;      // tries, since it last moved
    bool roams_ = false;  // it goes on at random where it was stopped
    bool backed_ = false; // in vain, since it last moved
    double scanned_ = 0, side_ = 1;
    struct Beam {
        double yaw, reach;
    };
    Ask may_;
    std::vector<Beam> beams_; // of the last readings, those that are level

    double free_toward(double yaw) const;
    void get_away(const Robot &robot);
    bool go_where_it_may(const Robot &robot);
    Wish scan(const Robot &robot, double seconds);
    bool may(double yaw) const { return may_ && may_(toward(yaw) * asked); }
    static constexpr double asked = 0.25; // m
    Wish back();
    void remember();

    void look_around(const World &world, const Robot &robot, double time);
    Wish cruise(const World &world, const Robot &robot, double time, double seconds);
    void steer(const World &world, const Robot &robot, double time);
};

} // namespace flights

#endif
