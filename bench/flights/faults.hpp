// SPDX-License-Identifier: MIT
// What goes wrong with a sensor and with an estimate.
#ifndef FLIGHTS_FAULTS_HPP
#define FLIGHTS_FAULTS_HPP

#include "robot.hpp"
#include "sensors.hpp"

#include <deque>

namespace flights {

enum class Kind {
    freeze_all, // all readings keep their values
    freeze_one, // one beam's does
    dead_all,   // nothing comes back
    dead_one,
    silent,   // no frame comes at all
    reboot,   // nothing for a moment, then 0, or the last values for a moment
    late,     // frames come late
    repeated, // frames come again, with their old time
    backward, // times go back
    jump,     // the estimate of the place jumps
    phantom,  // single readings of what is not there
    crosstalk // one beam sees a cover glass
};

const char *name_of(Kind kind);

class Faults {
public:
    Faults(std::vector<Kind> kinds, Random &random) : kinds_(std::move(kinds))
    {
        until_ = random.in(3, 12);
    }

    // What is to come and to go at a time.
    void step(double time, size_t beams, Estimate &estimate, Random &random);
    // What the driver has at a time, when the sensor has measured `frame`: none, one or more.
    void pass(double time, const Sensor &sensor, const Frame &frame, Random &random,
              std::vector<Frame> &out);
    bool active() const { return on_; }
    bool since(double time, double seconds) const; // whether none was in the last seconds
    Kind kind() const { return kind_; }

private:
    std::vector<Kind> kinds_;
    bool on_ = false;
    Kind kind_ = Kind::late;
    double begun_ = 0, until_ = 0, ended_ = -1e9, delay_ = 0;
    int zone_ = 0, back_ms_ = 0;
    bool last_values_ = false;
    Frame last_; // as it was before
    std::deque<Frame> waiting_;

    void corrupt(double time, const Sensor &sensor, Frame &frame, Random &random) const;
    void keep(Frame &frame, size_t i) const;
};

} // namespace flights

#endif
