// SPDX-License-Identifier: MIT
// The library's mapper, as a user wires it. All calls of the library are in loop.cpp, except
// those of the building's image.
#ifndef FLIGHTS_LOOP_HPP
#define FLIGHTS_LOOP_HPP

#include "sensors.hpp"

#include <memory>

namespace flights {

// What a user fills in, in mm and ms; 65535: for ever.
struct Policy {
    int cell_mm = 40, nearest = 50, farthest = 2000, radius = 180, look = 1000, near = 500;
    int least = 150, slow = 200, fastest = 1000, reaction = 250, brake = 3000;
    int stale = 300, repeat = 400, blind = 500, jump = 100, dark = 0, round = 10000;
    uint32_t blocks = 4096;
};

struct Motion {
    uint32_t now_ms;
    Pose pose; // the estimate
    V3 velocity, command;
};

struct Answer {
    bool alarm = true;
    unsigned why = 0;
    double clear = 0, known = 0; // m; far_away: all
    int age_ms = 0, status = 0;
};

class Loop {
public:
    Loop(Part part, const Policy &policy);
    ~Loop();
    bool good() const; // the policy was accepted
    void see(const Frame &frame, V3 robot);
    Answer check(const Motion &motion);
    bool ask(const Motion &motion, V3 path) const; // whether it may go that path
    static const char *why(unsigned why);          // in words, until the next call

private:
    struct Inside;
    std::unique_ptr<Inside> in_;
};

} // namespace flights

#endif
