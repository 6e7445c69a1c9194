// SPDX-License-Identifier: MIT
// One flight: the world, the robot, its sensor and the mapper's loop, tick by tick.
#ifndef FLIGHTS_FLIGHT_HPP
#define FLIGHTS_FLIGHT_HPP

#include "classes.hpp"
#include "judge.hpp"

#include <cstdio>

namespace flights {

// What came of flights of a class.
struct Counts {
    double metres = 0, seconds = 0, stuck = 0; // the longest, s
    uint64_t flights = 0, alarms = 0, needless = 0, refused = 0, unseen = 0;
    uint64_t what[thing_kinds][reasons] = {}; // contacts: with what, and why

    void add(const Counts &more);
    uint64_t contacts(Verdict verdict) const;
};

class Flight {
public:
    Flight(const Class &type, uint64_t seed, const std::shared_ptr<const Building> &building,
           bool story);
    // Flies until a contact, or so many seconds; false: it ended in a contact.
    bool fly(double seconds, Counts &counts);
    const Contact &contact() const { return contact_; }
    // The needless stops: when, and the mapper's reasons.
    const std::vector<std::pair<double, unsigned>> &stops() const { return stops_; }
    void describe(std::FILE *to, uint64_t number) const; // the contact

private:
    const Class &type_;
    Random random_, errors_;
    World world_;
    Sensor sensor_;
    double tick_;
    Robot robot_;
    Policy policy_;
    Loop loop_;
    Pilot pilot_;
    Faults faults_;
    Estimate estimate_;
    Judge judge_;
    Contact contact_;
    bool story_, ended_ = false, alarm_ = true;
    double time_ = 0, stuck_ = 0, still_ = 0;
    uint32_t clock_;
    V3 stuck_at_;             // where it was when that began
    V3 measured_, commanded_; // as the mapper was given

    bool tick(Counts &counts);
    bool move(Counts &counts);
    void sense();
    void sense_turn(const Robot &before);
    Turn error_of(const Pose &estimate) const;
    Motion motion_of(V3 wish);
    Answer ask(V3 wish);
    Wish plan();
    void count(const Answer &answer, const Wish &wish, Counts &counts);
    void say(const Answer &answer, const Wish &wish, const std::vector<Frame> &given) const;
    uint32_t ms(double time) const;
    std::vector<Frame> given_;
    std::vector<std::pair<double, unsigned>> stops_;
};

} // namespace flights

#endif
