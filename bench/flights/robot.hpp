// SPDX-License-Identifier: MIT
// The robot's body, and what it believes about its place.
#ifndef FLIGHTS_ROBOT_HPP
#define FLIGHTS_ROBOT_HPP

#include "geometry.hpp"

namespace flights {

// How a body obeys.
struct Body {
    double radius = 0.12;
    double delay = 0.12;                // s, from a command to its first effect
    double accelerate = 1.5, brake = 3; // m/s2
    bool tilts = true;                  // as it accelerates
};

struct Robot {
    Body body;
    V3 place, velocity, acceleration;
    double yaw = 0, yaw_rate = 0, pitch = 0, roll = 0;

    // What it shall do from `time` on.
    void command(double time, V3 velocity, double yaw_rate);
    // Moves it from `time` on.
    void move(double time, double seconds);
    Pose pose() const;

private:
    static constexpr int held = 16;
    struct Order {
        double time = -1;
        V3 velocity;
    };
    Order orders_[held]; // the newest first
};

// An estimate of the pose: never far off, except for drift and jumps.
class Estimate {
public:
    double noise = 0.004, wander = 0.012; // m
    bool level = false;                   // a rover's: its height is given
    V3 drift;                             // m/s
    double yaw_drift = 0;                 // rad/s
    void jump(V3 by) { off_ = off_ + by; }
    void step(double seconds, Random &random);
    Pose of(const Robot &robot, Random &random) const;

private:
    V3 off_, wandered_;
    double yaw_off_ = 0, yaw_wandered_ = 0;
};

} // namespace flights

#endif
